/** Callers prove who they are by a JWT that they sign with their own storage key. */
import type { FastifyRequest } from 'fastify'
import { CryptoError, type JwtClaims, keyIdOf, refused, type VerifiedJwt } from '../../core/crypto/index.ts'
import { type Caller, definePlugin, InsufficientScope, Unauthorized } from '../../core/index.ts'
import { createRevocation, type Revocation } from './revocation.ts'
import { createVerifiedTokens } from './verified-tokens.ts'

declare module 'fastify' {
  interface FastifyInstance {
    bearerTokens: BearerTokens
  }
}

/** What other plugins build their own schemes on. No way to a verified token leads past its revocation. */
export interface BearerTokens extends Pick<Revocation, 'revoke' | 'signOut' | 'isSignedOut'> {
  /** The token of a request's Authorization header, unverified. */
  of(request: FastifyRequest): string | undefined
  /**
   * The verified token of a request, which stands.
   * @throws Unauthorized, the same whatever is wrong
   */
  verify(request: FastifyRequest, scopes: readonly string[]): Promise<VerifiedJwt>
  /** A token that came another way. @throws Unauthorized */
  verifyToken(token: string, scopes: readonly string[]): Promise<VerifiedJwt>
  /** Refuses a token that lacks one of the scopes. @throws InsufficientScope */
  demand(token: VerifiedJwt, scopes: readonly string[]): void
  callerOf(token: VerifiedJwt): Caller
  /** A verifier on other terms, for a scheme of its own: it throws a CryptoError that says why. */
  verifier(terms: TokenTerms): (token: string) => Promise<VerifiedJwt>
}

/** What a scheme may grant differently. */
export interface TokenTerms {
  /** Seconds that a token may live, by what it claims. */
  readonly maxLifetime: (claims: JwtClaims) => number
  /** The most that `maxLifetime` returns. */
  readonly longest: number
  /** What `aud` may name, if a token has one. */
  readonly audience: () => readonly string[]
}

/** Longest life of an ordinary token, in seconds. */
const HOUR = 3600

export default definePlugin({
  name: 'auth-jwt',
  version: '1.0.0',
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['clockTolerance', 'cacheSize'],
    properties: {
      clockTolerance: {
        type: 'integer',
        minimum: 0,
        maximum: 300,
        default: 30,
        description: 'Seconds by which the clocks of a caller and of the gateway may differ.',
      },
      cacheSize: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description: 'Verified tokens that are remembered until they expire; about 800 bytes each.',
      },
    },
  },
  security: {
    selfSigned: {
      describe: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'A JWT (ES256K) that the caller signs with their storage key: `iss` is their DID, `exp` at most an hour after `iat`, ' +
          'a random `nonce`, and `scopes`.',
      },
      errors: [Unauthorized, InsufficientScope],
      async authenticate(request, scopes) {
        const { bearerTokens } = request.server
        const token = await bearerTokens.verify(request, scopes)
        bearerTokens.demand(token, scopes)
        return bearerTokens.callerOf(token)
      },
    },
  },

  setup(app, { clockTolerance, cacheSize }) {
    const { primitives, config, builder } = app.gateway
    const prefixes = [config.did.prefix]
    let longest = HOUR
    const revocation = createRevocation(app.gateway, () => longest)
    const verifier = (terms: TokenTerms) => {
      longest = Math.max(longest, terms.longest)
      const tokens = createVerifiedTokens({ ...terms, primitives, skew: clockTolerance, prefixes, cacheSize })
      return async (token: string) => {
        const verified = tokens.verify(token, Date.now() / 1000)
        if (!(await revocation.stands(token, verified))) throw refused('it was ended before it expires')
        return verified
      }
    }
    const verify = verifier({
      maxLifetime: () => HOUR,
      longest: HOUR,
      audience: () => [app.gateway.baseUrl, builder.did],
    })
    const { revoke, signOut, isSignedOut } = revocation
    const ended = { revoke, signOut, isSignedOut }
    app.decorate('bearerTokens', { ...createBearerTokens(verify, prefixes), verifier, ...ended })
  },
})

function createBearerTokens(
  verify: (token: string) => Promise<VerifiedJwt>,
  prefixes: readonly string[],
): Omit<BearerTokens, 'verifier' | 'revoke' | 'signOut' | 'isSignedOut'> {
  async function verifyToken(token: string | undefined, scopes: readonly string[]): Promise<VerifiedJwt> {
    const challenge = { headers: { 'www-authenticate': challengeFor(scopes) } }
    if (token === undefined) throw Object.assign(new Unauthorized(), challenge)
    try {
      return await verify(token)
    } catch (cause) {
      if (!(cause instanceof CryptoError)) throw cause
      throw Object.assign(new Unauthorized({ cause }), challenge)
    }
  }

  return {
    of: tokenOf,
    verifyToken,
    verify: (request, scopes) => verifyToken(tokenOf(request), scopes),
    demand({ claims }, scopes) {
      const missing = scopes.find(scope => !scopesOf(claims).includes(scope))
      if (missing === undefined) return
      const challenge = `${challengeFor(scopes)}, error="insufficient_scope"`
      throw Object.assign(new InsufficientScope(missing), { headers: { 'www-authenticate': challenge } })
    },
    callerOf: ({ did, claims }) => ({
      did,
      key: keyIdOf(did, prefixes),
      scopes: scopesOf(claims),
      ...(claims.applicationId !== undefined && { applicationId: claims.applicationId }),
    }),
  }
}

const tokenOf = ({ headers }: FastifyRequest) => headers.authorization?.match(/^Bearer ([^\s]+)$/i)?.[1]

const scopesOf = (claims: JwtClaims): readonly string[] => claims.scopes ?? []

/** RFC 6750 §3. */
const challengeFor = (scopes: readonly string[]): string =>
  `Bearer realm="andiron"${scopes.length ? `, scope="${scopes.map(inHeader).join(' ')}"` : ''}`

/** A scope may hold a part of the path: what RFC 6749 §3.3 leaves out of scopes is escaped. */
const inHeader = (scope: string): string =>
  scope.replaceAll(/[^\x21\x23-\x5b\x5d-\x7e]+/gu, encodeURIComponent)
