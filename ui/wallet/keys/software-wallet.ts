/** A wallet in this browser, for people who have none: a random key, kept in the vault, made when it is first used. */

import { createKeyPair } from '../../../core/crypto/keys.ts'
import { createSoftwareWallet } from '../../sdk/software-wallet.ts'
import type { Vault } from './vault.ts'
import type { Wallet } from './wallet.ts'

const NAME = 'software-wallet'

/** Whoever loses the browser's data loses this key and with it the profile: the page says so before. */
export function softwareWallet(vault: Vault): Wallet {
  return {
    id: 'andiron.software',
    name: 'This browser',
    async connect() {
      const key =
        (await vault.open(NAME)) ??
        (await vault.keep({ name: NAME, label: 'Wallet of this browser' }, createKeyPair().privateKey))
      const { address, signFn } = createSoftwareWallet(key)
      return { address, signTypedData: signFn }
    },
  }
}
