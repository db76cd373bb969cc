/** Tokens that no longer stand before they expire: one by one, or all that a person signed until now. */
import { keyIdOf } from '../../core/crypto/did.ts'
import type { VerifiedJwt } from '../../core/crypto/jwt.ts'
import type { Gateway } from '../../core/index.ts'

export interface Revocation {
  /** Whether the token is neither revoked nor from before its signer signed out everywhere. */
  stands(token: string, verified: VerifiedJwt): Promise<boolean>
  revoke(token: string, verified: VerifiedJwt): Promise<void>
  /** Ends every token that the key has signed until `now`, in seconds since the epoch. */
  signOut(key: string, now: number): Promise<void>
}

/** Entries live as long as a token that they end could: a minute more than the longest. */
const MARGIN = 60

/**
 * @param longest - seconds that a token may live
 */
export function createRevocation({ tokens, config }: Gateway, longest: number): Revocation {
  const prefixes = [config.did.prefix]
  return {
    async stands(token, { did, claims }) {
      const [revoked, signedOut] = await Promise.all([
        tokens.peek('oauth-revoked', token),
        tokens.peek('oauth-signed-out', keyIdOf(did, prefixes)),
      ])
      return revoked === undefined && (signedOut === undefined || claims.iat > Number(signedOut))
    },
    async revoke(token, { claims }) {
      await tokens.put('oauth-revoked', token, '', (claims.exp + MARGIN) * 1000)
    },
    async signOut(key, now) {
      // Tokens carry whole seconds: one of this very second is ended, too.
      await tokens.put('oauth-signed-out', key, String(now), (now + longest + MARGIN) * 1000)
    },
  }
}
