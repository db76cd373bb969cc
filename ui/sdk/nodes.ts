/** Client of all storage nodes, for a person: each node holds every document, and a share of each secret. */
import { canonicalize } from '../../core/crypto/attest.ts'
import { CryptoError } from '../../core/crypto/errors.ts'
import type { Delegation } from '../../schemas/delegation.ts'
import type { Environment } from '../../schemas/environment.ts'
import { type EnvironmentInput, forgetEnvironments, loadEnvironment } from './environment.ts'
import { AndironError, sdkError } from './errors.ts'
import type { CallOptions } from './http.ts'
import { keyPairIn, type Signer } from './key-pair.ts'
import {
  type AclEntry,
  AT_ONCE,
  createNodeApi,
  type DocumentAddress,
  type NodeAddress,
  type NodeApi,
  type NodeDocument,
  type NodeReference,
  type Settled,
} from './node.ts'
import { hasEnvelope, holdsShare, joinSecrets, splitSecrets, withoutShares } from './secrets.ts'

export type { AclEntry, DocumentAddress, NodeAddress, NodeDocument }

/** The location of a person's document. */
export interface DataReference extends NodeReference {
  /** URLs of the nodes that hold it. */
  readonly nodes: readonly string[]
}

/** A document that a person writes with a delegation. */
export interface NewDocument {
  /** The uid of the collection. */
  readonly collection: string
  /** The person's DID. */
  readonly owner: string
  /** The record; an `_id` is added if missing. A value `{"%allot": "text"}` is split over the nodes. */
  readonly data: Readonly<Record<string, unknown>>
  /** The permissions of the service. */
  readonly acl: AclEntry
}

export interface NodeClientOptions extends CallOptions {
  readonly keypair: Signer
  readonly nodes: readonly NodeAddress[]
  /** `didPrefix` of the environment, if it is not `did:nil:`. */
  readonly didPrefix?: string
  /** `secretSharing` of the environment. @default all shares are needed */
  readonly secretSharing?: Environment['secretSharing']
}

/**
 * A person's own documents on all storage nodes. Writes go to every node; repeating an incomplete call
 * completes it.
 */
export interface NodeClient {
  readonly nodes: readonly NodeAddress[]
  /**
   * Writes a document under a delegation of the service. If a node refuses it, a document whose `_id` was
   * generated here is withdrawn from the others; for an `_id` of your own, call `deleteData`.
   */
  createData(delegation: Delegation, document: NewDocument): Promise<{ readonly insertedUid: string }>
  /** All documents of the person, oldest first. Unreachable nodes are skipped. */
  listData(): Promise<DataReference[]>
  /**
   * One document, with its secrets recombined. The nodes must agree on it. Without secrets, an unreachable
   * node does not matter; with secrets of which some shares suffice, the other nodes may be unreachable or have
   * lost the document. In a deployment with a threshold, a secret that still needs every share gets new ones.
   */
  readData(document: DocumentAddress): Promise<NodeDocument>
  /** Each of these documents as `readData` returns or refuses it, in their order, with few requests to each node. */
  readAllData(documents: readonly DocumentAddress[]): Promise<PromiseSettledResult<NodeDocument>[]>
  /** Changes a document with an update expression of the nodes: `{$set: {…}}`. */
  updateData(change: DocumentAddress & { readonly update: object }): Promise<void>
  deleteData(document: DocumentAddress): Promise<void>
  /** Sets the permissions of a builder for a document. */
  grantAccess(grant: DocumentAddress & { readonly acl: AclEntry }): Promise<void>
  /** Revokes all access of a builder, which may be the service itself. */
  revokeAccess(revocation: DocumentAddress & { readonly grantee: string }): Promise<void>
}

/**
 * Connects to the storage nodes of an environment.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError `AND_NO_NODES`
 */
