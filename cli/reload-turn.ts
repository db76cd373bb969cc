/** The turn to reload: of the gateways of one deployment, one reloads at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import { ReloadBusy } from '../core/errors.ts'
import type { TokenStore } from '../core/stores/tokens/tokens.ts'

const KIND = 'reload'
const NAME = 'turn'
/** Milliseconds after which the turn of a killed gateway ends. */
const LEASE = 30_000
const INTERVAL = 250
/** Milliseconds to wait for other gateways. */
const PATIENCE = 600_000

/**
 * Waits for the turn, in the token store that all gateways of a deployment share.
 * @returns a function that ends it
 * @throws ReloadBusy, or an error of the store
 */
export async function takeTurn(
  tokens: Pick<TokenStore, 'claim' | 'peek' | 'put' | 'release'>,
): Promise<() => Promise<void>> {
  const holder = crypto.randomUUID()
  const deadline = Date.now() + PATIENCE
  while (!(await tokens.claim(KIND, NAME, holder, Date.now() + LEASE)).first) {
    if (Date.now() > deadline) throw new ReloadBusy(PATIENCE / 1000)
    await wait(INTERVAL)
  }
  const holds = async () => (await tokens.peek(KIND, NAME)) === holder
  const renewal = setInterval(() => {
    // A turn that cannot be renewed ends by itself; a reload beside another one is slower, not wrong.
    holds()
      .then(async held => {
        if (held) await tokens.put(KIND, NAME, holder, Date.now() + LEASE)
      })
      .catch(() => {})
  }, LEASE / 3).unref()
  return async () => {
    clearInterval(renewal)
    await tokens.release(KIND, NAME, holder)
  }
}
