/** A subscription as the gateway keeps it, and its state. */
import type { FhirRelease } from '../../core/index.ts'
import type { EventBody } from './events.ts'

export const CONTENTS = ['empty', 'id-only', 'full-resource'] as const
export type Content = (typeof CONTENTS)[number]

/** `rest-hook` sends notifications to a server; a client reads the others from the gateway. */
export const CHANNELS = ['rest-hook', 'websocket', 'event-stream'] as const
export type Channel = (typeof CHANNELS)[number]

/** A bound on the time of events. */
export interface TimeFilter {
  readonly comparator: 'ge' | 'gt' | 'le' | 'lt'
  /** As written. */
  readonly value: string
}

/** The wishes of a subscriber. */
export interface Wanted {
  /** The name of the topic. */
  readonly topic: string
  /** Forms and custom collections, as written. */
  readonly questionnaires: readonly string[]
  readonly collections: readonly string[]
  readonly times: readonly TimeFilter[]
  /** @default 'rest-hook' */
  readonly channel?: Channel
  /** Empty if clients read the notifications. */
  readonly endpoint: string
  /** Headers of each notification. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly content: Content
  /** Seconds between heartbeats; 0 for none. */
  readonly heartbeat: number
  /** Seconds for an answer. */
  readonly timeout: number
  /** Maximum events in one notification. */
  readonly maxCount: number
  /** Milliseconds since the epoch: no notification after that. */
  readonly end?: number
  readonly isOff: boolean
  /** Texts that are returned as they came. */
  readonly reason?: string
  readonly name?: string
}

/** A subscription of an application. */
export interface Subscription extends Wanted {
  readonly id: string
  /** From 1. */
  readonly version: number
  /** The application's key, compressed, in hex. */
  readonly owner: string
  readonly did: string
  readonly applicationId: string
  /** The scopes of the token that created or replaced it: the limit of what its notifications may hold. */
  readonly scopes: readonly string[]
  /** The backend with whose token it was created. */
  readonly backend?: { readonly id: string; readonly name: string }
  /** The ids of the forms; without a form and a collection, the subscription is about all forms of the application. */
  readonly forms: readonly string[]
  /** The uids of the custom collections. Their names as written stand in `collections`. */
  readonly collectionUids: readonly string[]
  /** The version of FHIR of its notifications. */
  readonly release: FhirRelease
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
}

export type Status = 'requested' | 'active' | 'error' | 'off'

/** The state of a subscription's deliveries. */
export interface Progress {
  readonly status: Status
  readonly error?: string | undefined
  /** The number of the last event that the receiver accepted, or that is a dead letter. */
  readonly delivered: number
  /** The number of the last event of a notification that failed: its repetition ends there, too, and has its id. */
  readonly attempted?: number | undefined
  /** Failures in a row. */
  readonly failures: number
  /** Milliseconds since the epoch, as are the others. */
  readonly failingSince?: number | undefined
  readonly nextAt: number
  readonly sentAt: number
}

/** The status as FHIR has it: a failed handshake is an error, and is repeated like an event. */
export const statusOf = ({ status, failures }: Pick<Progress, 'status' | 'failures'>): Status =>
  status === 'requested' && failures > 0 ? 'error' : status

/** A subscription with its state. */
export interface Kept {
  readonly subscription: Subscription
  readonly progress: Progress
  /** The number of its events so far. */
  readonly numbered: number
}

/** True if clients read the notifications from the gateway, which sends none. */
export const isRead = ({ channel = 'rest-hook' }: Pick<Subscription, 'channel'>): boolean =>
  channel !== 'rest-hook'

/** An event of a subscription. */
export interface NumberedEvent {
  readonly number: number
  /** The id of the event in the outbox. */
  readonly event: string
  readonly at: number
  /** JSON: an `EventBody`. */
  readonly body: string
  readonly dead: boolean
}

/** True if the event is one that the subscriber wants. */
export function isWanted(
  { createdAt, end, forms, collectionUids, times, topic, owner }: Subscription,
  {
    at,
    body,
  }: { readonly at: number; readonly body: Pick<EventBody, 'topic' | 'owner' | 'subject' | 'type'> },
): boolean {
  if (body.topic !== topic || body.owner !== owner || at < createdAt || (end !== undefined && at >= end))
    return false
  const isOfAllForms = forms.length === 0 && collectionUids.length === 0
  if (isOfAllForms ? !isOfForm(body) : ![...forms, ...collectionUids].includes(body.subject)) return false
  return times.every(({ comparator, value }) => compare[comparator](at, Date.parse(value)))
}

/** True for an event of a form, and for one that is of nothing. */
const isOfForm = ({ subject, type }: Pick<EventBody, 'subject' | 'type'>): boolean =>
  subject === '' || type === 'QuestionnaireResponse'

const compare: Record<TimeFilter['comparator'], (at: number, bound: number) => boolean> = {
  ge: (at, bound) => at >= bound,
  gt: (at, bound) => at > bound,
  le: (at, bound) => at <= bound,
  lt: (at, bound) => at < bound,
}
