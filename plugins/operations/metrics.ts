/** The metrics of a gateway, for Prometheus: never by caller or by record. */
import { createRequire } from 'node:module'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { type Gateway, type TelemetryEvents, type Upkeep, workersOf } from '../../core/index.ts'
import { boundedCodes } from './labels.ts'
import { jobKinds, type Sample } from './samples.ts'

export interface Metrics {
  readonly registry: Registry
  /** The metrics of this process and of the other workers, in the text format. */
  read(): Promise<string>
  readonly observe: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  close(): void
}

/**
 * Creates a registry of its own: two gateways in one process do not mix their metrics.
 * @param sample - reads the state of the gateway
 */
export function createMetrics(gateway: Gateway, sample: () => Promise<Sample>): Metrics {
  let opened: OpenedMetrics | undefined
  // Loaded with the first event, not at the start.
  const open = () => {
    opened ??= openMetrics(gateway, sample)
    return opened
  }
  const { telemetry, peers } = gateway
  let asked: { readonly at: number; readonly others: Promise<readonly unknown[]> } = {
    ...{ at: Number.NEGATIVE_INFINITY, others: Promise.resolve([]) },
  }
  peers.on(TOPIC, () => open().registry.metrics())
  const listening = [
    telemetry.on('submission', event => open().submission(event)),
    telemetry.on('refusal', event => open().refusal(event)),
    telemetry.on('nodeCall', event => open().nodeCall(event)),
    telemetry.on('jobAttempt', event => open().jobAttempt(event)),
  ]
  return {
    get registry() {
      return open().registry
    },
    async read() {
      const own = open().registry.metrics()
      const now = performance.now()
      if (now > asked.at + FRESH) asked = { at: now, others: peers.ask(TOPIC) }
      return joinMetrics([await own, ...((await asked.others) as readonly string[])])
    },
    observe: (request, reply) => open().observe(request, reply),
    close() {
      for (const stop of listening) stop()
    },
  }
}

type Listeners = { readonly [Name in keyof TelemetryEvents]: (event: TelemetryEvents[Name]) => void }

interface OpenedMetrics extends Omit<Metrics, 'close' | 'read'>, Listeners {}

const require = createRequire(import.meta.url)

/** Of a question to the other workers. */
const TOPIC = 'metrics'

/** Milliseconds: a flood of requests at one worker must not be one at each. */
const FRESH = 1_000

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The library, the registry, and the sources of the metrics. */
interface Parts {
  readonly client: typeof import('prom-client')
  readonly registers: Registry[]
  readonly gateway: Gateway
  readonly sample: () => Promise<Sample>
}

/** Adds the metrics by subject, in the order of the text. */
function openMetrics(gateway: Gateway, sample: () => Promise<Sample>): OpenedMetrics {
  const client = require('prom-client') as Parts['client']
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  // A counter of all workers would fall when one of them starts anew.
  if (workersOf(gateway.config) > 1) registry.setDefaultLabels({ worker: String(gateway.peers.worker) })
  const parts: Parts = { client, registers: [registry], gateway, sample }
  addGateway(parts)
  const requests = addRequests(parts)
  const submissions = addSubmissions(parts)
  const nodes = addNodes(parts)
  addHealth(parts)
  addJournal(parts)
  addUpkeep(parts)
  addDatabases(parts)
  addSandbox(parts)
  addCaches(parts)
  const jobs = addJobs(parts)
  return { registry, ...requests, ...submissions, ...nodes, ...jobs }
}

function addGateway({ client: { Counter, Gauge }, registers, gateway }: Parts): void {
  new Gauge({
    ...{ name: 'andiron_info', help: 'The version that runs.', labelNames: ['version'], registers },
  }).set({ version: gateway.version }, 1)
  new Counter({
    name: 'andiron_records_rejected_total',
    help: 'Records of the service on storage nodes whose seal does not verify, each time one is passed over.',
    registers,
    collect() {
      this.reset()
      this.inc(gateway.records.rejected)
    },
  })
}

function addRequests({ client: { Counter, Histogram }, registers }: Parts): Pick<OpenedMetrics, 'observe'> {
  const requests = new Histogram({
    name: 'andiron_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    ...{ buckets: DURATIONS, registers },
  })
  const bytes = new Counter({
    name: 'andiron_http_bytes_total',
    help: 'Bytes on the sockets of finished requests, headers included.',
    ...{ labelNames: ['direction'], registers },
  })
  const count = createByteCount()
  return {
    async observe(request, reply) {
      const { method, routeOptions } = request
      const { statusCode: status, elapsedTime } = reply
      requests.observe({ method, route: routeOptions.url ?? '(none)', status }, elapsedTime / 1000)
      const { received, sent } = count(request.raw.socket)
      bytes.inc({ direction: 'in' }, received)
      bytes.inc({ direction: 'out' }, sent)
    },
  }
}

