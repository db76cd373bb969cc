/** The registered questionnaires: found by any reference in a response, compiled once, cached briefly. */

import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { didKeyOf, didOf, fromHex, keyIdOf } from '../../core/crypto/index.ts'
import {
  type Caller,
  type Context,
  type Filter,
  type Gateway,
  growing,
  loopTurn,
  NEWEST,
  newestOf as newestIn,
  REVISION_OF,
  type StoredRecord,
  servedOf,
  splitCanonical,
  type Which,
} from '../../core/index.ts'
import type { FhirVersion } from '../../fhir/index.ts'
import { extension } from '../../fhir/model/extensions.ts'
import type { Form } from '../../fhir/model/form-tree.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import { canonicalsOf, findContained } from '../../fhir/terminology/canonicals.ts'
import { text } from '../../fhir/values/unchecked-json.ts'
import { isUuid } from '../../schemas/identity.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'
import { type CheckResponse, FormChecks } from './checks.ts'
import { NotPublisher, UnknownQuestionnaire } from './errors.ts'
import type { FormParts } from './form-parts.ts'
import { admitReading } from './hooks.ts'
import { modeIn } from './mode.ts'
import { preferredServers } from './preferred-servers.ts'
import { type ResponsePage, readPages, type Selection } from './response-pages.ts'
import { answersFilter, revisionIn } from './tags.ts'
import { Translations } from './translations.ts'

type ValueSets = FastifyInstance['valueSets']
type Question = NonNullable<Awaited<ReturnType<ValueSets['questionAt']>>>

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
/** Tells other workers to drop a questionnaire from their caches. */
const CHANGED = 'questionnaire changed'

export interface QuestionnairesOptions {
  readonly gateway: Gateway
  readonly valueSets: ValueSets
  readonly fhirVersion: FhirVersion
  readonly cacheSize: number
  /** Milliseconds until a change through another gateway is visible. */
  readonly ttl: number
}

/** The registered questionnaires, as `app.questionnaires`. */
export class Questionnaires {
  /** The default FHIR version of questionnaires. */
  readonly fhirVersion: FhirVersion
  readonly checks: FormChecks
  readonly translations = new Translations()
  readonly #gateway: Gateway
  readonly #records: Gateway['records']
  readonly #valueSets: ValueSets
  readonly #ttl: number
  readonly #newest: LRUCache<string, StoredRecord>
  readonly #canonicals: LRUCache<string, StoredRecord>
  /** The latest revision of each version: finding it walks over all revisions, and anyone may request it. */
  readonly #versions: LRUCache<string, string>
  /** Revisions are immutable, so these entries never become outdated. */
  readonly #revisions: LRUCache<string, StoredRecord>
  readonly #loaded: LRUCache<string, Loaded>
  readonly #lookedUp: (isHit: boolean) => void
  /** Forms whose value sets are searched. */
  readonly #forms = new WeakMap<StoredQuestionnaire, Form>()
  readonly #registrations: LRUCache<string, Promise<CheckResponse>>

  constructor({ gateway, valueSets, fhirVersion, cacheSize: max, ttl }: QuestionnairesOptions) {
    this.fhirVersion = fhirVersion
    this.checks = new FormChecks(gateway.sandbox, valueSets)
    this.#gateway = gateway
    this.#lookedUp = gateway.telemetry.cache('forms')
    this.#records = gateway.records
    this.#valueSets = valueSets
    this.#ttl = ttl
    this.#newest = new LRUCache({ ...growing(max), ttl })
    this.#canonicals = new LRUCache({ ...growing(max), ttl })
    this.#versions = new LRUCache({ ...growing(10_000), ttl })
    this.#revisions = new LRUCache(growing(max))
    this.#loaded = new LRUCache(growing(max))
    this.#registrations = new LRUCache(growing(max))
    gateway.peers.on(CHANGED, id => this.forget(String(id)))
  }

