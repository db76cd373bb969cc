/** The registered questionnaires: found by any reference in a response, compiled once, cached briefly. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { didKeyOf, didOf, fromHex, keyIdOf } from '../../core/crypto/index.ts'
import {
  type Caller,
  type Context,
  type Filter,
  type Gateway,
  loopTurn,
  NEWEST,
  newestOf as newestIn,
  REVISION_OF,
  type StoredRecord,
  servedOf,
  splitCanonical,
  type Which,
} from '../../core/index.ts'
import { canonicalsOf } from '../../fhir/canonicals.ts'
import type { FhirVersion } from '../../fhir/index.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'
import { type CheckResponse, FormChecks } from './checks.ts'
import { NotPublisher, UnknownQuestionnaire } from './errors.ts'
import type { FormParts } from './form-parts.ts'
import { admitReading } from './hooks.ts'
import { modeIn } from './mode.ts'
import { type ResponsePage, readPages, type Selection } from './response-pages.ts'
import { answersFilter, revisionIn } from './tags.ts'

/** One revision of a questionnaire, with the check of the responses to it. */
export interface Registered {
  readonly resource: StoredQuestionnaire
  /** The serialized resource. */
  readonly bytes: Buffer
  readonly parts: FormParts
  readonly check: CheckResponse
}

/** Options for compiling a form that need not be registered. */
export interface Compilation {
  /** @default the version in the form, otherwise the one of registered forms */
  readonly fhirVersion?: FhirVersion | undefined
  /** The application whose value sets apply. @default the first that registered each */
  readonly publisher?: string
  /** Value sets and code systems that take precedence over registered ones. */
  readonly valueSets?: readonly Readonly<Record<string, unknown>>[]
}

export interface Questionnaires {
  /** The default FHIR version of questionnaires. */
  readonly fhirVersion: FhirVersion
  get(id: string, which?: Which): Promise<Registered | undefined>
  /**
   * By `_id`, `urn:uuid:`, `Questionnaire/<id>`, an absolute URL of this gateway, or a canonical URL, each
   * with or without `|version`. A canonical URL belongs to the application that registered it first.
   */
  resolve(reference: string): Promise<Registered | undefined>
  /** The revision that a stored response was validated against. */
  answeredBy(response: Readonly<Record<string, unknown>>): Promise<Registered | undefined>
  /**
   * The latest revision, for the application that published it.
   * @throws UnknownQuestionnaire, NotPublisher
   */
  publishedBy(caller: Caller, id: string): Promise<Registered>
  /**
   * Call this before responses are read for an application, with the ids of their forms.
   * @throws any error of a listener of `readResponses`
   */
  admitReading(ids: readonly string[], context: Context): Promise<void>
  /** All revisions of a questionnaire, oldest first. */
  revisions(id: string): Promise<StoredQuestionnaire[]>
  /** The records of the response collection that may answer this questionnaire. */
  responsesTo(id: string): Filter
  /** The attested responses to a questionnaire, page by page, and the number of others. */
  readResponses(selection: Selection): AsyncIterable<ResponsePage>
  /** The latest revisions of the questionnaires that a key published. */
  publishedWith(key: string): Filter
  /** The attested records that answer the questionnaire. */
  answersTo(id: string): Filter
  readonly checks: FormChecks
  /** Collects the inputs for checking a form that need not be registered. */
  partsOf(questionnaire: unknown, compilation?: Compilation): Promise<FormParts>
  /** Drops a questionnaire from the cache, after a change. */
  forget(id: string): void
}

/** A cache entry with its conditions of validity. */
interface Loaded {
  readonly registered: Registered
  /** True if it refers to no value set that could change. */
  readonly isFixed: boolean
  /** The number of changes to value sets when it was compiled. */
  readonly changes: number
}

/** Maximum base forms of a form. */
const MOST_BASES = 8

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface QuestionnairesOptions {
  readonly gateway: Gateway
  readonly valueSets: FastifyInstance['valueSets']
  readonly fhirVersion: FhirVersion
  readonly cacheSize: number
  /** Milliseconds until a change through another gateway is visible. */
  readonly ttl: number
}

