/** An instance of the gateway, in a process of its own, under the supervisor of `andiron start`. */
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { concealUserinfo } from '../core/config/conceal.ts'
import type { ConfigFile } from '../core/config/config-file.ts'
import type { Config } from '../core/config/config-schema.ts'
import { workersOf } from '../core/config/workers.ts'
import { handleUncaught } from '../core/contract/attribution.ts'
import { filesOfPlugins } from '../core/contract/load.ts'
import { ReloadNotReady } from '../core/errors.ts'
import { Peers } from '../core/peers.ts'
import type { Running, ServingEnd } from '../core/serve.ts'
import { interruptNow } from '../core/stores/sql/postmaster.ts'
import { serve } from '../plugins/index.ts'
import { healthOf, isWhole } from '../plugins/operations/health.ts'
import { picturesIn } from '../plugins/pages/theme-options.ts'
import type { Begin, InstanceMessage, Serving, StopSignal, SupervisorMessage } from './messages.ts'
import { takeTurn } from './reload-turn.ts'
import { sentenceOf, tell } from './report.ts'
import { explaining, type Located, readSettings } from './settings.ts'

/** Milliseconds for the dependencies of a new instance to get ready: remote nodes take a moment. */
const PATIENCE = 15_000

export async function serveInstance(): Promise<void> {
  // The supervisor passes signals on. A terminal, and systemd, also send them to this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const begin = await begun()
  const { options } = begin
  let settings: ConfigFile | undefined
  let instance: Instance | undefined

  const fail = async (error: unknown): Promise<never> => {
    const sentence = sentenceOf(error)
    if (begin.role === 'first') process.stderr.write(`andiron: ${sentence}\n`)
    await send({ type: 'failed', sentence, files: await filesOf(options, settings) })
    // A store of the failed start may keep the process alive.
    process.exit(1)
  }
  const uncaught = (error: unknown) => {
    if (handleUncaught(error, instance?.log ?? pino({ level: 'error' }))) return
    void (instance?.abort(error) ?? fail(error))
  }
  process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught)

  try {
    settings = await readSettings(options)
    const { config, directory } = settings
    const { driver = 'embedded' } = config.stores?.database ?? {}
    if (driver === 'embedded') stopWithSupervisor(join(directoryOf(settings), 'postgres'))
    const check = begin.mustBeReady ? awaitReady : async () => {}
    const running = await explaining(settings, () =>
      serve(config, { directory, check, joins: begin.role !== 'first', peers: connectPeers(begin) }),
    )
    instance = new Instance(running, settings)
    process.on('message', (message: SupervisorMessage) => instance?.receive(message))
    if (begin.role === 'successor') instance.takeOver()
    await send(await instance.serving())
  } catch (error) {
    await fail(error)
  }
}

/** The running gateway, as the supervisor directs it. */
class Instance {
  readonly log: FastifyBaseLogger
  readonly #running: Running
  readonly #settings: ConfigFile
  readonly #config: Config
  #endTurn = async () => {}

  constructor(running: Running, settings: ConfigFile) {
    this.#running = running
    this.#settings = settings
    this.#config = running.app.gateway.config
    this.log = running.app.log
  }

