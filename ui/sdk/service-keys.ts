/** The keys of a service: follows the signed chain that a deployment publishes. */
import { keyIdOf, sameIdentity } from '../../core/crypto/did.ts'
import { type ChainedKey, keysOfChain, readSuccession } from '../../core/crypto/succession.ts'
import type { Environment } from '../../schemas/environment.ts'
import { sdkError } from './errors.ts'

/** The part of an environment that names the keys of its service. */
export type ServiceKeys = Pick<Environment, 'builderDid' | 'builderSuccessions'> & {
  readonly didPrefix?: string
}

/**
 * The keys that the service has had and will have, the newest last, each with its times in seconds since the
 * epoch. Every key is named by the one before it and has consented.
 * @param environment - from `loadEnvironment`; a `builderDid` that was pinned earlier is a valid anchor
 * @throws CryptoError if a statement does not verify; AndironError `AND_BAD_KEY_CHAIN` if `builderDid` is not
 * part of the chain
 */
export function serviceKeysOf(environment: ServiceKeys): readonly ChainedKey[] {
  const { builderDid, builderSuccessions = [], didPrefix } = environment
  const prefixes = didPrefix === undefined ? [] : [didPrefix]
  const [oldest] = builderSuccessions
  const first = oldest === undefined ? builderDid : readSuccession(oldest, { prefixes }).predecessor
  const keys = keysOfChain(first, builderSuccessions, { prefixes })
  if (!keys.some(({ did }) => sameIdentity(did, builderDid, prefixes))) throw sdkError('AND_BAD_KEY_CHAIN')
  return keys
}

/**
 * The key of the service with this DID, if it had not ended at a time.
 * @param at - milliseconds since the epoch
 * @throws like `serviceKeysOf`
 */
export function serviceKeyAt(environment: ServiceKeys, did: string, at: number): ChainedKey | undefined {
  const { didPrefix } = environment
  const prefixes = didPrefix === undefined ? [] : [didPrefix]
  const id = keyIdOf(did, prefixes)
  return serviceKeysOf(environment).find(key => keyIdOf(key.did, prefixes) === id && at < key.ends * 1000)
}
