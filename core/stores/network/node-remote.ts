/** A storage node behind HTTP: an andiron node in another process, or any other nilDB node. */
import { setTimeout as delay } from 'node:timers/promises'
import type { RecordAggregateResult } from '../../../schemas/record-aggregate.ts'
import { fromHex } from '../../crypto/bytes.ts'
import { didKeyOf } from '../../crypto/did.ts'
import { traceHeaders } from '../../telemetry/tracing.ts'
import {
  AnswerTooLarge,
  NodeAccessError,
  NodeError,
  NodeUnavailableError,
  NodeUnreachable,
} from './errors.ts'
import type {
  Created,
  Deleted,
  DocumentAddress,
  NewOwnedDocuments,
  NodeAbout,
  NodeDocument,
  Pagination,
  StorageNode,
  Updated,
} from './node.ts'
import { MOVE_STEPS, type NodeMoves } from './node-moves.ts'
import { answerBytes } from './page.ts'
import { RetryBudget } from './retry-budget.ts'

export interface RemoteNodeOptions {
  /** The DID the node must have. @default the DID that the node reports */
  readonly did?: string
  /** Time-out of a request in milliseconds. @default 10,000 */
  readonly timeout?: number
  /** Maximum bytes of documents in a page of the node. @default 4 MiB */
  readonly pageBytes?: number
  /** Repeats requests that do not arrive. @default true */
  readonly repeats?: boolean
  /** @default the global fetch, which keeps connections alive */
  readonly fetch?: typeof fetch
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: object
  /** True if the request is idempotent. */
  readonly repeatable: boolean
  /** Time-out in milliseconds, for a request that may take longer than others. */
  readonly patience?: number
}

/** Milliseconds before the second and the third attempt. */
const PAUSES_MS = [50, 250]

/** Time-out in milliseconds of an aggregate, and of a step of a move, which read many rows. */
const AGGREGATE_MS = 120_000

/** Connects to a node and reads its identity. */
export async function connectNode(url: string, options: RemoteNodeOptions = {}): Promise<StorageNode> {
  const { timeout = 10_000, fetch: send = fetch, repeats = true } = options
  const ask = createAsk(url, send, { timeout, repeats, most: answerBytes(options.pageBytes) })
  const did = options.did ?? (await identify(url, ask))
  const get = <T>(path: string, token?: string) =>
    ask<T>({ method: 'GET', path, repeatable: true, ...(token !== undefined && { token }) })
  const post = <T = void>(path: string, token: string, body: object, repeatable = true) =>
    ask<T>({ method: 'POST', path, token, body, repeatable })
  const remove = (path: string, token: string) =>
    ask<void>({ method: 'DELETE', path, token, repeatable: true })
  const dataOf = async <T>(answer: Promise<{ data: T }>): Promise<T> => (await answer).data

  const createOwned = (token: string, documents: NewOwnedDocuments) =>
    dataOf(post<{ data: Created }>('/v1/data/owned', token, documents))
  const withdraw = async (token: string, withdrawal: DocumentAddress & { readonly write: string }) => {
    const { data } = await post<{ data: { withdrawn: boolean } }>('/v1/data/withdraw', token, withdrawal)
    return data.withdrawn
  }
  const unlessAbsent = optional()

  return {
    url,
    did,
    about: () => get<NodeAbout>('/about'),
    async health() {
      await get('/health')
    },

    registerBuilder: (token, builder) => post('/v1/builders/register', token, builder),
    succeedBuilder: (token, succession) => post('/v1/builders/succession', token, succession),
    readBuilder: token => dataOf(get('/v1/builders/me', token)),
    updateBuilder: (token, update) => post('/v1/builders/me', token, update),
    deleteBuilder: token => remove('/v1/builders/me', token),

    createCollection: (token, collection) => post('/v1/collections', token, collection),
    updateCollection: (token, body) =>
      ask({ method: 'PUT', path: '/v1/collections', token, body, repeatable: true }),
    listCollections: (token, pagination) => get(`/v1/collections${queryOf(pagination)}`, token),
    readCollection: (token, id) => dataOf(get(`/v1/collections/${id}`, token)),
    digests: token =>
      dataOf(
        ask({
          ...({ method: 'GET', path: '/v1/collections/digests' } as const),
          token,
          repeatable: true,
          patience: AGGREGATE_MS,
        }),
      ),
    deleteCollection: (token, id) => remove(`/v1/collections/${id}`, token),
    createIndex: (token, id, index) => post(`/v1/collections/${id}/indexes`, token, index),
    dropIndex: (token, id, name) =>
      remove(`/v1/collections/${id}/indexes/${encodeURIComponent(name)}`, token),

    createStandard: (token, documents) =>
      dataOf(post<{ data: Created }>('/v1/data/standard', token, documents)),
    createOwned,
    createAllOwned: (token, { batches, ...of }) =>
      unlessAbsent(
        '/v1/data/owned/all',
        path => dataOf(post<{ data: Created[] }>(path, token, { batches, ...of })),
        async () => {
          const created: Created[] = []
          for (const batch of batches) created.push(await createOwned(token, { ...batch, ...of }))
          return created
        },
      ),
    find: (token, find) => post('/v1/data/find', token, find),
    update: (token, update) => dataOf(post<{ data: Updated }>('/v1/data/update', token, update, false)),
    delete: (token, selection) => dataOf(post<{ data: Deleted }>('/v1/data/delete', token, selection)),
    withdraw,
    withdrawAll: (token, { write, documents }) =>
      unlessAbsent(
        '/v1/data/withdraw/all',
        path => post<void>(path, token, { write, documents }),
        async () => {
          for (const address of documents) await withdraw(token, { ...address, write })
        },
      ),
    flush: (token, id) => remove(`/v1/data/${id}/flush`, token),
    tail: (token, id, limit) =>
      dataOf(
        get<{ data: NodeDocument[] }>(
          `/v1/data/${id}/tail${queryOf(limit === undefined ? {} : { limit })}`,
          token,
        ),
      ),

    async aggregate(token, body) {
      const request = { method: 'POST', path: '/v1/data/tally', token, body, repeatable: true } as const
      return dataOf(ask<{ data: RecordAggregateResult }>({ ...request, patience: AGGREGATE_MS }))
    },

    createQuery: (token, query) => post('/v1/queries', token, query),
    listQueries: (token, pagination) => get(`/v1/queries${queryOf(pagination)}`, token),
    readQuery: (token, id) => dataOf(get(`/v1/queries/${id}`, token)),
    deleteQuery: (token, id) => remove(`/v1/queries/${id}`, token),
    runQuery: (token, run) => dataOf(post<{ data: string }>('/v1/queries/run', token, run, false)),
    readRun: (token, id, pagination) => get(`/v1/queries/run/${id}${queryOf(pagination)}`, token),

    readProfile: token => dataOf(get('/v1/users/me', token)),
    listOwn: (token, pagination) => get(`/v1/users/data${queryOf(pagination)}`, token),
    readOwn: (token, { collection, document }) =>
      dataOf(get(`/v1/users/data/${collection}/${document}`, token)),
    updateOwn: (token, update) => post('/v1/users/data', token, update, false),
    deleteOwn: (token, { collection, document }) => remove(`/v1/users/data/${collection}/${document}`, token),
    grant: (token, grant) => post('/v1/users/data/acl/grant', token, grant),
    revoke: (token, revocation) => post('/v1/users/data/acl/revoke', token, revocation),

    moves: Object.fromEntries(
      MOVE_STEPS.map(step => [
        step,
        async (token: string, body: object) => {
          const request = { method: 'POST', path: `/v1/moves/${step}`, token, body } as const
          return dataOf(ask<{ data: unknown }>({ ...request, repeatable: true, patience: AGGREGATE_MS }))
        },
      ]),
    ) as unknown as NodeMoves,

    async close() {},
  }
}

