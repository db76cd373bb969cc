/** Errors of the sandbox: work that costs too much, and a pool that is full. */
import createError from '@fastify/error'

/** A task exceeded its budget of processor time or memory. */
export const TooExpensive = createError(
  'AND_TOO_EXPENSIVE',
  'This request exceeds %s; make it smaller or simpler',
  422,
)
/** The queue is full; the error carries `Retry-After`. */
export const SandboxFull = createError(
  'AND_SANDBOX_FULL',
  'Too much expensive work is queued; retry in %s seconds',
  503,
)
export const SandboxFailed = createError(
  'AND_SANDBOX_FAILED',
  'A worker thread failed; the log has the details under this request id',
  500,
)

/** The error for a full queue, with the seconds until a place is free. */
export function full(seconds: number): Error {
  const wait = Math.max(1, Math.ceil(seconds))
  return Object.assign(new SandboxFull(wait), { headers: { 'retry-after': String(wait) } })
}
