/** Health: each dependency of the gateway by name, and what the deployment can do without those that are away. */
import type { Gateway } from '../../core/index.ts'
import type { Health } from '../../schemas/health.ts'

/** Time-out in milliseconds: a slower dependency is not ready. */
const PATIENCE = 2000

type Dependency = Health['dependencies'][number]

export async function healthOf(gateway: Gateway): Promise<Health> {
  const { records, tokens, objects, primitives, draining, config, countJobs } = gateway
  const [tokensReady, jobsReady, objectsReady, nodes] = await Promise.all([
    answers(tokens.ping()),
    answers(countJobs()),
    within(PATIENCE, objects.health()).catch(() => ({ ready: false, problem: 'does not answer' })),
    within(PATIENCE, records.health()).catch(() =>
      records.nodes.map(({ url, did }) => ({ url, did, ready: false, problem: 'does not answer' })),
    ),
  ])
  const dependencies: Dependency[] = [
    { name: 'tokens', ...tokensReady },
    { name: 'objects', ...objectsReady },
    ...nodes.map(({ url, did, ready, problem }) => ({
      name: `node ${url || did}`,
      ready,
      ...(problem && { problem }),
    })),
  ]
  const capabilities = capabilitiesOf({
    tokens: tokensReady.ready,
    database: jobsReady.ready,
    objects: objectsReady.ready,
    nodes: nodes.map(({ ready }) => ready),
    threshold: config.stores.records.threshold ?? nodes.length,
  })
  return {
    ready: canServe(draining, dependencies),
    draining,
    crypto: primitives.name,
    capabilities,
    dependencies,
  }
}

/** The stores that answer. */
export interface Answering {
  readonly tokens: boolean
  /** The gateway's own database, with the journal and the jobs. */
  readonly database: boolean
  readonly objects: boolean
  /** Of each storage node. */
  readonly nodes: readonly boolean[]
  /** The number of nodes that join a secret: the key of a file is one. */
  readonly threshold: number
}

export function capabilitiesOf({
  tokens,
  database,
  objects,
  nodes,
  threshold,
}: Answering): Health['capabilities'] {
  const up = nodes.filter(Boolean).length
  return {
    read: tokens && (nodes.length === 0 || up > 0),
    write: tokens && database && up === nodes.length,
    files: tokens && objects && up >= threshold,
    signIn: tokens,
    notify: database,
  }
}

/**
 * True if a load balancer should send requests to this gateway. All gateways share their dependencies: one that is away
 * takes none of them out of service. A gateway that reaches nothing is cut off itself.
 */
export const canServe = (draining: boolean, dependencies: readonly Dependency[]): boolean =>
  !draining && (dependencies.length === 0 || dependencies.some(({ ready }) => ready))

/** True if nothing is away. */
export const isWhole = ({ capabilities, dependencies }: Health): boolean =>
  Object.values(capabilities).every(Boolean) && dependencies.every(({ ready }) => ready)

async function answers(ping: Promise<unknown>): Promise<{ ready: boolean; problem?: string }> {
  try {
    await within(PATIENCE, ping)
    return { ready: true }
  } catch {
    return { ready: false, problem: 'does not answer' }
  }
}

/** Rejects if the work does not end in time. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
