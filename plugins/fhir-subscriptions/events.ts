/** The events of topics: of writes, and of facts that other plugins announce. */
import type { FastifyInstance } from 'fastify'
import { didOf, fromHex, keyIdOf } from '../../core/crypto/index.ts'
import {
  type Draft,
  type Fact,
  type Gateway,
  type OutboxEvent,
  ownPages,
  type StoredRecord,
} from '../../core/index.ts'
import { findValueAttachments, type ResponseItemLike } from '../../fhir/resources/attachments.ts'
import { object, objects, text } from '../../fhir/values/unchecked-json.ts'
import { uids } from '../../schemas/uids.ts'

/** An event as it is stored: references, and no content. */
export interface EventBody {
  readonly topic: string
  /** The key of the application that it is for, compressed, in hex. */
  readonly owner: string
  /** The id of the form, or the uid of the custom collection; empty if there is neither. */
  readonly subject: string
  /** The type of the resource that it is about; absent for a record without a type of FHIR, and for an export. */
  readonly type?: string
  /** The id of the resource, the record or the export. */
  readonly focus: string
  /** Another resource that belongs to it: `Binary/<id>`. */
  readonly context?: string
}

/** An event that concerns all records of a person on a subject, which are looked up before it is distributed. */
export interface PersonEvent extends Omit<EventBody, 'focus' | 'type'> {
  /** The compressed public key of the person, in hex. It does not leave the gateway. */
  readonly person: string
  /** Subjects that it does not concern. */
  readonly except: readonly string[]
}

/** A record that an application may know. */
type Known = Pick<EventBody, 'owner' | 'subject' | 'type' | 'focus'>

/** The tag by which the service names the form of a response. */
const FORM = 'urn:andiron:questionnaire'

const eventOf = (body: EventBody, at: number): OutboxEvent => ({
  id: [body.topic, body.focus, body.context].filter(Boolean).join(' '),
  at,
  body: { ...body },
})

/**
 * The events of a record, if an application reads it.
 * @param at - the time of the first attempt, in milliseconds since the epoch
 */
export async function eventsOf(
  app: FastifyInstance,
  draft: Draft,
  at: number,
): Promise<readonly OutboxEvent[]> {
  const { uid: focus, collection, record } = draft
  const known = await knownIn(app, collection.uid, { ...record, _id: focus })
  if (known === undefined) return []
  if (collection.uid !== uids.QuestionnaireResponse)
    return [eventOf({ ...known, topic: 'record-submitted' }, at)]
  const files = findValueAttachments(record['item'] as readonly ResponseItemLike[]).flatMap(
    ({ id }) => id ?? [],
  )
  return [
    eventOf({ ...known, topic: 'response-submitted' }, at),
    ...[...new Set(files)].map(id =>
      eventOf({ ...known, topic: 'file-attached', context: `Binary/${id}` }, at),
    ),
  ]
}

/** The events of a fact of another plugin. */
export async function eventsOfFact(app: FastifyInstance, fact: Fact): Promise<readonly OutboxEvent[]> {
  const at = Date.now()
  switch (fact.name) {
    case 'exportEnded': {
      const { owner, id } = fact
      return [eventOf({ topic: 'export-ready', owner, subject: '', focus: id }, at)]
    }
    case 'consentWithdrawn': {
      const { person, owner, subject, except, decidedAt } = fact
      const body: PersonEvent = { topic: 'record-revoked', owner, subject, person, except }
      return [{ id: `record-revoked ${owner} ${person} ${subject} ${decidedAt}`, at, body: { ...body } }]
    }
    case 'profileDeletion': {
      const events: OutboxEvent[] = []
      if (!(await app.subscriptions.isInUse())) return events
      // An application from which a person withholds a record was told so, or never knew of it.
      for await (const known of knownOf(app, fact.person))
        if (await isReadable(app, known, fact.person))
          events.push(eventOf({ ...known, topic: 'profile-deleted' }, at))
      return events
    }
    default:
      return []
  }
}

/** The events of single records for an event about a person. Records that are gone have none. */
export async function expanded(app: FastifyInstance, event: OutboxEvent): Promise<readonly OutboxEvent[]> {
  const { person, except, ...body } = event.body as unknown as PersonEvent
  if (person === undefined) return [event]
  const events: OutboxEvent[] = []
  for await (const known of knownOf(app, person)) {
    const isConcerned = body.subject === '' ? !except.includes(known.subject) : known.subject === body.subject
    if (known.owner !== body.owner || !isConcerned) continue
    events.push({ ...eventOf({ ...body, ...known }, event.at), id: `${event.id} ${known.focus}` })
  }
  return events
}

/** Every record of a person that an application may know. */
async function* knownOf(app: FastifyInstance, person: string): AsyncGenerator<Known> {
  const { gateway } = app
  const collections = [...gateway.collections].filter(
    ({ uid, applicationField }) => uid === uids.QuestionnaireResponse || applicationField !== undefined,
  )
  for (const { uid } of collections)
    for await (const page of ownPages(gateway, uid, { key: person }))
      for (const record of page) {
        // A record that the person wrote directly to the nodes names whom it likes, and no application reads it.
        const known = gateway.isAttested(uid, record) ? await knownIn(app, uid, record) : undefined
        if (known !== undefined) yield known
      }
}

/** False if the person withholds the record from the application. */
export async function isReadable(
  { gateway }: FastifyInstance,
  { owner, subject }: Pick<EventBody, 'owner' | 'subject'>,
  person: string,
): Promise<boolean> {
  const check = await gateway.withholding.check({ reader: owner, purpose: 'records' }, () => subject)
  return check({ _owner: didOf(fromHex(person)) } as StoredRecord)
}

/** The application that may read a record, and the form or the collection of it. */
async function knownIn(
  { gateway, applications }: FastifyInstance,
  collection: string,
  record: Pick<StoredRecord, '_id'> & Readonly<Record<string, unknown>>,
): Promise<Known | undefined> {
  if (collection === uids.QuestionnaireResponse) return responseIn(gateway, record)
  const { applicationField } = gateway.collections.get(collection) ?? {}
  const id = applicationField === undefined ? undefined : text(record[applicationField])
  const owner = id === undefined ? undefined : (await applications.get(id))?.key
  if (owner === undefined) return undefined
  const type = [...gateway.fhir.types.values()].find(each => each.collection === collection)?.type
  return { owner, subject: collection, focus: record._id, ...(type !== undefined && { type }) }
}

function responseIn(
  { config }: Gateway,
  record: Pick<StoredRecord, '_id'> & Readonly<Record<string, unknown>>,
): Known | undefined {
  const tags = objects(object(record['meta'])?.['tag'])
  const subject = text(tags.find(({ system }) => system === FORM)?.['code'])
  const author = text(object(record['author'])?.['reference'])
  if (subject === undefined || author === undefined) return undefined
  const owner = keyOf(author, config.did.prefix)
  return owner === undefined
    ? undefined
    : { owner, subject, type: 'QuestionnaireResponse', focus: record._id }
}

/** `undefined` for a DID that is none. */
function keyOf(did: string, prefix: string): string | undefined {
  try {
    return keyIdOf(did, [prefix])
  } catch {
    return undefined
  }
}
