/** The state of a gateway for operators, read at most every few seconds however often it is requested. */
import type { Backlog, Gateway, JobCount, Upkeep } from '../../core/index.ts'
import type { Health } from '../../schemas/health.ts'
import { healthOf, within } from './health.ts'

/** State from a database or a node; a reading that fails is absent. */
export interface Sample {
  readonly health: Health
  /** Of each node, in the order of the config: true if it is ready. */
  readonly nodes: readonly boolean[]
  readonly journal?: Backlog
  readonly jobs?: readonly JobCount[]
  readonly upkeep?: Upkeep
}

/** Milliseconds. `/metrics` and `/health` are public: a flood of requests must not reach the database and the nodes. */
const FRESH = 5_000
/** Milliseconds for which a reading of the health is shared. */
export const HEALTH = 1_000
/** Milliseconds between two readings of figures that change in hours. */
const UPKEEP = 60_000
/** Time-out in milliseconds of each reading. */
const PATIENCE = 2_000

/** Readings of the state, which requests share. */
export interface Sampler {
  /** Reads the state, or returns the last reading if it is fresh. */
  read(): Promise<Sample>
  health(): Promise<Health>
  /** The last reading of the health, while a fresh one is under way: waits for the first one only. */
  lastHealth(): Promise<Health>
}

export function sampler(gateway: Gateway): Sampler {
  const upkeep = fresh(UPKEEP, () => gateway.upkeep().catch(() => undefined))
  let last: Health | undefined
  const health = fresh(HEALTH, async () => {
    last = await healthOf(gateway)
    return last
  })
  return {
    read: fresh(FRESH, () => sampleOf(gateway, health(), upkeep())),
    health,
    async lastHealth() {
      const next = health()
      return last ?? next
    },
  }
}

/** Shares a reading for some milliseconds from its begin. */
function fresh<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let begun: { readonly at: number; readonly reading: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (begun === undefined || now > begun.at + milliseconds) begun = { at: now, reading: read() }
    return begun.reading
  }
}

async function sampleOf(
  gateway: Gateway,
  read: Promise<Health>,
  slow: Promise<Upkeep | undefined>,
): Promise<Sample> {
  const { telemetry } = gateway
  const [health, journal, jobs, upkeep] = await Promise.all([
    read,
    telemetry.readings.backlog && within(PATIENCE, telemetry.readings.backlog()).catch(() => undefined),
    within(PATIENCE, gateway.countJobs()).catch(() => undefined),
    within(PATIENCE, slow).catch(() => undefined),
  ])
  return {
    health,
    nodes: health.dependencies.filter(({ name }) => name.startsWith('node ')).map(({ ready }) => ready),
    ...(journal && { journal }),
    ...(jobs && { jobs: known(jobs, gateway) }),
    ...(upkeep && { upkeep }),
  }
}

/** The jobs of enabled plugins: rows of a plugin that was removed add no labels. */
function known(jobs: readonly JobCount[], { plugins }: Gateway): JobCount[] {
  const kinds = new Set(jobKinds({ plugins }))
  return jobs.filter(({ kind }) => kinds.has(kind))
}

export const jobKinds = ({ plugins }: Pick<Gateway, 'plugins'>): string[] =>
  plugins.flatMap(({ manifest }) => Object.keys(manifest.jobs ?? {}).map(job => `${manifest.name}/${job}`))
