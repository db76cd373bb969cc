/** The registered applications: found by id, by key and by origin, cached briefly. */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { checksumAddress, isDid, keyIdOf } from '../../core/crypto/index.ts'
import {
  type AuditClient,
  type Caller,
  type Context,
  growing,
  type StoredRecord,
  uuidOf,
  webOriginOf,
} from '../../core/index.ts'
import type { ApplicationRecord } from '../../schemas/application.ts'
import { uids } from '../../schemas/uids.ts'
import { keyIdsOf, speaksFor } from './application-keys.ts'
import { type PermittedRecords, sharedRecords } from './record-reads.ts'

export type StoredApplication = StoredRecord & ApplicationRecord

/** The holder of a token that is no JWT of an application's key. */
export interface ApplicationToken {
  readonly applicationId: string
  readonly scopes: readonly string[]
  readonly backend: { readonly id: string; readonly name: string }
}

export interface Applications {
  get(applicationId: string): Promise<StoredApplication | undefined>
  /** The applications whose key speaks for them now: one that was replaced does until it ends. */
  speakingWith(key: string): Promise<readonly StoredApplication[]>
  /**
   * The caller as an application: the one that its token names, or the first that its key speaks for now; undefined for
   * any other caller. Needed on routes that people may call as well, where another scheme may have accepted the token
   * of an application, even of a key that has ended.
   */
  asApplication(caller: Caller): Promise<Caller | undefined>
  /** The applications of an identity; a control key may have registered several ids with one key. */
  ofKey(key: string): Promise<readonly StoredApplication[]>
  /** The applications that an account controls, oldest first; never cached. */
  ofControl(address: string): Promise<readonly StoredApplication[]>
  /**
   * The application that signed a proof for a person: a JWT by its key with `sub` the person and scope
   * `vouch`.
   * @throws Unauthorized if the proof is not a valid token
   */
  proved(
    applicationId: string,
    proof: string,
    person: Pick<Caller, 'key'>,
  ): Promise<StoredApplication | undefined>
  /**
   * The records of a custom collection that a caller reads as an application; undefined for any other caller. Runs the
   * hook `readRecords`.
   * @throws InsufficientScope for another collection's scope, and any error of a listener
   */
  sharedRecords(collection: string, context: Context): Promise<PermittedRecords | undefined>
  /** The reading application of a caller, as shown to the people whose records it reads. */
  readerOf(caller: Caller): Promise<AuditClient>
  /** True if a registered application has this origin. */
  allowsOrigin(origin: string): Promise<boolean>
  /** The origins of all registered applications. */
  origins(): Promise<readonly string[]>
  /**
   * Path prefixes that pages of every origin may call: routes that use no credential that a browser adds by
   * itself.
   */
  readonly openPaths: Set<string>
  /** Readers of further kinds of tokens of applications; each returns undefined for a token of another kind. */
  readonly otherTokens: Set<(token: string) => Promise<ApplicationToken | undefined>>
  /** Clears the caches of all workers, after a change. */
  forget(): Promise<void>
}

/** The `_id` of an application is derived from its public id, so that an id can be registered only once. */
export const recordIdOf = (applicationId: string): string => uuidOf('application', applicationId)

/** The distinct origins of callback URLs. */
export const originsOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap(url => webOriginOf(url) ?? [])),
]

/**
 * True if the derived fields of a record match those they derive from: an authorisation never relies on an
 * index lookup alone.
 */
function isConsistent(record: StoredRecord, prefixes: readonly string[]): boolean {
  const stored = record as unknown as StoredApplication
  const { _id, applicationId, did, key, keyIds, callbackUrls, origins } = stored
  try {
    return (
      _id === recordIdOf(applicationId) &&
      key === keyIdOf(did, prefixes) &&
      isDeepStrictEqual(keyIds, keyIdsOf(stored, prefixes)) &&
      (keyIds === undefined || keyIds[0] === key) &&
      isDeepStrictEqual(origins, originsOf(callbackUrls))
    )
  } catch {
    return false
  }
}

