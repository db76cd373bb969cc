/** The topics to which applications subscribe. */
import type { FhirRelease, FhirResource } from '../../core/index.ts'

/** The filters by which a subscriber limits a topic. */
export type SubjectFilter = 'questionnaire' | 'collection'

/** A topic. */
export interface Topic {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The type of the resources that its events are about. */
  readonly resource: string
  /** The change of these resources; absent for another event of the service. */
  readonly interaction?: 'create' | 'delete'
  /** Filters by forms and by custom collections. Events without a form or a collection have neither. */
  readonly subjects: readonly SubjectFilter[]
}

export const TOPICS: readonly Topic[] = [
  {
    name: 'response-submitted',
    title: 'Response submitted',
    description:
      'Somebody has submitted a response to a form of the application, and every storage node has it.',
    resource: 'QuestionnaireResponse',
    interaction: 'create',
    subjects: ['questionnaire'],
  },
  {
    name: 'file-attached',
    title: 'File attached',
    description: 'A submitted response has a file. The context of the event names the file as a Binary.',
    resource: 'QuestionnaireResponse',
    interaction: 'create',
    subjects: ['questionnaire'],
  },
  {
    name: 'record-submitted',
    title: 'Record submitted',
    description:
      'Somebody has submitted a record of a custom collection for the application, and every storage node has it.',
    resource: 'Basic',
    interaction: 'create',
    subjects: ['collection'],
  },
  {
    name: 'record-revoked',
    title: 'Record revoked',
    description:
      'A person has withdrawn their consent: the application may no longer use this response or record.',
    resource: 'QuestionnaireResponse',
    interaction: 'delete',
    subjects: ['questionnaire', 'collection'],
  },
  {
    name: 'profile-deleted',
    title: 'Profile deleted',
    description:
      'A person deletes their profile, and with it this response or record. Delete the copies that you have.',
    resource: 'QuestionnaireResponse',
    interaction: 'delete',
    subjects: ['questionnaire', 'collection'],
  },
  {
    name: 'export-ready',
    title: 'Export ready',
    description: 'A bulk export of the application is complete: its files can be downloaded.',
    resource: 'Parameters',
    subjects: [],
  },
]

/** The canonical URL of a topic. */
export const topicUrl = (baseUrl: string, name: string): string => `${baseUrl}/fhir/SubscriptionTopic/${name}`

/** The topic with this canonical URL. */
export const topicAt = (baseUrl: string, url: unknown): Topic | undefined =>
  TOPICS.find(({ name }) => topicUrl(baseUrl, name) === url)

const FILTERS: Readonly<Record<SubjectFilter, string>> = {
  questionnaire: 'The form: its id, its URL on this server, or its canonical URL.',
  collection: 'The custom collection: its name or its uid.',
}

/** A topic as a SubscriptionTopic. R4 has no such type: its clients get that of R4B. */
export function topicResource(topic: Topic, baseUrl: string, release: FhirRelease): FhirResource {
  const { name, title, description, resource, interaction, subjects } = topic
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
    ...(interaction === undefined
      ? { eventTrigger: [{ description, event: { text: title }, resource }] }
      : { resourceTrigger: [{ description, resource, supportedInteraction: [interaction] }] }),
    canFilterBy: [
      ...subjects.map(subject => filter(subject, FILTERS[subject])),
      filter('authored', 'The time of the event.'),
    ],
    notificationShape: [{ resource }],
  }
}
