/**
 * Secret fields of a document: `{"%allot": "text"}` is split into a share per node, and recombined from the
 * shares.
 */
import { CryptoError } from '../../core/crypto/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/crypto/json.ts'
import { isEnvelope, joinShares, splitSecret } from '../../core/crypto/shares.ts'

/** A text that no single node can read. */
export interface Secret {
  readonly '%allot': string
}

/** The number of nodes, and how many of them suffice for a secret. @default all */
export interface Sharing {
  readonly nodes: number
  readonly threshold?: number | undefined
}

/** Splits a document, or part of one, into a document per node. */
export async function splitSecrets<T>(value: T, sharing: Sharing): Promise<T[]> {
  return (await splitValue(value, sharing)) as T[]
}

async function splitValue(value: unknown, sharing: Sharing): Promise<unknown[]> {
  const { nodes } = sharing
  if (Array.isArray(value)) {
    const parts = await Promise.all(value.map(each => splitValue(each, sharing)))
    return forEachNode(nodes, node => parts.map(part => part[node]))
  }
  if (!isJsonObject(value)) return forEachNode(nodes, () => value)
  if (Object.hasOwn(value, '%allot'))
    return (await splitText(textOf(value), sharing)).map(share => ({ '%share': share }))
  const parts = await Promise.all(
    Object.entries(value).map(async ([name, each]) => [name, await splitValue(each, sharing)] as const),
  )
  return forEachNode(nodes, node => Object.fromEntries(parts.map(([name, part]) => [name, part[node]])))
}

/** Loaded only where shares have a threshold. */
const threshold = () => import('../../core/crypto/threshold.ts')

async function splitText(text: string, { nodes, threshold: suffices }: Sharing): Promise<string[]> {
  if (suffices === undefined) return splitSecret(text, nodes)
  return (await threshold()).splitWithThreshold(text, { nodes, threshold: suffices })
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

/** True if a document, or part of one, contains a share of which some suffice. */
export function hasEnvelope(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const share = memberOf(value, '%share')
  return typeof share === 'string' ? isEnvelope(share) : Object.values(value).some(hasEnvelope)
}

/** Recombines a document from the parts of the nodes that answered. Apart from shares, the parts are equal. */
export async function joinSecrets(parts: readonly unknown[], sharing: Sharing): Promise<unknown> {
  const [first] = parts
  if (Array.isArray(first))
    return Promise.all(
      first.map((_, at) =>
        joinSecrets(
          parts.map(part => memberOf(part, at)),
          sharing,
        ),
      ),
    )
  if (!isJsonObject(first)) return first
  if (Object.hasOwn(first, '%share')) return joinText(parts.map(shareOf), sharing)
  const members = await Promise.all(
    Object.keys(first).map(
      async name =>
        [
          name,
          await joinSecrets(
            parts.map(part => memberOf(part, name)),
            sharing,
          ),
        ] as const,
    ),
  )
  return Object.fromEntries(members)
}

async function joinText(shares: readonly string[], sharing: Sharing): Promise<string> {
  if (shares.some(isEnvelope)) return (await (await threshold()).joinWithThreshold(shares, sharing)).text
  // The exclusive or of fewer may well be a text.
  if (shares.length < sharing.nodes) throw new CryptoError('AND_MALFORMED_SHARE', 'one of them is missing')
  return joinShares(shares)
}

/** A document without its shares: the part on which the nodes must agree. */
export function withoutShares(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutShares)
  if (!isJsonObject(value)) return value
  if (Object.hasOwn(value, '%share')) return { '%share': '' }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutShares(each)]))
}

/** A member that is the part's own. */
export function memberOf(part: unknown, name: string | number): unknown {
  return typeof part === 'object' && part !== null && Object.hasOwn(part, name)
    ? (part as Record<string | number, unknown>)[name]
    : undefined
}

/** The share in a part. @throws CryptoError `AND_MALFORMED_SHARE` if there is none */
export function shareOf(part: unknown): string {
  const share = memberOf(part, '%share')
  if (typeof share === 'string') return share
  throw new CryptoError('AND_MALFORMED_SHARE', 'one of them is missing')
}
