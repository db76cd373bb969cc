/** The keys of an application: the first is its identity, the newest is in use, those before it end. */
import { keyIdOf, sameIdentity } from '../../core/crypto/index.ts'
import type { ApplicationRecord } from '../../schemas/application.ts'
import { ApplicationKeyUsed } from './errors.ts'

/** Seconds for which a replaced key is accepted. */
const DAY = 24 * 3600
/** Maximum keys that an application has had. */
const MAX_KEYS = 100

type Keyed = Pick<ApplicationRecord, 'did' | 'keys'>

/** Every key, the newest last. */
export const keysOf = ({ did, keys }: Keyed): NonNullable<ApplicationRecord['keys']> => keys ?? [{ did }]

/** The hex of every key, by which the application is found; absent for an application with one key. */
export const keyIdsOf = ({ keys }: Keyed, prefixes: readonly string[]): string[] | undefined =>
  keys?.map(({ did }) => keyIdOf(did, prefixes))

/** True if the key is one of the application and has not ended. */
export function speaksFor(
  application: Keyed,
  key: string,
  { prefixes, now }: { readonly prefixes: readonly string[]; readonly now: number },
): boolean {
  return keysOf(application).some(
    ({ did, ends }) => keyIdOf(did, prefixes) === key && (ends === undefined || now < Date.parse(ends)),
  )
}

/**
 * The key fields of an application whose control key has signed for this DID. A new DID replaces the newest
 * key, which ends after the overlap.
 * @throws ApplicationKeyUsed for a key that was replaced before
 */
export function renewed(
  current: Keyed & Pick<ApplicationRecord, 'key'>,
  did: string,
  {
    overlap = DAY,
    prefixes,
    now,
  }: { readonly overlap?: number | undefined; readonly prefixes: readonly string[]; readonly now: Date },
): Pick<ApplicationRecord, 'did' | 'key' | 'keys' | 'keyIds'> {
  const identity = { did: current.did, key: current.key }
  const keys = keysOf(current)
  const newest = keys.at(-1)
  const isSame = newest !== undefined && sameIdentity(newest.did, did, prefixes)
  if (isSame && keys.length === 1) return identity
  if (!isSame && (keys.length >= MAX_KEYS || keys.some(each => sameIdentity(each.did, did, prefixes))))
    throw new ApplicationKeyUsed(did)
  const ends = new Date(now.getTime() + overlap * 1000).toISOString()
  const all = isSame ? keys : [...keys.slice(0, -1), { did: newest?.did ?? current.did, ends }, { did }]
  return { ...identity, keys: [...all], keyIds: all.map(each => keyIdOf(each.did, prefixes)) }
}
