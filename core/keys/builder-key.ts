/** The key of the service, with the keys before it: from the config, or from the data directory. */
import type { Config } from '../config/config-schema.ts'
import { ManagedRing } from './key-ring.ts'

/** Opens the ring. Nothing is written before a database is claimed with it. @throws InvalidKey, KeyChain */
export async function openBuilder(
  { builderKey, did }: Pick<Config, 'builderKey' | 'did'>,
  data: string,
): Promise<ManagedRing> {
  return builderKey
    ? ManagedRing.configured(builderKey, data, 'builder', did.prefix)
    : ManagedRing.open(data, 'builder', did.prefix)
}
