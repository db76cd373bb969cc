/** Context of the page: the deployment, the keys of this browser, and the connected wallet. */
import { type Environment, loadEnvironment } from '../../sdk/index.ts'
import { openVault, type Vault } from '../keys/vault.ts'
import type { Account } from '../keys/wallet.ts'

export interface Deployment {
  /** The published configuration, to show to integrators. */
  readonly published: Environment
  /** The same with this page's origin as address: the page's policy permits requests to no other. */
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
