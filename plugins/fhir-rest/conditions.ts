/** Conditions that hold until what hangs on them is done: of those who ask at once, one goes on. */
import type { Context } from '../../core/index.ts'
import { ConditionBusy } from './errors.ts'

const KIND = 'fhir-condition'
/** Milliseconds after which a request that ended without a word stands in nobody's way. */
const PATIENCE = 60_000

/**
 * Does the work while nobody else does any under this name, on whichever gateway.
 * @throws ConditionBusy, whatever the work throws
 */
export async function whileAlone<T>(name: string, { app, now }: Context, work: () => Promise<T>): Promise<T> {
  const { tokens } = app.gateway
  const { first } = await tokens.claim(KIND, name, 'held', now.getTime() + PATIENCE)
  if (!first) throw Object.assign(new ConditionBusy(), { headers: { 'retry-after': '1' } })
  try {
    return await work()
  } finally {
    await tokens.take(KIND, name)
  }
}
