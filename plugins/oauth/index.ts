/** Signs programs in: an OAuth 2.1 authorization server whose access token is the person's own JWT. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { JwtClaims } from '../../core/crypto/index.ts'
import { type App, definePlugin } from '../../core/index.ts'
import { Consent, ConsentAnswer, Signin as SigninSchema } from '../../schemas/consent.ts'
import { serveAuthorize } from './authorize.ts'
import { createClientDocuments } from './client-document.ts'
import { createClients } from './clients.ts'
import { createCodes } from './codes.ts'
import { serveConsent } from './consent.ts'
import type { Grant } from './grants.ts'
import { endpointsAt, serveMetadata } from './metadata.ts'
import { BROWSERS_OWN, registrable, USUAL_SCHEMES } from './redirects.ts'
import { createResources, type Resources } from './resources.ts'
import { lifetimeOf, readerScheme } from './scheme.ts'
import { SCOPES } from './scopes.ts'
import type { Signin } from './signin.ts'
import { serveToken } from './token.ts'
import { createTransactions } from './transactions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    oauth: Oauth
  }
}

/** Interface for other plugins that protect their routes, besides naming the scheme. */
export interface Oauth {
  readonly resources: Resources
  /** Verifies a token with a longer lifetime, which can only read. */
  readonly verify: ReturnType<FastifyInstance['bearerTokens']['verifier']>
  /** Maximum seconds for which a program reads after a sign-in. */
  readonly tokenLifetime: number
  /** The names of the single right that programs can get. */
  readonly scopes: readonly string[]
  /** The endpoints with which programs sign people in. */
  endpoints(): Readonly<Record<'authorize' | 'token' | 'register' | 'revoke', string>>
  /** Further grants of the token endpoint, added in `setup`. */
  readonly grants: Set<Grant>
  /** Revokes a token. One that would be refused anyway is ignored and takes no space in the store. */
  end(token: string): Promise<void>
}

/** Seconds for which tokens still permit a person to follow the deletion of their profile. */
const FOLLOWING = 360

export default definePlugin({
  name: 'oauth',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'pages'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: [
      'tokenLifetime',
      'clientLifetime',
      'redirectSchemes',
      'unusedClientLifetime',
      'unusedClients',
      'clientsPerAddress',
    ],
    properties: {
      tokenLifetime: {
        type: 'integer',
        // Above the maximum lifetime of an ordinary token, so that none of these can pass for one.
        minimum: 3601,
        maximum: 31_536_000,
        default: 604_800,
        description:
          'Maximum lifetime of a read-only token in seconds; afterwards the person signs in again.',
      },
      clientLifetime: {
        type: 'integer',
        minimum: 60,
        default: 7_776_000,
        description: 'Seconds after its last use until the registration of a program expires.',
      },
      unusedClientLifetime: {
        type: 'integer',
        minimum: 60,
        default: 86_400,
        description: 'Seconds until a registration without any sign-in expires.',
      },
      unusedClients: {
        type: 'integer',
        minimum: 1,
        default: 5000,
        description:
          'Maximum registrations without a sign-in within that time. The first sign-in with a program frees its place.',
      },
      clientsPerAddress: {
        type: 'integer',
        minimum: 1,
        default: 1000,
        description: 'Maximum programs that one address (for IPv6, one /64) registers per day, used or not.',
      },
      redirectSchemes: {
        type: 'array',
        items: { type: 'string', pattern: '^[a-z][a-z0-9+-]*$', not: { enum: BROWSERS_OWN } },
        default: USUAL_SCHEMES,
        description:
          'Further URL schemes for redirects to programs on a device, besides https, http on the loopback interface, and ' +
          'schemes that are a domain name in reverse (`com.example.app`).',
      },
    },
  },
  schemas: [SigninSchema, Consent, ConsentAnswer],
  security: { reader: readerScheme },
  hooks: {
    deleteProfile: ({ key, askedAt }, { app }) =>
      app.bearerTokens.signOut(key, Math.floor(askedAt.getTime() / 1000), FOLLOWING),
  },
  tag: { name: 'Sign-in', description: 'OAuth 2.1 for programs that read in the name of a person.' },

  setup(app, { tokenLifetime }) {
    const { gateway, bearerTokens } = app
    const resources = createResources(() => gateway.baseUrl)
    const verify = bearerTokens.verifier({
      longest: tokenLifetime,
      maxLifetime: (claims: JwtClaims) => lifetimeOf(claims, tokenLifetime),
      audience: resources.all,
    })
    app.decorate('oauth', {
      resources,
      tokenLifetime,
      scopes: SCOPES,
      grants: new Set<Grant>(),
      verify,
      endpoints: () => endpointsAt(gateway.baseUrl),
      end: bearerTokens.end,
    })
  },

  async routes(app, { tokenLifetime, redirectSchemes, ...limits }) {
    const { gateway, oauth, bearerTokens } = app
    const same = (one: string, other: string) => oauth.resources.find(one) === other
    const isRegistrable = registrable(redirectSchemes)
    const signin: Signin = {
      clients: createClients(gateway, createClientDocuments(isRegistrable), limits, isRegistrable),
      isRegistrable,
      codes: createCodes(gateway.tokens, oauth.end, same),
      transactions: createTransactions(gateway.tokens),
      tokenLifetime,
    }
    serveAuthorize(app, signin)
    await app.register(async scope => serveConsent(scope as unknown as App, signin))
    await app.register(async scope => serveToken(scope as unknown as App, signin))
    await app.register(async scope => serveMetadata(scope as unknown as App))

    app.post(
      '/api/profile/sign-out',
      {
        // Its entry is kept for the lifetime of the longest token, and a fresh key costs nothing.
        config: { rateLimited: true },
        schema: {
          operationId: 'signOutEverywhere',
          summary: 'Sign out everywhere',
          description:
            'Ends every token that you have signed until now, including the tokens of programs and the token of this request. New ' +
            'tokens can be signed from the next second on.',
          security: [{ selfSigned: ['write'] }],
          response: { 204: { description: 'Signed out.', type: 'null' } },
        },
      },
      async (request, reply) => {
        const { iat } = (await bearerTokens.verify(request, [])).claims
        const { key } = request.caller
        // A client's fast clock has dated its tokens in the future.
        await bearerTokens.signOut(key, Math.max(iat, Math.floor(Date.now() / 1000)))
        await gateway.audit.add({ person: key, at: Date.now(), action: 'sign-out', records: [] })
        // Tokens have whole seconds: the caller's next token must be dated after the sign-out.
        await delay(1000)
        return reply.code(204).send(null)
      },
    )
  },
})
