/** The proxies in front of a server that are trusted about the address of a client. */
import { BlockList } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config-schema.ts'

/** Named ranges: this machine, a link, private networks. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

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

/** Returns a function that is true for the addresses in a list of addresses, networks and ranges. */
export function networksOf(list: readonly string[]): (address: string) => boolean {
  const networks = new BlockList()
  for (const network of list.flatMap(each => NAMED.get(each) ?? [each])) {
    const [address = '', prefix] = network.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    networks.addSubnet(
      address,
      prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix),
      family,
    )
  }
  return address => networks.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
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
