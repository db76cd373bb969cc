/** Subscriptions of an application: the gateway notifies its server (FHIR R5 Subscriptions). */
import type { JsonObject } from '../../core/crypto/json.ts'
import type { SubscriptionDeliveries } from '../../schemas/subscription-deliveries.ts'
import { type Reader, readerToken } from './backend-signer.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type HttpRequest, send, sendForJson } from './http.ts'
import type { PublishOptions } from './questionnaires.ts'

/** The wishes of a subscriber. */
export interface SubscriptionTerms {
  /** The name of a topic of the gateway, or the canonical URL of one. @default 'response-submitted' */
  readonly topic?: string
  /** Forms by their `_id`. @default every form of the application */
  readonly forms?: readonly string[]
  /** Custom collections, by name or uid. */
  readonly collections?: readonly string[]
  /** The URL of your server that takes the notifications. @default none: clients read them (`notifications`) */
  readonly endpoint?: string
  /** `full-resource` sends the answers; the others say that there is something to read. @default 'id-only' */
  readonly content?: 'empty' | 'id-only' | 'full-resource'
  /** Maximum events in one notification, of those that wait. @default 20 */
  readonly maxCount?: number
  /** Seconds between two heartbeats, from 10. @default no heartbeats */
  readonly heartbeatPeriod?: number
  /** Headers of each notification. */
  readonly headers?: Readonly<Record<string, string>>
  /** An instant, as ISO 8601: no notification after that. */
  readonly end?: string
  /** A name for people. */
  readonly name?: string
}

/** A subscription as FHIR Subscription (R5). */
export interface FhirSubscription {
  readonly resourceType: 'Subscription'
  readonly id: string
  readonly status: 'requested' | 'active' | 'error' | 'off'
  readonly topic: string
  readonly endpoint?: string
  readonly [element: string]: unknown
}

/** The state of the deliveries of a subscription. */
export interface SubscriptionState {
  readonly status: FhirSubscription['status']
  /** The number of events so far. */
  readonly events: number
  /** The reason of the last failure. */
  readonly error?: string
}

/** The deliveries of a subscription: how many events are delivered, wait, and were given up. */
export type SubscriptionDelivery = SubscriptionDeliveries['subscriptions'][number]

/** Those that any subscription of the application may need. */
const SCOPES = 'read:questionnaire[*] read:collection[*]'
const FHIR = 'application/fhir+json; fhirVersion=5.0'

/**
 * Subscribes the application. A handshake follows: the subscription is active once the server at the endpoint has
 * answered it. Without an endpoint, clients read the notifications as an event stream.
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param terms - the receiver, and optionally the topic, the forms and the content
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 422 with every issue of the terms, 409 at the limit of subscriptions
 * @example
 * ```ts
 * const { id } = await subscribe(signer, { endpoint: 'https://study.example/notify', forms: [formId] }, environment)
 * const secret = await subscriptionSecret(signer, id, environment)
 * ```
 */
export async function subscribe(
  reader: Reader,
  { topic = 'response-submitted', forms = [], collections = [], headers = {}, ...terms }: SubscriptionTerms,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<FhirSubscription> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const body = {
    resourceType: 'Subscription',
    status: 'requested',
    topic: topic.includes('/') ? topic : `${apiBaseUrl}/fhir/SubscriptionTopic/${topic}`,
    ...(forms.length + collections.length > 0 && {
      filterBy: Object.entries({ questionnaire: forms, collection: collections }).flatMap(
        ([filterParameter, values]) =>
          values.length > 0 ? [{ filterParameter, value: values.join(',') }] : [],
      ),
    }),
    channelType:
      terms.endpoint === undefined
        ? { system: `${apiBaseUrl}/fhir/CodeSystem/subscription-channel`, code: 'event-stream' }
        : { code: 'rest-hook' },
    ...(Object.keys(headers).length > 0 && {
      parameter: Object.entries(headers).map(([name, value]) => ({ name, value })),
    }),
    ...{ content: 'id-only', ...terms },
  }
  const request = await requestOf(reader, '/fhir/Subscription', environment, options)
  // A retry would subscribe twice.
  return sendForJson({ ...request, method: 'POST', body, repeatable: false }, ['id', 'status', 'topic'])
}

