/** The state of a gateway for operators, read at most every few seconds however often it is requested. */
import type { Backlog, Gateway, JobCount } from '../../core/index.ts'
import type { Readiness } from '../../schemas/readiness.ts'
import { readinessOf, within } from './readiness.ts'

/** State from a database or a node; a reading that fails is absent. */
export interface Sample {
  readonly readiness: Readiness
  /** Of each node, in the order of the config: true if it is ready. */
  readonly nodes: readonly boolean[]
  readonly journal?: Backlog
  readonly jobs?: readonly JobCount[]
}

/** Milliseconds. `/metrics` is public: a flood of requests must not reach the database and the nodes. */
const FRESH = 5_000
/** Time-out in milliseconds of each reading. */
const PATIENCE = 2_000

/** Returns a function that reads the state, or returns the last reading if it is fresh. */
export function sampler(gateway: Gateway): () => Promise<Sample> {
  let last: { readonly at: number; readonly sample: Promise<Sample> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now > last.at + FRESH) last = { at: now, sample: read(gateway) }
    return last.sample
  }
}

async function read(gateway: Gateway): Promise<Sample> {
  const { telemetry } = gateway
  const [readiness, journal, jobs] = await Promise.all([
    readinessOf(gateway),
    telemetry.readings.backlog && within(PATIENCE, telemetry.readings.backlog()).catch(() => undefined),
    within(PATIENCE, gateway.countJobs()).catch(() => undefined),
  ])
  return {
    readiness,
    nodes: readiness.dependencies.filter(({ name }) => name.startsWith('node ')).map(({ ready }) => ready),
    ...(journal && { journal }),
    ...(jobs && { jobs: known(jobs, gateway) }),
  }
}

/** The jobs of enabled plugins: rows of a plugin that was removed add no labels. */
function known(jobs: readonly JobCount[], { plugins }: Gateway): JobCount[] {
  const kinds = new Set(jobKinds({ plugins }))
  return jobs.filter(({ kind }) => kinds.has(kind))
}

export const jobKinds = ({ plugins }: Pick<Gateway, 'plugins'>): string[] =>
  plugins.flatMap(({ manifest }) => Object.keys(manifest.jobs ?? {}).map(job => `${manifest.name}/${job}`))