  /** One questionnaire: its latest revision, or another one. */
  async get(id: string, which: Which = {}): Promise<Registered | undefined> {
    const record = await this.#recordAt(id, which)
    return record && (await this.#load(record))
  }

  /**
   * By `_id`, `urn:uuid:`, `Questionnaire/<id>`, an absolute URL of this gateway, or a canonical URL, each
   * with or without `|version`. A canonical URL belongs to the application that registered it first.
   */
  async resolve(reference: string): Promise<Registered | undefined> {
    const record = await this.#recordOf(reference)
    return record && (await this.#load(record))
  }

  /** Collects the inputs for checking a form that need not be registered. */
  async partsOf(
    questionnaire: unknown,
    { fhirVersion: mode, publisher, valueSets: given = [] }: Compilation = {},
  ): Promise<FormParts> {
    // Parsing the body took one turn of the event loop; collecting its references takes the next.
    await loopTurn()
    // Given resources may refer to registered ones, as the form does.
    const { server, answers } = this.#valueSets
    const named = await this.#valueSets.namedBy([questionnaire, ...given], publisher, {
      // A form that is registered next: its expansions are there before the first answer.
      server: publisher === undefined ? server : answers,
      preferred: preferredServers(questionnaire),
    })
    const bases = new Map<string, StoredRecord>()
    for (const canonical of [...canonicalsOf(questionnaire).questionnaires].slice(0, MOST_BASES)) {
      const record = await this.#recordOf(canonical)
      if (record) bases.set(canonical, record)
    }
    return {
      questionnaire,
      fhirVersion: mode ?? modeIn(questionnaire) ?? this.fhirVersion,
      given,
      valueSets: [...named.found],
      remote: [...named.remote],
      bases: [...bases],
    }
  }

