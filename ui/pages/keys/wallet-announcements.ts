/** The announcements of wallets (EIP-6963): `critical-path.ts` draws them while the scripts load. */

/** EIP-1193. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** A wallet as its extension describes it. */
export interface Announced {
  /** Its reverse domain name. */
  readonly id: string
  readonly name: string
  /** A data: URL. */
  readonly icon?: string
  readonly provider: Provider
}

/**
 * Calls back once for every wallet that announces itself: at once for those that are there, later for others.
 * @returns a function that stops listening
 */
export function watchAnnouncements(found: (wallet: Announced) => void): () => void {
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
function walletIn(detail: unknown): Announced | undefined {
  const { info, provider } = (detail ?? {}) as {
    info?: Record<string, unknown>
    provider?: Partial<Provider>
  }
  const { rdns, name, icon } = info ?? {}
  if (typeof rdns !== 'string' || typeof name !== 'string' || typeof provider?.request !== 'function')
    return undefined
  return {
    ...{ id: rdns, name, provider: provider as Provider },
    ...(typeof icon === 'string' && /^data:image\//.test(icon) && { icon }),
  }
}
