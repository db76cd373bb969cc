/** The state of a gateway for the page of its operator. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Finding, Gateway } from '../../core/index.ts'
import type { OperatorStatus } from '../../schemas/operator-status.ts'
import { figuresOfAll } from './figures.ts'
import { findingsIn } from './findings.ts'
import { isWhole } from './health.ts'
import { History, type NodeTimes } from './history.ts'
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

  const figures = figuresOfAll(gateway, () => {
    const { telemetry, sandbox, records } = gateway
    // The histogram is in nanoseconds and includes its own resolution.
    const delay = Math.max(0, loop.percentile(99) / 1e6 - 20)
    loop.reset()
    return {
      ...{ started, loop: delay, memory: process.memoryUsage.rss(), rejected: records.rejected },
      pools: telemetry.readings.pools().map(pool => ({ ...pool })),
      caches: telemetry.caches.map(cache => ({ ...cache })),
      sandbox: { threads: sandbox.threads, ...sandbox.use },
      ...{ minutes: history.minutes, refused: history.refused, nodes: history.calls },
    }
  })

  async function read(): Promise<OperatorStatus> {
    const [{ health, journal, jobs = [] }, found] = await Promise.all([sample(), examine()])
    // Afterwards: these use the connections and threads that are counted here.
    const { minutes, refused, nodes, rejected, ...use } = await figures()
    const state = {
      ...{ draining: health.draining, dependencies: health.dependencies.map(withoutSkew) },
      ...(journal && { journal }),
      ...{ jobs: [...jobs], ...use },
    }
    return {
      ...{ at: Date.now(), version: gateway.version, ready: !health.draining && isWhole(health), ...state },
      nodes: nodesIn(health.dependencies, at => history.timesOf(at, nodes)),
      minutes: [...minutes],
      refused: refused.slice(0, 20).map(each => {
        const remedy = Object.hasOwn(REMEDIES, each.code) ? REMEDIES[each.code] : undefined
        return { ...each, ...(remedy !== undefined && { remedy }) }
      }),
      findings: [...findingsIn({ ...state, rejected }), ...worthReading(found)],
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
function nodesIn(
  dependencies: readonly Dependency[],
  timesOf: (node: number) => NodeTimes | undefined,
): OperatorStatus['nodes'] {
  return dependencies
    .filter(({ name }) => name.startsWith('node '))
    .map(({ name, ready, problem }, at) => {
      const { median, slow, minutes = [] } = timesOf(at + 1) ?? {}
      return {
        ...{ url: name.slice('node '.length), ready, minutes: [...minutes] },
        ...(problem !== undefined && { problem }),
        ...(median !== undefined && slow !== undefined && { median, slow }),
      }
    })
}
