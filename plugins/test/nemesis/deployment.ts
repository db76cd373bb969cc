/**
 * The deployment that the nemesis harms: two gateways, three nodes, PostgreSQL and Redis, each a process with a clock
 * of its own that can be killed, paused and stepped, and links between them that can fail.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Test } from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { openJournal } from '../../../core/stores/network/journal.ts'
import { KeyedLock } from '../../../core/stores/network/keyed-lock.ts'
import { Network } from '../../../core/stores/network/network.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import type { Database } from '../../../core/stores/sql/database.ts'
import { connectPostgres } from '../../../core/stores/sql/postgres.ts'
import {
  copyDebian,
  type Daemon,
  daemon,
  debianReplica,
  debianUrl,
  serverDirectory,
} from '../../../core/stores/sql/test/fixtures/debian.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { freePort, freePorts } from '../../../core/stores/test/fixtures/free-port.ts'
import { compiled, launch, type Process, type Said } from '../../../core/test/fixtures/cli.ts'
import { FAKETIME, POSTGRES_BINARIES } from '../../../core/test/fixtures/programs.ts'
import { holdsPort, Link, processesOf } from './links.ts'

const run = promisify(execFile)

export const NODES = ['node-1', 'node-2', 'node-3'] as const
export const GATEWAYS = ['gateway-1', 'gateway-2'] as const
export const SERVERS = ['database', 'redis'] as const
export const PARTS = [...GATEWAYS, ...NODES, ...SERVERS] as const
export type PartName = (typeof PARTS)[number]
export type GatewayName = (typeof GATEWAYS)[number]

const DATABASES = ['andiron_gateway', 'node_1', 'node_2', 'node_3'] as const

/** A server of PostgreSQL: the one that is `database`, or its standby. */
interface Server {
  readonly directory: string
  readonly port: number
  readonly clock: string
}

type Standby = Server & { readonly pid: number }

/** MiB of the file system of PostgreSQL, where it may be filled. */
const DISK = 1024

/** Milliseconds in which a gateway or a node starts, once the faults of its neighbours have ended. */
const START_MS = 90_000

interface Part {
  readonly start: () => Promise<number>
  pid: number | undefined
}

export class Deployment {
  readonly builder = createKeyPair()
  readonly #parts = new Map<PartName, Part>()
  readonly #links = new Map<PartName, Link>()
  readonly #offsets = new Map<PartName, number>()
  readonly #ports = new Map<PartName, number>()
  /** A part is killed or started, one after the other. */
  readonly #turns = new KeyedLock()
  readonly #t: Test
  readonly #directory: string
  /** The PostgreSQL that serves. */
  #server: Server
  #standby: Standby | undefined
  #servers = 0
  /** The log files of the servers, and what Redis keeps. */
  #serversDirectory = ''
  #databases: readonly Database[] = []
  /** Seconds by which the time of this world is ahead of that of the machine. */
  #ahead = 0
  /** The file systems of PostgreSQL are its own, and can be full. */
  hasDisk = false

  private constructor(t: Test, directory: string, server: Server) {
    this.#t = t
    this.#directory = directory
    this.#server = server
  }

