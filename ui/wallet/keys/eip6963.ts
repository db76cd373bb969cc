/** Wallets of the browser: extensions announce themselves (EIP-6963) and speak EIP-1193. */
import { encodeUtf8, toHex } from '../../../core/crypto/bytes.ts'
import { words } from '../language.ts'
import { Said } from '../step.ts'
import type { Account, Wallet } from './wallet.ts'

/** EIP-1193. */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/**
 * Calls back for every wallet that announces itself, now or later.
 * @returns a function that stops listening
 */
export function watchWallets(found: (wallet: Wallet) => void): () => void {
  const seen = new Set<string>()
  const announced = (event: Event) => {
    const wallet = walletIn((event as CustomEvent<unknown>).detail)
    if (!wallet || seen.has(wallet.id)) return
    seen.add(wallet.id)
    found(wallet)
  }
  addEventListener('eip6963:announceProvider', announced)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => removeEventListener('eip6963:announceProvider', announced)
}

/** Announcements can come from any script in the page: validate them first. */
function walletIn(detail: unknown): Wallet | undefined {
  const { info, provider } = (detail ?? {}) as {
    info?: Record<string, unknown>
    provider?: Partial<Provider>
  }
  const { rdns, name, icon } = info ?? {}
  if (typeof rdns !== 'string' || typeof name !== 'string' || typeof provider?.request !== 'function')
    return undefined
  const usable = provider as Provider
  return {
    ...{ id: rdns, name, connect: () => connect(usable) },
    ...(typeof icon === 'string' && /^data:image\//.test(icon) && { icon }),
  }
}

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
