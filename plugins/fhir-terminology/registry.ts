/** The registered value sets and code systems, found by the canonical URLs in forms and value sets. */

import { LRUCache } from 'lru-cache'
import { keyIdOf } from '../../core/crypto/index.ts'
import {
  type Gateway,
  growing,
  NEWEST,
  newestOf,
  REVISION_OF,
  type StoredRecord,
  servedOf,
  sizeOfRecord,
  splitCanonical,
  uuidOf,
  type Which,
} from '../../core/index.ts'
import type { FindResource } from '../../fhir/index.ts'
import { canonicalsOf } from '../../fhir/terminology/canonicals.ts'
import { isUuid } from '../../schemas/identity.ts'
import { uids } from '../../schemas/uids.ts'
import type { StoredValueSet } from '../../schemas/value-set.ts'
import { bundledAt } from './bundled/index.ts'
import { Expansions } from './expansions.ts'
import { remoteSets, type Unlisted } from './remote-sets.ts'
import type { TerminologyServer } from './terminology-server.ts'

/** The registered resources that a resource names, directly or through others. */
export interface Named {
  readonly find: FindResource
  /** The named resources, by name. */
  readonly found: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  /** True if it names none, registered or not. */
  readonly isNothing: boolean
  /** Equal for equal revisions. */
  readonly revisions: string
  /** Value sets of the terminology server that are not among the found ones as a whole. */
  readonly remote: ReadonlyMap<string, Unlisted>
}

/** The conditions of requests to the terminology server for value sets that are not registered. */
export interface RemoteTerms {
  /** The part of the server: for what anybody searches, or for the answers to registered forms. */
  readonly server: TerminologyServer | undefined
  /** The terminology servers that the form prefers for a value set. */
  preferred?(canonical: string): readonly unknown[]
}

/** The value set of a question of a form. */
export interface Question {
  /** As the form names it. */
  readonly canonical: string
  /** The value set itself, if the form contains it. */
  readonly contained?: Readonly<Record<string, unknown>> | undefined
  /** The application whose value sets apply. */
  readonly publisher: string
  /** The terminology servers that the form prefers, in its order. */
  readonly servers: readonly unknown[]
  /** Of a contained value set: equal for equal contents. */
  readonly revision: string
}

/** Finds the question at a URL: that of a form, `#`, and a linkId. */
export type FindQuestion = (url: string) => Promise<Question | undefined>

export interface ValueSetsOptions {
  readonly gateway: Gateway
  /** Bytes of JSON. */
  readonly cacheBytes: number
  /** Milliseconds until a change through another gateway is visible. */
  readonly ttl: number
  /** Maximum names that are followed from one form. */
  readonly mostPerForm: number
  /** Maximum bytes of JSON of the named resources. */
  readonly bytesPerForm: number
  /** Maximum codes of an expansion. */
  readonly mostCodes: number
  readonly server?: TerminologyServer | undefined
  readonly answers?: TerminologyServer | undefined
  readonly onFailure?: 'refuse' | 'warn' | undefined
}

/** The resource of a canonical URL; misses are cached as well. */
interface Found {
  readonly resource?: StoredValueSet & Readonly<Record<string, unknown>>
  /** Characters of its JSON. */
  readonly size: number
}

/** A canonical as stores can look it up: no spaces, no control characters, no halves of characters. */
const CANONICAL = /^[^\p{C}\s]{1,2300}$/u
const NOTHING: Named = {
  find: () => undefined,
  found: new Map(),
  revisions: '',
  isNothing: true,
  remote: new Map(),
}

/** Tells other workers to forget what they have cached. */
const CHANGED = 'value sets changed'

/** Reads what applications registered, and caches it. */
export class ValueSets {
  /** Expansions of what is registered. */
  readonly expansions: Expansions
  /** The terminology server of the config, for what anybody searches. */
  readonly server: TerminologyServer | undefined
  /** The same with limits of its own, for the answers to registered forms. */
  readonly answers: TerminologyServer | undefined
  /** The treatment of answers that cannot be checked because the server does not answer. */
  readonly onFailure: 'refuse' | 'warn'
  /** Set by the plugin that knows the forms. */
  questionAt: FindQuestion = async () => undefined
  readonly #gateway: Gateway
  readonly #mostPerForm: number
  readonly #bytesPerForm: number
  readonly #cache: LRUCache<string, Found>
  readonly #lookedUp: (isHit: boolean) => void
  /** The latest revision of each version: finding it walks over all revisions, and anyone may request it. */
  readonly #versions: LRUCache<string, string>
  #changes = 0