function addSubmissions({
  client: { Counter, Histogram },
  registers,
}: Parts): Pick<Listeners, 'submission' | 'refusal'> {
  const submissions = new Histogram({
    name: 'andiron_submission_duration_seconds',
    help: 'Submissions by outcome; repeated: a retry with the same Idempotency-Key; failed: an error of 500 or above.',
    ...{ labelNames: ['outcome'], buckets: DURATIONS, registers },
  })
  for (const outcome of ['stored', 'repeated', 'refused', 'failed']) submissions.zero({ outcome })
  const refusals = new Counter({
    name: 'andiron_refusals_total',
    help: 'Responses with an error, by its code.',
    ...{ labelNames: ['code', 'status'], registers },
  })
  // From the start: an increase from nothing is none to Prometheus.
  refusals.inc({ code: 'AND_INTERNAL', status: 500 }, 0)
  const codeOf = boundedCodes()
  return {
    submission: ({ outcome, milliseconds }) => submissions.observe({ outcome }, milliseconds / 1000),
    refusal: ({ code, status }) => refusals.inc({ code: codeOf(code), status }),
  }
}

function addNodes({
  client: { Counter, Gauge, Histogram },
  registers,
  sample,
}: Parts): Pick<Listeners, 'nodeCall'> {
  const nodeCalls = new Counter({
    name: 'andiron_node_calls_total',
    help: 'Calls of the gateway to a storage node, by its position in the config.',
    ...{ labelNames: ['node', 'operation', 'outcome'], registers },
  })
  const nodeDurations = new Histogram({
    name: 'andiron_node_call_duration_seconds',
    help: 'Duration of calls to a storage node, retries included.',
    ...{ labelNames: ['node'], buckets: DURATIONS, registers },
  })
  new Gauge({
    name: 'andiron_node_up',
    help: '1 if the storage node answers its health check.',
    ...{ labelNames: ['node'], registers },
    async collect() {
      this.reset()
      const { nodes } = await sample()
      for (const [at, isReady] of nodes.entries()) this.set({ node: String(at + 1) }, Number(isReady))
    },
  })
  return {
    nodeCall({ node, operation, outcome, milliseconds }) {
      nodeCalls.inc({ node, operation, outcome })
      nodeDurations.observe({ node }, milliseconds / 1000)
    },
  }
}

function addHealth({ client: { Gauge }, registers, sample }: Parts): void {
  new Gauge({
    name: 'andiron_ready',
    help: '1 if the gateway can serve; as /health/ready.',
    registers,
    async collect() {
      this.set(Number((await sample()).health.ready))
    },
  })
  new Gauge({
    name: 'andiron_capability',
    help: '1 for what the deployment can do, as this gateway sees it; as /health.',
    labelNames: ['capability'],
    registers,
    async collect() {
      const { capabilities } = (await sample()).health
      for (const [capability, isOn] of Object.entries(capabilities)) this.set({ capability }, Number(isOn))
    },
  })
}

function addUpkeep({ client: { Gauge }, registers, sample }: Parts): void {
  /** A gauge that has no value if its reading fails. */
  const reading = (name: string, help: string, get: (upkeep: Upkeep) => number | undefined) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const { upkeep } = await sample()
        const value = upkeep && get(upkeep)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const readings = (name: string, help: string, get: (upkeep: Upkeep) => ReadonlyMap<string, number>) =>
    new Gauge({
      ...{ name, help, labelNames: ['of'], registers },
      async collect() {
        this.reset()
        const { upkeep } = await sample()
        for (const [of, value] of upkeep ? get(upkeep) : []) this.set({ of }, value)
      },
    })
  reading('andiron_backup_age_seconds', 'Age of the last backup; infinite if none is known.', each =>
    each.free === undefined ? undefined : (each.backupAge ?? Number.POSITIVE_INFINITY),
  )
  reading(
    'andiron_drill_age_seconds',
    'Age of the last drill of a backup; infinite if none is known.',
    each => (each.free === undefined ? undefined : (each.drillAge ?? Number.POSITIVE_INFINITY)),
  )
  reading('andiron_drill_ok', '1 if the last drill found its backup whole.', ({ drillOk }) =>
    drillOk === undefined ? undefined : Number(drillOk),
  )
  reading(
    'andiron_data_free_bytes',
    'Free bytes of the file system of the data directory.',
    ({ free }) => free,
  )
  readings(
    'andiron_clock_difference_seconds',
    'Seconds between the clock of this gateway and that of the database or a remote node; of a node within half a second.',
    ({ clocks }) => clocks,
  )
  readings(
    'andiron_certificate_remaining_seconds',
    'Seconds until the certificate of the base URL or of a remote node expires.',
    ({ certificates }) => certificates,
  )
}

