/** Client ID Metadata Documents: the URL of a document identifies a client and describes it. */
import { lookup as resolve } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { type Client, readMetadata } from './client.ts'
import { InvalidClient } from './errors.ts'
import type { Registrable } from './redirects.ts'

const LARGEST = 10 * 1024
const PATIENCE = 5_000
const MINUTE = 60_000
const SHORTEST_CACHE = MINUTE
const LONGEST_CACHE = 24 * 60 * MINUTE

/** The network interface, replaced in tests. */
export interface Network {
  readonly request: (
    url: URL,
    options: RequestOptions,
    answer: (response: IncomingMessage) => void,
  ) => ClientRequest
  readonly resolve: typeof resolve
  readonly isPublic: (address: string) => boolean
}

const INTERNET: Network = { request: httpsRequest, resolve, isPublic: isPublicAddress }

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

/**
 * True for unicast addresses of the internet: not this machine, not its network, and no translation prefixes.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

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

/**
 * Sends one request to an address that was checked first. It connects to the resolved address, so that a name
 * cannot mean one address during the check and another during the use. Redirects are not followed.
 */
function fetchDocument(
  url: URL,
  { request, resolve, isPublic }: Network,
): Promise<{ document: unknown; maxAge: number }> {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || first === undefined) return callback(error ?? new Error('no address'), '', 0)
      if (!addresses.every(({ address }) => isPublic(address)))
        return callback(new Error('not public'), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

  return new Promise((succeed, fail) => {
    const outgoing = request(
      url,
      {
        agent: false,
        lookup,
        maxHeaderSize: 16 * 1024,
        headers: { accept: 'application/json', 'user-agent': 'andiron', connection: 'close' },
      },
      response => {
        const { statusCode, headers } = response
        if (
          statusCode !== 200 ||
          !/^application\/([\w.-]+\+)?json(\s*;|$)/i.test(headers['content-type'] ?? '')
        )
          return give(refused('its document is not there as JSON'))
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > LARGEST) return give(refused(`its document is larger than ${LARGEST} bytes`))
          parts.push(part)
        })
        response.on('error', () => give(refused('its document cannot be read')))
        response.on('end', () => {
          clearTimeout(timer)
          try {
            const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
            succeed({ document: JSON.parse(text), maxAge: maxAgeOf(headers['cache-control']) })
          } catch {
            fail(refused('its document is not JSON'))
          }
        })
      },
    )
    const give = (error: Error) => {
      clearTimeout(timer)
      outgoing.destroy()
      fail(error)
    }
    // For the whole response: a server that sends a byte now and then cannot delay it.
    const timer = setTimeout(() => give(refused('its document did not come in time')), PATIENCE)
    // The error does not reveal to outsiders whether the name resolves, and to which address.
    outgoing.on('error', () => give(refused('its document cannot be read')))
    outgoing.end()
  })
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
