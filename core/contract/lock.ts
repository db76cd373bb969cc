/** A lock that all gateways share: of concurrent requests for one name, one proceeds. */

import { Busy } from '../errors.ts'
import type { Context } from './hooks.ts'

const KIND = 'alone'
/** Milliseconds after which the lock of a request that ended without releasing it expires. */
const PATIENCE = 60_000

/**
 * Does the work under a lock that all gateways share: no other request works under this name meanwhile.
 * @param name - the name of the lock
 * @param context - the context of the request
 * @param work - runs while the lock is held, for at most 60 s
 * @returns the result of the work
 * @throws Busy, and any error of the work
 */
export async function withLock<T>(name: string, { app, now }: Context, work: () => Promise<T>): Promise<T> {
  const { tokens } = app.gateway
  const holder = crypto.randomUUID()
  const { first } = await tokens.claim(KIND, name, holder, now.getTime() + PATIENCE)
  if (!first) throw Object.assign(new Busy(), { headers: { 'retry-after': '1' } })
  try {
    return await work()
  } finally {
    // After its 60 s the lock may be another request's, which keeps it.
    await tokens.release(KIND, name, holder)
  }
}