const NONE: readonly StoredApplication[] = []

/** Tells other workers to forget what they have cached. */
const CHANGED = 'applications changed'

/** @param ttl - milliseconds until a change through another gateway is visible */
export function createApplications({ gateway, bearerTokens }: FastifyInstance, ttl: number): Applications {
  const { records } = gateway
  const prefixes = [gateway.config.did.prefix]
  const believed = (found: readonly StoredRecord[]) =>
    found.filter(each => isConsistent(each, prefixes)) as unknown as readonly StoredApplication[]
  const cache = new LRUCache<string, readonly StoredApplication[]>({ ...growing(1000), ttl })

  gateway.peers.on(CHANGED, () => cache.clear())
  const lookedUp = gateway.telemetry.cache('applications')

  async function cached(key: string, load: () => Promise<readonly StoredApplication[]>) {
    const known = cache.get(key)
    lookedUp(known !== undefined)
    if (known) return known
    const found = await load()
    cache.set(key, found)
    return found
  }

  const find = async (filter: Readonly<Record<string, unknown>>, limit: number) => {
    const { records: found } = await records.find(uids.Application, filter, { limit })
    return believed(found)
  }

  async function every(filter: Readonly<Record<string, unknown>>) {
    const all: StoredApplication[] = []
    for (let after: string | undefined; ; ) {
      const page = await records.find(uids.Application, filter, {
        limit: 200,
        ...(after !== undefined && { after }),
      })
      all.push(...believed(page.records))
      if (page.next === undefined) return all
      after = page.next
    }
  }

  async function get(applicationId: string): Promise<StoredApplication | undefined> {
    const [application] = await cached(`id ${applicationId}`, async () => {
      const found = await records.read(uids.Application, recordIdOf(applicationId))
      return found ? believed([found]) : NONE
    })
    return application
  }

  const applications: Applications = {
    get,
    async readerOf({ applicationId: id = '', backend }) {
      const name = (await get(id))?.name ?? id
      return { id, name: backend ? `${name} (${backend.name})` : name, kind: 'application' }
    },
    async proved(applicationId, proof, person) {
      const { did, claims } = await bearerTokens.verifyToken(proof, ['vouch'])
      const { sub, scopes = [] } = claims
      const isForThem = isDid(sub, prefixes) && keyIdOf(sub, prefixes) === person.key
      if (!isForThem || !scopes.includes('vouch')) return undefined
      const application = await get(applicationId)
      const key = keyIdOf(did, prefixes)
      return application && speaksFor(application, key, { prefixes, now: Date.now() })
        ? application
        : undefined
    },
    async speakingWith(key) {
      const found = await cached(`speaks ${key}`, () => find({ $or: [{ key }, { keyIds: key }] }, 200))
      return found.filter(each => speaksFor(each, key, { prefixes, now: Date.now() }))
    },
    async asApplication(caller) {
      if (caller.isApplication) return caller
      const { applicationId: named } = caller
      const found = (await applications.speakingWith(caller.key)).find(
        ({ applicationId }) => named === undefined || applicationId === named,
      )
      if (found === undefined) return undefined
      // The first key is the identity: forms and records name it, whichever key signs now.
      const { did, key, applicationId } = found
      return { ...caller, did, key, applicationId, isApplication: true }
    },
    sharedRecords,
    ofKey: key => cached(`key ${key}`, () => find({ key }, 200)),
    allowsOrigin: async origin =>
      (await cached(`origin ${origin}`, () => find({ origins: origin }, 1))).length > 0,
    // Both spellings: that of wallets, and the one in a registration.
    ofControl: address =>
      every({
        controlAddress: { $in: [...new Set([address, address.toLowerCase(), checksumAddress(address)])] },
      }),
    async origins() {
      const all = await cached('all', () => every({}))
      return [...new Set(all.flatMap(({ origins }) => origins))]
    },
    openPaths: new Set(),
    otherTokens: new Set(),
    async forget() {
      cache.clear()
      await gateway.peers.ask(CHANGED)
    },
  }
  return applications
}
