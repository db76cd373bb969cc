/** Backends of applications: servers that read with keys of their own (SMART Backend Services). */

import { keyIdOf } from '../../core/crypto/index.ts'
import { contextOf, definePlugin, type Issue, withIssues, withLock } from '../../core/index.ts'
import { Backend, BackendList, BackendRegistration } from '../../schemas/backend.ts'
import { isUuid } from '../../schemas/identity.ts'
import { ApplicationId } from '../../schemas/submission.ts'
import { ref } from '../../schemas/types.ts'
import { createBackendTokens } from './backend-tokens.ts'
import { InvalidBackendKey, OtherApplication, TooManyBackends, UnknownBackend } from './errors.ts'
import { backendGrant } from './grant.ts'
import { type Backends, type KeptBackend, memoryBackends, sqlBackends } from './kept-backends.ts'
import { createKeySets } from './key-sets.ts'
import { keysIn, readKey } from './public-keys.ts'

declare module 'fastify' {
  interface FastifyInstance {
    backends: Backends
  }
}

const application = {
  type: 'object',
  required: ['applicationId'],
  properties: { applicationId: ApplicationId },
} as const

const one = {
  type: 'object',
  required: ['applicationId', 'id'],
  properties: {
    applicationId: ApplicationId,
    id: { type: 'string', maxLength: 64, description: 'The `id` of the backend.' },
  },
} as const

const SCOPE = 'write:backend'
export default definePlugin({
  name: 'backends',
  version: '1.0.0',
  dependencies: ['applications', 'auth-jwt'],
  migrations: new URL('plugins/backends/migrations/', import.meta.resolve('#root/package.json')),
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['perApplication'],
    properties: {
      perApplication: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'Maximum backends per application.',
      },
    },
  },
  schemas: [Backend, BackendList, BackendRegistration],
  tag: { name: 'Application', description: 'Applications publish questionnaires and read the responses.' },

  setup(app, _options, { database }) {
    const backends = database ? sqlBackends(database) : memoryBackends()
    app.decorate('backends', backends)
    // Without an authorization server, no backend gets a token.
    if (!app.hasDecorator('oauth')) return
    const holds = async ({ application, registeredBy }: KeptBackend) =>
      (await app.applications.speakingWith(registeredBy)).some(
        ({ applicationId }) => applicationId === application,
      )
    const tokens = createBackendTokens(app.gateway, backends, holds)
    app.applications.otherTokens.add(tokens.read)
    app.oauth.grants.add(backendGrant(app, { backends, keySets: createKeySets(), tokens, holds }))
  },

  routes(app, { perApplication }) {
    const { backends, bearerTokens, gateway } = app
    const security = [{ application: [SCOPE] }]

    app.post(
      '/api/application/:applicationId/backend',
      {
        schema: {
          operationId: 'registerBackend',
          summary: 'Register a backend of an application',
          description:
            'Public keys with which a server of the application gets tokens of its own. The application signs the token of this ' +
            'request; when that key of the application ends, its backends end with it.',
          security,
          params: application,
          body: ref(BackendRegistration),
          response: { 201: { description: 'Registered.', ...ref(Backend) } },
        },
        config: { errors: [OtherApplication, InvalidBackendKey, TooManyBackends], rateLimited: true },
      },
      async (request, reply) => {
        const { params, body, caller } = request
        demandApplication(caller.applicationId, params.applicationId)
        checkKeys(body)
        // The key that signs now, which is not always the identity.
        const { did } = await bearerTokens.verify(request, [SCOPE])
        const backend: KeptBackend = {
          ...{ id: crypto.randomUUID(), application: params.applicationId, name: body.name },
          ...(body.jwks && { jwks: JSON.stringify(body.jwks) }),
          ...(body.jwksUrl !== undefined && { jwksUrl: body.jwksUrl }),
          ...{ registeredBy: keyIdOf(did, [gateway.config.did.prefix]), createdAt: Date.now() },
        }
        await withLock(`backends ${params.applicationId}`, contextOf(request), async () => {
          if ((await backends.of(params.applicationId)).length >= perApplication)
            throw new TooManyBackends(perApplication)
          await backends.add(backend)
        })
        return reply.code(201).send(shown(backend))
      },
    )

    app.get(
      '/api/application/:applicationId/backend',
      {
        schema: {
          operationId: 'listBackends',
          summary: 'List the backends of an application',
          security,
          params: application,
          response: { 200: { description: 'The backends.', ...ref(BackendList) } },
        },
        config: { errors: [OtherApplication] },
      },
      async ({ params, caller }, reply) => {
        demandApplication(caller.applicationId, params.applicationId)
        reply.header('cache-control', 'no-store')
        return { backends: (await backends.of(params.applicationId)).map(shown) }
      },
    )

    app.delete(
      '/api/application/:applicationId/backend/:id',
      {
        schema: {
          operationId: 'revokeBackend',
          summary: 'Revoke a backend of an application',
          description: 'Its keys get no further token, and its tokens are no longer valid.',
          security,
          params: one,
          response: { 204: { description: 'Revoked.', type: 'null' } },
        },
        config: { errors: [OtherApplication, UnknownBackend] },
      },
      async ({ params, caller }, reply) => {
        demandApplication(caller.applicationId, params.applicationId)
        const isKnown = isUuid(params.id) && (await backends.remove(params.applicationId, params.id))
        if (!isKnown) throw new UnknownBackend(params.id)
        return reply.code(204).send(null)
      },
    )
  },
})

/** @throws OtherApplication: one key may belong to several applications, which have backends of their own */
function demandApplication(caller: string | undefined, applicationId: string): void {
  if (caller !== applicationId) throw new OtherApplication(applicationId)
}

/** @throws InvalidBackendKey with every issue */
function checkKeys({ jwks, jwksUrl }: BackendRegistration): void {
  const issues: Issue[] = []
  const add = (expression: string, text: string) =>
    issues.push({ severity: 'error', code: 'value', rule: 'backend-key', expression, text })
  const kids = new Set<unknown>()
  for (const [at, jwk] of (jwks?.keys ?? []).entries()) {
    const read = readKey(jwk)
    if (typeof read === 'string') add(`body.jwks.keys[${at}]`, read)
    else if (kids.has(read.kid))
      add(`body.jwks.keys[${at}].kid`, 'Each key of a set must have its own `kid`.')
    else kids.add(read.kid)
  }
  if (jwksUrl !== undefined && !URL.canParse(jwksUrl)) add('body.jwksUrl', 'This must be a URL.')
  if (issues.length > 0) throw withIssues(new InvalidBackendKey(), issues)
}

const instant = (at: number): string => new Date(at).toISOString()

/** A backend as its application sees it. */
function shown({ id, application, name, jwks, jwksUrl, createdAt, usedAt }: KeptBackend): Backend {
  return {
    ...{ id, clientId: application, name },
    ...(jwks !== undefined && {
      keys: keysIn(JSON.parse(jwks), 10).map(({ kid, alg }) => ({ kid, alg })),
    }),
    ...(jwksUrl !== undefined && { jwksUrl }),
    created: instant(createdAt),
    ...(usedAt !== undefined && { lastUsed: instant(usedAt) }),
  }
}
