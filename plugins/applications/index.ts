/** Applications: registered by a control key, authenticated by a key of their own. */
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDid, keyIdOf } from '../../core/crypto/index.ts'
import { contextOf, definePlugin, InvalidRecord, isWebOrigin } from '../../core/index.ts'
import {
  Application,
  ApplicationList,
  ApplicationListing,
  ApplicationRecord,
  ApplicationRegistration,
} from '../../schemas/application.ts'
import { Did } from '../../schemas/identity.ts'
import { RecordPage } from '../../schemas/record-page.ts'
import { ApplicationId } from '../../schemas/submission.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { type Allowance, createAllowance } from './allowance.ts'
import {
  ApplicationExists,
  ApplicationKeyUsed,
  ListingExpired,
  MismatchedId,
  NoApplication,
  NonceUsed,
  NotController,
  TooManyApplications,
  UnknownApplication,
  UnregisteredApplication,
  WrongApplicationKey,
  WrongControlKey,
} from './errors.ts'
import { listed } from './listing.ts'
import { serveRecordReads } from './record-reads.ts'
import { register, show, update } from './registration.ts'
import { type Applications, createApplications } from './registry.ts'
import { applicationScheme } from './scheme.ts'

export type { Allowance } from './allowance.ts'
export type { RecordsReading, SharedRecords } from './record-reads.ts'
export type { Applications } from './registry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    applications: Applications
    /** The quotas of applications. */
    allowance: Allowance
  }
}

const params = {
  type: 'object',
  required: ['applicationId'],
  properties: { applicationId: ApplicationId },
} as const

const namedParams = {
  type: 'object',
  required: ['applicationId'],
  properties: {
    applicationId: {
      anyOf: [ApplicationId, Did],
      description: 'The id of the application, or the DID under which it publishes forms.',
    },
  },
} as const

