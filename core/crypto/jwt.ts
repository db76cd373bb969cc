/** Self-signed JWTs: the bearer proves possession of the key in `iss`. */

import { randomBytes, toHex } from './bytes.ts'
import { assertSignedBy, readCompact, refused, signCompact } from './compact.ts'
import { isDid, publicKeyOf, sameIdentity } from './did.ts'
import type { JsonObject } from './json.ts'
import type { KeyPair } from './keys.ts'
import { noble, type Primitives } from './primitives.ts'

/** Maximum length of a token in characters. */
export const MAX_TOKEN_LENGTH = 8192

/** The claims of a self-signed token. */
export interface JwtClaims {
  /** DID of the signer. */
  readonly iss: string
  /** Seconds since the epoch, as are `exp` and `nbf`. */
  readonly iat: number
  /** Seconds since the epoch; `exp - iat` is limited. */
  readonly exp: number
  /** Seconds since the epoch. */
  readonly nbf?: number
  /** Unique per token. */
  readonly nonce: string
  /** The intended verifiers: URLs or DIDs. */
  readonly aud?: string | readonly string[]
  /** DID of the subject, if it is not the signer. */
  readonly sub?: string
  /** The rights that the signer grants with the token. */
  readonly scopes?: readonly string[]
  /** The application that the token is used with. */
  readonly applicationId?: string
  readonly [claim: string]: unknown
}

/** A self-signed token after {@link verifyJwt}. */
export interface VerifiedJwt {
  /** The claims as signed. */
  readonly claims: JwtClaims
  /** The public key of the signer, 33 bytes. */
  readonly publicKey: Uint8Array
  /** `iss` as spelled in the token: compare it by `sameIdentity` or `keyIdOf`. */
  readonly did: string
}

