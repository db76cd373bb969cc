/** `andiron app subscriptions`: the notifications of an application. */
import {
  type FhirSubscription,
  listSubscriptions,
  replayEvents,
  type SubscriptionTerms,
  subscribe,
  subscriptionSecret,
  subscriptionState,
  unsubscribe,
} from '../ui/sdk/index.ts'
import { type AppOptions, readerOf } from './app-key.ts'
import { reporting, tell } from './app-report.ts'
import { linesOf } from './report.ts'

export interface SubscribeOptions extends AppOptions {
  readonly endpoint?: string
  readonly topic?: string
  readonly form?: readonly string[]
  readonly collection?: readonly string[]
  readonly content?: SubscriptionTerms['content']
  readonly maxCount?: number
  readonly name?: string
}

/** Lists the subscriptions with the state of their deliveries. */
export async function list(options: AppOptions): Promise<void> {
  await reporting(async () => {
    const { reader, service, ...about } = await readerOf(options)
    const all = []
    for (const subscription of await listSubscriptions(reader, service, about))
      all.push({
        ...summaryOf(subscription),
        ...(await subscriptionState(reader, subscription.id, service, about)),
      })
    const rows = all.map(({ id, topic, endpoint, status, events, error = '' }) => [
      ...[id, status, `${events} events`, topic, endpoint ?? '', error],
    ])
    tell(options, { subscriptions: all }, rows.length > 0 ? linesOf(rows) : ['There is no subscription.'])
  })
}

/** Subscribes a server, and prints the secret that signs its notifications. */
export async function create({ endpoint, form, collection, ...options }: SubscribeOptions): Promise<void> {
  await reporting(async () => {
    const { reader, service, ...about } = await readerOf(options)
    const { topic, content, maxCount, name } = options
    const terms: SubscriptionTerms = {
      ...(endpoint !== undefined && { endpoint }),
      ...(form && { forms: form }),
      ...(collection && { collections: collection }),
      ...(topic !== undefined && { topic }),
      ...(content !== undefined && { content }),
      ...(maxCount !== undefined && { maxCount }),
      ...(name !== undefined && { name }),
    }
    const subscription = await subscribe(reader, terms, service, about)
    const secret = await subscriptionSecret(reader, subscription.id, service, about)
    const lines =
      endpoint === undefined
        ? [`${subscription.id} is read at ${service}/api/subscription/${subscription.id}/stream.`]
        : [
            `${subscription.id} notifies ${endpoint}.`,
            `Its notifications are signed with ${secret}: keep it on that server.`,
          ]
    tell(options, { ...summaryOf(subscription), secret }, lines)
  })
}

/** Delivers events again. */
export async function replay(id: string, { from, ...options }: AppOptions & { from: number }): Promise<void> {
  await reporting(async () => {
    const { reader, service, ...about } = await readerOf(options)
    await replayEvents(reader, id, from, service, about)
    tell(options, { id, from }, [`The events of ${id} are delivered again, from number ${from} on.`])
  })
}

/** Deletes a subscription with its events. */
export async function remove(id: string, options: AppOptions): Promise<void> {
  await reporting(async () => {
    const { reader, service, ...about } = await readerOf(options)
    await unsubscribe(reader, id, service, about)
    tell(options, { id }, [`${id} is deleted, with its events.`])
  })
}

const summaryOf = ({ id, topic, endpoint, status }: FhirSubscription) => ({
  id,
  topic: topic.slice(topic.lastIndexOf('/') + 1),
  endpoint,
  status,
})
