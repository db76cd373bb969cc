/** What every part of the page works with: the deployment, the keys of this browser, and the wallet that was connected. */
import { type Environment, loadEnvironment } from '../../sdk/index.ts'
import { openVault, type Vault } from '../keys/vault.ts'
import type { Account } from '../keys/wallet.ts'

export interface Deployment {
  /** As the deployment publishes it: what integrators are told. */
  readonly published: Environment
  /** The same, asked where this page came from: its policy lets it talk to nobody else. */
  readonly environment: Environment
  readonly vault: Vault
}

export interface Scene extends Deployment {
  readonly account?: Account
  setAccount(account: Account | undefined): void
}

export async function openDeployment(): Promise<Deployment> {
  const [published, vault] = await Promise.all([loadEnvironment(location.origin), openVault()])
  return { published, environment: { ...published, apiBaseUrl: location.origin }, vault }
}
