/** Authenticates callers by JWTs that they sign with their own storage key. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  CryptoError,
  didOf,
  fromHex,
  type JwtClaims,
  keyIdOf,
  refused,
  type VerifiedJwt,
} from '../../core/crypto/index.ts'
import {
  type Caller,
  type Context,
  coversScope,
  definePlugin,
  frozen,
  type Guard,
  InsufficientScope,
  type Notice,
  Unauthorized,
} from '../../core/index.ts'
import { TokenClaims } from '../../schemas/token.ts'
import { createRevocation, type Revocation } from './revocation.ts'
import { createVerifiedTokens } from './verified-tokens.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * A token is verified: signature, times, audience and revocation. Throw to refuse it. Runs for every use
     * of a self-signed token under every scheme that accepts one, and may run more than once for a request.
     */
    acceptToken: Guard<AcceptedToken>
    /** A token was revoked, or a person has signed out everywhere. */
    afterRevocation: Notice<RevokedTokens>
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    bearerTokens: BearerTokens
  }
}

/** The value of the hook `acceptToken`; the caller in the context is the one that the token proves. */
export interface AcceptedToken {
  /** Frozen. */
  readonly claims: TokenClaims
  /** Method and path pattern of the request with the token; absent if the token was in a body. */
  readonly route?: string
}

/**
 * The value of the hook `afterRevocation`; the caller in the context has the key whose tokens were revoked.
 */
export interface RevokedTokens {
  /** The claim `nonce` of the single revoked token. */
  readonly nonce?: string
  /** Seconds since the epoch: every token issued until then was revoked. */
  readonly until?: number
}

/**
 * Verifies a token by the terms of one scheme.
 * @param request - the request with the token
 * @throws CryptoError with the reason, and any error of a listener of `acceptToken`
 */
export type TokenVerifier = (token: string, request?: FastifyRequest) => Promise<VerifiedJwt>

/** The base of every token scheme. Every verification includes revocation and `acceptToken`. */
export interface BearerTokens extends Pick<Revocation, 'signOut' | 'isSignedOut'> {
  /** The token of a request's Authorization header, unverified. */
  of(request: FastifyRequest): string | undefined
  /**
   * The verified, unrevoked token of a request.
   * @throws Unauthorized, the same for every reason
   */
  verify(request: FastifyRequest, scopes: readonly string[]): Promise<VerifiedJwt>
  /** Verifies a token from another place than the Authorization header. @throws Unauthorized */
  verifyToken(token: string, scopes: readonly string[]): Promise<VerifiedJwt>
  /** Refuses a token whose scopes do not cover these. @throws InsufficientScope */
  demand(token: { readonly claims: Pick<JwtClaims, 'scopes'> }, scopes: readonly string[]): void
  callerOf(token: VerifiedJwt): Caller
  /** Creates a verifier with other terms, for another scheme. */
  verifier(terms: TokenTerms): TokenVerifier
  /**
   * Revokes a token of any scheme. A token that no scheme accepts is ignored and takes no space in the store.
   * No listener of `acceptToken` can prevent it.
   */
  end(token: string): Promise<void>
}

/** The terms that a scheme may change. */
export interface TokenTerms {
  /** Maximum lifetime of a token in seconds, by its claims. */
  readonly maxLifetime: (claims: JwtClaims) => number
  /** The maximum that `maxLifetime` returns. */
  readonly longest: number
  /** The accepted values of `aud`, if a token has one. */
  readonly audience: () => readonly string[]
}