export async function connectNodes(
  keypair: Signer,
  environment: EnvironmentInput,
  options: CallOptions = {},
): Promise<NodeClient> {
  const { nodes, didPrefix, secretSharing } = await loadEnvironment(environment)
  return createNodeClient({ keypair, nodes, didPrefix, secretSharing, ...options })
}

/**
 * Lists all documents of the person on the storage nodes, oldest first. Unreachable nodes are skipped.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError `AND_NO_NODES`
 * @example
 * ```ts
 * for (const reference of await listData(sessionKeyPair, environment))
 *   console.log(await readData(sessionKeyPair, environment, reference))
 * ```
 */
export async function listData(
  keypair: Signer,
  environment: EnvironmentInput,
  options: CallOptions = {},
): Promise<DataReference[]> {
  return (await connectNodes(keypair, environment, options)).listData()
}

/**
 * Reads one document of the person from the storage nodes, with its secrets recombined.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param document - from `listData`, or a collection and an id
 * @param options - `signal` cancels the call
 * @throws AndironError `AND_NODES_DISAGREE` when the nodes hold different versions
 */
export async function readData(
  keypair: Signer,
  environment: EnvironmentInput,
  document: DocumentAddress,
  options: CallOptions = {},
): Promise<NodeDocument> {
  return (await connectNodes(keypair, environment, options)).readData(document)
}

/**
 * Creates the client of a set of nodes.
 * @throws AndironError `AND_NO_NODES`
 */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  return new ConnectedNodes(options)
}

/** The methods are functions of their own: an application may pass them on without the client, or spread it. */
class ConnectedNodes implements NodeClient {
  readonly nodes: readonly NodeAddress[]
  readonly #keypair: Signer
  readonly #prefixes: readonly string[]
  readonly #signal: AbortSignal | undefined
  readonly #apis: readonly NodeApi[]
  readonly #sharing: { readonly nodes: number; readonly threshold: number | undefined }

  constructor({ keypair, nodes, didPrefix, secretSharing, signal }: NodeClientOptions) {
    // Without nodes, every write would count as complete.
    if (nodes.length === 0) throw sdkError('AND_NO_NODES')
    this.nodes = nodes
    this.#keypair = keypair
    this.#prefixes = didPrefix === undefined ? [] : [didPrefix]
    this.#signal = signal
    this.#apis = this.#apisWith({ signal })
    const threshold = secretSharing?.scheme === 'shamir-gf256' ? secretSharing.threshold : undefined
    this.#sharing = { nodes: nodes.length, threshold }
  }

