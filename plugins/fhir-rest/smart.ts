/** Where an app learns how to sign a person in (SMART App Launch, "Conformance"). */
import type { App } from '../../core/index.ts'

export function serveSmart(app: App, url: string): void {
  app.get(
    url,
    {
      schema: {
        operationId: 'fhirSmartConfiguration',
        summary: 'Read how apps sign people in',
        description:
          'SMART App Launch; the scope is `read`, and the person signs the token with their own key.',
        security: [],
        response: { 200: { description: 'The configuration.', type: 'object' } },
      },
    },
    async (_request, reply) => {
      const { baseUrl } = app.gateway
      const { authorize, token, register, revoke } = app.oauth.endpoints()
      return reply
        .headers({
          'cache-control': 'public, max-age=300',
          'content-type': 'application/json; charset=utf-8',
        })
        .send({
          issuer: baseUrl,
          authorization_endpoint: authorize,
          token_endpoint: token,
          registration_endpoint: register,
          revocation_endpoint: revoke,
          scopes_supported: ['read'],
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          capabilities: ['client-public'],
        })
    },
  )
}