/**
 * Lists the subscriptions of the application, oldest first.
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`
 */
export async function listSubscriptions(
  reader: Reader,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<readonly FhirSubscription[]> {
  const request = await requestOf(reader, '/fhir/Subscription', environment, options)
  const { entry = [] } = await sendForJson<{ entry?: readonly { resource: FhirSubscription }[] }>(request, [
    'resourceType',
  ])
  return entry.map(({ resource }) => resource)
}

/**
 * Reads the state of the deliveries of a subscription.
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param id - the `id` of the subscription
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 404 when the application has none with this id
 */
export async function subscriptionState(
  reader: Reader,
  id: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<SubscriptionState> {
  const request = await requestOf(reader, `${pathOf(id)}/$status`, environment, options)
  const { entry } = await sendForJson<{ entry: readonly { resource: JsonObject }[] }>(request, ['entry'])
  const { status, eventsSinceSubscriptionStart, error, parameter } = entry[0]?.resource ?? {}
  // One that was created with R4 has Parameters.
  const named = (name: string): JsonObject | undefined =>
    (parameter as readonly JsonObject[] | undefined)?.find(each => each['name'] === name)
  const [reason] = [error ?? named('error')?.['valueCodeableConcept']].flat() as readonly { text?: string }[]
  return {
    status: (status ?? named('status')?.['valueCode']) as SubscriptionState['status'],
    events: Number(eventsSinceSubscriptionStart ?? named('events-since-subscription-start')?.['valueString']),
    ...(reason?.text !== undefined && { error: reason.text }),
  }
}

/**
 * Reads the deliveries of the subscriptions of the application, oldest first.
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`
 */
export async function subscriptionDeliveries(
  reader: Reader,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<readonly SubscriptionDelivery[]> {
  const request = await requestOf(reader, '/api/subscription', environment, options)
  const { headers: _, ...plain } = request
  return (await sendForJson<SubscriptionDeliveries>(plain, ['subscriptions'])).subscriptions
}

/**
 * Reads the secret that signs the notifications of a subscription, for `verifyNotification`.
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param id - the `id` of the subscription
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 404 when the application has none with this id
 */
export async function subscriptionSecret(
  reader: Reader,
  id: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<string> {
  const path = `/api/subscription/${encodeURIComponent(id)}/secret`
  const request = await requestOf(reader, path, environment, options)
  return (await sendForJson<{ secret: string }>(request, ['secret'])).secret
}

/**
 * Delivers the events of a subscription again, in order, also those that were given up (dead letters).
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param id - the `id` of the subscription
 * @param from - the number of the first event
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 404 when the application has none with this id
 */
export async function replayEvents(
  reader: Reader,
  id: string,
  from: number,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<void> {
  const path = `/api/subscription/${encodeURIComponent(id)}/replay`
  await send({ ...(await requestOf(reader, path, environment, options)), method: 'POST', body: { from } })
}

/**
 * Ends a subscription, and deletes its events.
 * @param reader - the application's key, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param id - the `id` of the subscription
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 404 when the application has none with this id
 */
export async function unsubscribe(
  reader: Reader,
  id: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<void> {
  const request = await requestOf(reader, pathOf(id), environment, options)
  await send({ ...request, method: 'DELETE', repeatable: false })
}

const pathOf = (id: string): string => `/fhir/Subscription/${encodeURIComponent(id)}`

async function requestOf(
  reader: Reader,
  path: string,
  environment: EnvironmentInput,
  options: PublishOptions,
): Promise<HttpRequest> {
  return {
    url: `${resolveEnvironment(environment).apiBaseUrl}${path}`,
    token: await readerToken(reader, SCOPES, environment, options),
    headers: { accept: FHIR },
    repeatable: true,
    signal: options.signal,
  }
}
