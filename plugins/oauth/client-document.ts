/** Client ID Metadata Documents: the URL of a document identifies a client and describes it. */
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import {
  INTERNET,
  type Network,
  type RemoteAnswer,
  RemoteFailure,
  type RemoteFault,
  requestJson,
} from '../../core/index.ts'
import { type Client, readMetadata } from './client.ts'
import { InvalidClient } from './errors.ts'
import type { Registrable } from './redirects.ts'

const LARGEST = 10 * 1024
const PATIENCE = 5_000
const MINUTE = 60_000
const SHORTEST_CACHE = MINUTE
const LONGEST_CACHE = 24 * 60 * MINUTE

export interface ClientDocuments {
  /** @throws InvalidClient with the problem of the document, never its contents */
  read(clientId: string): Promise<Client>
}

/** Reads documents, and caches valid ones as long as their server permits. */
export function createClientDocuments(
  isRegistrable: Registrable,
  network: Network = INTERNET,
): ClientDocuments {
  const known = new LRUCache<string, Client>({ max: 500 })
  return {
    async read(clientId) {
      const client = known.get(clientId)
      if (client) return client
      const { document, maxAge } = await fetchDocument(documentUrl(clientId), network)
      const read = readDocument(document, clientId, isRegistrable)
      known.set(clientId, read, { ttl: Math.min(Math.max(maxAge, SHORTEST_CACHE), LONGEST_CACHE) })
      return read
    },
  }
}

/** True if a client id could be the URL of a document. */
export const isDocumentUrl = (clientId: string): boolean => /^https?:/i.test(clientId)

const refused = (why: string) => new InvalidClient(why)

/** Requires https, a path, the canonical spelling, a name instead of an address, and the default port. */
function documentUrl(clientId: string): URL {
  let url: URL
  try {
    url = new URL(clientId)
  } catch {
    throw refused('its id is not a URL')
  }
  const { protocol, hostname, port, pathname, username, password, href } = url
  const isName =
    hostname.includes('.') && !hostname.endsWith('.') && !ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
  const isPlain = href === clientId && !clientId.includes('#') && !username && !password
  if (protocol !== 'https:' || port !== '' || pathname === '/' || !isName || !isPlain)
    throw refused('its id must be an https URL with a host name and a path, in its simplest spelling')
  return url
}

const FAULTS: Readonly<Record<RemoteFault, string>> = {
  unreachable: 'its document cannot be read',
  late: 'its document did not come in time',
  'too-large': `its document is larger than ${LARGEST} bytes`,
  'no-json': 'its document is not there as JSON',
  malformed: 'its document is not JSON',
}

async function fetchDocument(
  url: URL,
  network: Network,
): Promise<{ readonly document: unknown; readonly maxAge: number }> {
  const terms = { patience: PATIENCE, largest: LARGEST, publicOnly: true }
  const { json, headers } = await requestJson(url, terms, network).catch((error): RemoteAnswer => {
    throw error instanceof RemoteFailure ? refused(FAULTS[error.fault]) : error
  })
  return { document: json, maxAge: maxAgeOf(headers['cache-control']) }
}

function maxAgeOf(cacheControl = ''): number {
  if (/no-store|no-cache/i.test(cacheControl)) return 0
  return Number(/max-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 3600) * 1000
}

function readDocument(document: unknown, clientId: string, isRegistrable: Registrable): Client {
  const {
    client_id,
    client_secret,
    token_endpoint_auth_method = 'none',
  } = (document ?? {}) as Record<string, unknown>
  if (client_id !== clientId) throw refused('its document names another id')
  if (client_secret !== undefined || token_endpoint_auth_method !== 'none')
    throw refused("its document does not say that it is a public client ('none')")
  try {
    return { ...readMetadata(document, isRegistrable), id: clientId }
  } catch (error) {
    throw refused((error as Error).message)
  }
}
