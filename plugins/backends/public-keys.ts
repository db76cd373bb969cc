/** Public keys in JWK Sets (RFC 7517): which are accepted, and the signatures that they verify. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

export type Algorithm = 'ES256' | 'ES384' | 'RS384'

/** SMART Backend Services requires ES384 and RS384; ES256 is what most key stores have. */
export const ALGORITHMS: readonly Algorithm[] = ['ES256', 'ES384', 'RS384']

type Jwk = Readonly<Record<string, unknown>>

/** A key that verifies signatures of one algorithm. */
export interface PublicKey {
  readonly kid: string
  readonly alg: Algorithm
  readonly key: KeyObject
}

/** Members of private and of symmetric keys (RFC 7518 §6). */
const SECRET = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const CURVES: ReadonlyMap<unknown, Algorithm> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
])
const BASE64URL = /^[A-Za-z0-9_-]+$/
const [LEAST_BITS, MOST_BITS] = [2048, 4096]
/** Base64url characters of the largest accepted number. */
const LONGEST = Math.ceil((MOST_BITS / 8) * (4 / 3))

const hash = { ES256: 'sha256', ES384: 'sha384', RS384: 'sha384' } as const

/** The key of a JWK, or the reason why it is not accepted, as a sentence without any of its values. */
export function readKey(jwk: unknown): PublicKey | string {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) return 'A key must be an object.'
  const { kty, crv, kid, alg, use, key_ops: operations } = jwk as Jwk
  if (SECRET.some(name => Object.hasOwn(jwk, name)))
    return 'This is a private key: register its public part, and replace the key, because others have seen it.'
  if (typeof kid !== 'string' || kid === '' || kid.length > 200) return "A key must have a 'kid'."
  if (use !== undefined && use !== 'sig') return "The 'use' of a key must be 'sig'."
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify')))
    return "The 'key_ops' of a key must include 'verify'."
  const fits = kty === 'EC' ? CURVES.get(crv) : kty === 'RSA' ? 'RS384' : undefined
  if (fits === undefined) return 'A key must be EC with the curve P-256 or P-384, or RSA.'
  if (alg !== undefined && alg !== fits) return `The 'alg' of this kind of key must be '${fits}'.`
  return imported(jwk as Jwk, kid, fits)
}

function imported(jwk: Jwk, kid: string, alg: Algorithm): PublicKey | string {
  const names = alg === 'RS384' ? ['n', 'e'] : ['x', 'y']
  const numbers = names.map(name => jwk[name])
  if (!numbers.every(each => typeof each === 'string' && each.length <= LONGEST && BASE64URL.test(each)))
    return `A key of this kind must have '${names.join("' and '")}' in base64url.`
  try {
    const parts = Object.fromEntries(['kty', 'crv', ...names].map(name => [name, jwk[name]]))
    const key = createPublicKey({ key: parts, format: 'jwk' })
    const { modulusLength: bits = LEAST_BITS, publicExponent: exponent = 65_537n } =
      key.asymmetricKeyDetails ?? {}
    if (bits < LEAST_BITS || bits > MOST_BITS)
      return `An RSA key must have ${LEAST_BITS} to ${MOST_BITS} bits.`
    // A huge exponent makes each verification slow; an exponent of 1 accepts every signature.
    if (exponent < 3n || exponent > 0xffff_ffffn) return 'The exponent of an RSA key must be a usual one.'
    return { kid, alg, key }
  } catch {
    return 'The numbers of the key are not those of a public key.'
  }
}

/** The accepted keys of a JWK Set; others are ignored (RFC 7517 §5). */
export function keysIn(set: unknown, most: number): PublicKey[] {
  const { keys } = (set ?? {}) as { readonly keys?: unknown }
  if (!Array.isArray(keys)) return []
  return keys.slice(0, most).flatMap(each => {
    const read = readKey(each)
    return typeof read === 'string' ? [] : [read]
  })
}

/** RFC 7518 §3.3 and §3.4. */
export function verifies({ key, alg }: PublicKey, input: string, signature: Buffer): boolean {
  return verify(hash[alg], Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, signature)
}