/**
 * Runs an operation that not every node has, or another one in its place. A node that lacks the path is not
 * tried again.
 */
function optional() {
  const absent = new Set<string>()
  return async <T>(
    path: string,
    task: (path: string) => Promise<T>,
    instead: () => Promise<T>,
  ): Promise<T> => {
    if (absent.has(path)) return instead()
    try {
      return await task(path)
    } catch (error) {
      // The refusal of a token has the same status: the other operation repeats it.
      if (!(error instanceof NodeError) || (error.status !== 404 && error.status !== 405)) throw error
      const result = await instead()
      absent.add(path)
      return result
    }
  }
}

type Ask = <T>(request: Request) => Promise<T>

async function identify(url: string, ask: Ask): Promise<string> {
  try {
    const { public_key } = await ask<NodeAbout>({ method: 'GET', path: '/about', repeatable: true })
    return didKeyOf(fromHex(public_key))
  } catch (cause) {
    throw Object.assign(new NodeUnavailableError(url), { cause })
  }
}

function createAsk(
  url: string,
  send: typeof fetch,
  { timeout, repeats, most }: { readonly timeout: number; readonly repeats: boolean; readonly most: number },
): Ask {
  const budget = new RetryBudget()

  async function once(request: Request): Promise<Response> {
    const { method, path, token, body, patience = timeout } = request
    try {
      return await send(new URL(path, url), {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
        headers: {
          ...traceHeaders(),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    } catch (cause) {
      throw new NodeUnreachable(url, { cause })
    }
  }

  return async <T>(request: Request) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await read<T>(await once(request), url, most)
        budget.succeeded()
        return answer
      } catch (error) {
        const pause = PAUSES_MS[attempt]
        const mayRepeat =
          repeats && request.repeatable && error instanceof NodeUnreachable && pause !== undefined
        if (!mayRepeat || !budget.take()) throw error
        await delay(pause)
      }
    }
  }
}

/** Reads a response: JSON as it is, text as undefined, a refusal as an error. */
async function read<T>(response: Response, url: string, most: number): Promise<T> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.includes('application/json') ?? false
  let answer: unknown
  try {
    const text = await textOf(response, url, most)
    answer = isJson ? (JSON.parse(text) as unknown) : undefined
  } catch (cause) {
    if (cause instanceof AnswerTooLarge) throw cause
    throw new NodeUnreachable(url, { cause })
  }
  // For a batch without any created document, the protocol answers 400 with the same body.
  if (response.ok || (status === 400 && isCreated(answer))) return answer as T
  if (isJson) throw new NodeError(status, errorsOf(answer))
  if (status === 401 || status === 403 || status === 404) throw new NodeAccessError(status)
  throw new NodeError(status, [response.statusText])
}

/** The body, if it does not exceed the maximum bytes of a node's response. */
async function textOf(response: Response, url: string, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > most) throw new AnswerTooLarge(url, most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function isCreated(answer: unknown): boolean {
  const { data } = (answer ?? {}) as { data?: { created?: unknown } }
  return Array.isArray(data?.created)
}

function errorsOf(answer: unknown): string[] {
  const { errors } = (answer ?? {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.map(String) : ['UnknownError']
}

function queryOf({ limit, offset, sort }: Pagination = {}): string {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (offset !== undefined) query.set('offset', String(offset))
  for (const [field, direction] of Object.entries(sort ?? {})) query.set(`sort[${field}]`, String(direction))
  return query.size === 0 ? '' : `?${query}`
}
