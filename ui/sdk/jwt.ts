/** Self-signed JWTs, with which the holder of a key authenticates to the gateway. */
import { createSelfSignedJwt } from '../../core/crypto/jwt.ts'
import { keyPairIn, type Signer } from './key-pair.ts'

export interface JwtOptions {
  /** The permissions of the token: `write`, `read`, `write:application`, `read:questionnaire[<id>]`. */
  readonly scopes: readonly string[]
  /** Lifetime in seconds; a gateway accepts at most an hour for most scopes. @default 3600 */
  readonly lifetime?: number
  /** The base URL of the gateway that accepts the token. @default any */
  readonly audience?: string
  /** The application that signs, if a key belongs to several. */
  readonly applicationId?: string
  /** DID of the subject: the person that an application vouches for. */
  readonly subject?: string
}

/**
 * Creates a token, issued now and signed with the key (ES256K). The operations of this package create their
 * own; use it for your own requests.
 * @param keypair - the key that signs
 * @param options - `scopes`, and optionally the life, the audience and the subject
 * @example
 * ```ts
 * const token = createJWTForStorageKeys(sessionKeyPair, { scopes: ['read'] })
 * await fetch(`${url}/fhir/QuestionnaireResponse`, { headers: { authorization: `Bearer ${token}` } })
 * ```
 */
export function createJWTForStorageKeys(keypair: Signer, options: JwtOptions): string {
  const { subject, ...claims } = options
  return createSelfSignedJwt({
    ...claims,
    keyPair: keyPairIn(keypair),
    now: Math.floor(Date.now() / 1000),
    ...(subject !== undefined && { extra: { sub: subject } }),
  })
}
