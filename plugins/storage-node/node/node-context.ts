/** The shared context of a local node's operations: its database, its clock, and its known identities. */
import { LRUCache } from 'lru-cache'
import type { Primitives } from '../../../core/crypto/index.ts'
import type { Sandbox } from '../../../core/index.ts'
import { growing } from '../../../core/index.ts'
import {
  type Authorise,
  type Authority,
  type CollectionIndex,
  type CollectionKind,
  commands,
  type Database,
  isAttestedBy,
  NodeAccessError,
  NodeError,
  refusal,
} from '../../../core/node.ts'
import type { Bounds } from './bounds.ts'
import { type AssertDocuments, compileCollectionSchema } from './collection-schema.ts'
import { MoveGate } from './moves.ts'
import { createRegistry, type Registry } from './registry.ts'
import { Successions } from './successions.ts'

/** A collection, as stored on the node. */
export interface Collection {
  readonly id: string
  /** Canonical DID. */
  readonly builder: string
  readonly kind: CollectionKind
  readonly name: string
  readonly schema: object
  readonly indexes: readonly CollectionIndex[]
  readonly created: Date
  readonly assertDocuments: AssertDocuments
}

/** The subject of an attestation. */
export interface Attestation {
  readonly id: string
  readonly owner: string | null
  readonly body: Readonly<Record<string, unknown>>
}

export interface NodeContext {
  /** Its changes are refused while another node is about to replace this one. */
  readonly database: Database
  /** The same without that check, for the move itself. */
  readonly unguarded: Database
  readonly gate: MoveGate
  /** Runs expensive work of callers. */
  readonly sandbox: Sandbox
  readonly bounds: Bounds
  readonly registry: Registry
  /** Maximum bytes of documents in a page. */
  readonly pageBytes: number
  now(): Date
  /** The stored spelling of a DID. @throws for a malformed DID */
  identity(did: string): string
  /** The stored DID of a builder: that of its first key. @throws for a malformed DID */
  builderIdentity(did: string): string
  /** Verifies a token with a registered builder as its subject. */
  asBuilder(token: string, command: string): Promise<Authority>
  /** Verifies a token that a registered builder issued itself, refusing any delegation. */
  asInvokingBuilder(token: string, command: string): Promise<Authority>
  /** Verifies a token of anyone, even while this node does not serve. */
  authorityOf(token: string, command: string): Promise<Authority>
  /** Verifies a token of anyone. */
  asUser(token: string, command: string): Promise<Authority>
  isBuilder(did: string): Promise<boolean>
  /** Returns a collection. @throws for an unknown id */
  collection(id: string): Promise<Collection>
  /** Returns a collection of the builder. Another builder's collection is refused like a missing one. */
  ownCollection(id: string, builder: string): Promise<Collection>
  /** True if a document matches the attestation of its collection's builder. */
  isAttested(collection: Collection, document: Attestation, time?: Date): boolean
  /** True if a key of the builder attested it that has ended since, and that must attest nothing new. */
  isAttestedTooLate(collection: Collection, document: Attestation): boolean
  /** Adds the statement by which a builder's key is replaced. */
  succeed(token: string, statement: string): Promise<void>
  /** Clears the caches of builders and collections. */
  forget(): void
}

/**
 * Another process with the same database may change a collection; for this time an old schema may still
 * apply.
 */
const REMEMBERED_MS = 5_000

export interface NodeContextOptions {
  readonly database: Database
  readonly authorise: Authorise
  readonly clock: () => number
  readonly identity: (did: string) => string
  readonly prefixes: readonly string[]
  readonly primitives: Primitives
  readonly pageBytes: number
  readonly sandbox: Sandbox
  readonly bounds: Bounds
  /** DID of the service. @default the first builder that registers */
  readonly service?: string | undefined
}

