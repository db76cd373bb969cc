/** Wallets of the browser: extensions that announce themselves speak EIP-1193. */
import { encodeUtf8, toHex } from '../../../core/crypto/bytes.ts'
import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'
import type { Account, Wallet } from './wallet.ts'
import { type Provider, watchAnnouncements } from './wallet-announcements.ts'

/**
 * Calls back for every wallet that announces itself, now or later.
 * @returns a function that stops listening
 */
export const watchWallets = (found: (wallet: Wallet) => void): (() => void) =>
  watchAnnouncements(({ provider, ...wallet }) => found({ ...wallet, connect: () => connect(provider) }))

async function connect(provider: Provider): Promise<Account> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string') throw new Said(() => words.noAccount)
  const sign = async (method: string, ...params: readonly string[]) => {
    const signature = await provider.request({ method, params })
    if (typeof signature !== 'string') throw new Said(() => words.notSigned)
    return signature
  }
  return {
    address,
    signMessage: message => sign('personal_sign', `0x${toHex(encodeUtf8(message))}`, address),
    signFn: typedData => sign('eth_signTypedData_v4', address, JSON.stringify(typedData)),
  }
}