  static async start(t: Test): Promise<Deployment> {
    const [directory, port] = [await temporaryDirectory(t), await freePort()]
    const server = { directory: await serverDirectory(t), port, clock: join(directory, 'clocks/database') }
    const deployment = new Deployment(t, directory, server)
    await deployment.#prepare()
    t.teardown(() => deployment.#end())
    await deployment.#startParts()
    return deployment
  }

  /** Milliseconds since the epoch, as a client with a right clock has them. */
  now(): number {
    return Date.now() + this.#ahead * 1000
  }

  /** The databases of the nodes, past every link. */
  get nodeDatabases(): readonly Database[] {
    return this.#databases.slice(1)
  }

  get gatewayDatabase(): Database {
    return this.#databases[0] as Database
  }

  originOf(name: GatewayName): string {
    return `http://127.0.0.1:${this.#portOf(name)}`
  }

  link(name: PartName): Link {
    return this.#links.get(name) as Link
  }

  kill(name: PartName): Promise<void> {
    return this.#turns.run(name, async () => {
      const part = this.#parts.get(name) as Part
      if (part.pid === undefined) return
      await this.#signal(name, 'SIGKILL')
      part.pid = undefined
    })
  }

  /** Starts a part again that was killed. */
  revive(name: PartName): Promise<void> {
    return this.#turns.run(name, async () => {
      const part = this.#parts.get(name) as Part
      if (part.pid === undefined || !(await isAlive(part.pid))) part.pid = await part.start()
    })
  }

  pause(name: PartName): Promise<void> {
    return this.#signal(name, 'SIGSTOP')
  }

  resume(name: PartName): Promise<void> {
    return this.#signal(name, 'SIGCONT')
  }

  /** Sets the clock of a part so many seconds ahead of this world. */
  async setClock(name: PartName, seconds: number): Promise<void> {
    this.#offsets.set(name, seconds)
    const file = this.#clockOf(name)
    // A process reads it at any time: never a half of it.
    const next = `${file}.${crypto.randomUUID()}`
    await writeFile(next, `${seconds + this.#ahead >= 0 ? '+' : ''}${seconds + this.#ahead}\n`)
    await rename(next, file)
  }

  /** Moves the time of this world, as a machine sees that was suspended with everything on it. */
  async advance(seconds: number, except: readonly PartName[] = []): Promise<void> {
    this.#ahead += seconds
    for (const name of PARTS)
      if (!except.includes(name)) await this.setClock(name, this.#offsets.get(name) ?? 0)
  }

  /** Runs a command of `andiron` as the operator of the gateways does, with the clock of the first one. */
  command(args: readonly string[]): Promise<Said> {
    const { ended } = launch(compiled, args, this.#directory, {
      ...this.#environment('gateway-1'),
      ANDIRON_BACKUP_KEY_FILE: join(this.#directory, 'backup.key'),
    })
    return ended
  }

  /** Runs a command on a node, as its operator does. */
  nodeCommand(name: (typeof NODES)[number], args: readonly string[]): Promise<Said> {
    const { ended } = launch(compiled, [...args, '--data', join(this.#directory, name)], this.#directory, {
      ...this.#environment(name),
      ANDIRON_DATABASE: this.#nodeDatabase(name),
    })
    return ended
  }

  /** The config by which one operator backs up gateway and nodes at one point. */
  get wholeConfig(): string {
    return join(this.#directory, 'whole.json')
  }

  configOf(name: GatewayName): string {
    return join(this.#directory, `${name}.json`)
  }

  get backups(): string {
    return join(this.#directory, 'backups')
  }

  async backUp(): Promise<Said> {
    const keys = join(this.#directory, 'whole', 'nodes')
    await mkdir(keys, { recursive: true })
    // The key, and those that succeeded it.
    for (const name of NODES)
      for (const file of await readdir(join(this.#directory, name)))
        if (/^node\.(\d+\.)?(key|jws)$/.test(file))
          await copyFile(join(this.#directory, name, file), join(keys, file.replace('node', name)))
    return this.command(['backup', this.backups, '--config', this.wholeConfig])
  }

  /** Everything is lost, and comes back from the newest backup. */
  async restore(): Promise<Said> {
    for (const name of [...GATEWAYS, ...NODES]) await this.kill(name)
    for (const database of DATABASES) await this.#query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await rm(join(this.#directory, 'whole'), { recursive: true, force: true })
    const said = await this.command(['restore', this.backups, '--config', this.wholeConfig])
    for (const name of [...NODES, ...GATEWAYS]) await this.revive(name)
    return said
  }

  /** Ends what killed processes left in the journal, as a gateway does every minute; `true` if nothing is left. */
  async recover(): Promise<boolean> {
    const records = new Network({
      nodes: await Promise.all(
        NODES.map(name => connectNode(`http://127.0.0.1:${this.#portOf(name)}`, { timeout: 30_000 })),
      ),
      builder: this.builder,
      primitives: await choosePrimitives(),
      journal: openJournal(this.gatewayDatabase),
      clock: () => this.now(),
    })
    await records.recover()
    return (await this.gatewayDatabase.query('SELECT 1 FROM writes')).length === 0
  }

  /** Takes the connections that PostgreSQL has left; resolves with what gives them back. */
  async takeConnections(): Promise<() => Promise<void>> {
    const clients: pg.Client[] = []
    for (let at = 0; at < 100; at++) {
      const client = new pg.Client(`${this.#databaseUrl}/postgres`)
      client.on('error', () => {})
      if (
        await client.connect().then(
          () => false,
          () => true,
        )
      )
        break
      clients.push(client)
    }
    return async () => {
      await Promise.all(clients.map(client => client.end().catch(() => {})))
    }
  }

  /**
   * PostgreSQL is killed, and its standby serves, which has confirmed every commit and has a clock of its own. Another
   * one follows it from then on.
   * @param seconds - by which the clock of the standby is ahead
   */
  failOver(seconds: number): Promise<void> {
    return this.#turns.run('database', async () => {
      const [part, standby] = [this.#parts.get('database') as Part, this.#standby]
      if (standby === undefined) return
      if (part.pid !== undefined) await this.#signal('database', 'SIGKILL')
      this.#server = standby
      part.pid = standby.pid
      await this.setClock('database', seconds)
      await this.#query('SELECT pg_promote()')
      this.link('database').targetPort = standby.port
      await this.#follow()
    })
  }

  /** Fills the disk of PostgreSQL; resolves with what empties it. */
  async fillDisk(): Promise<() => Promise<void>> {
    const file = join(this.#server.directory, 'ballast')
    await run('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M']).catch(() => {})
    return () => rm(file, { force: true })
  }

  get #databaseUrl(): string {
    return debianUrl(this.#server.port)
  }

  #nodeDatabase(name: (typeof NODES)[number]): string {
    return `${debianUrl(this.link('database').port)}/${name.replace('-', '_')}`
  }

  #portOf(name: PartName): number {
    return name === 'database' ? this.#server.port : (this.#ports.get(name) as number)
  }

  #clockOf(name: PartName): string {
    return name === 'database' ? this.#server.clock : join(this.#directory, 'clocks', name)
  }

  #environment(name: PartName): NodeJS.ProcessEnv {
    // Its allocator asks for the time before faketime is ready; it keeps times to live, and no clock is compared.
    if (name === 'redis') return {}
    return this.#faked(this.#clockOf(name))
  }

  #faked(clock: string): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    }
  }

  async #signal(name: PartName, signal: NodeJS.Signals): Promise<void> {
    const { pid } = this.#parts.get(name) as Part
    if (pid === undefined) return
    const pids = await processesOf(pid)
    for (const each of pids) {
      try {
        process.kill(each, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
    if (signal !== 'SIGKILL') return
    for (const each of pids) while (await isAlive(each)) await delay(10)
  }

  async #callerOf(port: number): Promise<string> {
    for (const name of [...GATEWAYS, ...NODES]) {
      const pid = this.#parts.get(name)?.pid
      if (pid !== undefined && (await holdsPort(await processesOf(pid), port))) return name
    }
    return 'another'
  }

  async #prepare(): Promise<void> {
    const ports = await freePorts(PARTS.length)
    for (const [at, name] of PARTS.entries()) this.#ports.set(name, ports[at] as number)
    for (const name of [...NODES, ...SERVERS])
      this.#links.set(name, await Link.open(this.#portOf(name), port => this.#callerOf(port)))
    await mkdir(join(this.#directory, 'clocks'))
    for (const name of PARTS) await this.setClock(name, 0)
    this.#serversDirectory = await serverDirectory(this.#t)
    this.hasDisk = await this.#mount(this.#server.directory)
    await copyDebian(this.#server.directory)
    // In files that end with it: a killed server leaves nothing in the memory of the machine.
    const settings = join(this.#server.directory, 'files/postgresql.auto.conf')
    await appendFile(settings, 'dynamic_shared_memory_type = mmap\n')

    const through = debianUrl(this.link('database').port)
    const configOf = (data: string, database: string, nodes: unknown, more: object = {}) => ({
      ...{ baseUrl: 'https://profile.example', data, builderKey: toHex(this.builder.privateKey) },
      ...{ log: { level: 'error' }, limits: { drain: 5_000 } },
      stores: {
        database: { driver: 'postgres', url: database },
        records: { nodes },
        objects: { driver: 'memory' },
        tokens: { driver: 'redis', url: `redis://127.0.0.1:${this.link('redis').port}` },
      },
      plugins: {
        operations: { requestsPerMinute: 1_000_000, requestsPerMinuteOfAddress: 1_000_000 },
        'fhir-subscriptions': { publicOnly: false },
        profile: { resumeAfter: 1, settleSeconds: 0 },
      },
      ...more,
    })
    const nodes = NODES.map(name => `http://127.0.0.1:${this.link(name).port}`)
    const write = (file: string, config: object) =>
      writeFile(join(this.#directory, file), JSON.stringify(config, null, 2), { mode: 0o600 })
    for (const name of GATEWAYS)
      await write(
        `${name}.json`,
        configOf(join(this.#directory, 'gateways'), through, nodes, { port: this.#portOf(name) }),
      )
    await write('whole.json', configOf(join(this.#directory, 'whole'), through, 3))
    await writeFile(join(this.#directory, 'backup.key'), 'a synthetic secret of a test\n', { mode: 0o600 })
  }

  async #startParts(): Promise<void> {
    for (const name of SERVERS) this.#parts.set(name, { start: () => this.#serve(name), pid: undefined })
    for (const name of NODES) this.#parts.set(name, { start: this.#node(name), pid: undefined })
    for (const name of GATEWAYS) this.#parts.set(name, { start: this.#gateway(name), pid: undefined })
    for (const name of SERVERS) await this.revive(name)
    await this.#follow()
    const server = connectPostgres(debianUrl(this.link('database').port))
    this.#t.teardown(() => server.close())
    this.#databases = await Promise.all(DATABASES.map(name => server.open(name)))
    await Promise.all(NODES.map(name => this.revive(name)))
    for (const name of GATEWAYS) await this.revive(name)
  }

  /** Gives a directory of PostgreSQL a file system of its own; only root can. */
  async #mount(directory: string): Promise<boolean> {
    const is = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', directory]).then(
      () => true,
      () => false,
    )
    if (!is) return false
    this.#t.teardown(() => run('umount', ['-l', directory]))
    await run('chown', ['postgres:', directory])
    await run('chmod', ['755', directory])
    return true
  }

  async #query(sql: string): Promise<readonly unknown[]> {
    const client = new pg.Client(`${this.#databaseUrl}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Starts a standby, whose confirmation each commit waits for from then on. */
  async #follow(): Promise<void> {
    const part = this.#parts.get('database') as Part
    for (let attempt = 1; ; attempt++) {
      const standby = await this.#copied().catch((error: Error) => error)
      if (!(standby instanceof Error)) {
        this.#standby = standby
        break
      }
      if (attempt === 20) throw standby
      // Another fault ended the copy, or the server.
      if (part.pid === undefined || !(await isAlive(part.pid))) part.pid = await part.start()
      await delay(500)
    }
    while ((await this.#query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).length === 0)
      await delay(50)
    await this.#query("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await this.#query('SELECT pg_reload_conf()')
  }

  async #copied(): Promise<Standby> {
    const directory = await serverDirectory(this.#t)
    await this.#mount(directory)
    const clock = join(this.#directory, 'clocks', `standby-${++this.#servers}`)
    await writeFile(clock, await readFile(this.#server.clock))
    const { url, daemon: server } = await debianReplica(this.#t, this.#databaseUrl, {
      directory,
      env: this.#faked(clock),
    })
    return { directory, port: Number(new URL(url).port), clock, pid: server.pid }
  }

  async #serve(name: 'database' | 'redis'): Promise<number> {
    const { directory } = this.#server
    const port = String(this.#portOf(name))
    const listening = ['-p', port, '-k', directory, '-c', 'listen_addresses=127.0.0.1']
    const command =
      name === 'database'
        ? [join(POSTGRES_BINARIES, 'postgres'), '-D', join(directory, 'files'), ...listening]
        : [
            ...['redis-server', '--port', port, '--bind', '127.0.0.1', '--save', ''],
            // It forgets nothing that it has confirmed.
            ...['--appendonly', 'yes', '--appendfsync', 'always', '--dir', this.#serversDirectory],
          ]
    for (let attempt = 1; ; attempt++) {
      const started: Daemon = await daemon(
        this.#t,
        this.#serversDirectory,
        name,
        command,
        'SIGKILL',
        this.#environment(name),
      )
      while (await isAlive(started.pid)) {
        if (
          await (name === 'database'
            ? this.#query('SELECT 1').then(Boolean, () => false)
            : accepts(Number(port)))
        )
          return started.pid
        await delay(50)
      }
      if (attempt === 50)
        throw new Error(
          `${name} does not start: ${await readFile(join(this.#serversDirectory, `${name}.log`), 'utf8')}`,
        )
      await delay(200)
    }
  }

  #node(name: (typeof NODES)[number]): () => Promise<number> {
    const args = [
      ...['node', '--port', String(this.#portOf(name)), '--data', join(this.#directory, name)],
      ...['--requests-per-minute', '1000000'],
    ]
    return () =>
      this.#launched(() =>
        launch(compiled, args, this.#directory, {
          ...this.#environment(name),
          ANDIRON_DATABASE: this.#nodeDatabase(name),
        }),
      )
  }

  #gateway(name: GatewayName): () => Promise<number> {
    return () =>
      this.#launched(() =>
        launch(
          compiled,
          ['start', '--config', this.configOf(name)],
          this.#directory,
          this.#environment(name),
        ),
      )
  }

  /** Starts a program until it listens: what it needs may be away. */
  async #launched(start: () => Process): Promise<number> {
    for (const deadline = performance.now() + START_MS; ; ) {
      const { child, until, ended } = start()
      const failed = await until(/^ {2}(health|did) +\S+$/m).then(
        () => undefined,
        (error: Error) => error,
      )
      if (failed === undefined) return child.pid as number
      await ended
      if (performance.now() > deadline) throw failed
      await delay(500)
    }
  }

  async #end(): Promise<void> {
    for (const name of [...GATEWAYS, ...NODES, ...SERVERS]) {
      await this.resume(name)
      await this.kill(name)
    }
    for (const link of this.#links.values()) link.close()
  }
}

async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return status !== '' && !/^State:\s+[ZX]/m.test(status)
}

async function accepts(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  const is = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return is
}
