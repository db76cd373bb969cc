/** The scheme `reader`: a long-lived token with which a program reads in a person's name. */
import type { FastifyRequest } from 'fastify'
import { CryptoError, type JwtClaims, keyIdOf, type VerifiedJwt } from '../../core/crypto/index.ts'
import { type Caller, InsufficientScope, type SecurityScheme, Unauthorized } from '../../core/index.ts'
import { WithheldFromProgram } from './errors.ts'

/** Maximum lifetime in seconds of a token that can do more than read. */
const HOUR = 3600

/**
 * Maximum lifetime of a token in seconds: longer than an hour only if it can only read, for no application.
 */
export const lifetimeOf = ({ scopes = [], applicationId }: JwtClaims, longest: number): number =>
  scopes.length === 1 && scopes[0] === 'read' && applicationId === undefined ? longest : HOUR

export const readerScheme: SecurityScheme = {
  describe: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of the OAuth 2.1 sign-in: a JWT (ES256K) that the person signed with their own storage key, scope `read`, ' +
      'without `applicationId`. One that a person made with the SDK is accepted as well.',
  },
  errors: [Unauthorized, InsufficientScope, WithheldFromProgram],

  async authenticate(request, scopes) {
    const { bearerTokens, gateway } = request.server
    const token = bearerTokens.of(request)
    if (token === undefined) throw refusal(request, scopes)
    const verified = await verify(request, token, scopes)
    const missing = scopes.find(scope => !verified.claims.scopes?.includes(scope))
    if (missing !== undefined) throw refusal(request, scopes, 'insufficient_scope', missing)
    const caller = callerOf(verified, [gateway.config.did.prefix])
    const { client, key } = caller
    if (client && (await gateway.withholding.isFromProgram(client.id, key))) throw new WithheldFromProgram()
    return caller
  },
}

async function verify(
  request: FastifyRequest,
  token: string,
  scopes: readonly string[],
): Promise<VerifiedJwt> {
  const { oauth } = request.server
  const resource = oauth.resources.at(request.routeOptions.url ?? '')
  try {
    const verified = await oauth.verify(token, request)
    const { aud, applicationId } = verified.claims
    const ours = resource ? oauth.resources.urlsOf(resource) : []
    const named = [aud ?? []].flat()
    const meant =
      aud === undefined ? resource?.requireAudience === false : named.some(url => ours.includes(url))
    // A token of an application acts for the application, not for a program that the person authorised.
    if (meant && applicationId === undefined) return verified
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
  }
  throw refusal(request, scopes, 'invalid_token')
}

/** RFC 6750 §3, with the URL of the sign-in metadata (RFC 9728 §5.1). Does not reveal the failed check. */
function refusal(
  request: FastifyRequest,
  scopes: readonly string[],
  error?: string,
  missing?: string,
): Error {
  const { resources } = request.server.oauth
  const challenge = [
    'Bearer realm="andiron"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length ? [`scope="${scopes.join(' ')}"`] : []),
    `resource_metadata="${resources.metadataUrl(request.routeOptions.url ?? '')}"`,
  ].join(', ')
  const failure = missing === undefined ? new Unauthorized() : new InsufficientScope(missing)
  return Object.assign(failure, { headers: { 'www-authenticate': challenge } })
}

function callerOf({ did, claims }: VerifiedJwt, prefixes: readonly string[]): Caller {
  const { scopes = [], client_id, client_name } = claims
  return {
    ...{ did, key: keyIdOf(did, prefixes), scopes },
    ...(typeof client_id === 'string' && {
      client: { id: client_id, name: typeof client_name === 'string' ? client_name : client_id },
    }),
  }
}
