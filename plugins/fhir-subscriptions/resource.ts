/** A subscription as a resource of the requested version. */
import type { FhirRelease, FhirResource } from '../../core/index.ts'
import { channelSystem, EXTENSIONS, PROFILE } from './requested.ts'
import { isRead, type Kept, type Subscription, statusOf, type Wanted } from './subscription.ts'
import { TOPICS, topicUrl } from './topics.ts'

/** Only characters that a query gives another meaning: clients compare the text with theirs. */
const encoded = (text: string): string => text.replace(/[%&+#\s]/g, encodeURIComponent)

/** The type of the resources of a topic. */
const typeOf = (topic: string): string => TOPICS.find(({ name }) => name === topic)?.resource ?? 'Basic'

/** The filters by forms and by collections, as written. */
const subjectsOf = ({ questionnaires, collections }: Wanted): (readonly [name: string, value: string])[] =>
  Object.entries({ questionnaire: questionnaires, collection: collections }).flatMap(([name, values]) =>
    values.length > 0 ? [[name, values.join(',')] as const] : [],
  )

const CHANNELS = 'http://terminology.hl7.org/CodeSystem/subscription-channel-type'

const channelOf = ({ channel = 'rest-hook' }: Subscription, baseUrl: string) => ({
  system: channel === 'event-stream' ? channelSystem(baseUrl) : CHANNELS,
  code: channel,
})

export const subscriptionResource = (kept: Kept, baseUrl: string, release: FhirRelease): FhirResource =>
  release === 'R5' ? plain(kept, baseUrl) : backport(kept, baseUrl)

const common = ({ subscription, progress }: Kept) => ({
  resourceType: 'Subscription',
  id: subscription.id,
  meta: {
    versionId: String(subscription.version),
    lastUpdated: new Date(subscription.updatedAt).toISOString(),
  },
  status: statusOf(progress),
  ...(subscription.end !== undefined && { end: new Date(subscription.end).toISOString() }),
})

function plain(kept: Kept, baseUrl: string): FhirResource {
  const { subscription } = kept
  const { name, reason, topic, times, endpoint, headers, heartbeat, timeout, content, maxCount } =
    subscription
  const resourceType = typeOf(topic)
  const filterBy = [
    ...subjectsOf(subscription).map(([filterParameter, value]) => ({ resourceType, filterParameter, value })),
    ...times.map(({ comparator, value }) => ({
      ...{ resourceType, filterParameter: 'authored', comparator, value },
    })),
  ]
  return {
    ...common(kept),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    topic: topicUrl(baseUrl, topic),
    ...(filterBy.length > 0 && { filterBy }),
    channelType: channelOf(subscription, baseUrl),
    ...(!isRead(subscription) && { endpoint }),
    ...(headers.length > 0 && { parameter: headers.map(([name, value]) => ({ name, value })) }),
    ...(heartbeat > 0 && { heartbeatPeriod: heartbeat }),
    ...{ timeout, contentType: 'application/fhir+json', content, maxCount },
  }
}

function backport(kept: Kept, baseUrl: string): FhirResource {
  const { subscription, progress } = kept
  const { reason, topic, times, endpoint, headers, heartbeat, timeout, content, maxCount } = subscription
  const criteria = [
    ...subjectsOf(subscription).map(([name, value]) => `${name}=${encoded(value)}`),
    ...times.map(({ comparator, value }) => `authored=${comparator}${encoded(value)}`),
  ].join('&')
  const extension = [
    ...(heartbeat > 0 ? [{ url: EXTENSIONS.heartbeat, valueUnsignedInt: heartbeat }] : []),
    { url: EXTENSIONS.timeout, valueUnsignedInt: timeout },
    { url: EXTENSIONS.maxCount, valuePositiveInt: maxCount },
  ]
  const { meta, ...rest } = common(kept)
  return {
    ...rest,
    meta: { ...meta, profile: [PROFILE] },
    reason: reason ?? 'Notifications of an application',
    criteria: topicUrl(baseUrl, topic),
    ...(criteria !== '' && {
      _criteria: {
        extension: [{ url: EXTENSIONS.filter, valueString: `${typeOf(topic)}?${criteria}` }],
      },
    }),
    ...(progress.error !== undefined && { error: progress.error }),
    channel: {
      extension,
      ...(subscription.channel === 'event-stream'
        ? {
            _type: {
              extension: [{ url: EXTENSIONS.channel, valueCoding: channelOf(subscription, baseUrl) }],
            },
          }
        : { type: subscription.channel ?? 'rest-hook', ...(!isRead(subscription) && { endpoint }) }),
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: EXTENSIONS.content, valueCode: content }] },
      ...(headers.length > 0 && { header: headers.map(([name, value]) => `${name}: ${value}`) }),
    },
  }
}
