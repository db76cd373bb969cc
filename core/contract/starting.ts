/** The parts of a plugin that the gateway runs: their errors and time-outs name the plugin. */
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { DuplicateRoute, PluginFailed, PluginTimeout } from '../errors.ts'
import { isRow } from '../http/problem.ts'
import { scrub } from '../http/scrub.ts'
import { isThenable } from './hooks.ts'
import { placeOf } from './loading-fault.ts'

/** Time-out in seconds of `setup`, of `routes`, and of a listener. */
const PATIENCE = 10

/**
 * Starts a part of a plugin with a time-out, and names the plugin if it fails.
 * @throws PluginTimeout if it does not end in time, a row of an error table as it is, and PluginFailed for any other
 * error
 */
export async function startPart(
  plugin: string,
  part: 'setup' | 'routes',
  work: () => void | Promise<void>,
): Promise<void> {
  try {
    await inTime(plugin, part, work)
  } catch (cause) {
    if (isRow(cause)) throw cause
    const place = await placeOf(cause, pathToFileURL('/'))
    const sentence = scrub(cause instanceof Error ? cause.message : String(cause))
    const failed = new PluginFailed(plugin, part, place ? `${sentence} (${place})` : sentence)
    throw Object.assign(failed, { cause })
  }
}

/**
 * Runs work of a plugin with a time-out. Seconds count only while the event loop turns: neither a busy machine nor the
 * loading of a large module ends it.
 * @param part - the subject of the sentence
 * @throws PluginTimeout
 */
export function inTime<T>(plugin: string, part: string, work: () => T): T | Promise<Awaited<T>> {
  const working = work()
  // Most listeners have nothing to wait for.
  return isThenable(working) ? settledInTime(plugin, part, working) : working
}

async function settledInTime<T>(plugin: string, part: string, working: T): Promise<Awaited<T>> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    let seconds = 0
    timer = setInterval(() => {
      if (++seconds >= PATIENCE) reject(new PluginTimeout(plugin, part, String(PATIENCE)))
    }, 1000)
  })
  try {
    return await Promise.race([working, timeout])
  } finally {
    clearInterval(timer)
  }
}

/**
 * Registers the routes of a plugin; the newest of `gateway.routes` is its own.
 * @throws DuplicateRoute with both plugins; Fastify names the route only
 */
export async function namingClashes(
  plugin: string,
  { gateway }: FastifyInstance,
  register: () => PromiseLike<unknown>,
): Promise<void> {
  try {
    await register()
  } catch (error) {
    const clash = gateway.routes.at(-1)
    const { code } = ((error as Error).cause ?? error) as { code?: unknown }
    if (code !== 'FST_ERR_DUPLICATED_ROUTE' || clash?.plugin !== plugin) throw error
    const other = gateway.routes.find(each => each !== clash && isSame(each, clash))
    const by =
      other === undefined
        ? 'another part of the gateway'
        : other.plugin === plugin
          ? 'the same plugin'
          : `plugin '${other.plugin}'`
    throw Object.assign(new DuplicateRoute(`${clash.method} ${clash.url}`, plugin, by), { cause: error })
  }
}

type Route = FastifyInstance['gateway']['routes'][number]

/** The router ignores the names of parameters. */
const isSame = (a: Route, b: Route): boolean =>
  patternOf(a.url) === patternOf(b.url) &&
  a.method.split(',').some(method => b.method.split(',').includes(method))

const patternOf = (url: string): string => url.replaceAll(/:[^/:(-]+/g, ':')
