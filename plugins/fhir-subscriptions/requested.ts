/** Reads a Subscription of R5, or of R4 and R4B with the backport's extensions; all issues at once. */
import { type FhirResource, type Issue, packageMissing } from '../../core/index.ts'
import { type Json, object, objects, text } from '../../fhir/values/unchecked-json.ts'
import { CHANNEL, SOCKETS } from './socket.ts'
import { CHANNELS, CONTENTS, type Content, isRead, type TimeFilter, type Wanted } from './subscription.ts'
import { TOPICS, type Topic, topicAt, topicUrl } from './topics.ts'

/** The terms of a deployment. */
export interface Terms {
  readonly baseUrl: string
  /** True if receivers must be at public addresses, by https. */
  readonly publicOnly: boolean
  /** True if the package that serves WebSockets is installed. */
  readonly webSockets: boolean
}

/** The implementation guide for R4 and R4B. */
export const BACKPORT = 'http://hl7.org/fhir/uv/subscriptions-backport'
const DEFINITION = `${BACKPORT}/StructureDefinition`
export const EXTENSIONS = {
  filter: `${DEFINITION}/backport-filter-criteria`,
  content: `${DEFINITION}/backport-payload-content`,
  heartbeat: `${DEFINITION}/backport-heartbeat-period`,
  timeout: `${DEFINITION}/backport-timeout`,
  maxCount: `${DEFINITION}/backport-max-count`,
  channel: `${DEFINITION}/backport-channel-type`,
} as const
export const PROFILE = `${DEFINITION}/backport-subscription`

/** The code system of the channels that FHIR does not define. */
export const channelSystem = (baseUrl: string): string => `${baseUrl}/fhir/CodeSystem/subscription-channel`

/** The parts of a request, from either version, with the places where they were. */
interface Parts {
  readonly topic: readonly [value: unknown, at: string]
  readonly filters: readonly {
    readonly name: unknown
    readonly comparator: unknown
    readonly value: unknown
    readonly at: string
  }[]
  /** A Coding. */
  readonly channel: readonly [value: unknown, at: string]
  readonly endpoint: readonly [value: unknown, at: string]
  readonly headers: readonly { readonly name: unknown; readonly value: unknown; readonly at: string }[]
  readonly payload: readonly [value: unknown, at: string]
  readonly content: readonly [value: unknown, at: string]
  readonly heartbeat: readonly [value: unknown, at: string]
  readonly timeout: readonly [value: unknown, at: string]
  readonly maxCount: readonly [value: unknown, at: string]
}

/** Header names: no framing, no host, none that the signature sets. */
const HEADER =
  /^(?!(?:host|connection|content-.*|transfer-.*|te|trailer|upgrade|expect|webhook-.*|andiron-.*)$)[a-z0-9-]{1,64}$/i
const VALUE = /^[\x20-\x7e]{0,1024}$/
const MOST = 20
const DAY = 86_400
/** Events of one notification, if the subscriber names no bound (R5 Subscription.maxCount). */
const BATCH = 20

/** @returns the wishes, or the issues that keep them from being accepted */
export function readRequested(resource: FhirResource, terms: Terms): Wanted | Issue[] {
  const isBackport = resource['topic'] === undefined && resource['criteria'] !== undefined
  const reader = new RequestReader(isBackport ? backport(resource) : plain(resource), terms)
  const wanted = reader.read(resource)
  return reader.issues.length > 0 ? reader.issues : wanted
}

/** Reads the parts of a request, and collects the issues of all of them. */
class RequestReader {
  readonly issues: Issue[] = []
  readonly #parts: Parts
  readonly #terms: Terms

  constructor(parts: Parts, terms: Terms) {
    this.#parts = parts
    this.#terms = terms
  }

  read(resource: FhirResource): Wanted {
    const { heartbeat, timeout, maxCount } = this.#parts
    const topic = this.#topic()
    const filters = this.#filters(topic)
    const channel = this.#channel()
    const delivery = {
      endpoint: this.#endpoint(channel),
      headers: this.#headers(),
      content: this.#content(),
    }
    const state = this.#state(resource)
    const wanted: Wanted = {
      ...{ topic: topic?.name ?? '', ...filters, ...delivery },
      ...(channel && { channel }),
      heartbeat: this.#integer(heartbeat, 0, DAY, 0),
      timeout: this.#integer(timeout, 1, 60, 10),
      maxCount: this.#integer(maxCount, 1, 100, BATCH),
      ...state,
    }
    if (wanted.heartbeat > 0 && wanted.heartbeat < 10)
      this.#refuse(heartbeat[1], 'Heartbeats are at least 10 seconds apart.')
    return wanted
  }