  async serving(): Promise<Serving> {
    const { limits } = this.#config
    const within = (signal: StopSignal) => delayOf(this.#config, signal) + limits.drain
    return {
      type: 'serving',
      workers: workersOf(this.#config),
      data: directoryOf(this.#settings),
      files: await filesOf({}, this.#settings),
      endsWithin: { SIGINT: within('SIGINT'), SIGTERM: within('SIGTERM') },
      reload: limits.reload,
    }
  }

  takeOver(): void {
    this.log.info('this instance has taken over')
    const { records, tokens, objects } = this.#config.stores
    if ([records, tokens, objects].some(({ driver }) => driver === 'memory'))
      this.log.warn('a store in memory does not outlive its instance: what the former one kept there is gone')
  }

  async receive(message: SupervisorMessage): Promise<void> {
    switch (message.type) {
      case 'announce':
        return announce(this.#running)
      case 'prepare':
        return send(await this.#prepare())
      case 'kept':
        this.log.error({ reason: message.sentence }, 'the reload failed; this instance stays')
        return this.#leaveTurn()
      case 'retire':
        this.log.info('another instance serves; this one finishes its requests')
        return this.#end(
          { isSucceeded: true, grace: this.#config.limits.uploadTimeout, refuses: () => this.#retired() },
          0,
        )
      case 'hurry':
        return this.#end({ isSucceeded: true }, 0)
      case 'stop':
        this.log.info({ signal: message.signal }, 'stopping')
        return this.#end({ delay: delayOf(this.#config, message.signal) }, 0)
    }
  }

  /** Ends after an error that leaves the state of the process unknown. */
  async abort(error: unknown): Promise<never> {
    this.log.fatal({ err: error }, 'stopping')
    return this.#end({}, 1)
  }

  async #prepare(): Promise<InstanceMessage> {
    try {
      this.#endTurn = await takeTurn(this.#running.app.gateway.tokens)
      return { type: 'prepared', isReady: isWhole(await healthOf(this.#running.app.gateway)) }
    } catch (error) {
      return { type: 'failed', sentence: this.#settings.conceal(sentenceOf(error)), files: [] }
    }
  }

  async #retired(): Promise<void> {
    await send({ type: 'retired' })
    await this.#leaveTurn()
  }

  async #leaveTurn(): Promise<void> {
    await this.#endTurn().catch(error =>
      this.log.warn({ err: error }, 'the turn to reload could not be given up and expires'),
    )
  }

  async #end(how: ServingEnd, code: 0 | 1): Promise<never> {
    try {
      await this.#running.close(how)
    } catch (error) {
      process.stderr.write(`andiron: ${this.#settings.conceal(sentenceOf(error))}\n`)
      process.exit(1)
    }
    process.exit(code)
  }
}

/** The data directory. */
const directoryOf = ({ directory, config }: ConfigFile): string =>
  resolve(fileURLToPath(directory), config.data ?? 'data')

/** If the supervisor is killed, this process ends at once, and would leave its database running. */
const stopWithSupervisor = (database: string) =>
  // Before the listener of `node:cluster`, which ends the process.
  void process.prependOnceListener('disconnect', () => interruptNow(database))

/** The other workers, as the supervisor reports and reaches them. */
function connectPeers({ worker }: Begin): Peers {
  let others: readonly number[] = []
  const peers = new Peers(
    worker,
    () => others,
    message => void send(message),
  )
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'workers') others = message.numbers.filter(each => each !== worker)
    // A question that fails here has no answer; the same reading for a client of this worker reports the error.
    if (message.type === 'peer') peers.receive(message).catch(() => {})
  })
  return peers
}

function announce({ app, url, origins }: Running): void {
  const lines: (readonly [name: string, value: string])[] = [
    ['gateway', app.gateway.baseUrl],
    ...origins,
    ...(app.hasRoute({ method: 'GET', url: '/docs' }) ? [['API docs', `${url}/docs`] as const] : []),
    ['OpenAPI', `${url}/openapi.json`],
    ['health', `${url}/health`],
  ]
  const workers = workersOf(app.gateway.config)
  if (workers > 1) lines.push(['workers', String(workers)])
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
    const health = await healthOf(gateway)
    if (isWhole(health)) return
    if (Date.now() > deadline) {
      const missing = health.dependencies.filter(dependency => !dependency.ready)
      throw new ReloadNotReady(missing.map(({ name, problem }) => `${name} (${problem})`).join(', '))
    }
    await wait(250)
  }
}

/** The files that a reload reads: the config, the plugins that it names by path, and the pictures of its theme. */
async function filesOf({ config }: Located, settings: ConfigFile | undefined): Promise<string[]> {
  const file = settings?.file ?? resolve(config ?? 'andiron.json')
  if (settings === undefined) return [file]
  const { plugins = {} } = settings.config
  return [
    file,
    ...picturesIn(plugins['pages'], settings.directory),
    ...(await filesOfPlugins(plugins, settings.directory).catch(() => [])),
  ]
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
