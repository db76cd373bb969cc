/** The SMART configuration, with which an app finds the sign-in (SMART App Launch 2.2, "Conformance"). */
import type { App } from '../../core/index.ts'

export function serveSmart(app: App, url: string): void {
  app.get(
    url,
    {
      schema: {
        operationId: 'fhirSmartConfiguration',
        summary: 'Read the SMART configuration',
        description:
          'SMART App Launch, standalone: the scope is `user/*.rs`, and the person signs the token with their own key. Backends of ' +
          'applications: SMART Backend Services.',
        security: [],
        response: { 200: { description: 'The configuration.', type: 'object' } },
      },
    },
    async (_request, reply) => {
      const { authorize, token, register, revoke } = app.oauth.endpoints()
      const grants = [...app.oauth.grants]
      return reply
        .headers({
          'cache-control': 'public, max-age=300',
          'content-type': 'application/json; charset=utf-8',
        })
        .send({
          authorization_endpoint: authorize,
          token_endpoint: token,
          registration_endpoint: register,
          revocation_endpoint: revoke,
          scopes_supported: [...app.oauth.scopes, ...grants.flatMap(({ scopes }) => scopes)],
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', ...grants.map(({ name }) => name)],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', ...grants.map(({ authMethod }) => authMethod)],
          ...(grants.length > 0 && {
            token_endpoint_auth_signing_alg_values_supported: grants.flatMap(({ algorithms }) => algorithms),
          }),
          // There is no patient context: no Patient resource exists, and a key identifies a person.
          capabilities: [
            ...['launch-standalone', 'client-public', 'permission-user', 'permission-v1', 'permission-v2'],
            ...grants.flatMap(({ capabilities }) => capabilities),
          ],
        })
    },
  )
}