  #refuse(at: string, text: string): void {
    const expression = `Subscription.${at}`
    this.issues.push({ severity: 'error', code: 'value', rule: 'subscription', expression, text })
  }

  #topic(): Topic | undefined {
    const [value, at] = this.#parts.topic
    const { baseUrl } = this.#terms
    const topic = topicAt(baseUrl, value)
    if (!topic)
      this.#refuse(
        at,
        `No such topic. There is ${TOPICS.map(({ name }) => `'${topicUrl(baseUrl, name)}'`).join(', ')}.`,
      )
    return topic
  }

  #filters(topic: Topic | undefined): Pick<Wanted, 'questionnaires' | 'collections' | 'times'> {
    const { filters } = this.#parts
    const named = { questionnaire: [] as string[], collection: [] as string[] }
    const subjects: readonly string[] = topic?.subjects ?? ['questionnaire', 'collection']
    const times: TimeFilter[] = []
    if (filters.length > MOST) this.#refuse('filterBy', `At most ${MOST} filters are accepted.`)
    for (const { name, comparator = 'eq', value, at } of filters.slice(0, MOST)) {
      const given = text(value) ?? ''
      if (
        (name === 'questionnaire' || name === 'collection') &&
        subjects.includes(name) &&
        comparator === 'eq' &&
        (name === 'collection' ? COLLECTIONS : FORMS).test(given)
      )
        named[name].push(...given.split(','))
      else if (
        name === 'authored' &&
        /^(?:ge|gt|le|lt)$/.test(String(comparator)) &&
        INSTANT.test(given) &&
        !Number.isNaN(Date.parse(given))
      )
        times.push({ comparator: comparator as TimeFilter['comparator'], value: given })
      else
        this.#refuse(
          at,
          `Filter by ${subjects.map(subject => `'${subject}' with ${NOUNS[subject]}, or by `).join('')}'authored' with a comparator (ge, gt, le, lt) and a time with its zone.`,
        )
    }
    if (topic?.name === 'record-submitted' && named.collection.length === 0)
      this.#refuse('filterBy', "Filter by 'collection': name the custom collections.")
    return { questionnaires: named.questionnaire, collections: named.collection, times }
  }

  #channel(): Wanted['channel'] {
    const [coding, at] = this.#parts.channel
    const { system, code } = object(coding) ?? {}
    const own = channelSystem(this.#terms.baseUrl)
    const channel = CHANNELS.find(each => each === code)
    if (!channel || (channel === 'event-stream' && system !== undefined && system !== own))
      this.#refuse(
        at,
        `The channel must be 'rest-hook', 'websocket', or 'event-stream' of '${own}'; others are not served.`,
      )
    if (channel === 'websocket' && !this.#terms.webSockets)
      this.#refuse(at, packageMissing(SOCKETS, CHANNEL).message)
    return channel
  }

  #endpoint(channel: Wanted['channel']): string {
    const [value, at] = this.#parts.endpoint
    const { publicOnly } = this.#terms
    const endpoint = text(value) ?? ''
    if (channel !== undefined && isRead({ channel })) {
      if (value !== undefined)
        this.#refuse(at, `The channel '${channel}' has no endpoint: clients read the notifications here.`)
      if (this.#parts.headers.length > 0)
        this.#refuse('parameter', `The channel '${channel}' has no headers of a subscriber.`)
    } else if (!isEndpoint(endpoint, publicOnly))
      this.#refuse(
        at,
        `This must be a URL with ${publicOnly ? 'https' : 'http or https'}, without credentials and fragment.`,
      )
    return endpoint
  }

  #headers(): [string, string][] {
    const { headers } = this.#parts
    const accepted: [string, string][] = []
    if (headers.length > MOST) this.#refuse('parameter', `At most ${MOST} headers are accepted.`)
    for (const { name, value, at } of headers.slice(0, MOST))
      if (HEADER.test(text(name) ?? '') && VALUE.test(text(value) ?? '\0'))
        accepted.push([String(name), String(value)])
      else this.#refuse(at, 'This is not a header that a subscriber may set.')
    return accepted
  }

  #content(): Content {
    const { payload, content } = this.#parts
    const value = content[0] ?? 'id-only'
    if (payload[0] !== undefined && !/^application\/(?:fhir\+)?json(?:;.*)?$/.test(text(payload[0]) ?? ''))
      this.#refuse(payload[1], "Notifications are JSON: 'application/fhir+json'.")
    if (!CONTENTS.includes(value as Content))
      this.#refuse(content[1], `This must be one of ${CONTENTS.join(', ')}.`)
    return value as Content
  }

  #state({ end, status, reason, name }: FhirResource): Pick<Wanted, 'end' | 'isOff' | 'reason' | 'name'> {
    if (end !== undefined && !INSTANT.test(text(end) ?? ''))
      this.#refuse('end', 'This must be an instant with its zone.')
    if (status !== undefined && !['requested', 'active', 'error', 'off'].includes(String(status)))
      this.#refuse('status', "Send 'requested', or 'off'; the service sets others.")
    return {
      ...(end !== undefined && { end: Date.parse(String(end)) }),
      isOff: status === 'off',
      ...(typeof reason === 'string' && { reason: reason.slice(0, 1000) }),
      ...(typeof name === 'string' && { name: name.slice(0, 200) }),
    }
  }

  #integer([value, at]: Parts['timeout'], least: number, most: number, without: number): number {
    if (value === undefined) return without
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value)
    this.#refuse(at, `This must be a whole number from ${least} to ${most}.`)
    return without
  }
}

