/** The topics to which applications subscribe, and the events of a write. */
import { keyIdOf } from '../../core/crypto/index.ts'
import type { Draft, FhirRelease, FhirResource, OutboxEvent } from '../../core/index.ts'
import { object, objects, text } from '../../fhir/shape.ts'
import { uids } from '../../schemas/uids.ts'

/** A topic. */
export interface Topic {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The type of the resources that its events are about. */
  readonly resource: string
}

export const TOPICS: readonly Topic[] = [
  {
    name: 'response-submitted',
    title: 'Response submitted',
    description:
      'Somebody has submitted a response to a form of the application, and every storage node has it.',
    resource: 'QuestionnaireResponse',
  },
]

/** An event as it is stored: references, and no content. */
export interface EventBody {
  readonly topic: string
  /** The key of the application that it is for, compressed, in hex. */
  readonly owner: string
  /** The id of the form. */
  readonly form: string
  /** The id of the resource that it is about. */
  readonly focus: string
}

/** The canonical URL of a topic. */
export const topicUrl = (baseUrl: string, name: string): string => `${baseUrl}/fhir/SubscriptionTopic/${name}`

/** The topic with this canonical URL. */
export const topicAt = (baseUrl: string, url: unknown): Topic | undefined =>
  TOPICS.find(({ name }) => topicUrl(baseUrl, name) === url)

/** The tag by which the service names the form of a response. */
const FORM = 'urn:andiron:questionnaire'

/**
 * The event of a record, if it is a response.
 * @param at - the time of the first attempt, in milliseconds since the epoch
 */
export function eventOf({ uid, collection, record }: Draft, at: number, prefix: string) {
  if (collection.uid !== uids.QuestionnaireResponse) return undefined
  const form = objects(object(record['meta'])?.['tag']).find(({ system }) => system === FORM)?.['code']
  const author = text(object(record['author'])?.['reference'])
  if (typeof form !== 'string' || author === undefined) return undefined
  const body = { topic: 'response-submitted', owner: keyIdOf(author, [prefix]), form, focus: uid }
  const event = { id: `response-submitted ${uid}`, at, body: body satisfies EventBody }
  return event satisfies OutboxEvent
}

/** A topic as a SubscriptionTopic. R4 has no such type: its clients get that of R4B. */
export function topicResource(
  { name, title, description, resource }: Topic,
  baseUrl: string,
  release: FhirRelease,
): FhirResource {
  const filter = (filterParameter: string, description: string) => ({
    ...{ description, resource, filterParameter },
    ...(release === 'R5' && filterParameter === 'authored' && { comparator: ['ge', 'gt', 'le', 'lt'] }),
  })
  return {
    resourceType: 'SubscriptionTopic',
    id: name,
    url: topicUrl(baseUrl, name),
    ...(release === 'R5' && { version: '1.0.0' }),
    ...{ title, status: 'active', description },
    resourceTrigger: [{ description, resource, supportedInteraction: ['create'] }],
    canFilterBy: [
      filter('questionnaire', 'The form: its id, its URL on this server, or its canonical URL.'),
      filter('authored', 'The time of the submission.'),
    ],
    notificationShape: [{ resource }],
  }
}
