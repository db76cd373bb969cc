/** The security scheme of applications: a JWT signed with an application's own key. */
import type { FastifyRequest } from 'fastify'
import { type Caller, InsufficientScope, type SecurityScheme, Unauthorized } from '../../core/index.ts'
import { NotAnApplication } from './errors.ts'
import type { ApplicationToken } from './registry.ts'

export const applicationScheme: SecurityScheme = {
  describe: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT as for `selfSigned`, signed with the key of a registered application; or, for reading, the token of one of its backends.',
  },
  errors: [Unauthorized, InsufficientScope, NotAnApplication],

  async authenticate(request, scopes): Promise<Caller> {
    const { bearerTokens, applications } = request.server
    const needed = scopes.map(scope => fillIn(scope, request))
    const other = await otherToken(request)
    if (other) {
      bearerTokens.demand({ claims: { scopes: [...other.scopes] } }, needed)
      const application = await applications.get(other.applicationId)
      if (!application) throw new NotAnApplication()
      const { did, key, applicationId } = application
      const { scopes, backend } = other
      return { did, key, applicationId, scopes, backend, isApplication: true }
    }
    const token = await bearerTokens.verify(request, needed)
    bearerTokens.demand(token, needed)
    const caller = await applications.asApplication(bearerTokens.callerOf(token))
    if (!caller) throw new NotAnApplication()
    return caller
  },
}

/** The first kind of token besides JWTs that knows the token of the request. */
async function otherToken(request: FastifyRequest): Promise<ApplicationToken | undefined> {
  const { bearerTokens, applications } = request.server
  const token = bearerTokens.of(request)
  if (token === undefined) return undefined
  for (const read of applications.otherTokens) {
    const found = await read(token)
    if (found) return found
  }
  return undefined
}

/** `read:questionnaire[{id}]` requires the scope for the questionnaire in the path. */
const fillIn = (scope: string, { params }: FastifyRequest): string =>
  scope.replace(/\{(\w+)\}/g, (_, name: string) => String((params as Record<string, unknown>)[name]))
