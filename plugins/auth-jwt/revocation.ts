/** Revokes tokens before they expire: single ones, or all that a person signed until now. */
import { keyIdOf, type VerifiedJwt } from '../../core/crypto/index.ts'
import type { Gateway } from '../../core/index.ts'

export interface Revocation {
  /** True if the token is neither revoked nor older than its signer's last sign-out everywhere. */
  isValid(token: string, verified: VerifiedJwt): Promise<boolean>
  revoke(token: string, verified: VerifiedJwt): Promise<void>
  /**
   * Revokes every token that the key has signed until `at`, in seconds since the epoch.
   * @param grace - seconds before `at` in which ordinary tokens stay valid; those with a lifetime above an
   * hour are revoked nevertheless
   */
  signOut(key: string, at: number, grace?: number): Promise<void>
  /**
   * True if the key has signed out everywhere since `at`, in seconds since the epoch; everything issued to it
   * until then is revoked.
   */
  isSignedOut(key: string, at: number): Promise<boolean>
}

/** Entries are kept for the maximum lifetime of a token and a minute more. */
const MARGIN = 60
const HOUR = 3600

/** @param longest - the maximum lifetime of tokens of any scheme, in seconds */
export function createRevocation({ tokens, config }: Gateway, longest: () => number): Revocation {
  const prefixes = [config.did.prefix]

  const markOf = async (key: string) => {
    const [at = Number.NEGATIVE_INFINITY, grace = 0] =
      (await tokens.peek('oauth-signed-out', key))?.split(' ').map(Number) ?? []
    return { all: at - grace, lasting: at }
  }

  return {
    async isValid(token, { did, claims }) {
      const [revoked, mark] = await Promise.all([
        tokens.peek('oauth-revoked', token),
        markOf(keyIdOf(did, prefixes)),
      ])
      return revoked === undefined && claims.iat > (claims.exp - claims.iat > HOUR ? mark.lasting : mark.all)
    },
    async revoke(token, { claims }) {
      await tokens.put('oauth-revoked', token, '', (claims.exp + MARGIN) * 1000)
    },
    isSignedOut: async (key, at) => at <= (await markOf(key)).lasting,
    async signOut(key, at, grace = 0) {
      const before = await markOf(key)
      // Never less than an earlier revocation.
      const lasting = Math.max(at, before.lasting)
      const all = Math.max(at - grace, before.all)
      // Tokens have whole seconds: those of the current second are revoked, too.
      const until = (lasting + longest() + MARGIN) * 1000
      await tokens.put('oauth-signed-out', key, `${lasting} ${lasting - all}`, until)
    },
  }
}
