/** People with keys, and their signed tokens: too many for the CPU caches. */

import { createSelfSignedJwt } from '../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../core/crypto/keys.ts'
import { libsecp256k1 } from '../core/keys/native.ts'

/** Seconds since the epoch, for the whole run. */
export const now = Math.floor(Date.now() / 1000)

export const people: readonly KeyPair[] = Array.from({ length: 64 }, () => createKeyPair())

/** The next one in turn. */
export function each<T>(things: readonly T[], call: number): T {
  const thing = things[call % things.length]
  if (thing === undefined) throw new RangeError('there is nothing to choose from')
  return thing
}

const native = libsecp256k1()

/** A token as the SDK signs it for a submission. */
export const signedBy = (keyPair: KeyPair): string =>
  createSelfSignedJwt({ keyPair, scopes: ['write'], now, applicationId: 'sleep-study' }, native)

export const TOKENS_EACH = 16

/** The same number of tokens for each person, grouped by person. */
export const tokens: readonly string[] = people.flatMap(person =>
  Array.from({ length: TOKENS_EACH }, () => signedBy(person)),
)

const wire = tokens.map(token => Buffer.from(token, 'latin1'))

/** A token as it arrives: a new string whose hash is not cached. */
export const arriving = (call: number): string => each(wire, call).toString('latin1')
