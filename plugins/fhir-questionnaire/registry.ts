/** The registered questionnaires: found by every way a response may name them, compiled once, cached for a short while. */
import { LRUCache } from 'lru-cache'
import type { Gateway, StoredRecord } from '../../core/index.ts'
import { type CompiledQuestionnaire, compileQuestionnaire, type FhirVersion } from '../../fhir/index.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'

/** A questionnaire with the validator of its responses. */
export interface Registered {
  readonly resource: StoredQuestionnaire
  readonly compiled: CompiledQuestionnaire
}

export interface Questionnaires {
  get(id: string): Promise<Registered | undefined>
  /** By `_id`, `urn:uuid:`, `Questionnaire/<id>`, an absolute URL of this gateway, or a canonical `url|version`. */
  resolve(reference: string): Promise<Registered | undefined>
  /** The ways in which responses may name this questionnaire. */
  namesOf(registered: Registered): readonly string[]
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
  const cache = new LRUCache<string, Registered>({ max: cacheSize, ttl })
  const ids = new LRUCache<string, string>({ max: cacheSize, ttl })

  /** Compiled again only when the stored resource is another one. */
  function keep(resource: StoredRecord): Registered {
    const stale = cache.get(resource._id, { allowStale: true })
    const compiled =
      stale?.resource._updated === resource._updated
        ? stale.compiled
        : compileQuestionnaire(withoutStored(resource), { fhirVersion })
    const registered: Registered = { resource: resource as unknown as StoredQuestionnaire, compiled }
    cache.set(resource._id, registered)
    return registered
  }

  async function get(id: string): Promise<Registered | undefined> {
    if (!UUID.test(id)) return undefined
    const known = cache.get(id)
    if (known) return known
    const resource = await records.read(uids.Questionnaire, id)
    return resource && keep(resource)
  }

  /** The last registered of those that have the canonical URL, and the version if one is named. */
  async function getByCanonical(reference: string): Promise<Registered | undefined> {
    const known = ids.get(reference)
    if (known !== undefined) return get(known)
    const [url, version] = reference.split('|', 2)
    const filter = { url, ...(version !== undefined && { version }) }
    const { records: found } = await records.find(uids.Questionnaire, filter, { limit: 200 })
    const newest = found.at(-1)
    if (!newest) return undefined
    ids.set(reference, newest._id)
    return keep(newest)
  }

  return {
    get,
    async resolve(reference) {
      const id = idIn(reference, gateway.baseUrl)
      return id === undefined ? getByCanonical(reference) : get(id)
    },
    namesOf({ resource: { _id, url, version } }) {
      const names = [
        _id,
        `urn:uuid:${_id}`,
        `Questionnaire/${_id}`,
        ...PATHS.map(path => `${gateway.baseUrl}${path}${_id}`),
      ]
      if (typeof url === 'string') names.push(url)
      if (typeof url === 'string' && typeof version === 'string') names.push(`${url}|${version}`)
      return names
    },
    forget(id) {
      cache.delete(id)
      ids.clear()
    },
  }
}

/** The resource as its author wrote it. */
const withoutStored = ({ _id, _created, _updated, ...resource }: StoredRecord) => resource

/** Where this gateway serves questionnaires. */
const PATHS = ['/api/questionnaire/', '/fhir/Questionnaire/', '/Questionnaire/'] as const

/** The `_id` that a reference holds, unless it is a canonical URL of its author's. */
function idIn(reference: string, baseUrl: string): string | undefined {
  const own = reference.startsWith(`${baseUrl}/`)
    ? reference.slice(baseUrl.length).split('|', 1)[0]
    : reference
  for (const prefix of ['urn:uuid:', 'Questionnaire/', ...PATHS])
    if (own?.startsWith(prefix)) return own.slice(prefix.length)
  return UUID.test(reference) ? reference : undefined
}