export function createQuestionnaires({
  gateway,
  valueSets,
  fhirVersion,
  cacheSize,
  ttl,
}: QuestionnairesOptions): Questionnaires {
  const { records } = gateway
  const newest = new LRUCache<string, StoredRecord>({ max: cacheSize, ttl })
  const canonicals = new LRUCache<string, StoredRecord>({ max: cacheSize, ttl })
  // The latest revision of each version: finding it walks over all revisions, and anyone may request it.
  const versions = new LRUCache<string, string>({ max: 10_000, ttl })
  // Revisions are immutable, so these entries never become outdated.
  const revisions = new LRUCache<string, StoredRecord>({ max: cacheSize })
  const loaded = new LRUCache<string, Loaded>({ max: cacheSize })
  const registrations = new LRUCache<string, Promise<CheckResponse>>({ max: cacheSize })
  const checks = new FormChecks(gateway.sandbox)

  const newestOf = (filter: Filter) => newestIn(records, uids.Questionnaire, filter)

  /** Compiled once for the same revisions of the form and its value sets. */
  async function load(record: StoredRecord): Promise<Registered> {
    const key = `${record._id} ${record._updated}`
    const known = loaded.get(key)
    if (known && (known.isFixed || known.changes === valueSets.changes)) return known.registered
    const { changes } = valueSets
    const resource = servedOf<StoredQuestionnaire>(record)
    const form = authored(record)
    const named = await valueSets.namedBy([form], resource.publisher)
    const revision = `${resource.meta?.versionId ?? key}\n${named.revisions}`
    const parts: FormParts = {
      questionnaire: form,
      fhirVersion: modeIn(form) ?? fhirVersion,
      given: [],
      valueSets: [...named.found],
      bases: [],
    }
    const check = registrations.get(revision) ?? checks.registered(parts, revision)
    registrations.set(revision, check)
    const registered = {
      ...{ resource, parts },
      bytes: Buffer.from(JSON.stringify(resource)),
      check: await check,
    }
    loaded.set(key, { registered, changes, isFixed: named.isNothing }, named.isNothing ? {} : { ttl })
    return registered
  }

  async function partsOf(
    questionnaire: unknown,
    { fhirVersion: mode, publisher, valueSets: given = [] }: Compilation = {},
  ): Promise<FormParts> {
    // Parsing the body took one turn of the event loop; collecting its references takes the next.
    await loopTurn()
    // Given resources may refer to registered ones, as the form does.
    const named = await valueSets.namedBy([questionnaire, ...given], publisher)
    const bases = new Map<string, StoredRecord>()
    for (const canonical of [...canonicalsOf(questionnaire).questionnaires].slice(0, MOST_BASES)) {
      const record = await recordOf(canonical)
      if (record) bases.set(canonical, record)
    }
    return {
      questionnaire,
      fhirVersion: mode ?? modeIn(questionnaire) ?? fhirVersion,
      given,
      valueSets: [...named.found],
      bases: [...bases],
    }
  }

  async function getNewest(id: string): Promise<StoredRecord | undefined> {
    const known = newest.get(id)
    if (known) return known
    const record = await records.read(uids.Questionnaire, id)
    // The id of a revision's record is not public.
    if (!record || record[REVISION_OF] !== undefined) return undefined
    newest.set(id, record)
    return record
  }

  async function getRevision(versionId: string): Promise<StoredRecord | undefined> {
    const known = revisions.get(versionId)
    if (known) return known
    const record = await records.read(uids.Questionnaire, versionId)
    if (!record || record[REVISION_OF] === undefined) return undefined
    revisions.set(versionId, record)
    return record
  }

  async function recordAt(id: string, { version, versionId }: Which): Promise<StoredRecord | undefined> {
    if (!UUID.test(id)) return undefined
    if (versionId !== undefined) {
      const revision = UUID.test(versionId) ? await getRevision(versionId) : undefined
      return revision?.[REVISION_OF] === id ? revision : undefined
    }
    const current = await getNewest(id)
    if (version === undefined || current?.['version'] === version) return current
    const key = `${id} ${version}`
    const known = versions.get(key)
    if (known !== undefined) return getRevision(known)
    const found = await newestOf({ [REVISION_OF]: id, version })
    if (found) versions.set(key, found._id)
    return found
  }

  async function recordByCanonical(reference: string): Promise<StoredRecord | undefined> {
    const known = canonicals.get(reference)
    if (known) return known
    const { name: url, version } = splitCanonical(reference)
    const { records: found } = await records.find(uids.Questionnaire, { url, ...NEWEST }, { limit: 1 })
    const [first] = found
    if (!first) return undefined
    // An application that registers the URL later must not receive answers to the first one's form.
    const own = { url, publisher: first['publisher'] }
    const latest = await newestOf({ ...own, ...NEWEST })
    const record =
      version === undefined || latest?.['version'] === version
        ? latest
        : await newestOf({ ...own, version, [REVISION_OF]: { $exists: true } })
    if (record) canonicals.set(reference, record)
    return record
  }

  async function recordOf(reference: string): Promise<StoredRecord | undefined> {
    const { name, version } = splitCanonical(reference)
    const id = idIn(name, gateway.baseUrl)
    return id === undefined ? recordByCanonical(reference) : recordAt(id, { version })
  }

  const loadIfAny = async (record: StoredRecord | undefined) => record && load(record)
  const resolve = async (reference: string) => loadIfAny(await recordOf(reference))

  const get = async (id: string, which: Which = {}) => loadIfAny(await recordAt(id, which))

  return {
    fhirVersion,
    get,
    async publishedBy(caller, id) {
      const registered = await get(id)
      if (!registered) throw new UnknownQuestionnaire(id)
      if (keyIdOf(registered.resource.publisher, [gateway.config.did.prefix]) !== caller.key)
        throw new NotPublisher()
      return registered
    },
    async revisions(id) {
      const found: StoredQuestionnaire[] = []
      for (let after: string | undefined; ; ) {
        const page = { limit: 200, ...(after !== undefined && { after }) }
        const { records: some, next } = await records.find(uids.Questionnaire, { [REVISION_OF]: id }, page)
        found.push(...some.map(record => servedOf<StoredQuestionnaire>(record)))
        if (next === undefined) return found
        after = next
      }
    },
    admitReading,
    resolve,
    async answeredBy(response) {
      const versionId = revisionIn(response)
      if (versionId !== undefined) return loadIfAny(await getRevision(versionId))
      const { questionnaire } = response
      return typeof questionnaire === 'string' ? resolve(questionnaire) : undefined
    },
    // The service sets the tag. Names select records written directly to the nodes, to count those left out.
    responsesTo: id => ({
      $or: [{ 'meta.tag.code': id }, { questionnaire: { $in: namesOf(id, gateway.baseUrl) } }],
    }),
    readResponses: selection => readPages(gateway, selection),
    publishedWith(key) {
      const publicKey = fromHex(key)
      const { prefix } = gateway.config.did
      const spellings = new Set([didOf(publicKey), didOf(publicKey, prefix), didKeyOf(publicKey)])
      return { publisher: { $in: [...spellings] }, ...NEWEST }
    },
    answersTo: answersFilter,
    checks,
    partsOf,
    forget(id) {
      newest.delete(id)
      canonicals.clear()
      versions.clear()
    },
  }
}

/** The resource as its author wrote it. */
const authored = ({ _id, _created, _updated, [REVISION_OF]: _, ...resource }: StoredRecord) => resource

/** The paths of questionnaires on this gateway. */
const PATHS = ['/api/questionnaire/', '/fhir/Questionnaire/', '/Questionnaire/'] as const

const namesOf = (id: string, baseUrl: string): readonly string[] => [
  id,
  `urn:uuid:${id}`,
  `Questionnaire/${id}`,
  ...PATHS.map(path => `${baseUrl}${path}${id}`),
]

/** The `_id` in a reference, unless it is a canonical URL chosen by the author. */
function idIn(reference: string, baseUrl: string): string | undefined {
  const own = reference.startsWith(`${baseUrl}/`) ? reference.slice(baseUrl.length) : reference
  for (const prefix of ['urn:uuid:', 'Questionnaire/', ...PATHS])
    if (own.startsWith(prefix)) return own.slice(prefix.length)
  return UUID.test(reference) ? reference : undefined
}