  constructor({ gateway, cacheBytes, ttl, mostCodes, ...options }: ValueSetsOptions) {
    this.expansions = new Expansions({ sandbox: gateway.sandbox, cacheBytes, mostCodes })
    this.server = options.server
    this.answers = options.answers
    this.onFailure = options.onFailure ?? 'warn'
    this.#gateway = gateway
    this.#mostPerForm = options.mostPerForm
    this.#bytesPerForm = options.bytesPerForm
    this.#cache = new LRUCache({ maxSize: cacheBytes, ttl, sizeCalculation: ({ size }) => 64 + size })
    this.#lookedUp = gateway.telemetry.cache('value-sets')
    this.#versions = new LRUCache({ ...growing(10_000), ttl })
    gateway.peers.on(CHANGED, () => this.#forget())
  }

  /** Counts the registrations on this gateway: results from an earlier count may be outdated. */
  get changes(): number {
    return this.#changes
  }

  /** The `_id` of a URL registered by an application; no other application's registration can replace it. */
  idOf(publisher: string, url: string): string {
    return uuidOf('value set', `${keyIdOf(publisher, [this.#gateway.config.did.prefix])} ${url}`)
  }

  async get(id: string, which: Which = {}): Promise<StoredValueSet | undefined> {
    const record = isUuid(id) ? await this.#revisionOf(id, which) : undefined
    return record && servedOf<StoredValueSet>(record)
  }

  /** The resource under a canonical URL, of the publisher or the first that registered it. */
  async resourceAt(canonical: string, publisher?: string): Promise<Found['resource']> {
    return CANONICAL.test(canonical) ? (await this.#find(canonical, publisher)).resource : undefined
  }

  /**
   * The resources that forms or value sets name, as registered by the given publisher; without a publisher,
   * the first one registered under each URL. With `remote`, unregistered value sets come from the terminology
   * server, if it lists them as a whole.
   */
  async namedBy(resources: readonly unknown[], publisher?: string, remote?: RemoteTerms): Promise<Named> {
    const named = resources.map(each => canonicalsOf(each))
    const names = new Set(named.flatMap(each => [...each.valueSets]))
    const systems = new Set(named.flatMap(each => [...each.codeSystems]))
    if (names.size === 0) return NOTHING
    const found = new Map<string, Readonly<Record<string, unknown>>>()
    const revisions: string[] = []
    const missing: string[] = []
    // Names that are added during the walk are walked as well, each once.
    let left = this.#bytesPerForm
    for (const name of names) {
      const { resource, size } = await this.#find(name, publisher)
      if (resource === undefined) {
        if (!systems.has(name)) missing.push(name)
        continue
      }
      left -= size
      // The rest is not read: a form that names too much makes the gateway hold at most one resource beyond
      // the limit.
      if (left < 0) break
      found.set(name, resource)
      revisions.push(`${name} ${resource.meta?.versionId}`)
      const next = canonicalsOf(resource)
      for (const system of next.codeSystems) systems.add(system)
      for (const each of next.valueSets) if (names.size < this.#mostPerForm) names.add(each)
    }
    const unlisted = await remoteSets(missing, remote, left)
    for (const [name, valueSet] of unlisted.found) found.set(name, valueSet)
    return {
      find: canonical => found.get(canonical),
      ...{ found, remote: unlisted.missing, isNothing: false },
      revisions: [...revisions, ...unlisted.revisions].join('\n'),
    }
  }

  /** Clears the cache, after a registration. */
  async changed(): Promise<void> {
    this.#forget()
    await this.#gateway.peers.ask(CHANGED)
  }

  #forget(): void {
    this.#changes++
    this.#cache.clear()
    this.#versions.clear()
  }

  async #revisionOf(id: string, { version, versionId }: Which): Promise<StoredRecord | undefined> {
    if (versionId !== undefined) {
      const revision = isUuid(versionId)
        ? await this.#gateway.records.read(uids.ValueSet, versionId)
        : undefined
      return revision?.[REVISION_OF] === id ? revision : undefined
    }
    const newest = await this.#gateway.records.read(uids.ValueSet, id)
    // The id of a revision's record is not public.
    if (newest === undefined || newest[REVISION_OF] !== undefined) return undefined
    if (version === undefined || newest['version'] === version) return newest
    const key = `${id} ${version}`
    const known = this.#versions.get(key)
    if (known !== undefined) return this.#gateway.records.read(uids.ValueSet, known)
    const found = await newestOf(this.#gateway.records, uids.ValueSet, { [REVISION_OF]: id, version })
    if (found) this.#versions.set(key, found._id)
    return found
  }

  async #read(canonical: string, publisher: string | undefined): Promise<Found> {
    const { name: url, version } = splitCanonical(canonical)
    const id = publisher === undefined ? await this.#firstOf(url) : this.idOf(publisher, url)
    const record = id === undefined ? undefined : await this.#revisionOf(id, { version })
    if (record) return { resource: servedOf(record), size: sizeOfRecord(record) }
    const bundled = await bundledAt(canonical)
    // Held by the process whether or not a form names it.
    return bundled === undefined ? { size: 0 } : { resource: bundled as Found['resource'] & object, size: 0 }
  }

  async #firstOf(url: string): Promise<string | undefined> {
    const { records: found } = await this.#gateway.records.find(
      uids.ValueSet,
      { url, ...NEWEST },
      { limit: 1 },
    )
    return found[0]?._id
  }

  async #find(canonical: string, publisher: string | undefined): Promise<Found> {
    const key = `${publisher ?? ''} ${canonical}`
    const known = this.#cache.get(key)
    this.#lookedUp(known !== undefined)
    if (known) return known
    const found = await this.#read(canonical, publisher)
    this.#cache.set(key, found)
    return found
  }
}