  readonly createData: NodeClient['createData'] = async (delegation, { data, ...document }) => {
    const given = data['_id']
    const insertedUid = typeof given === 'string' ? given.toLowerCase() : crypto.randomUUID()
    const parts = await splitSecrets({ ...data, _id: insertedUid }, this.#sharing)
    const address = { collection: document.collection, document: insertedUid }
    this.#signal?.throwIfAborted()
    // Let pending writes finish: an aborted one could still arrive after the withdrawal.
    const outcomes = await everyNode(this.#apisWith({}), async (node, at) => {
      const part = partOf(parts, at)
      try {
        await node.create(delegation, { ...document, data: part })
      } catch (error) {
        // The refusal may be of a retry whose first attempt was stored: compare with the stored document.
        if (isSilence(error) || !(await hasExactly(node, address, part))) throw error
      }
    })
    const stored = failuresOf(outcomes).length === 0
    if (stored && !this.#signal?.aborted) return { insertedUid }
    // Under an id of the caller's own, an older document may exist: withdraw only what this call has surely
    // written.
    if (given === undefined) await everyNode(this.#apisWith({}), node => node.delete(address))
    this.#signal?.throwIfAborted()
    throw refusalOf(outcomes)
  }

  readonly listData: NodeClient['listData'] = async () => {
    const outcomes = await everyNode(this.#apis, node => node.list())
    const answers = answersOf(outcomes)
    const all = new Map<string, NodeReference & { nodes: string[] }>()
    for (const { node, value } of answers) {
      for (const reference of value) {
        const key = `${reference.collection} ${reference.document}`
        const known = all.get(key) ?? { ...reference, nodes: [] }
        known.nodes.push(node.address.url)
        all.set(key, known)
      }
    }
    return [...all.values()]
  }

  readonly readData: NodeClient['readData'] = async address => {
    return this.#join(address, await everyNode(this.#apis, node => node.read(address)))
  }

  readonly readAllData: NodeClient['readAllData'] = async addresses => {
    const read = await everyNode(this.#apis, node => node.readAll(addresses))
    const all: PromiseSettledResult<NodeDocument>[] = []
    // Joining an old secret writes its new shares to every node.
    while (all.length < addresses.length) {
      const some = addresses.slice(all.length, all.length + AT_ONCE)
      const joined = some.map((address, index) => {
        const at = all.length + index
        return this.#join(
          address,
          read.map(outcome => outcomeAt(outcome, at)),
        )
      })
      all.push(...(await Promise.allSettled(joined)))
    }
    return all
  }

  readonly updateData: NodeClient['updateData'] = async ({ update, ...address }) => {
    const parts = await splitSecrets(update, this.#sharing)
    settle(await everyNode(this.#apis, (node, at) => node.update(address, partOf(parts, at))))
  }

  readonly deleteData: NodeClient['deleteData'] = async address => {
    const outcomes = await everyNode(this.#apis, node => node.delete(address))
    // If it is already gone, an earlier call deleted it.
    const gone = outcomes.some(outcome => 'value' in outcome)
    settle(outcomes.filter(outcome => !(gone && 'error' in outcome && isNotFound(outcome.error))))
  }

  readonly grantAccess: NodeClient['grantAccess'] = async ({ acl, ...address }) => {
    settle(await everyNode(this.#apis, node => node.grant(address, acl)))
  }

  readonly revokeAccess: NodeClient['revokeAccess'] = async ({ grantee, ...address }) => {
    settle(await everyNode(this.#apis, node => node.revoke(address, grantee)))
  }

  #apisWith(options: CallOptions): NodeApi[] {
    const { nodes } = this
    return nodes.map(node =>
      createNodeApi(keyPairIn(this.#keypair), node, this.#prefixes, { ...options, nodes: nodes.length }),
    )
  }

  /** Replaces the shares of secrets that still need all of them. If it fails, the next reading repeats it. */
  async #reshare(address: DocumentAddress, parts: readonly NodeDocument[]): Promise<void> {
    const { nodes, threshold } = this.#sharing
    if (threshold === undefined || parts.length < this.#apis.length || this.#signal?.aborted) return
    const { reshareSecrets } = await import('./reshare.ts')
    const { privateKey } = keyPairIn(this.#keypair)
    const place = [address.collection, address.document]
    const changes = await reshareSecrets(parts, { nodes, threshold }, privateKey, place)
    for (let from = 0; from < changes.length; from += this.#apis.length)
      await Promise.all(
        changes.slice(from, from + this.#apis.length).map(({ node, path, former, share }) =>
          // Only the share that was read: the owner may have changed the secret since, or another client this share.
          this.#apis[node]?.update(address, { $set: { [path]: share } }, { [path]: former }),
        ),
      )
  }

  /** A document of the copies that the nodes returned. */
  async #join(address: DocumentAddress, outcomes: Outcome<NodeDocument>[]): Promise<NodeDocument> {
    const isKnown = outcomes.some(outcome => 'value' in outcome && hasEnvelope(outcome.value))
    const parts = answersOf(outcomes, isKnown ? isLost : isSilence).map(({ value }) => value)
    const [first] = parts
    if (first === undefined || new Set(parts.map(agreed)).size > 1) {
      throw sdkError('AND_NODES_DISAGREE', [address.document])
    }
    const document = await joinSecrets(parts, this.#sharing).catch((cause: unknown) => {
      if (parts.length === this.#apis.length || !(cause instanceof CryptoError)) throw cause
      const silent = failuresOf(outcomes).map(({ node }) => node.address.url)
      throw sdkError('AND_SECRET_INCOMPLETE', [address.document, silent.join(', ')], { cause })
    })
    if (holdsShare(first)) await this.#reshare(address, parts).catch(() => {})
    return document as NodeDocument
  }
}

/** The part for one node. Throws rather than sending the whole. */
function partOf<T>(parts: readonly T[], node: number): T {
  const part = parts[node]
  if (part === undefined) throw new RangeError('There are fewer parts than nodes')
  return part
}

type Outcome<T> =
  | { readonly node: NodeApi; readonly value: T }
  | { readonly node: NodeApi; readonly error: unknown }

function everyNode<T>(
  nodes: readonly NodeApi[],
  work: (node: NodeApi, at: number) => Promise<T>,
): Promise<Outcome<T>[]> {
  return Promise.all(
    nodes.map((node, at) =>
      work(node, at).then(
        value => ({ node, value }),
        (error: unknown) => {
          // It may have been replaced, or another one added: the next call reads the addresses again.
          if (error instanceof AndironError && error.status === 503) forgetEnvironments()
          return { node, error }
        },
      ),
    ),
  )
}

/** The outcome of one of the documents requested from a node. */
function outcomeAt(outcome: Outcome<readonly Settled[]>, at: number): Outcome<NodeDocument> {
  if ('error' in outcome) return outcome
  const { node, value } = outcome
  const one = value[at]
  if (one?.status === 'fulfilled') return { node, value: one.value }
  return { node, error: one?.reason }
}

function failuresOf<T>(outcomes: readonly Outcome<T>[]) {
  return outcomes.flatMap(outcome => ('error' in outcome ? [outcome] : []))
}

/** The results of the reachable nodes. Any other failure than an accepted one fails the call. */
function answersOf<T>(outcomes: readonly Outcome<T>[], isAccepted: (error: unknown) => boolean = isSilence) {
  const answers = outcomes.flatMap(outcome => ('value' in outcome ? [outcome] : []))
  if (answers.length > 0 && failuresOf(outcomes).every(({ error }) => isAccepted(error))) return answers
  throw refusalOf(outcomes)
}

/** Fails a change that any node did not carry out. */
function settle(outcomes: readonly Outcome<void>[]): void {
  const failures = failuresOf(outcomes)
  if (failures.length === 0) return
  if (failures.length === outcomes.length) throw refusalOf(outcomes)
  const missing = failures.map(({ node }) => node.address.url).join(', ')
  throw sdkError('AND_WRITE_INCOMPLETE', [missing], { cause: refusalOf(outcomes) })
}

/** The most informative failure: a refusal before an unreachable node. */
function refusalOf<T>(outcomes: readonly Outcome<T>[]): unknown {
  const errors = failuresOf(outcomes).map(({ error }) => error)
  return errors.find(error => !isSilence(error)) ?? errors[0]
}

/** True if the node was unreachable, as opposed to refusing. */
function isSilence(error: unknown): boolean {
  return error instanceof AndironError && (error.code === 'AND_NETWORK' || (error.status ?? 0) >= 500)
}

/** True if the node was unreachable, or has no such document, as one that was replaced by an empty one. */
function isLost(error: unknown): boolean {
  return isSilence(error) || isNotFound(error)
}

function isNotFound(error: unknown): boolean {
  return error instanceof AndironError && error.status === 404
}

/**
 * The part that must be equal on every node: all except shares, timestamps, and an access list that may be
 * changing.
 */
function agreed({ _created, _updated, _acl, ...document }: NodeDocument): string {
  return canonicalize(withoutShares(document))
}

async function hasExactly(node: NodeApi, address: DocumentAddress, part: object): Promise<boolean> {
  try {
    const { _created, _updated, _owner, _acl, ...document } = await node.read(address)
    return canonicalize(document) === canonicalize(part)
  } catch {
    return false
  }
}