/** The input of {@link createSelfSignedJwt}. */
export interface SelfSignedJwt {
  /** The signer, who is also the issuer. */
  readonly keyPair: KeyPair
  /** The rights that the signer grants with the token. */
  readonly scopes: readonly string[]
  /** Seconds since the epoch. */
  readonly now: number
  /** Seconds. @default 3600 */
  readonly lifetime?: number
  readonly audience?: string
  readonly applicationId?: string
  /** @default 16 random bytes in hex */
  readonly nonce?: string
  /** Further claims; they cannot replace those above. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** The checks of {@link verifyJwt}. */
export interface JwtVerification {
  /** Seconds since the epoch. */
  readonly now: number
  /** The implementation of the curve. @default JavaScript */
  readonly primitives?: Primitives
  /** Maximum difference between the clocks of signer and verifier, in seconds. @default 30 */
  readonly skew?: number
  /** Maximum `exp - iat` in seconds; a function may return another maximum for the claims. @default 3600 */
  readonly maxLifetime?: number | ((claims: JwtClaims) => number)
  /**
   * The accepted values of `aud`: URLs as text, DIDs by key. @default none, so that a token with `aud` is
   * refused
   */
  readonly audience?: string | readonly string[]
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
}

/**
 * Signs claims unchanged.
 * @param claims - the claims of the token (RFC 7519 §4)
 * @param privateKey - 32 bytes
 * @param primitives - the implementation of the curve; a server uses native code
 * @returns a JWT signed with ES256K (RFC 8812 §3.2)
 */
export function signJwt(claims: JwtClaims, privateKey: Uint8Array, primitives: Primitives = noble): string {
  return signCompact({ alg: 'ES256K', typ: 'JWT' }, claims, privateKey, primitives)
}

/**
 * Makes a self-signed token: issued now, by and for the given key.
 * @param options - the key, the scopes and the audience of the token
 * @param primitives - the implementation of the curve; a server uses native code
 * @returns a JWT signed with ES256K (RFC 8812 §3.2)
 */
export function createSelfSignedJwt(options: SelfSignedJwt, primitives: Primitives = noble): string {
  const { keyPair, scopes, now, lifetime = 3600, audience, applicationId, extra } = options
  const claims: JwtClaims = {
    ...extra,
    iss: keyPair.did,
    iat: now,
    exp: now + lifetime,
    nonce: options.nonce ?? toHex(randomBytes(16)),
    scopes,
    ...(audience !== undefined && { aud: audience }),
    ...(applicationId !== undefined && { applicationId }),
  }
  return signJwt(claims, keyPair.privateKey, primitives)
}

/**
 * Verifies a token: form, header, claims, times, audience, and last the signature, because it costs most.
 * @param token - a JWT in compact serialization
 * @param options - the expected audience, the clock and the permitted lifetime
 * @returns the claims, with the DID and the public key of the signer
 * @throws CryptoError `AND_INVALID_TOKEN` for every refusal alike; its `reason` is for the log
 */
export function verifyJwt(token: string, options: JwtVerification): VerifiedJwt {
  if (token.length > MAX_TOKEN_LENGTH) throw refused('it is too long')
  const compact = readCompact(token)
  assertHeader(compact.header)
  const claims = readClaims(compact.payload)
  assertTimes(claims, options)
  assertAudience(claims.aud, options)
  const publicKey = issuerKey(claims.iss, options.prefixes)
  assertSignedBy(compact, publicKey, options.primitives ?? noble)
  return { claims, publicKey, did: claims.iss }
}

/**
 * Exactly two members: an embedded or linked key (`jwk`, `jku`, `x5u`) is not permitted in a self-signed
 * token.
 */
function assertHeader({ alg, typ, ...others }: JsonObject): void {
  if (alg !== 'ES256K' || typ !== 'JWT' || Object.keys(others).length > 0) {
    throw refused('its header is not exactly alg ES256K and typ JWT')
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isTime = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

const REQUIRED: Readonly<Record<string, (value: unknown) => boolean>> = {
  iss: isText,
  iat: isTime,
  exp: isTime,
  nonce: isText,
}
const OPTIONAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  nbf: isTime,
  aud: value => isText(value) || isTexts(value),
  sub: isText,
  scopes: isTexts,
  applicationId: isText,
}

function readClaims(payload: JsonObject): JwtClaims {
  for (const [name, fits] of Object.entries(REQUIRED)) {
    if (!fits(payload[name])) throw refused(`its claim '${name}' is missing or of the wrong type`)
  }
  for (const [name, fits] of Object.entries(OPTIONAL)) {
    if (Object.hasOwn(payload, name) && !fits(payload[name])) {
      throw refused(`its claim '${name}' is of the wrong type`)
    }
  }
  return payload as unknown as JwtClaims
}

function assertTimes(claims: JwtClaims, { now, skew = 30, maxLifetime = 3600 }: JwtVerification): void {
  const { iat, exp, nbf = iat } = claims
  const longest = typeof maxLifetime === 'function' ? maxLifetime(claims) : maxLifetime
  // Each is the condition that must hold: NaN then refuses every token instead of accepting it.
  if (!(exp > iat)) throw refused('it expires before it is issued')
  if (!(exp - iat <= longest)) throw refused('it lives too long')
  if (!(iat <= now + skew)) throw refused('it is issued in the future')
  if (!(nbf <= now + skew)) throw refused('it is not valid yet')
  if (!(exp > now - skew)) throw refused('it has expired')
}

function assertAudience(aud: JwtClaims['aud'], { audience = [], prefixes }: JwtVerification): void {
  if (aud === undefined) return
  const ours = typeof audience === 'string' ? [audience] : audience
  const named = typeof aud === 'string' ? [aud] : aud
  const matches = (a: string, b: string) =>
    a === b || (isDid(a, prefixes) && isDid(b, prefixes) && sameIdentity(a, b, prefixes))
  if (!named.some(a => ours.some(b => matches(a, b)))) throw refused('it is meant for another audience')
}

function issuerKey(iss: string, prefixes: readonly string[] | undefined): Uint8Array {
  try {
    return publicKeyOf(iss, prefixes)
  } catch (cause) {
    throw refused('its issuer is not a DID of an accepted form', cause)
  }
}