/** Maximum lifetime of an ordinary token, in seconds. */
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
        description: 'Maximum clock difference between a caller and the gateway, in seconds.',
      },
      cacheSize: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description: 'Maximum verified tokens in the cache, about 800 bytes each.',
      },
    },
  },
  schemas: [TokenClaims],
  openHooks: { acceptToken: 'guard', afterRevocation: 'notice' },
  security: {
    selfSigned: {
      describe: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'A JWT (ES256K) that the caller signs with their storage key: `iss` is their DID, `exp` at most an hour after `iat`, ' +
          'a random `nonce`, and `scopes`. The schema `TokenClaims` has all claims.',
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
    const { primitives, config, builder, hooks } = app.gateway
    const prefixes = [config.did.prefix]
    let longest = HOUR
    const revocation = createRevocation(app.gateway, () => longest)
    /** The verification of each scheme, before any listener runs. */
    const unrevoked: ((token: string) => Promise<VerifiedJwt>)[] = []

    const verifier = (terms: TokenTerms): TokenVerifier => {
      longest = Math.max(longest, terms.longest)
      const tokens = createVerifiedTokens({
        ...{ ...terms, primitives, skew: clockTolerance, prefixes, cacheSize },
        onLookup: app.gateway.telemetry.cache('tokens'),
      })
      const verify = async (token: string, isUse: boolean, request?: FastifyRequest) => {
        const verified = tokens.verify(token, Date.now() / 1000)
        if (!(await revocation.isValid(token, verified))) throw refused('it was ended before it expires')
        if (isUse && hooks.attended('acceptToken')) {
          const context = contextFor(app, callerOf(verified, prefixes), request)
          await hooks.run('acceptToken', acceptedToken(verified, request), context)
        }
        return verified
      }
      unrevoked.push(token => verify(token, false))
      return (token, request) => verify(token, true, request)
    }

    const verify = verifier({
      maxLifetime: () => HOUR,
      longest: HOUR,
      audience: () => [app.gateway.baseUrl, ...builder.pairsAt(Date.now()).map(({ did }) => did)],
    })

    app.decorate('bearerTokens', {
      ...createBearerTokens(verify, prefixes),
      verifier,
      isSignedOut: revocation.isSignedOut,
      async end(token) {
        for (const verify of unrevoked) {
          const verified = await verify(token).catch(undefinedIfRefused)
          if (verified === undefined) continue
          await revocation.revoke(token, verified)
          const caller = callerOf(verified, prefixes)
          return void (await hooks.run(
            'afterRevocation',
            { nonce: verified.claims.nonce },
            contextFor(app, caller),
          ))
        }
      },
      async signOut(key, at, grace) {
        await revocation.signOut(key, at, grace)
        const caller = { did: didOf(fromHex(key), config.did.prefix), key, scopes: [] }
        await hooks.run('afterRevocation', { until: at }, contextFor(app, caller))
      },
    })
  },
})

function acceptedToken({ claims }: VerifiedJwt, request: FastifyRequest | undefined): AcceptedToken {
  const url = request?.routeOptions.url
  // Frozen, because the claims stay in the cache: a scope that a listener adds would be granted from then on.
  return {
    claims: frozen(claims) as TokenClaims,
    ...(url !== undefined && { route: `${request?.method} ${url}` }),
  }
}

const contextFor = (app: FastifyInstance, caller: Caller, request?: FastifyRequest): Context => ({
  app,
  caller,
  log: request?.log ?? app.log,
  now: new Date(),
  ...(request && { address: request.ip }),
})

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof CryptoError)) throw error
}

const callerOf = ({ did, claims }: VerifiedJwt, prefixes: readonly string[]): Caller => ({
  did,
  key: keyIdOf(did, prefixes),
  scopes: scopesOf(claims),
  ...(claims.applicationId !== undefined && { applicationId: claims.applicationId }),
})

function createBearerTokens(
  verify: TokenVerifier,
  prefixes: readonly string[],
): Omit<BearerTokens, 'verifier' | 'end' | 'signOut' | 'isSignedOut'> {
  async function verifyToken(
    token: string | undefined,
    scopes: readonly string[],
    request?: FastifyRequest,
  ): Promise<VerifiedJwt> {
    const challenge = { headers: { 'www-authenticate': challengeFor(scopes) } }
    if (token === undefined) throw Object.assign(new Unauthorized(), challenge)
    try {
      return await verify(token, request)
    } catch (cause) {
      if (!(cause instanceof CryptoError)) throw cause
      throw Object.assign(new Unauthorized({ cause }), challenge)
    }
  }

  return {
    of: tokenOf,
    verifyToken: (token, scopes) => verifyToken(token, scopes),
    verify: (request, scopes) => verifyToken(tokenOf(request), scopes, request),
    demand({ claims }, scopes) {
      const missing = scopes.find(scope => !coversScope(scopesOf(claims), scope))
      if (missing === undefined) return
      const challenge = `${challengeFor(scopes)}, error="insufficient_scope"`
      throw Object.assign(new InsufficientScope(missing), { headers: { 'www-authenticate': challenge } })
    },
    callerOf: token => callerOf(token, prefixes),
  }
}

const tokenOf = ({ headers }: FastifyRequest) => headers.authorization?.match(/^Bearer ([^\s]+)$/i)?.[1]

const scopesOf = (claims: Pick<JwtClaims, 'scopes'>): readonly string[] => claims.scopes ?? []

/** RFC 6750 §3. */
const challengeFor = (scopes: readonly string[]): string =>
  `Bearer realm="andiron"${scopes.length ? `, scope="${scopes.map(inHeader).join(' ')}"` : ''}`

/** A scope may contain a part of the path: escape the characters that RFC 6749 §3.3 excludes from scopes. */
const inHeader = (scope: string): string =>
  scope.replaceAll(/[^\x21\x23-\x5b\x5d-\x7e]+/gu, encodeURIComponent)
