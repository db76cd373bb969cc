/** A subscription in words: its topic, its state, and the reason of a failure. */
import type { FhirSubscription } from '../../../sdk/subscriptions.ts'
import { words } from '../../shell/language/page-texts.ts'

/** The topics of the gateway, in the order in which they are offered, with the filters that each has. */
export const TOPICS = [
  { name: 'response-submitted', ofForms: true },
  { name: 'file-attached', ofForms: true },
  { name: 'record-submitted', ofForms: false, ofCollections: true },
  { name: 'record-revoked', ofForms: true },
  { name: 'profile-deleted', ofForms: true },
  { name: 'export-ready', ofForms: false },
] as const

/** The key of a text: `responseSubmitted`. */
export const keyOf = (name: string): string => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

/** @param topic - its name or its canonical URL */
export const topicSaid = (topic: string): string =>
  words.topicName({ topic: keyOf(topic.slice(topic.lastIndexOf('/') + 1)) })

/** The reason of a failure, which the gateway keeps as a sentence in English. */
export function faultSaid(error: string): string {
  const [, status] = /with the status (\d{3})/.exec(error) ?? []
  if (status !== undefined) return words.receiverStatus({ status })
  const [, fault] = /answer is (unreachable|late)$/.exec(error) ?? []
  return words.receiverFault({ fault: fault ?? (/not registered any more/.test(error) ? 'gone' : error) })
}

/** The `_id`s of the forms, and the collections, to which it is limited. */
export function filtersOf({ filterBy }: FhirSubscription) {
  const filters = (filterBy ?? []) as readonly {
    readonly filterParameter?: string
    readonly value?: string
  }[]
  const named = (name: string) =>
    filters.flatMap(({ filterParameter, value }) =>
      filterParameter === name ? (value?.split(',') ?? []) : [],
    )
  return { forms: named('questionnaire'), collections: named('collection') }
}

/** Notifications are sent to a server, or read by clients. */
export const channelOf = ({ channelType }: FhirSubscription): 'rest-hook' | 'event-stream' | 'websocket' =>
  (channelType as { readonly code: 'rest-hook' | 'event-stream' | 'websocket' }).code
