/** People with keys, and the tokens they sign: enough of both that no cache between us and memory holds them all. */

import { createSelfSignedJwt } from '../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../core/crypto/keys.ts'
import { libsecp256k1 } from '../core/native.ts'

/** Seconds since the epoch, for everything in a run. */
export const now = Math.floor(Date.now() / 1000)

export const people: readonly KeyPair[] = Array.from({ length: 64 }, () => createKeyPair())

/** The one whose turn it is. */
export function each<T>(things: readonly T[], call: number): T {
  const thing = things[call % things.length]
  if (thing === undefined) throw new RangeError('there is nothing to choose from')
  return thing
}

const native = libsecp256k1()

/** A token as the SDK signs one for a submission. */
export const signedBy = (keyPair: KeyPair): string =>
  createSelfSignedJwt({ keyPair, scopes: ['write'], now, applicationId: 'sleep-study' }, native)

export const TOKENS_EACH = 16

/** Person by person, as many of each. */
export const tokens: readonly string[] = people.flatMap(person =>
  Array.from({ length: TOKENS_EACH }, () => signedBy(person)),
)

const wire = tokens.map(token => Buffer.from(token, 'latin1'))

/** A token as it comes off the wire: a string that nobody has hashed or compared yet. */
export const arriving = (call: number): string => each(wire, call).toString('latin1')
