/** The last hour of a gateway, in memory: minutes of submissions and of calls to nodes, and errors by code. */
import type { Telemetry, TelemetryEvents } from '../../core/index.ts'
import { boundedCodes } from './labels.ts'

/** Minutes that are kept. */
export const MINUTES = 60
/** Calls to a node from which the median and the 95th percentile are taken. */
const CALLS = 200

/** Submissions of one minute by outcome. */
export interface Minute extends Record<TelemetryEvents['submission']['outcome'], number> {
  /** Milliseconds since the epoch, at its begin. */
  readonly at: number
}

/** Responses with one error in the last hour. */
export interface RefusedCode {
  readonly code: string
  readonly status: number
  readonly sentence: string
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

/** Milliseconds of the latest calls to a node, and the mean of each minute of the last hour. */
export interface NodeTimes {
  readonly median: number
  readonly slow: number
  /** `null` for a minute without a call. */
  readonly minutes: readonly (number | null)[]
}

interface Refused {
  readonly status: number
  readonly sentence: string
  lastAt: number
  /** By minute. */
  readonly counts: Map<number, number>
}

interface Calls {
  readonly latest: number[]
  readonly minutes: Map<number, { sum: number; count: number }>
}

/** The calls of one process to a node. */
export interface CallsOfNode {
  /** Its position in the config, from 1. */
  readonly node: number
  readonly latest: readonly number[]
  readonly minutes: readonly (readonly [
    minute: number,
    calls: { readonly sum: number; readonly count: number },
  ])[]
}

const minuteOf = (time: number): number => Math.floor(time / 60_000)

/** Collects the events of a gateway. Its size is bounded, whatever happens. */
export class History {
  readonly #now: () => number
  readonly #minutes = new Map<number, Minute>()
  readonly #refused = new Map<string, Refused>()
  readonly #calls = new Map<number, Calls>()
  readonly #codeOf = boundedCodes(200)
  readonly #listening: readonly (() => void)[]

  constructor(telemetry: Telemetry, now: () => number = Date.now) {
    this.#now = now
    this.#listening = [
      telemetry.on('submission', ({ outcome }) => this.#submitted(outcome)),
      telemetry.on('refusal', refusal => this.#refuse(refusal)),
      telemetry.on('nodeCall', call => this.#called(call)),
    ]
  }

  /** The last hour, the current minute last. */
  get minutes(): Minute[] {
    return this.#lastMinutes().map(minute => this.#minutes.get(minute) ?? emptyMinute(minute))
  }

  /** Errors of the last hour, the latest first. */
  get refused(): RefusedCode[] {
    const first = this.#lastMinutes()[0] ?? 0
    return [...this.#refused]
      .map(([code, { status, sentence, lastAt, counts }]) => ({
        ...{ code, status, sentence, lastAt },
        count: [...counts].reduce((sum, [minute, count]) => (minute < first ? sum : sum + count), 0),
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.lastAt - a.lastAt)
  }

  /** The calls to each node. */
  get calls(): CallsOfNode[] {
    return [...this.#calls].map(([node, { latest, minutes }]) => ({
      ...{ node, latest: [...latest], minutes: [...minutes] },
    }))
  }

  /**
   * The times of a node.
   * @param node - its position in the config, from 1
   * @param all - the calls of this process, or of several
   */
  timesOf(node: number, all: readonly CallsOfNode[] = this.calls): NodeTimes | undefined {
    const calls = all.filter(each => each.node === node)
    if (calls.length === 0) return undefined
    const sorted = calls.flatMap(({ latest }) => latest).sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
    const minutes = this.#lastMinutes().map(minute => {
      const those = calls.flatMap(each => each.minutes.filter(([at]) => at === minute))
      const count = those.reduce((sum, [, each]) => sum + each.count, 0)
      return count === 0 ? null : those.reduce((sum, [, each]) => sum + each.sum, 0) / count
    })
    return { median: at(0.5), slow: at(0.95), minutes }
  }

  close(): void {
    for (const stop of this.#listening) stop()
  }

  #lastMinutes(): number[] {
    const last = minuteOf(this.#now())
    return Array.from({ length: MINUTES }, (_, at) => last - MINUTES + 1 + at)
  }

  #submitted(outcome: keyof Omit<Minute, 'at'>): void {
    const minute = minuteOf(this.#now())
    const counted = this.#minutes.get(minute) ?? emptyMinute(minute)
    this.#minutes.set(minute, { ...counted, [outcome]: counted[outcome] + 1 })
    forget(this.#minutes, minute)
  }

  #refuse({ code, status, sentence }: TelemetryEvents['refusal']): void {
    const now = this.#now()
    const bounded = this.#codeOf(code)
    const refused = this.#refused.get(bounded) ?? { status, sentence, lastAt: now, counts: new Map() }
    const minute = minuteOf(now)
    refused.lastAt = now
    refused.counts.set(minute, (refused.counts.get(minute) ?? 0) + 1)
    forget(refused.counts, minute)
    this.#refused.set(bounded, refused)
  }

  #called({ node, operation, milliseconds }: TelemetryEvents['nodeCall']): void {
    // Its time-out says more about a node that is away than about its speed.
    if (operation === 'health' || operation === 'about') return
    const calls: Calls = this.#calls.get(node) ?? { latest: [], minutes: new Map() }
    calls.latest.push(milliseconds)
    if (calls.latest.length > CALLS) calls.latest.shift()
    const minute = minuteOf(this.#now())
    const { sum, count } = calls.minutes.get(minute) ?? { sum: 0, count: 0 }
    calls.minutes.set(minute, { sum: sum + milliseconds, count: count + 1 })
    forget(calls.minutes, minute)
    this.#calls.set(node, calls)
  }
}

const emptyMinute = (minute: number): Minute => ({
  ...{ at: minute * 60_000, stored: 0, repeated: 0, refused: 0, failed: 0 },
})

/** Removes what is older than an hour; entries are in order of time. */
function forget(entries: Map<number, unknown>, minute: number): void {
  for (const each of entries.keys()) {
    if (each > minute - MINUTES) return
    entries.delete(each)
  }
}
