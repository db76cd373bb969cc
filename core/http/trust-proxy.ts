/** The proxies in front of a server that are trusted about the address of a client. */
import type { FastifyServerOptions } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config-schema.ts'

/** Named ranges: this machine, a link, private networks. */
const NAMED: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** True if a text is an address, a network or a range. A network of every address is not accepted. */
export function isNetwork(text: string): boolean {
  if (NAMED.has(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0 || !ipaddr.isValid(address) || !/^[0-9a-f:.]+$/i.test(address)) return false
  const parsed = ipaddr.parse(address)
  // `127.1` is ambiguous: some parsers accept it as an address.
  if (parsed.kind() === 'ipv4' && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false
  if (prefix === undefined) return true
  const most = parsed.kind() === 'ipv4' ? 32 : 128
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= most
}

/**
 * Fastify's option of the same name, for the gateway and for the servers of storage nodes.
 *
 * Each proxy appends an entry to the right end of `X-Forwarded-For`. With a number of hops, that many entries
 * are read from the right; with a list, the entries that a listed address appended. The client wrote the
 * entries further left.
 */
export function trustProxyOption(
  trustProxy: Config['trustProxy'],
): Exclude<FastifyServerOptions['trustProxy'], undefined> {
  if (typeof trustProxy !== 'number') return trustProxy === false ? false : [...trustProxy]
  // Fastify treats a bare number as `false`, because it cannot know the peer. The operator vouches that only
  // proxies reach the server.
  return (_address: string, hop: number) => hop < trustProxy
}
