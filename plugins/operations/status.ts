/** The state of a gateway for the page of its operator. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Finding, Gateway } from '../../core/index.ts'
import type { OperatorStatus } from '../../schemas/operator-status.ts'
import { findingsIn } from './findings.ts'
import { History } from './history.ts'
import { REMEDIES } from './remedies.ts'
import type { Sample } from './samples.ts'

/** Milliseconds: several open pages cost as much as one. */
const FRESH = 2_000
/** Milliseconds between two examinations, which ask remote nodes for their backups. */
const EXAMINED = 60_000

export interface Status {
  read(): Promise<OperatorStatus>
  close(): void
}

export function createStatus(gateway: Gateway, sample: () => Promise<Sample>): Status {
  const history = new History(gateway.telemetry)
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const started = Date.now() - Math.round(process.uptime() * 1000)
  let examined: { readonly at: number; readonly findings: Promise<readonly Finding[]> } | undefined
  const examine = (): Promise<readonly Finding[]> => {
    const now = performance.now()
    if (examined === undefined || now > examined.at + EXAMINED)
      examined = { at: now, findings: gateway.examine().catch(() => []) }
    return examined.findings
  }
  let last: { readonly at: number; readonly status: Promise<OperatorStatus> } | undefined

  async function read(): Promise<OperatorStatus> {
    const [{ readiness, journal, jobs = [] }, found] = await Promise.all([sample(), examine()])
    const { telemetry, sandbox } = gateway
    const state = {
      ...{ draining: readiness.draining, dependencies: readiness.dependencies.map(withoutSkew) },
      ...(journal && { journal }),
      jobs: [...jobs],
      pools: telemetry.readings.pools().map(pool => ({ ...pool })),
      sandbox: { threads: sandbox.threads, ...sandbox.use },
      // The histogram is in nanoseconds and includes its own resolution.
      loop: Math.max(0, loop.percentile(99) / 1e6 - 20),
    }
    loop.reset()
    return {
      ...{ at: Date.now(), version: gateway.version, started, ready: readiness.ready, ...state },
      nodes: nodesIn(readiness.dependencies, history),
      ...{ minutes: history.minutes, caches: telemetry.caches.map(cache => ({ ...cache })) },
      refused: history.refused.slice(0, 20).map(refused => {
        const remedy = Object.hasOwn(REMEDIES, refused.code) ? REMEDIES[refused.code] : undefined
        return { ...refused, ...(remedy !== undefined && { remedy }) }
      }),
      memory: process.memoryUsage.rss(),
      findings: [...findingsIn(state, gateway), ...worthReading(found)],
      plugins: gateway.plugins.map(({ manifest: { name, version } }) => ({ name, version })),
    }
  }

  return {
    read() {
      const now = performance.now()
      if (last === undefined || now > last.at + FRESH) last = { at: now, status: read() }
      return last.status
    },
    close() {
      loop.disable()
      history.close()
    },
  }
}

/** The findings that are not fine, with their remedies. */
const worthReading = (findings: readonly Finding[]): OperatorStatus['findings'] =>
  findings.flatMap(({ state, what, mend = 'Run andiron doctor.' }) =>
    state === 'ok' ? [] : [{ state, what, mend }],
  )

type Dependency = OperatorStatus['dependencies'][number]

const withoutSkew = ({ name, ready, problem }: Dependency): Dependency => ({
  ...{ name, ready },
  ...(problem !== undefined && { problem }),
})

/** Nodes are the dependencies after the stores, in the order of the config. */
function nodesIn(dependencies: readonly Dependency[], history: History): OperatorStatus['nodes'] {
  return dependencies
    .filter(({ name }) => name.startsWith('node '))
    .map(({ name, ready, problem }, at) => {
      const { median, slow, minutes = [] } = history.timesOf(at + 1) ?? {}
      return {
        ...{ url: name.slice('node '.length), ready, minutes: [...minutes] },
        ...(problem !== undefined && { problem }),
        ...(median !== undefined && slow !== undefined && { median, slow }),
      }
    })
}
