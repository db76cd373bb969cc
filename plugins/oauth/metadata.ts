/** Metadata for clients before a sign-in: the authorization server of a resource, and its endpoints. */
import { type App, NotFound } from '../../core/index.ts'
import { openToPages } from './answers.ts'
import { WELL_KNOWN } from './resources.ts'
import { SCOPES } from './scopes.ts'

const SERVER = '/.well-known/oauth-authorization-server'
const cache = { 'cache-control': 'public, max-age=300' }
const anObject = { description: 'The metadata.', type: 'object' } as const

/** The endpoints with which programs sign people in. */
export const endpointsAt = (baseUrl: string) => ({
  authorize: `${baseUrl}/authorize`,
  token: `${baseUrl}/token`,
  register: `${baseUrl}/register`,
  revoke: `${baseUrl}/revoke`,
})

export function serveMetadata(app: App): void {
  const { gateway, oauth } = app
  openToPages(app, [WELL_KNOWN, `${WELL_KNOWN}/*`, SERVER, `${SERVER}/*`])

  /** RFC 9728 §2. */
  const resourceAt = (rest: string) => {
    const path = oauth.resources.pathIn(rest)
    if (path === undefined) throw new NotFound('GET', `${WELL_KNOWN}/…`)
    const { baseUrl } = gateway
    return {
      resource: `${baseUrl}${path}`,
      authorization_servers: [baseUrl],
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
      resource_name: oauth.resources.at(path)?.name ?? 'andiron',
    }
  }

  /** RFC 8414 §2. */
  const server = () => {
    const { authorize, token, register, revoke } = oauth.endpoints()
    const grants = [...oauth.grants]
    return {
      issuer: gateway.baseUrl,
      authorization_endpoint: authorize,
      token_endpoint: token,
      registration_endpoint: register,
      revocation_endpoint: revoke,
      scopes_supported: [...SCOPES, ...grants.flatMap(({ scopes }) => scopes)],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', ...grants.map(({ name }) => name)],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', ...grants.map(({ authMethod }) => authMethod)],
      ...(grants.length > 0 && {
        token_endpoint_auth_signing_alg_values_supported: grants.flatMap(({ algorithms }) => algorithms),
      }),
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: oauth.resources.all(),
    }
  }

  for (const [index, url] of [WELL_KNOWN, `${WELL_KNOWN}/*`].entries())
    app.get(
      url,
      {
        schema: {
          hide: index > 0,
          operationId: 'readProtectedResource',
          summary: 'Read the protected resource metadata',
          description: 'RFC 9728; also available with the path of a resource appended.',
          security: [],
          response: { 200: anObject },
        },
      },
      async ({ url }, reply) => {
        const rest = (url.split('?', 1)[0] ?? '').slice(WELL_KNOWN.length)
        return reply.headers(cache).send(resourceAt(rest))
      },
    )

  for (const [index, url] of [SERVER, `${SERVER}/*`].entries())
    app.get(
      url,
      {
        schema: {
          hide: index > 0,
          operationId: 'readAuthorizationServer',
          summary: 'Read the authorization server metadata',
          description: 'RFC 8414.',
          security: [],
          response: { 200: anObject },
        },
      },
      async ({ url }, reply) => {
        const rest = (url.split('?', 1)[0] ?? '').slice(SERVER.length)
        const { pathname } = new URL(gateway.baseUrl)
        // Only the issuer's own path, or none: metadata at another path would name another issuer.
        if (rest !== '' && rest !== pathname && oauth.resources.pathIn(rest) === undefined)
          throw new NotFound('GET', `${SERVER}/…`)
        return reply.headers(cache).send(server())
      },
    )
}