/** Several with commas. The name of a collection may have spaces. */
const FORMS = /^[^\s\0]{1,2048}$/
const COLLECTIONS = /^[^\p{Cc}]{1,2048}$/u
const NOUNS: Readonly<Record<string, string>> = { questionnaire: 'a form', collection: 'a custom collection' }

function isEndpoint(endpoint: string, publicOnly: boolean): boolean {
  const url = endpoint.length <= 2048 && URL.canParse(endpoint) ? new URL(endpoint) : null
  const scheme = publicOnly ? /^https:$/ : /^https?:$/
  return (
    url !== null && scheme.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

function plain(resource: Json): Parts {
  const of = (name: string) => [resource[name], name] as const
  return {
    topic: of('topic'),
    filters: objects(resource['filterBy']).map(({ filterParameter, comparator, value }, at) => ({
      ...{ name: filterParameter, comparator, value, at: `filterBy[${at}]` },
    })),
    channel: of('channelType'),
    endpoint: of('endpoint'),
    headers: objects(resource['parameter']).map(({ name, value }, at) => ({
      name,
      value,
      at: `parameter[${at}]`,
    })),
    payload: of('contentType'),
    content: of('content'),
    heartbeat: of('heartbeatPeriod'),
    timeout: of('timeout'),
    maxCount: of('maxCount'),
  }
}

/** The Subscription of R4 with the backport's extensions. */
function backport(resource: Json): Parts {
  const channel = object(resource['channel']) ?? {}
  const extensionOf = (element: unknown, url: string) =>
    objects(object(element)?.['extension']).filter(each => each['url'] === url)
  const [content] = extensionOf(channel['_payload'], EXTENSIONS.content)
  const [added] = extensionOf(channel['_type'], EXTENSIONS.channel)
  const [heartbeat] = extensionOf(channel, EXTENSIONS.heartbeat)
  const [timeout] = extensionOf(channel, EXTENSIONS.timeout)
  const [maxCount] = extensionOf(channel, EXTENSIONS.maxCount)
  const headers = Array.isArray(channel['header']) ? channel['header'] : []
  return {
    topic: [resource['criteria'], 'criteria'],
    filters: extensionOf(resource['_criteria'], EXTENSIONS.filter).flatMap(({ valueString }, number) =>
      criteriaIn(text(valueString) ?? '').map(each => ({ ...each, at: `criteria.extension[${number}]` })),
    ),
    channel: [added?.['valueCoding'] ?? { code: channel['type'] }, 'channel.type'],
    endpoint: [channel['endpoint'], 'channel.endpoint'],
    headers: headers.map((line, number) => {
      const [name, ...value] = String(line).split(':')
      return { name: name?.trim(), value: value.join(':').trim(), at: `channel.header[${number}]` }
    }),
    payload: [channel['payload'], 'channel.payload'],
    content: [content?.['valueCode'], 'channel.payload.extension'],
    heartbeat: [heartbeat?.['valueUnsignedInt'], 'channel.extension'],
    timeout: [timeout?.['valueUnsignedInt'], 'channel.extension'],
    maxCount: [maxCount?.['valuePositiveInt'], 'channel.extension'],
  }
}

/** `QuestionnaireResponse?questionnaire=…&authored=ge…`; the type is that of the topic. */
function criteriaIn(criteria: string): { name: unknown; comparator: unknown; value: unknown }[] {
  const [type, query] = [criteria.slice(0, criteria.indexOf('?')), criteria.slice(criteria.indexOf('?') + 1)]
  if (!TOPICS.some(({ resource }) => resource === type))
    return [{ name: criteria, comparator: undefined, value: undefined }]
  return [...new URLSearchParams(query)].map(([name, value]) => {
    const [, comparator, bound] = (name === 'authored' && /^(ge|gt|le|lt)(.*)$/.exec(value)) || []
    // A plus sign in a time zone is a space once the query is read.
    return comparator === undefined
      ? { name, comparator: undefined, value }
      : { name, comparator, value: bound?.replace(' ', '+') }
  })
}
