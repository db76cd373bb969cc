/** A storage node over one database, with its own key: the implementation of andiron's own nodes. */
import { didKeyOf, type KeyPair, type Primitives, toHex } from '../../../core/crypto/index.ts'
import {
  commands,
  createAuthorise,
  type Database,
  idOf,
  type KeyRing,
  type LocalNode,
  NodeAccessError,
  PAGE_BYTES,
  readingFrom,
  refusal,
  rememberingCanonical,
  ringOf,
  Sandbox,
} from '../../../core/node.ts'
import { aggregateOperations } from './aggregate.ts'
import { type Bounds, defaultBounds } from './bounds.ts'
import { builderOperations } from './builders.ts'
import { collectionOperations } from './collections.ts'
import { documentOperations } from './documents.ts'
import { MoveOperations } from './moves.ts'
import { createNodeContext, type NodeContext, refusing } from './node-context.ts'
import { queryOperations } from './queries.ts'
import { userOperations } from './users.ts'

export interface LocalNodeOptions {
  /** Migrated (`migrations/node`), and used by this node only. The node closes it. */
  readonly database: Database
  /** Opens the same database on a streaming replica, for reads of many documents. */
  readonly replica?: () => Promise<Database>
  readonly key: KeyPair | KeyRing
  /** The URL of its HTTP server. */
  readonly url: string
  readonly primitives: Primitives
  /** Milliseconds since the epoch. @default Date.now */
  readonly clock?: () => number
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
  /** Runs expensive work of callers. @default one of the node's own */
  readonly sandbox?: Sandbox | undefined
  /** @default only the service registers; see `BoundsSchema` */
  readonly bounds?: Partial<Bounds>
  /** DID of the service. @default the first builder that registers */
  readonly service?: string | undefined
  /** Maximum bytes of documents in a page. @default 4 MiB */
  readonly pageBytes?: number
  /** The version in `/about`. @default '0.0.0' */
  readonly version?: string
  /** The time of the node's last backup, for `/about`. */
  readonly lastBackup?: () => Promise<string | undefined>
}

/** Opens a node on its database. */
export function openLocalNode(options: LocalNodeOptions): LocalNode {
  const { database, key, url, primitives, clock = Date.now, prefixes = [], version = '0.0.0' } = options
  const { pageBytes = PAGE_BYTES, service } = options
  const sandbox = options.sandbox ?? new Sandbox()
  const bounds = { ...defaultBounds, ...options.bounds }
  const ring = ringOf(key)
  const didOfPair = ({ publicKey }: KeyPair) => didKeyOf(publicKey)
  const started = new Date(clock()).toISOString()
  /** The node that this one has replaced, while requests to it may be under way. */
  const replaced = (): string[] => {
    const { peer, ends } = context.gate.arrived ?? {}
    return peer !== undefined && (ends ?? 0) * 1000 > clock() ? [peer] : []
  }
  const context: NodeContext = createNodeContext({
    database,
    clock,
    primitives,
    prefixes,
    pageBytes,
    sandbox,
    bounds,
    service,
    authorise: createAuthorise({
      audiences: () => [...ring.pairsAt(clock()).map(didOfPair), ...replaced()],
      ...{ primitives, clock, prefixes },
    }),
    identity: createIdentities(prefixes),
  })
  /** The id of the database. */
  let id: string | undefined
  /** The DID of the current key. */
  let own: { readonly key: Uint8Array; readonly did: string } | undefined
  const { replica } = options
  const reader = replica
    ? readingFrom(context.database, async () => refusing(await replica()))
    : context.database
  const { close: closeQueries, ...queries } = queryOperations({ ...context, database: reader })
  return {
    url,
    get did() {
      const { publicKey } = ring
      if (own?.key !== publicKey) own = { key: publicKey, did: didKeyOf(publicKey) }
      return own.did
    },
    isKnownAs: did => ring.has(did) || replaced().includes(did),
    async about() {
      const backup = await options.lastBackup?.()
      const successions = await successionsOf(context, ring)
      id ??= await idOf(context.unguarded)
      return {
        started,
        build: { time: started, commit: '', version },
        public_key: toHex(ring.publicKey),
        ...(successions.length > 0 && { successions }),
        url: this.url,
        maintenance: { active: false, started_at: started },
        ...(id !== undefined && { database: id }),
        ...(backup !== undefined && { last_backup: backup }),
      }
    },
    assertKnowsAll: nodes => context.gate.assertKnowsAll(nodes),
    async health() {
      await context.database.query('SELECT 1')
    },
    ...builderOperations(context),
    ...collectionOperations(context),
    ...documentOperations(context, reader),
    ...queries,
    ...aggregateOperations({ ...context, database: reader }),
    ...userOperations(context),
    moves: new MoveOperations({
      ...{ ring, primitives, prefixes, clock },
      ...{ database: context.unguarded, gate: context.gate },
      authorise: context.authorityOf,
      isService: async did => context.registry.trusts(did),
      identity: context.identity,
      forget: context.forget,
      async asService(token) {
        const authority = await context.authorityOf(token, commands.moves.execute)
        const { invoker, subject, signers } = authority
        if (invoker !== subject || signers.length > 1) throw new NodeAccessError(403)
        if (!(await context.registry.trusts(subject))) throw new NodeAccessError(403)
        return authority
      },
    }),
    async close() {
      await closeQueries()
      if (options.sandbox === undefined) await sandbox.close()
      await reader.close()
    },
  }
}

/** The canonical DID of any spelling. */
function createIdentities(prefixes: readonly string[]): (spelling: string) => string {
  const canonical = rememberingCanonical(prefixes)
  return spelling => {
    try {
      return canonical(spelling)
    } catch {
      throw refusal('DataValidationError', 'A DID is malformed')
    }
  }
}

/** The statements that lead to the current key: of the node that this one replaced, and of its own. */
async function successionsOf({ gate }: NodeContext, ring: KeyRing): Promise<readonly string[]> {
  await gate.load()
  const { statement, own } = gate.arrived ?? {}
  if (!statement) return ring.successions
  // The key that replaced the other node's may itself be a successor.
  const since = ring.keys.findIndex(({ publicKey }) => didKeyOf(publicKey) === own)
  return [statement, ...ring.successions.slice(Math.max(0, since))]
}
