/**
 * JWK Sets that backends publish at a URL: read from the public internet only, cached, and read again for a new key.
 */
import { LRUCache } from 'lru-cache'
import { INTERNET, type Network, RemoteFailure, requestJson } from '../../core/index.ts'
import { keysIn, type PublicKey } from './public-keys.ts'

const LARGEST = 64 * 1024
const MOST_KEYS = 50
const PATIENCE = 5_000
const MINUTE = 60_000
const LONGEST_CACHE = 60 * MINUTE

export interface KeySets {
  /**
   * The keys of a set with this `kid`. A set without one is read again, at most once a minute.
   * @throws RemoteFailure
   */
  find(url: string, kid: string): Promise<readonly PublicKey[]>
}

interface Read {
  readonly at: number
  readonly until: number
  readonly keys: Promise<readonly PublicKey[]>
}

/** @param now - milliseconds by a clock that never steps: an ended key must not count for longer */
export function createKeySets(
  network: Network = INTERNET,
  now: () => number = () => performance.now(),
): KeySets {
  const sets = new LRUCache<string, Read>({ max: 500 })

  function read(url: string): Read {
    const at = now()
    const terms = { patience: PATIENCE, largest: LARGEST, publicOnly: true }
    const headers = { accept: 'application/jwk-set+json, application/json' }
    const keys = requestJson(new URL(url), { ...terms, headers }, network).then(({ json }) =>
      keysIn(json, MOST_KEYS),
    )
    // Callers of `find` get the failure; without one it is no unhandled rejection.
    keys.catch(() => {})
    const entry = { at, until: at + LONGEST_CACHE, keys }
    sets.set(url, entry)
    return entry
  }

  return {
    async find(url, kid) {
      const named = (keys: readonly PublicKey[]) => keys.filter(each => each.kid === kid)
      const known = sets.get(url)
      const entry = known !== undefined && now() < known.until ? known : read(url)
      const isFresh = now() - entry.at < MINUTE
      // A failure counts as a reading: a server that is down is not called for each request.
      const found = named(await entry.keys.catch(ifOld(isFresh)))
      if (found.length > 0 || isFresh) return found
      // Another request has perhaps begun to read it again.
      const newest = sets.get(url)
      return named(await (newest !== undefined && newest !== entry ? newest : read(url)).keys)
    },
  }
}

/** The failure of an earlier reading is over after a minute. */
const ifOld = (isFresh: boolean) => (error: unknown) => {
  if (isFresh || !(error instanceof RemoteFailure)) throw error
  return []
}
