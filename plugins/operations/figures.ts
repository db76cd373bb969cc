/** The figures of one process, and those of all workers of a gateway taken together. */
import type { Gateway } from '../../core/index.ts'
import type { OperatorStatus } from '../../schemas/operator-status.ts'
import type { CallsOfNode, Minute, RefusedCode } from './history.ts'

/** The counts of one worker, sent to the others as JSON. */
export interface Figures
  extends Pick<OperatorStatus, 'started' | 'pools' | 'caches' | 'sandbox' | 'loop' | 'memory'> {
  readonly minutes: readonly Minute[]
  readonly refused: readonly RefusedCode[]
  readonly nodes: readonly CallsOfNode[]
  /** Records of the service that a node returned without a valid seal. */
  readonly rejected: number
}

/** Sums, but for the delay of the event loop, which is the longest, and the start, which is the first. */
export function together([own, ...others]: readonly [Figures, ...Figures[]]): Figures {
  return others.reduce(
    (all, one) => ({
      started: Math.min(all.started, one.started),
      pools: joined(all.pools, one.pools, 'database', (a, b) => ({
        ...{ ...a, used: a.used + b.used, idle: a.idle + b.idle },
        ...{ waiting: a.waiting + b.waiting, most: a.most + b.most },
      })),
      caches: joined(all.caches, one.caches, 'name', (a, b) => ({
        ...{ ...a, hits: a.hits + b.hits, misses: a.misses + b.misses },
      })),
      sandbox: {
        threads: all.sandbox.threads + one.sandbox.threads,
        running: all.sandbox.running + one.sandbox.running,
        waiting: all.sandbox.waiting + one.sandbox.waiting,
      },
      loop: Math.max(all.loop, one.loop),
      memory: all.memory + one.memory,
      // The requests to two workers may fall on both sides of a minute: figures of this one are shown.
      minutes: all.minutes.map(minute => {
        const same = one.minutes.find(({ at }) => at === minute.at)
        return same === undefined
          ? minute
          : {
              ...{
                at: minute.at,
                stored: minute.stored + same.stored,
                repeated: minute.repeated + same.repeated,
              },
              ...{ refused: minute.refused + same.refused, failed: minute.failed + same.failed },
            }
      }),
      refused: joined(all.refused, one.refused, 'code', (a, b) => ({
        ...{ ...a, count: a.count + b.count, lastAt: Math.max(a.lastAt, b.lastAt) },
      })).sort((a, b) => b.lastAt - a.lastAt),
      nodes: [...all.nodes, ...one.nodes],
      rejected: all.rejected + one.rejected,
    }),
    own,
  )
}

/** Both lists, in which entries of one name are one. */
function joined<Key extends string, Entry extends Readonly<Record<Key, string>>>(
  one: readonly Entry[],
  other: readonly Entry[],
  key: Key,
  join: (a: Entry, b: Entry) => Entry,
): Entry[] {
  const all = new Map(one.map(each => [each[key] as string, each]))
  for (const each of other) {
    const same = all.get(each[key])
    all.set(each[key], same === undefined ? each : join(same, each))
  }
  return [...all.values()]
}

const TOPIC = 'figures'

/** Answers the other workers of a gateway; returns the figures of all that answer in time. */
export function figuresOfAll({ peers }: Pick<Gateway, 'peers'>, own: () => Figures): () => Promise<Figures> {
  peers.on(TOPIC, own)
  return async () => {
    const others = (await peers.ask(TOPIC)) as readonly (Figures | undefined)[]
    // A worker that a reload replaces may be without this plugin.
    return together([own(), ...others.filter(each => each !== undefined && each !== null)])
  }
}
