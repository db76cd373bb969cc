/** Routes that create, replace and delete the subscriptions of an application. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type App,
  type Caller,
  type FhirResource,
  InsufficientScope,
  InvalidRecord,
  urlOfPackage,
  withIssues,
} from '../../core/index.ts'
import { collectionsNamed, demandScopes, formsNamed, ownSubscription, type Subjects } from './access.ts'
import { resourceAnswer, sendFhir, sentRelease } from './answers.ts'
import {
  InvalidSubscription,
  SubscriptionChanged,
  TooManySubscriptions,
  UnknownSubscription,
} from './errors.ts'
import { readRequested, type Terms } from './requested.ts'
import { subscriptionResource } from './resource.ts'
import { SOCKETS } from './socket.ts'
import type { Subscription } from './subscription.ts'

export const one = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', maxLength: 64, description: 'The id of the subscription.' } },
} as const

export interface WriteTerms {
  readonly publicOnly: boolean
  readonly perApplication: number
}

const body = { $ref: 'FhirResource#' }

const security = [{ application: [] }]

export function serveWrites(app: App, { publicOnly, perApplication }: WriteTerms): void {
  const webSockets = urlOfPackage(SOCKETS) !== undefined
  const terms = (): Terms => ({ baseUrl: app.gateway.baseUrl, publicOnly, webSockets })
  serveCreation(app, terms, perApplication)
  serveReplacement(app, terms)
  serveDeletion(app)
}

function serveCreation(app: App, terms: () => Terms, perApplication: number): void {
  app.post(
    '/fhir/Subscription',
    {
      schema: {
        operationId: 'fhirCreateSubscription',
        summary: 'Create a subscription',
        description:
          'A Subscription of R5, or of R4 or R4B with the extensions of the backport. The token must cover the responses that the ' +
          'notifications are about: `read:questionnaire[<id>]` for each form in the filters, `read:collection[<uid>]` for each ' +
          'collection; `read:questionnaire[*]` without these filters.',
        security,
        body,
        response: { 201: resourceAnswer('Created; a handshake follows.') },
      },
      config: {
        errors: [InvalidSubscription, InsufficientScope, TooManySubscriptions, InvalidRecord],
        rateLimited: true,
      },
    },
    async function createSubscription(request, reply) {
      const now = Date.now()
      const requested = await requestedBy(app, request, terms())
      const subscription: Subscription = {
        ...requested,
        ...{ id: crypto.randomUUID(), version: 1, createdAt: now, updatedAt: now },
      }
      if (!(await app.subscriptions.add(subscription, perApplication)))
        throw new TooManySubscriptions(perApplication)
      reply
        .code(201)
        .headers({ location: `${app.gateway.baseUrl}/fhir/Subscription/${subscription.id}`, etag: 'W/"1"' })
      return sendKept(app, reply, subscription)
    },
  )
}

function serveReplacement(app: App, terms: () => Terms): void {
  app.put(
    '/fhir/Subscription/:id',
    {
      schema: {
        operationId: 'fhirUpdateSubscription',
        summary: 'Replace a subscription',
        description:
          'A handshake follows; events keep their numbers. `status` `off` ends the notifications, `requested` resumes them.',
        security,
        params: one,
        body,
        response: { 200: resourceAnswer('Replaced.') },
      },
      config: {
        errors: [InvalidSubscription, InsufficientScope, UnknownSubscription, SubscriptionChanged],
        rateLimited: true,
      },
    },
    async function replaceSubscription(request, reply) {
      const { subscription: known } = await ownSubscription(app, request.caller, request.params.id)
      const matched = request.headers['if-match']
      if (matched !== undefined && matched !== `W/"${known.version}"`) throw new SubscriptionChanged()
      const requested = await requestedBy(app, request, terms())
      const { id, createdAt } = known
      const version = known.version + 1
      const subscription: Subscription = { ...requested, id, version, createdAt, updatedAt: Date.now() }
      if (!(await app.subscriptions.replace(subscription))) throw new SubscriptionChanged()
      reply.header('etag', `W/"${version}"`)
      return sendKept(app, reply, subscription)
    },
  )
}

function serveDeletion(app: App): void {
  app.delete(
    '/fhir/Subscription/:id',
    {
      schema: {
        operationId: 'fhirDeleteSubscription',
        summary: 'Delete a subscription',
        description: 'With its events, also those that were not delivered.',
        security,
        params: one,
        response: { 204: { description: 'Deleted.', type: 'null' } },
      },
      config: { errors: [UnknownSubscription, InsufficientScope] },
    },
    async function deleteSubscription(request, reply) {
      const { subscription } = await ownSubscription(app, request.caller, request.params.id)
      await app.subscriptions.remove(subscription.id)
      return reply.code(204).send(null)
    },
  )
}

/** @throws InvalidSubscription with every issue, InsufficientScope */
async function requestedBy(app: App, request: FastifyRequest, terms: Terms) {
  const { caller } = request
  const sent = request.body as FhirResource
  const release = sentRelease(request, sent)
  const wanted =
    sent.resourceType === 'Subscription'
      ? readRequested(sent, terms)
      : [
          {
            severity: 'error' as const,
            code: 'structure' as const,
            rule: 'subscription',
            expression: 'resourceType',
            text: 'Send a Subscription here.',
          },
        ]
  if (Array.isArray(wanted)) throw withIssues(new InvalidSubscription(), wanted)
  const named = wanted as Exclude<typeof wanted, readonly unknown[]>
  const forms = await formsNamed(app, caller, named.questionnaires)
  const collectionUids = collectionsNamed(app, named.collections)
  const issues = [...forms, ...collectionUids].filter(each => typeof each === 'object')
  if (issues.length > 0) throw withIssues(new InvalidSubscription(), issues)
  const subjects = { forms, collectionUids } as Subjects
  demandScopes(caller, subjects)
  return { ...named, ...subjects, release, ...subscriberOf(caller) }
}

/** @throws UnknownSubscription if it was deleted meanwhile */
async function sendKept(app: App, reply: FastifyReply, { id, release }: Subscription) {
  const kept = await app.subscriptions.get(id)
  if (!kept) throw new UnknownSubscription(id)
  return sendFhir(reply, subscriptionResource(kept, app.gateway.baseUrl, release), release)
}

/** The identity with which notifications are prepared later. */
function subscriberOf({ did, key, applicationId = '', scopes, backend }: Caller) {
  return { did, owner: key, applicationId, scopes, ...(backend && { backend }) }
}
