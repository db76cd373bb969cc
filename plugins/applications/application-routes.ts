/** Routes that register, change, read and list applications. */
import { isDid, keyIdOf } from '../../core/crypto/index.ts'
import { type App, contextOf, InvalidRecord } from '../../core/index.ts'
import {
  Application,
  ApplicationList,
  ApplicationListing,
  ApplicationRegistration,
} from '../../schemas/application.ts'
import { Did } from '../../schemas/identity.ts'
import { ApplicationId } from '../../schemas/submission.ts'
import { ref } from '../../schemas/types.ts'
import {
  ApplicationExists,
  ApplicationKeyUsed,
  ListingExpired,
  MismatchedId,
  NonceUsed,
  NotController,
  TooManyApplications,
  UnknownApplication,
  WrongApplicationKey,
  WrongControlKey,
} from './errors.ts'
import { listed } from './listing.ts'
import { register, show, update } from './registration.ts'

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

export function serveApplications(app: App): void {
  serveRegistration(app)
  serveUpdate(app)
  serveApplication(app)
  serveListing(app)
}

function serveRegistration(app: App): void {
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
    async function registerApplication(request, reply) {
      await register(app.gateway, request.body, contextOf(request), request.ip)
      return reply.code(201).send(await stored(app, request.body.applicationId))
    },
  )
}

function serveUpdate(app: App): void {
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
    async function updateApplication(request) {
      const { applicationId } = request.params
      if (applicationId !== request.body.applicationId) throw new MismatchedId(applicationId)
      const current = await app.applications.get(applicationId)
      if (!current) throw new UnknownApplication(applicationId)
      await update(app.gateway, current, request.body, contextOf(request))
      return stored(app, applicationId)
    },
  )
}

function serveApplication(app: App): void {
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
    async function readApplication({ params: { applicationId } }) {
      const prefixes = [app.gateway.config.did.prefix]
      const application = isDid(applicationId, prefixes)
        ? (await app.applications.ofKey(keyIdOf(applicationId, prefixes)))[0]
        : await app.applications.get(applicationId)
      if (!application) throw new UnknownApplication(applicationId)
      return show(application, false)
    },
  )
}

function serveListing(app: App): void {
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
    async function listApplications(request, reply) {
      reply.header('cache-control', 'no-store')
      return listed(app.gateway, app.applications, request.body, contextOf(request))
    },
  )
}

/** The application just written, as its owner may see it. */
async function stored({ applications }: App, applicationId: string): Promise<Application> {
  await applications.forget()
  const application = await applications.get(applicationId)
  if (!application) throw new UnknownApplication(applicationId)
  return show(application, true)
}
