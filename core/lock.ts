/** A lock that all gateways share: of the requests that need the same name at once, one goes on. */

import type { Context } from './contract/hooks.ts'
import { Busy } from './errors.ts'

const KIND = 'alone'
/** Milliseconds after which a request that ended without a word stands in nobody's way. */
const PATIENCE = 60_000

/**
 * Does the work while no other request, on whichever gateway, does any under this name.
 * @throws Busy, whatever the work throws
 */
export async function withLock<T>(name: string, { app, now }: Context, work: () => Promise<T>): Promise<T> {
  const { tokens } = app.gateway
  const holder = crypto.randomUUID()
  const { first } = await tokens.claim(KIND, name, holder, now.getTime() + PATIENCE)
  if (!first) throw Object.assign(new Busy(), { headers: { 'retry-after': '1' } })
  try {
    return await work()
  } finally {
    // After its 60 s the lock may be another request's.
    if ((await tokens.peek(KIND, name)) === holder) await tokens.take(KIND, name)
  }
}