export function createNodeContext(options: NodeContextOptions): NodeContext {
  const unguarded = refusing(options.database)
  const gate = new MoveGate(unguarded)
  const database = gate.guard(unguarded)
  const { authorise, clock, identity, primitives, pageBytes, bounds, sandbox } = options
  const { service, prefixes } = options
  const successions = new Successions({ database, primitives, prefixes, clock })
  const registry = createRegistry({ database, builders: bounds.builders, service, identity })
  const builders = new LRUCache<string, true>({ ...growing(10_000), ttl: REMEMBERED_MS })
  const collections = new LRUCache<string, Collection>({ ...growing(1_000), ttl: REMEMBERED_MS })

  async function isBuilder(did: string): Promise<boolean> {
    if (builders.has(did)) return true
    const known = await database.query('SELECT 1 FROM builders WHERE id = $1', [did])
    // A builder that registered under another policy counts as unregistered under this one.
    const isOne = known.length > 0 && (await registry.admits(did))
    if (isOne) builders.set(did, true)
    return isOne
  }

  async function collection(id: string): Promise<Collection> {
    const remembered = collections.get(id)
    if (remembered !== undefined) return remembered
    const [row] = await database.query<Omit<Collection, 'assertDocuments'>>(
      'SELECT id, builder, kind, name, schema, indexes, created FROM collections WHERE id = $1',
      [id],
    )
    if (row === undefined) throw refusal('CollectionNotFoundError', `collection: ${id}`)
    let assertDocuments: AssertDocuments | undefined
    // Reading needs no schema: the first write compiles it.
    const found: Collection = {
      ...row,
      assertDocuments(documents) {
        assertDocuments ??= compileCollectionSchema(row.schema)
        return assertDocuments(documents)
      },
    }
    collections.set(id, found)
    return found
  }

  /** The authority under the identities of its keys. Nothing that a key signed counts once it has ended. */
  async function authorityOf(token: string, command: string): Promise<Authority> {
    const authority = authorise(token, command)
    if (!successions.isFresh) await successions.load()
    if (authority.signers.some(did => successions.isEnded(did))) throw new NodeAccessError(401)
    const { invoker, subject, signers } = authority
    return {
      ...{ signers, permits: authority.permits },
      invoker: successions.identityOf(invoker),
      subject: successions.identityOf(subject),
    }
  }

  async function asUser(token: string, command: string): Promise<Authority> {
    // Before the token is verified: its audience may be the key of a node that this one has replaced.
    if (!gate.isFresh) await gate.load()
    gate.assertServes()
    return await authorityOf(token, command)
  }

  async function asBuilder(token: string, command: string): Promise<Authority> {
    const authority = await asUser(token, command)
    if (builders.has(authority.subject) || (await isBuilder(authority.subject))) return authority
    // Another process of this node may have learnt of a new key.
    if (!(await successions.load(true))) throw new NodeAccessError(404)
    const again = await asUser(token, command)
    if (!(await isBuilder(again.subject))) throw new NodeAccessError(404)
    return again
  }

  const isAttested = (
    { id: collection, builder }: Collection,
    { id, owner, body: record }: Attestation,
    time: number,
  ): boolean =>
    owner !== null &&
    isAttestedBy(successions.publicKeysAt(builder, time), primitives, collection, { id, owner, record })

  return {
    database,
    unguarded,
    gate,
    sandbox,
    bounds,
    registry,
    pageBytes,
    now: () => new Date(clock()),
    identity,
    builderIdentity: did => successions.identityOf(identity(did)),
    authorityOf,
    asUser,
    asBuilder,
    async asInvokingBuilder(token, command) {
      const authority = await asBuilder(token, command)
      if (authority.invoker !== authority.subject)
        throw refusal('ResourceAccessDeniedError', 'The builder must be the invoker')
      return authority
    },
    isBuilder,
    collection,
    async ownCollection(id, builder) {
      const found = collections.get(id) ?? (await collection(id))
      if (found.builder !== builder)
        throw refusal('ResourceAccessDeniedError', 'type: collection', `object: ${id}`)
      return found
    },
    isAttested: (collection, document, time) =>
      isAttested(collection, document, time === undefined ? clock() : time.getTime()),
    isAttestedTooLate: (collection, document) =>
      successions.publicKeysAt(collection.builder, clock()).length <
        successions.publicKeysAt(collection.builder, 0).length &&
      isAttested(collection, document, 0) &&
      !isAttested(collection, document, clock()),
    succeed: (token, statement) =>
      // The key that it replaces may have ended, and the successor may still be unknown.
      successions.add(statement, authorise(token, commands.builders.update).invoker, isBuilder),
    forget() {
      builders.clear()
      collections.clear()
      successions.forget()
    },
  }
}

/**
 * Translates errors of a database to those of a node: invalid input is the client's fault, any other error
 * the node's.
 */
export function refusing(database: Database): Database {
  const asRefusal = (cause: unknown) => {
    const state = cause instanceof Error && 'sqlState' in cause ? String(cause.sqlState) : ''
    // Class 22 is "data exception": a value that jsonb or a column cannot hold.
    return state.startsWith('22')
      ? Object.assign(refusal('DataValidationError', 'A value cannot be stored'), { cause })
      : Object.assign(refusal('DatabaseError', 'The database did not answer'), { cause })
  }
  return {
    async query<Row extends object>(...statement: Parameters<Database['query']>) {
      try {
        return await database.query<Row>(...statement)
      } catch (cause) {
        throw asRefusal(cause)
      }
    },
    async *stream<Row extends object>(sql: string, values?: Parameters<Database['query']>[1]) {
      try {
        yield* database.stream<Row>(sql, values)
      } catch (cause) {
        throw asRefusal(cause)
      }
    },
    transaction: work =>
      database.transaction(work).catch(cause => {
        throw cause instanceof NodeError ? cause : asRefusal(cause)
      }),
    close: () => database.close(),
  }
}
