/**
 * Secret fields of a document: `{"%allot": "text"}` is split into a share per node, and recombined from the
 * shares.
 */
import { CryptoError } from '../../core/crypto/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/crypto/json.ts'
import { joinShares, splitSecret } from '../../core/crypto/shares.ts'

/** A text that no single node can read. */
export interface Secret {
  readonly '%allot': string
}

/** Splits a document, or part of one, into a document per node. */
export function splitSecrets<T>(value: T, nodes: number): T[] {
  return splitValue(value, nodes) as T[]
}

function splitValue(value: unknown, nodes: number): unknown[] {
  if (Array.isArray(value)) {
    const parts = value.map(each => splitValue(each, nodes))
    return forEachNode(nodes, node => parts.map(part => part[node]))
  }
  if (!isJsonObject(value)) return forEachNode(nodes, () => value)
  if (Object.hasOwn(value, '%allot'))
    return splitSecret(textOf(value), nodes).map(share => ({ '%share': share }))
  const parts = Object.entries(value).map(([name, each]) => [name, splitValue(each, nodes)] as const)
  return forEachNode(nodes, node => Object.fromEntries(parts.map(([name, part]) => [name, part[node]])))
}

function forEachNode<T>(nodes: number, part: (node: number) => T): T[] {
  return Array.from({ length: nodes }, (_, node) => part(node))
}

function textOf(secret: JsonObject): string {
  const { '%allot': text } = secret
  if (typeof text === 'string' && Object.keys(secret).length === 1) return text
  throw new CryptoError('AND_MALFORMED_SECRET', "it is not a text alone under '%allot'")
}

/** True if a document, or part of one, contains a share. */
export function holdsShare(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '%share') || Object.values(value).some(holdsShare)
}

/** Recombines a document from the parts of every node. Apart from shares, the parts are equal. */
export function joinSecrets(parts: readonly unknown[]): unknown {
  const [first] = parts
  if (Array.isArray(first)) return first.map((_, at) => joinSecrets(parts.map(part => memberOf(part, at))))
  if (!isJsonObject(first)) return first
  if (Object.hasOwn(first, '%share')) return joinShares(parts.map(shareOf))
  return Object.fromEntries(
    Object.keys(first).map(name => [name, joinSecrets(parts.map(part => memberOf(part, name)))]),
  )
}

/** A document without its shares: the part on which the nodes must agree. */
export function withoutShares(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutShares)
  if (!isJsonObject(value)) return value
  if (Object.hasOwn(value, '%share')) return { '%share': '' }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutShares(each)]))
}

function memberOf(part: unknown, name: string | number): unknown {
  return (part as Record<string | number, unknown> | undefined)?.[name]
}

function shareOf(part: unknown): string {
  const share = memberOf(part, '%share')
  if (typeof share === 'string') return share
  throw new CryptoError('AND_MALFORMED_SHARE', 'one of them is missing')
}
