/** Verifies bearer tokens, and caches verified ones until they expire. */
import { LRUCache } from 'lru-cache'
import { type JwtClaims, type Primitives, type VerifiedJwt, verifyJwt } from '../../core/crypto/index.ts'
import { growing } from '../../core/index.ts'

export interface VerifiedTokensOptions {
  readonly primitives: Primitives
  /** Maximum difference between clocks, in seconds. */
  readonly skew: number
  /** Maximum lifetime of a token in seconds, by its claims. */
  readonly maxLifetime: (claims: JwtClaims) => number
  /** The accepted values of `aud`, if a token has one. */
  readonly audience: () => readonly string[]
  /** Accepted prefixes of DIDs besides the standard ones. */
  readonly prefixes: readonly string[]
  readonly cacheSize: number
  /** Called for each lookup in the cache. */
  readonly onLookup?: (isHit: boolean) => void
}

export interface VerifiedTokens {
  /**
   * @param now - seconds since the epoch
   * @throws CryptoError `AND_INVALID_TOKEN`
   */
  verify(token: string, now: number): VerifiedJwt
}

/**
 * The cache is keyed by the last 22 characters, the part of a token's signature that V8 needs to hash to
 * spread tokens well. A hit compares the whole token, so a collision is a miss. Only verified tokens are
 * cached: strangers cannot fill it.
 */
export function createVerifiedTokens(options: VerifiedTokensOptions): VerifiedTokens {
  const { primitives, skew, maxLifetime, audience, prefixes, cacheSize, onLookup } = options
  const verified = new LRUCache<string, { token: string; jwt: VerifiedJwt }>(growing(cacheSize))

  return {
    verify(token, now) {
      const key = token.slice(-22)
      const known = verified.get(key)
      const isValid = known?.token === token && now < known.jwt.claims.exp + skew
      onLookup?.(isValid)
      if (isValid) return known.jwt
      const jwt = verifyJwt(token, { now, skew, primitives, maxLifetime, audience: audience(), prefixes })
      verified.set(key, { token, jwt })
      return jwt
    },
  }
}