  /**
   * The latest revision, for the application that published it.
   * @throws UnknownQuestionnaire, NotPublisher
   */
  async publishedBy(caller: Caller, id: string): Promise<Registered> {
    const registered = await this.get(id)
    if (!registered) throw new UnknownQuestionnaire(id)
    if (keyIdOf(registered.resource.publisher, [this.#gateway.config.did.prefix]) !== caller.key)
      throw new NotPublisher()
    return registered
  }

  /** All revisions of a questionnaire, oldest first. */
  async revisions(id: string): Promise<StoredQuestionnaire[]> {
    const found: StoredQuestionnaire[] = []
    for (let after: string | undefined; ; ) {
      const page = { limit: 200, ...(after !== undefined && { after }) }
      const { records: some, next } = await this.#records.find(
        uids.Questionnaire,
        { [REVISION_OF]: id },
        page,
      )
      found.push(...some.map(record => servedOf<StoredQuestionnaire>(record)))
      if (next === undefined) return found
      after = next
    }
  }

  /**
   * Call this before responses are read for an application, with the ids of their forms.
   * @throws any error of a listener of `readResponses`
   */
  admitReading(ids: readonly string[], context: Context): Promise<void> {
    return admitReading(ids, context)
  }

  /** The revision that a stored response was validated against. */
  async answeredBy(response: Readonly<Record<string, unknown>>): Promise<Registered | undefined> {
    const versionId = revisionIn(response)
    const { questionnaire } = response
    const record =
      versionId !== undefined
        ? await this.#getRevision(versionId)
        : typeof questionnaire === 'string'
          ? await this.#recordOf(questionnaire)
          : undefined
    return record && (await this.#load(record))
  }

  /** The records of the response collection that may answer this questionnaire. */
  responsesTo(id: string): Filter {
    // The service sets the tag. Names select records written directly to the nodes, to count those left out.
    return {
      $or: [{ 'meta.tag.code': id }, { questionnaire: { $in: namesOf(id, this.#gateway.baseUrl) } }],
    }
  }

  /** The attested responses to a questionnaire, page by page, and the number of others. */
  readResponses(selection: Selection): AsyncIterable<ResponsePage> {
    return readPages(this.#gateway, selection)
  }

  /**
   * The value set of a question.
   * @param url - a reference to a form, `#`, and the linkId
   */
  async questionAt(url: string): Promise<Question | undefined> {
    const at = url.indexOf('#')
    const registered = at < 0 ? undefined : await this.resolve(url.slice(0, at))
    if (registered === undefined) return undefined
    const { resource } = registered
    const form = this.#forms.get(resource) ?? readForm(resource, 'mix')
    this.#forms.set(resource, form)
    const item = form.index.get(url.slice(at + 1))
    const canonical = item?.valueSet ?? text(item && extension(item.raw, 'unitValueSet')?.valueCanonical)
    if (canonical === undefined) return undefined
    const contained = findContained(canonical, resource.contained)
    return {
      ...{ canonical, publisher: resource.publisher, servers: preferredServers(resource)(canonical) },
      // Contained resources refer to each other.
      ...(contained && { contained: { ...contained, contained: resource.contained } }),
      revision: `${resource.meta?.versionId} ${canonical}`,
    }
  }

  /** The latest revisions of the questionnaires that a key published. */
  publishedWith(key: string): Filter {
    const publicKey = fromHex(key)
    const { prefix } = this.#gateway.config.did
    const spellings = new Set([didOf(publicKey), didOf(publicKey, prefix), didKeyOf(publicKey)])
    return { publisher: { $in: [...spellings] }, ...NEWEST }
  }

  /** The attested records that answer the questionnaire. */
  answersTo(id: string): Filter {
    return answersFilter(id)
  }

  /** Drops a questionnaire from the cache. */
  forget(id: string): void {
    this.#newest.delete(id)
    this.#canonicals.clear()
    this.#versions.clear()
  }

  /** Drops a questionnaire from the caches of all workers, after a change. */
  async changed(id: string): Promise<void> {
    this.forget(id)
    await this.#gateway.peers.ask(CHANGED, id)
  }

  #newestOf(filter: Filter) {
    return newestIn(this.#records, uids.Questionnaire, filter)
  }

  /** Compiled once for the same revisions of the form and its value sets. */
  #load(record: StoredRecord): Registered | Promise<Registered> {
    const key = `${record._id} ${record._updated}`
    const known = this.#loaded.get(key)
    const isValid = known !== undefined && (known.isFixed || known.changes === this.#valueSets.changes)
    this.#lookedUp(isValid)
    return isValid ? known.registered : this.#compile(record, key)
  }

  async #compile(record: StoredRecord, key: string): Promise<Registered> {
    const { changes } = this.#valueSets
    const resource = servedOf<StoredQuestionnaire>(record)
    const form = authored(record)
    const named = await this.#valueSets.namedBy([form], resource.publisher, {
      server: this.#valueSets.answers,
      preferred: preferredServers(form),
    })
    const revision = `${resource.meta?.versionId ?? key}\n${named.revisions}`
    const parts: FormParts = {
      questionnaire: form,
      fhirVersion: modeIn(form) ?? this.fhirVersion,
      given: [],
      valueSets: [...named.found],
      remote: [...named.remote],
      bases: [],
    }
    const check = this.#registrations.get(revision) ?? this.checks.registered(parts, revision)
    this.#registrations.set(revision, check)
    const registered = {
      ...{ resource, parts },
      bytes: Buffer.from(JSON.stringify(resource)),
      check: await check,
    }
    this.#loaded.set(
      key,
      { registered, changes, isFixed: named.isNothing },
      named.isNothing ? {} : { ttl: this.#ttl },
    )
    return registered
  }

  #getNewest(id: string): StoredRecord | Promise<StoredRecord | undefined> {
    return this.#newest.get(id) ?? this.#readNewest(id)
  }

  async #readNewest(id: string): Promise<StoredRecord | undefined> {
    const record = await this.#records.read(uids.Questionnaire, id)
    // The id of a revision's record is not public.
    if (!record || record[REVISION_OF] !== undefined) return undefined
    this.#newest.set(id, record)
    return record
  }

  #getRevision(versionId: string): StoredRecord | Promise<StoredRecord | undefined> {
    return this.#revisions.get(versionId) ?? this.#readRevision(versionId)
  }

  async #readRevision(versionId: string): Promise<StoredRecord | undefined> {
    const record = await this.#records.read(uids.Questionnaire, versionId)
    if (!record || record[REVISION_OF] === undefined) return undefined
    this.#revisions.set(versionId, record)
    return record
  }

  async #recordAt(id: string, { version, versionId }: Which): Promise<StoredRecord | undefined> {
    if (!isUuid(id)) return undefined
    if (versionId !== undefined) {
      const revision = isUuid(versionId) ? await this.#getRevision(versionId) : undefined
      return revision?.[REVISION_OF] === id ? revision : undefined
    }
    const current = await this.#getNewest(id)
    if (version === undefined || current?.['version'] === version) return current
    const key = `${id} ${version}`
    const known = this.#versions.get(key)
    if (known !== undefined) return this.#getRevision(known)
    const found = await this.#newestOf({ [REVISION_OF]: id, version })
    if (found) this.#versions.set(key, found._id)
    return found
  }

  async #recordByCanonical(reference: string): Promise<StoredRecord | undefined> {
    const known = this.#canonicals.get(reference)
    if (known) return known
    const { name: url, version } = splitCanonical(reference)
    const { records: found } = await this.#records.find(uids.Questionnaire, { url, ...NEWEST }, { limit: 1 })
    const [first] = found
    if (!first) return undefined
    // An application that registers the URL later must not receive answers to the first one's form.
    const own = { url, publisher: first['publisher'] }
    const latest = await this.#newestOf({ ...own, ...NEWEST })
    const record =
      version === undefined || latest?.['version'] === version
        ? latest
        : await this.#newestOf({ ...own, version, [REVISION_OF]: { $exists: true } })
    if (record) this.#canonicals.set(reference, record)
    return record
  }

  #recordOf(reference: string): Promise<StoredRecord | undefined> {
    const { name, version } = splitCanonical(reference)
    const id = idIn(name, this.#gateway.baseUrl)
    return id === undefined ? this.#recordByCanonical(reference) : this.#recordAt(id, { version })
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
  return isUuid(reference) ? reference : undefined
}
