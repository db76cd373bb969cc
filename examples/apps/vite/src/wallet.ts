/** The person's own wallet, a browser extension (EIP-6963). */
import { useEffect, useState } from 'react'

export interface Wallet {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

export function useWallet(): Wallet | undefined {
  const [wallet, setWallet] = useState<Wallet>()
  useEffect(() => {
    const found = (event: Event) => setWallet((event as CustomEvent<{ provider: Wallet }>).detail.provider)
    addEventListener('eip6963:announceProvider', found)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', found)
  }, [])
  return wallet
}

/** The address of the wallet, and its EIP-712 signing function. */
export async function signWith(wallet: Wallet) {
  const [address = ''] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
  const signFn = async (typedData: object) =>
    String(
      await wallet.request({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(typedData)] }),
    )
  return { address, signFn }
}
