/** Client of one storage node over HTTP, for a person's documents. */
import { isJsonObject } from '../../core/crypto/json.ts'
import type { KeyPair } from '../../core/crypto/keys.ts'
import { createInvocation } from '../../core/crypto/nuc.ts'
import type { Delegation } from '../../schemas/delegation.ts'
import type { Environment } from '../../schemas/environment.ts'
import { AndironError, sdkError } from './errors.ts'
import { failureOf } from './failure.ts'
import { type CallOptions, endpointOf, type HttpRequest, send, sendForJson } from './http.ts'

/** The URL and identity of a node. A token for one node is invalid at all others. */
export type NodeAddress = Environment['nodes'][number]

/** The permissions of a builder for a document. */
export interface AclEntry {
  /** DID of the builder. */
  readonly grantee: string
  readonly read: boolean
  readonly write: boolean
  readonly execute: boolean
}

/** The address of a document. */
export interface DocumentAddress {
  /** The uid of the collection. */
  readonly collection: string
  readonly document: string
}

/** A document as a node returns it. */
export type NodeDocument = Readonly<Record<string, unknown>> & {
  readonly _id: string
  /** ISO 8601. */
  readonly _created: string
  readonly _updated: string
  readonly _owner: string
  readonly _acl: readonly AclEntry[]
}

/** The location of a person's document, as a node lists it. */
export interface NodeReference extends DocumentAddress {
  /** DID of the builder that owns the collection. */
  readonly builder: string
}

/** A document for one node: secret fields are already shares. */
export interface NewNodeDocument {
  readonly collection: string
  readonly owner: string
  readonly data: Readonly<Record<string, unknown>> & { readonly _id: string }
  readonly acl: AclEntry
}

/** The node operations that a person needs. */
export interface NodeApi {
  readonly address: NodeAddress
  create(delegation: Delegation, document: NewNodeDocument): Promise<void>
  list(): Promise<NodeReference[]>
  read(address: DocumentAddress): Promise<NodeDocument>
  /** Each of these documents as `read` returns or refuses it, with one request for many of them. */
  readAll(addresses: readonly DocumentAddress[]): Promise<Settled[]>
  /** With a filter, only as long as it matches; a nilDB node ignores it. */
  update(address: DocumentAddress, update: object, filter?: object): Promise<void>
  delete(address: DocumentAddress): Promise<void>
  grant(address: DocumentAddress, acl: AclEntry): Promise<void>
  revoke(address: DocumentAddress, grantee: string): Promise<void>
}

/** The outcome of reading a document. */
export type Settled = PromiseSettledResult<NodeDocument>

const USERS = '/nil/db/users'
/** Lifetime of a node token in seconds. */
const LIFE = 60
/** Maximum number of references per page, and of documents in one request. */
const PAGE = 100
/** Documents that are read at once from a node that returns one at a time, or changed at once. */
export const AT_ONCE = 6

/**
 * Creates the client of a node for the holder of the key pair.
 * @param prefixes - DID prefixes of the deployment besides the usual ones
 * @param options - `nodes`, the number of nodes that the caller writes to: a node refuses a change that would miss one
 */
export function createNodeApi(
  keyPair: KeyPair,
  address: NodeAddress,
  prefixes: readonly string[],
  { signal, nodes }: CallOptions & { readonly nodes?: number } = {},
): NodeApi {
  const now = () => Math.floor(Date.now() / 1000)
  const common = () => ({ issuer: keyPair, audience: address.did, prefixes, expiresAt: now() + LIFE })

  /** The person's own authority, without a delegation. */
  const asOwner = (verb: 'read' | 'update' | 'delete') =>
    createInvocation({ ...common(), subject: keyPair.did, command: `${USERS}/${verb}` })

  const asDelegate = ({ issuer, command, token, expiresAt }: Delegation) =>
    createInvocation({
      ...common(),
      subject: issuer,
      command,
      proof: token,
      expiresAt: Math.min(now() + LIFE, Math.floor(Date.parse(expiresAt) / 1000)),
    })

  const request = (path: string, token: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
    url: new URL(rest.method && nodes ? `${path}?nodes=${nodes}` : path, address.url).href,
    token,
    otherwise: 'AND_NODE_FAILED',
    repeatable: true,
    signal,
    ...rest,
  })

  const post = async (path: string, body: unknown): Promise<void> => {
    await send(request(path, asOwner('update'), { method: 'POST', body }))
  }

  const read = async (document: DocumentAddress): Promise<NodeDocument> => {
    const answer = await sendForJson<{ data: NodeDocument }>(request(pathOf(document), asOwner('read')), [
      'data',
    ])
    return answer.data
  }

  /** nilDB returns one document at a time. */
  let readsMany = true
  /** At least the first of these documents: as many as the node returns at once. */
  const readSome = async (documents: readonly DocumentAddress[]): Promise<Settled[]> => {
    if (readsMany) {
      const reading = { ...request('/v1/users/data/read', asOwner('read')), method: 'POST' } as const
      const answer = await sendForJson<{ data: unknown }>({ ...reading, body: { documents } }, [
        'data',
      ]).catch(error => {
        if (!(error instanceof AndironError && error.status === 404)) throw error
        readsMany = false
      })
      if (answer) return settledIn(answer.data, documents.length, endpointOf(reading))
    }
    return Promise.allSettled(documents.slice(0, AT_ONCE).map(read))
  }

  return {
    address,

    async create(delegation, { data, ...document }) {
      const body = { ...document, data: [data] }
      const creation = request('/v1/data/owned', asDelegate(delegation), { method: 'POST', body })
      const answer = await sendForJson<{ data: { created: string[] } }>(creation, ['data'])
      if (!answer.data.created.includes(data._id)) {
        throw sdkError('AND_NODE_FAILED', [endpointOf(creation), 'without storing the document'])
      }
    },

    async list() {
      const all: NodeReference[] = []
      while (true) {
        const { data, pagination } = await sendForJson<{
          data: NodeReference[]
          pagination: { total: number }
        }>(request(`/v1/users/data?limit=${PAGE}&offset=${all.length}`, asOwner('read')), [
          'data',
          'pagination',
        ])
        all.push(...data)
        if (data.length === 0 || all.length >= pagination.total) return all
      }
    },

    read,

    async readAll(addresses) {
      const all: Settled[] = []
      while (all.length < addresses.length)
        all.push(...(await readSome(addresses.slice(all.length, all.length + PAGE))))
      return all
    },

    update: (document, update, filter) => post('/v1/users/data', { ...document, update, filter }),

    async delete(document) {
      await send(request(pathOf(document), asOwner('delete'), { method: 'DELETE' }))
    },

    grant: (document, acl) => post('/v1/users/data/acl/grant', { ...document, acl }),

    revoke: (document, grantee) => post('/v1/users/data/acl/revoke', { ...document, grantee }),
  }
}

function pathOf({ collection, document }: DocumentAddress): string {
  return `/v1/users/data/${encodeURIComponent(collection)}/${encodeURIComponent(document)}`
}

/** The documents of an answer, of which null is one that does not exist. */
function settledIn(data: unknown, most: number, endpoint: string): Settled[] {
  // An answer without any would be requested again and again.
  if (!Array.isArray(data) || data.length === 0 || data.length > most)
    throw sdkError('AND_BAD_ANSWER', [endpoint, `1 to ${most} documents`])
  return data.map(
    (value): Settled =>
      isJsonObject(value)
        ? { status: 'fulfilled', value: value as NodeDocument }
        : { status: 'rejected', reason: failureOf(endpoint, 404, 'Not Found', 'AND_NODE_FAILED') },
  )
}