function addJournal({ client: { Gauge }, registers, gateway, sample }: Parts): void {
  if (!gateway.telemetry.readings.backlog) return
  /** A gauge that has no value if its reading fails. */
  const reading = (name: string, help: string, get: (sample: Sample) => number | undefined) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const value = get(await sample())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  reading(
    'andiron_journal_records',
    'Records with a write that has begun and not ended.',
    ({ journal }) => journal?.records,
  )
  reading(
    'andiron_journal_parked_records',
    'Of these, records of failed writes, which wait for a retry or for recovery.',
    ({ journal }) => journal?.parked,
  )
  reading(
    'andiron_journal_oldest_seconds',
    'Age of the oldest write that has not ended.',
    ({ journal }) => journal?.oldest,
  )
}

function addDatabases({ client: { Gauge }, registers, gateway: { telemetry } }: Parts): void {
  new Gauge({
    name: 'andiron_database_connections',
    help: 'Connections of this process, by database and state.',
    ...{ labelNames: ['database', 'state'], registers },
    collect() {
      this.reset()
      for (const { database, used, idle } of telemetry.readings.pools()) {
        this.set({ database, state: 'used' }, used)
        this.set({ database, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'andiron_database_connections_max',
    help: 'Maximum connections of this process, by database.',
    ...{ labelNames: ['database'], registers },
    collect() {
      this.reset()
      for (const { database, most } of telemetry.readings.pools()) this.set({ database }, most)
    },
  })
  new Gauge({
    name: 'andiron_database_waiting',
    help: 'Statements that wait for a connection, by database.',
    ...{ labelNames: ['database'], registers },
    collect() {
      this.reset()
      for (const { database, waiting } of telemetry.readings.pools()) this.set({ database }, waiting)
    },
  })
}

function addSandbox({ client: { Gauge }, registers, gateway: { sandbox } }: Parts): void {
  new Gauge({
    ...{ name: 'andiron_sandbox_threads', help: 'Maximum worker threads.', registers },
  }).set(sandbox.threads)
  new Gauge({
    name: 'andiron_sandbox_tasks',
    help: 'Tasks of worker threads, by state.',
    ...{ labelNames: ['state'], registers },
    collect() {
      const { running, waiting } = sandbox.use
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function addCaches({ client: { Counter }, registers, gateway: { telemetry } }: Parts): void {
  new Counter({
    name: 'andiron_cache_lookups_total',
    help: 'Lookups in a cache, by result.',
    ...{ labelNames: ['cache', 'result'], registers },
    collect() {
      this.reset()
      for (const { name: cache, hits, misses } of telemetry.caches) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
}

function addJobs({
  client: { Counter, Gauge },
  registers,
  gateway,
  sample,
}: Parts): Pick<Listeners, 'jobAttempt'> {
  new Gauge({
    name: 'andiron_jobs',
    // Not `job`: Prometheus has a label of this name.
    help: 'Background jobs by state; lost: the lease of an attempt expired; retrying: an attempt ended, another follows.',
    ...{ labelNames: ['kind', 'state'], registers },
    async collect() {
      this.reset()
      const { jobs } = await sample()
      for (const kind of jobs === undefined ? [] : jobKinds(gateway))
        for (const state of ['running', 'lost', 'retrying', 'due', 'scheduled']) this.set({ kind, state }, 0)
      for (const { kind, state, count: number } of jobs ?? []) this.set({ kind, state }, number)
    },
  })
  const attempts = new Counter({
    name: 'andiron_job_attempts_total',
    help: 'Attempts at background jobs on this gateway, by outcome.',
    ...{ labelNames: ['kind', 'outcome'], registers },
  })
  return { jobAttempt: ({ kind, outcome }) => attempts.inc({ kind, outcome }) }
}

/** Joins the texts of several workers: the format wants the samples of a metric under one heading. */
function joinMetrics(texts: readonly string[]): string {
  if (texts.length === 1) return texts.join('')
  const samples = new Map<string, string[]>()
  for (const block of texts.flatMap(text => text.trim().split('\n\n'))) {
    const lines = block.split('\n')
    const heading = lines.filter(line => line.startsWith('#')).join('\n')
    const known = samples.get(heading) ?? []
    samples.set(heading, known)
    known.push(...lines.filter(line => !line.startsWith('#')))
  }
  return `${[...samples].map(([heading, lines]) => [heading, ...lines].join('\n')).join('\n\n')}\n`
}

type CountedSocket = Pick<FastifyRequest['raw']['socket'], 'bytesRead' | 'bytesWritten'>

/** Counts the bytes of a socket since its previous request: a streamed response has no Content-Length. */
function createByteCount(): (socket: CountedSocket) => { received: number; sent: number } {
  const before = new WeakMap<CountedSocket, { read: number; written: number }>()
  return socket => {
    // The socket of an injected request has no counts.
    const { bytesRead: read = 0, bytesWritten: written = 0 } = socket
    const last = before.get(socket) ?? { read: 0, written: 0 }
    before.set(socket, { read, written })
    return { received: Math.max(0, read - last.read), sent: Math.max(0, written - last.written) }
  }
}