export default definePlugin({
  name: 'applications',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'wallets'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: [
      'cacheSeconds',
      'perControlKey',
      'perAddress',
      'publishedRecords',
      'publishedBytes',
      'publishedRecordsOfAddress',
      'publishedBytesOfAddress',
    ],
    properties: {
      cacheSeconds: {
        type: 'integer',
        minimum: 0,
        default: 10,
        description: 'Seconds until changes made through another gateway take effect.',
      },
      perControlKey: {
        type: 'integer',
        minimum: 1,
        default: 100,
        description: 'Maximum applications per control key.',
      },
      perAddress: {
        type: 'integer',
        minimum: 1,
        default: 100,
        description: 'Maximum applications that one address (for IPv6, one /64) registers per day.',
      },
      publishedRecords: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description: 'Maximum revisions of forms and value sets per application.',
      },
      publishedBytes: {
        type: 'integer',
        minimum: 1,
        default: 134_217_728,
        description: 'Maximum total JSON bytes of these revisions.',
      },
      publishedRecordsOfAddress: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description:
          'Maximum revisions of forms and value sets that all applications at one address (for IPv6, at one /64) publish per day.',
      },
      publishedBytesOfAddress: {
        type: 'integer',
        minimum: 1,
        default: 268_435_456,
        description: 'Maximum total JSON bytes of these revisions.',
      },
    },
  },
  schemas: [Application, ApplicationRegistration, ApplicationListing, ApplicationList, RecordPage],
  openHooks: { readRecords: 'guard' },
  collections: [{ uid: uids.Application, name: 'Application', kind: 'standard', schema: ApplicationRecord }],
  security: { application: applicationScheme },
  hooks: {
    enrichSubmission(draft) {
      const { applicationField } = draft.collection
      if (applicationField === undefined) return draft
      const { [applicationField]: _, ...record } = draft.record
      const { applicationId } = draft
      return {
        ...draft,
        record: { ...record, ...(applicationId !== undefined && { [applicationField]: applicationId }) },
      }
    },
    async validateSubmission({ applicationId, collection }, { app }) {
      if (applicationId === undefined) {
        if (collection.personal) return
        throw new NoApplication(collection.name)
      }
      if (!(await app.applications.get(applicationId))) throw new UnregisteredApplication(applicationId)
    },
  },
  tag: { name: 'Application', description: 'Applications publish questionnaires and read the responses.' },

  async setup(app, { cacheSeconds, ...limits }) {
    app.decorate('applications', createApplications(app, cacheSeconds * 1000 || 1))
    app.decorate('allowance', createAllowance(app.gateway, limits))
    await allowOrigins(app)
  },

  routes(app) {
    const { gateway, applications } = app
    serveRecordReads(app, applications)

    app.post(
      '/api/application',
      {
        schema: {
          operationId: 'registerApplication',
          summary: 'Register an application',
          description:
            'The control key signs the registration as EIP-712 typed data. The application key named there signs the token.',
          security: [{ selfSigned: ['write:application'] }],
          body: ref(ApplicationRegistration),
          response: { 201: { description: 'Registered.', ...ref(Application) } },
        },
        config: {
          errors: [
            TooManyApplications,
            ApplicationExists,
            InvalidRecord,
            NonceUsed,
            WrongControlKey,
            WrongApplicationKey,
            ...app.wallets.errors,
          ],
          rateLimited: true,
        },
      },
      async (request, reply) => {
        await register(gateway, request.body, contextOf(request), request.ip)
        return reply.code(201).send(await stored(request.body.applicationId))
      },
    )

    app.put(
      '/api/application/:applicationId',
      {
        schema: {
          operationId: 'updateApplication',
          summary: 'Change the name, the callback URLs or the key of an application',
          security: [{ selfSigned: ['write:application'] }],
          params,
          body: ref(ApplicationRegistration),
          response: { 200: { description: 'Changed.', ...ref(Application) } },
        },
        config: {
          errors: [
            UnknownApplication,
            MismatchedId,
            NotController,
            ApplicationKeyUsed,
            InvalidRecord,
            NonceUsed,
            WrongControlKey,
            WrongApplicationKey,
            ...app.wallets.errors,
          ],
          rateLimited: true,
        },
      },
      async request => {
        const { applicationId } = request.params
        if (applicationId !== request.body.applicationId) throw new MismatchedId(applicationId)
        const current = await applications.get(applicationId)
        if (!current) throw new UnknownApplication(applicationId)
        await update(gateway, current, request.body, contextOf(request))
        return stored(applicationId)
      },
    )

    app.get(
      '/api/application/:applicationId',
      {
        schema: {
          operationId: 'readApplication',
          summary: 'Read an application',
          security: [],
          params: namedParams,
          response: { 200: { description: 'The application.', ...ref(Application) } },
        },
        config: { errors: [UnknownApplication] },
      },
      async ({ params: { applicationId } }) => {
        const prefixes = [gateway.config.did.prefix]
        const application = isDid(applicationId, prefixes)
          ? (await applications.ofKey(keyIdOf(applicationId, prefixes)))[0]
          : await applications.get(applicationId)
        if (!application) throw new UnknownApplication(applicationId)
        return show(application, false)
      },
    )

    app.post(
      '/api/application/$list',
      {
        schema: {
          operationId: 'listApplications',
          summary: 'List the applications of a control key',
          description:
            'The control key signs EIP-712 typed data that permits the key of the token to list the applications until `expires`. ' +
            'A temporary key is sufficient.',
          security: [{ selfSigned: ['read:application'] }],
          body: ref(ApplicationListing),
          response: { 200: { description: 'The applications.', ...ref(ApplicationList) } },
        },
        config: { errors: [ListingExpired, WrongControlKey, ...app.wallets.errors], rateLimited: true },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return listed(gateway, applications, request.body, contextOf(request))
      },
    )

    /** The application just written, as its owner may see it. */
    async function stored(applicationId: string): Promise<Application> {
      await applications.forget()
      const application = await applications.get(applicationId)
      if (!application) throw new UnknownApplication(applicationId)
      return show(application, true)
    }
  },
})

/**
 * Pages of registered applications may call the API; every page may call public routes. No cookie is
 * involved: the token in the Authorization header is the only credential.
 */
async function allowOrigins(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', route => {
    // The route for preflights: it only returns the permitted origins.
    if (route.method === 'OPTIONS') route.schema = { ...route.schema, security: [] }
  })
  await app.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers
      if (origin === undefined || request.routeOptions.config.sameOrigin) return done(null, { origin: false })
      app.applications.allowsOrigin(origin).then(
        registered => {
          const isOpen = isPublicRead(request) || isBelow(app.applications.openPaths, request.url)
          done(null, { ...CORS, origin: registered && isWebOrigin(origin) ? origin : isOpen && '*' })
        },
        error => done(error as Error),
      )
    },
  })
}

const CORS = {
  // An `OPTIONS` request that is no preflight is answered like one: the library's refusal is plain text.
  strictPreflight: false,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  maxAge: 600,
  exposedHeaders: [
    ...[
      'www-authenticate',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'etag',
      'last-modified',
      'location',
      'content-location',
      'x-progress',
    ],
  ],
}

const isBelow = (paths: ReadonlySet<string>, url: string): boolean =>
  [...paths].some(path => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`))

const isPublicRead = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && routeOptions.schema?.security?.length === 0
