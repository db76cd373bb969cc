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
import { canonicalsOf } from '../../fhir/canonicals.ts'
import type { FindResource } from '../../fhir/index.ts'
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

export interface ValueSets {
  /** Counts the registrations on this gateway: results from an earlier count may be outdated. */
  readonly changes: number
  /** The `_id` of a URL registered by an application; no other application's registration can replace it. */
  idOf(publisher: string, url: string): string
  get(id: string, which?: Which): Promise<StoredValueSet | undefined>
  /**
   * The resources that forms or value sets name, as registered by the given publisher; without a publisher,
   * the first one registered under each URL. With `remote`, unregistered value sets come from the terminology
   * server, if it lists them as a whole.
   */
  namedBy(resources: readonly unknown[], publisher?: string, remote?: RemoteTerms): Promise<Named>
  /** The resource under a canonical URL, of the publisher or the first that registered it. */
  resourceAt(
    canonical: string,
    publisher?: string,
  ): Promise<(StoredValueSet & Readonly<Record<string, unknown>>) | undefined>
  /** Clears the cache, after a registration. */
  changed(): Promise<void>
  /** Expansions of what is registered. */
  readonly expansions: Expansions
  /** The terminology server of the config, for what anybody searches. */
  readonly server: TerminologyServer | undefined
  /** The same with limits of its own, for the answers to registered forms. */
  readonly answers: TerminologyServer | undefined
  /** The treatment of answers that cannot be checked because the server does not answer. */
  readonly onFailure: 'refuse' | 'warn'
  /** Set by the plugin that knows the forms. */
  questionAt: FindQuestion
}

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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
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

export function createValueSets({
  gateway,
  cacheBytes,
  ttl,
  mostPerForm,
  bytesPerForm,
  mostCodes,
  server,
  answers,
  onFailure = 'warn',
}: ValueSetsOptions): ValueSets {
  const { records } = gateway
  const prefixes = [gateway.config.did.prefix]
  const cache = new LRUCache<string, Found>({
    maxSize: cacheBytes,
    ttl,
    sizeCalculation: ({ size }) => 64 + size,
  })
  const lookedUp = gateway.telemetry.cache('value-sets')
  // The latest revision of each version: finding it walks over all revisions, and anyone may request it.
  const versions = new LRUCache<string, string>({ ...growing(10_000), ttl })
  let changes = 0
  const forget = () => {
    changes++
    cache.clear()
    versions.clear()
  }
  gateway.peers.on(CHANGED, forget)

  const idOf = (publisher: string, url: string) =>
    uuidOf('value set', `${keyIdOf(publisher, prefixes)} ${url}`)

  async function revisionOf(id: string, { version, versionId }: Which): Promise<StoredRecord | undefined> {
    if (versionId !== undefined) {
      const revision = UUID.test(versionId) ? await records.read(uids.ValueSet, versionId) : undefined
      return revision?.[REVISION_OF] === id ? revision : undefined
    }
    const newest = await records.read(uids.ValueSet, id)
    // The id of a revision's record is not public.
    if (newest === undefined || newest[REVISION_OF] !== undefined) return undefined
    if (version === undefined || newest['version'] === version) return newest
    const key = `${id} ${version}`
    const known = versions.get(key)
    if (known !== undefined) return records.read(uids.ValueSet, known)
    const found = await newestOf(records, uids.ValueSet, { [REVISION_OF]: id, version })
    if (found) versions.set(key, found._id)
    return found
  }

  async function read(canonical: string, publisher: string | undefined): Promise<Found> {
    const { name: url, version } = splitCanonical(canonical)
    const id = publisher === undefined ? await firstOf(url) : idOf(publisher, url)
    const record = id === undefined ? undefined : await revisionOf(id, { version })
    if (record) return { resource: servedOf(record), size: sizeOfRecord(record) }
    const bundled = await bundledAt(canonical)
    // Held by the process whether or not a form names it.
    return bundled === undefined ? { size: 0 } : { resource: bundled as Found['resource'] & object, size: 0 }
  }

  async function firstOf(url: string): Promise<string | undefined> {
    const { records: found } = await records.find(uids.ValueSet, { url, ...NEWEST }, { limit: 1 })
    return found[0]?._id
  }

  async function find(canonical: string, publisher: string | undefined): Promise<Found> {
    const key = `${publisher ?? ''} ${canonical}`
    const known = cache.get(key)
    lookedUp(known !== undefined)
    if (known) return known
    const found = await read(canonical, publisher)
    cache.set(key, found)
    return found
  }

  return {
    get changes() {
      return changes
    },
    idOf,
    expansions: new Expansions({ sandbox: gateway.sandbox, cacheBytes, mostCodes }),
    ...{ server, answers, onFailure },
    questionAt: async () => undefined,
    async get(id, which = {}) {
      const record = UUID.test(id) ? await revisionOf(id, which) : undefined
      return record && servedOf<StoredValueSet>(record)
    },
    async resourceAt(canonical, publisher) {
      return CANONICAL.test(canonical) ? (await find(canonical, publisher)).resource : undefined
    },
    async namedBy(resources, publisher, remoteTerms) {
      const named = resources.map(each => canonicalsOf(each))
      const names = new Set(named.flatMap(each => [...each.valueSets]))
      const systems = new Set(named.flatMap(each => [...each.codeSystems]))
      if (names.size === 0) return NOTHING
      const found = new Map<string, Readonly<Record<string, unknown>>>()
      const revisions: string[] = []
      const missing: string[] = []
      // Names that are added during the walk are walked as well, each once.
      let left = bytesPerForm
      for (const name of names) {
        const { resource, size } = await find(name, publisher)
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
        for (const each of next.valueSets) if (names.size < mostPerForm) names.add(each)
      }
      const remote = await remoteSets(missing, remoteTerms, left)
      for (const [name, valueSet] of remote.found) found.set(name, valueSet)
      return {
        find: canonical => found.get(canonical),
        ...{ found, remote: remote.missing, isNothing: false },
        revisions: [...revisions, ...remote.revisions].join('\n'),
      }
    },
    async changed() {
      forget()
      await gateway.peers.ask(CHANGED)
    },
  }
}
