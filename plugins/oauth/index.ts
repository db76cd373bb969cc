/** Signs programs in: an OAuth 2.1 authorization server whose access token is the person's own JWT. */
import type { JwtClaims, VerifiedJwt } from '../../core/crypto/jwt.ts'
import { definePlugin } from '../../core/index.ts'
import { createResources, type Resources } from './resources.ts'
import { createRevocation, type Revocation } from './revocation.ts'
import { lifetimeOf, readerScheme } from './scheme.ts'

declare module 'fastify' {
  interface FastifyInstance {
    oauth: Oauth
  }
}

/** What other plugins protect their routes with, beside naming the scheme. */
export interface Oauth extends Revocation {
  readonly resources: Resources
  /** @throws CryptoError that says why */
  verify(token: string): VerifiedJwt
}

export default definePlugin({
  name: 'oauth',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['tokenLifetime'],
    properties: {
      tokenLifetime: {
        type: 'integer',
        minimum: 60,
        maximum: 31_536_000,
        default: 604_800,
        description:
          'Seconds that a token may live which can only read: after them the person signs in again.',
      },
    },
  },
  security: { reader: readerScheme },
  tag: { name: 'Sign-in', description: 'OAuth 2.1 for programs that read in the name of a person.' },

  setup(app, { tokenLifetime }) {
    const { gateway } = app
    const resources = createResources(() => gateway.baseUrl)
    app.decorate('oauth', {
      resources,
      verify: app.bearerTokens.verifier({
        maxLifetime: (claims: JwtClaims) => lifetimeOf(claims, tokenLifetime),
        audience: resources.all,
      }),
      ...createRevocation(gateway, tokenLifetime),
    })
  },
})
