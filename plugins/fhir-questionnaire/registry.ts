/** The registered questionnaires: found by every way a response may name them, compiled once, cached for a short while. */
import { LRUCache } from 'lru-cache'
import type { Filter, Gateway, StoredRecord } from '../../core/index.ts'
import { type CompiledQuestionnaire, type FhirVersion, prepareQuestionnaire } from '../../fhir/index.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'
import { NEWEST, REVISION_OF, revisionIn, servedOf } from './revisions.ts'

/** One revision of a questionnaire, with the validator of the responses to it. */
export interface Registered {
  readonly resource: StoredQuestionnaire
  readonly compiled: CompiledQuestionnaire
}

/** Which revision is meant when not the newest one. */
export interface Which {
  /** The author's `version`: the newest revision that has it. */
  readonly version?: string | undefined
  /** The revision itself: `meta.versionId`. */
  readonly versionId?: string | undefined
}

export interface Questionnaires {
  /** How registered questionnaires are read. */
  readonly fhirVersion: FhirVersion
  get(id: string, which?: Which): Promise<Registered | undefined>
  /**
   * By `_id`, `urn:uuid:`, `Questionnaire/<id>`, an absolute URL of this gateway, or a canonical URL, each with `|version`
   * or without. A canonical URL belongs to the application that registered it first.
   */
  resolve(reference: string): Promise<Registered | undefined>
  /** The very revision that a stored response was checked against. */
  answeredBy(response: Readonly<Record<string, unknown>>): Promise<Registered | undefined>
  /** Which records of the response collection may answer this questionnaire. */
  responsesTo(id: string): Filter
  /** Compiles one that need not be registered; as the registered ones are unless a version is given. */
  compile(questionnaire: unknown, fhirVersion?: FhirVersion): Promise<CompiledQuestionnaire>
  /** Forgets what is cached of one, after a change. */
  forget(id: string): void
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface QuestionnairesOptions {
  readonly gateway: Gateway
  readonly fhirVersion: FhirVersion
  readonly cacheSize: number
  /** Milliseconds until a change made through another gateway is seen. */
  readonly ttl: number
}

export function createQuestionnaires({
  gateway,
  fhirVersion,
  cacheSize,
  ttl,
}: QuestionnairesOptions): Questionnaires {
  const { records } = gateway
  const newest = new LRUCache<string, Registered>({ max: cacheSize, ttl })
  const canonicals = new LRUCache<string, StoredRecord>({ max: cacheSize, ttl })
  // A revision never changes, so nothing here grows old.
  const revisions = new LRUCache<string, Registered>({ max: cacheSize })
  const compilations = new LRUCache<string, Promise<CompiledQuestionnaire>>({ max: cacheSize })

  const compile = (questionnaire: unknown, version = fhirVersion) =>
    prepareQuestionnaire(questionnaire, { fhirVersion: version, clock: () => performance.now() })

  const find = async (filter: Filter, limit = 200) =>
    (await records.find(uids.Questionnaire, filter, { limit })).records

  async function load(record: StoredRecord): Promise<Registered> {
    const resource = servedOf(record)
    const key = resource.meta?.versionId ?? `${record._id} ${record._updated}`
    const compiled = compilations.get(key) ?? compile(authored(record))
    compilations.set(key, compiled)
    return { resource, compiled: await compiled }
  }

  async function getNewest(id: string): Promise<Registered | undefined> {
    const known = newest.get(id)
    if (known) return known
    const record = await records.read(uids.Questionnaire, id)
    // The record of a revision has no name that is given out.
    if (!record || record[REVISION_OF] !== undefined) return undefined
    const registered = await load(record)
    newest.set(id, registered)
    return registered
  }

  async function getRevision(versionId: string): Promise<Registered | undefined> {
    const known = revisions.get(versionId)
    if (known) return known
    const record = await records.read(uids.Questionnaire, versionId)
    if (!record || record[REVISION_OF] === undefined) return undefined
    const registered = await load(record)
    revisions.set(versionId, registered)
    return registered
  }

  async function get(id: string, { version, versionId }: Which = {}): Promise<Registered | undefined> {
    if (!UUID.test(id)) return undefined
    if (versionId !== undefined) {
      const revision = UUID.test(versionId) ? await getRevision(versionId) : undefined
      return revision?.resource._id === id ? revision : undefined
    }
    const current = await getNewest(id)
    if (version === undefined || current?.resource.version === version) return current
    const record = (await find({ [REVISION_OF]: id, version })).at(-1)
    return record && load(record)
  }

  async function getByCanonical(reference: string): Promise<Registered | undefined> {
    const known = canonicals.get(reference)
    if (known) return load(known)
    const { name: url, version } = split(reference)
    const [first] = await find({ url, ...NEWEST }, 1)
    if (!first) return undefined
    // Whoever registers the URL later must not receive what people answer to the first.
    const own = { url, publisher: first['publisher'] }
    const latest = (await find({ ...own, ...NEWEST })).at(-1)
    const record =
      version === undefined || latest?.['version'] === version
        ? latest
        : (await find({ ...own, version, [REVISION_OF]: { $exists: true } })).at(-1)
    if (!record) return undefined
    canonicals.set(reference, record)
    return load(record)
  }

  async function resolve(reference: string): Promise<Registered | undefined> {
    const { name, version } = split(reference)
    const id = idIn(name, gateway.baseUrl)
    return id === undefined ? getByCanonical(reference) : get(id, { version })
  }

  return {
    fhirVersion,
    get,
    resolve,
    async answeredBy(response) {
      const versionId = revisionIn(response)
      if (versionId !== undefined) return getRevision(versionId)
      const { questionnaire } = response
      return typeof questionnaire === 'string' ? resolve(questionnaire) : undefined
    },
    // The tag is what the service found; names are for what was written to the nodes directly, to count what is left out.
    responsesTo: id => ({
      $or: [{ 'meta.tag.code': id }, { questionnaire: { $in: namesOf(id, gateway.baseUrl) } }],
    }),
    compile,
    forget(id) {
      newest.delete(id)
      canonicals.clear()
    },
  }
}

/** The resource as its author wrote it. */
const authored = ({ _id, _created, _updated, [REVISION_OF]: _, ...resource }: StoredRecord) => resource

/** Where this gateway serves questionnaires. */
const PATHS = ['/api/questionnaire/', '/fhir/Questionnaire/', '/Questionnaire/'] as const

const namesOf = (id: string, baseUrl: string): readonly string[] => [
  id,
  `urn:uuid:${id}`,
  `Questionnaire/${id}`,
  ...PATHS.map(path => `${baseUrl}${path}${id}`),
]

function split(reference: string): { readonly name: string; readonly version: string | undefined } {
  const at = reference.indexOf('|')
  if (at < 0) return { name: reference, version: undefined }
  return { name: reference.slice(0, at), version: reference.slice(at + 1) }
}

/** The `_id` that a reference holds, unless it is a canonical URL of its author's. */
function idIn(reference: string, baseUrl: string): string | undefined {
  const own = reference.startsWith(`${baseUrl}/`) ? reference.slice(baseUrl.length) : reference
  for (const prefix of ['urn:uuid:', 'Questionnaire/', ...PATHS])
    if (own.startsWith(prefix)) return own.slice(prefix.length)
  return UUID.test(reference) ? reference : undefined
}
