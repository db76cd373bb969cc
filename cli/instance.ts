/** An instance of the gateway, in a process of its own, under the supervisor of `andiron start`. */
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { concealUserinfo } from '../core/config/conceal.ts'
import type { ConfigFile } from '../core/config/config-file.ts'
import type { Config } from '../core/config/config-schema.ts'
import { handleUncaught } from '../core/contract/attribution.ts'
import { filesOfPlugins } from '../core/contract/load.ts'
import { ReloadNotReady } from '../core/errors.ts'
import type { Running } from '../core/serve.ts'
import { serve } from '../plugins/index.ts'
import { readinessOf } from '../plugins/operations/readiness.ts'
import type { Begin, InstanceMessage, StopSignal, SupervisorMessage } from './messages.ts'
import { takeTurn } from './reload-turn.ts'
import { sentenceOf, tell } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

/** Milliseconds for the dependencies of a new instance to get ready: remote nodes take a moment. */
const PATIENCE = 15_000

export async function serveInstance(options: Located): Promise<void> {
  // The supervisor passes signals on. A terminal, and systemd, also send them to this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const begin = await begun()
  let settings: ConfigFile | undefined
  try {
    settings = await readSettings(options)
    const { config, directory } = settings
    const check = begin.mustBeReady ? awaitReady : async () => {}
    const running = await explaining(settings, () =>
      serve(config, { directory, check, succeeds: begin.succeeds }),
    )
    await attend(running, settings, begin)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (!begin.succeeds) process.stderr.write(`andiron: ${sentence}\n`)
    await send({ type: 'failed', sentence, files: await filesOf(options, settings) })
    // A store of the failed start may keep the process alive.
    process.exit(1)
  }
}

/** Serves until the supervisor says otherwise. */
async function attend(running: Running, settings: ConfigFile, begin: Begin): Promise<void> {
  const { app } = running
  const { config } = app.gateway
  const { limits } = config
  let endTurn = async () => {}

  const end = async (work: () => Promise<void>, code: 0 | 1): Promise<never> => {
    try {
      await work()
      process.exit(code)
    } catch (error) {
      process.stderr.write(`andiron: ${settings.conceal(sentenceOf(error))}\n`)
      process.exit(1)
    }
  }
  const uncaught = (error: unknown) => {
    if (handleUncaught(error, app.log)) return
    app.log.fatal({ err: error }, 'stopping')
    void end(() => running.close(), 1)
  }
  process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught)

  process.on('message', async (message: SupervisorMessage) => {
    switch (message.type) {
      case 'prepare':
        try {
          endTurn = await takeTurn(app.gateway.tokens)
          await send({ type: 'prepared', isReady: (await readinessOf(app.gateway)).ready })
        } catch (error) {
          await send({ type: 'failed', sentence: settings.conceal(sentenceOf(error)), files: [] })
        }
        return
      case 'kept':
        app.log.error({ reason: message.sentence }, 'the reload failed; this instance stays')
        return endTurn().catch(error => app.log.warn({ err: error }, 'the turn to reload ends by itself'))
      case 'retire':
        app.log.info('another instance serves; this one finishes its requests')
        return end(async () => {
          await endTurn().catch(error => app.log.warn({ err: error }, 'the turn to reload ends by itself'))
          await running.close({ isSucceeded: true, grace: limits.uploadTimeout })
        }, 0)
      case 'stop':
        app.log.info({ signal: message.signal }, 'stopping')
        return end(() => running.close({ delay: delayOf(config, message.signal) }), 0)
    }
  })

  if (begin.succeeds) {
    app.log.info('this instance has taken over')
    const { records, tokens, objects } = config.stores
    if ([records, tokens, objects].some(({ driver }) => driver === 'memory'))
      app.log.warn('a store in memory does not outlive its instance: what the former one kept there is gone')
  } else announce(running)
  const within = (signal: StopSignal) => delayOf(config, signal) + limits.drain
  await send({
    type: 'serving',
    data: resolve(fileURLToPath(settings.directory), config.data),
    files: await filesOf({}, settings),
    endsWithin: { SIGINT: within('SIGINT'), SIGTERM: within('SIGTERM') },
    reload: limits.reload,
  })
}

function announce({ app, url, origins }: Running): void {
  const lines: [name: string, value: string][] = [
    ['gateway', app.gateway.baseUrl],
    ...origins,
    ['API docs', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['health', `${url}/health/ready`],
  ]
  tell(
    `andiron ${app.gateway.version} is listening`,
    lines.map(([name, value]) => [name, concealUserinfo(value)]),
  )
}

/** A gateway without `baseUrl` is used on its own machine: no load balancer is in front of it. */
const delayOf = ({ limits, baseUrl }: Config, signal: StopSignal): number =>
  signal === 'SIGINT' ? 0 : (limits.drainDelay ?? (baseUrl === undefined ? 0 : 5_000))

/** @throws ReloadNotReady if a dependency does not get ready */
async function awaitReady({ gateway }: FastifyInstance): Promise<void> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const { ready, dependencies } = await readinessOf(gateway)
    if (ready) return
    if (Date.now() > deadline) {
      const missing = dependencies.filter(dependency => !dependency.ready)
      throw new ReloadNotReady(missing.map(({ name, problem }) => `${name} (${problem})`).join(', '))
    }
    await wait(250)
  }
}

/** The files that a reload reads: the config, and the plugins that it names by path. */
async function filesOf({ config }: Located, settings: ConfigFile | undefined): Promise<string[]> {
  const file = settings?.file ?? resolve(config ?? 'andiron.json')
  if (settings === undefined) return [file]
  return [file, ...(await filesOfPlugins(settings.config.plugins ?? {}, settings.directory).catch(() => []))]
}

const begun = (): Promise<Begin> =>
  new Promise(resolve => {
    process.once('message', (message: Begin) => resolve(message))
    void send({ type: 'hello' })
  })

const send = (message: InstanceMessage): Promise<void> =>
  new Promise(resolve => {
    process.send?.(message, undefined, undefined, () => resolve())
  })
