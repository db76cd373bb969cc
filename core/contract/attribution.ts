/**
 * Attributes failures outside of requests (timers, promises without `await`, events) to the plugin whose code
 * began the work, so that they need not end the process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { Internal } from '../errors.ts'

/** The origin of asynchronous work. */
interface Origin {
  readonly plugin: string
  /** The pending response, if a request began the work. */
  readonly reply?: FastifyReply
}

const origins = new AsyncLocalStorage<Origin>()

/** Runs work of an integrator's plugin; everything that it begins is attributed to the plugin. */
export const attributeTo = <T>(origin: Origin, work: () => T): T => origins.run(origin, work)

/**
 * Handles an error that nothing caught: logs it under its plugin, and answers the request that began the work
 * with 500. To be called by a listener of `uncaughtException` and `unhandledRejection`.
 * @returns false if the work is not of an integrator's plugin: the state of the process is unknown then
 */
export function handleUncaught(error: unknown, log: FastifyBaseLogger): boolean {
  const origin = origins.getStore()
  if (origin === undefined) return false
  const { plugin, reply } = origin
  log.error({ err: error, plugin }, 'a plugin failed outside of a request; the gateway goes on')
  if (reply !== undefined && !reply.sent) reply.send(Object.assign(new Internal(), { cause: error }))
  return true
}
