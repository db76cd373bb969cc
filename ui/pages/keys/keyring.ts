/** The keys of this browser and their deployment, loaded before a page renders. */
import type { Environment } from '../../../schemas/environment.ts'
import { loadEnvironment } from '../../sdk/environment.ts'
import { type KnownIdentity, knownIdentities } from './storage-keys.ts'
import { openVault, type Vault } from './vault.ts'

export interface Keyring {
  readonly environment: Environment
  readonly vault: Vault
  /** The identities that this browser knew when the keyring was opened. */
  readonly known: readonly KnownIdentity[]
}

export async function openKeyring(): Promise<Keyring> {
  const [environment, vault] = await Promise.all([loadEnvironment(location.origin), openVault()])
  return { environment, vault, known: await knownIdentities(vault) }
}
