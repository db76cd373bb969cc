/** The telemetry of one gateway: events as they happen, and readings of its state. No identity, id or content. */
import { EventEmitter } from 'node:events'
import type { Backlog } from '../stores/network/journal.ts'
import type { PoolUse } from '../stores/sql/database.ts'

/** The events, with their values. Every text is one of a fixed set: a label of a metric must have few values. */
export interface TelemetryEvents {
  readonly submission: {
    /** `repeated`: a retry with the `Idempotency-Key` of an earlier one; `failed`: an error of 500 or above. */
    readonly outcome: 'stored' | 'repeated' | 'refused' | 'failed'
    readonly milliseconds: number
  }
  /** A response with an error. */
  readonly refusal: {
    readonly code: string
    readonly status: number
    /** The sentence of the error's row, with `…` for what it says about a particular case. */
    readonly sentence: string
  }
  /** A call of the gateway to a storage node, its retries included. */
  readonly nodeCall: {
    /** The position of the node in the config, from 1. */
    readonly node: number
    /** The method of the node port. */
    readonly operation: string
    /** `refused`: the node answered with an error below 500. */
    readonly outcome: 'ok' | 'refused' | 'failed' | 'unreachable'
    readonly milliseconds: number
  }
  /** One attempt at a background job. */
  readonly jobAttempt: {
    /** The plugin and the job: `fhir-bulk/export`. */
    readonly kind: string
    readonly outcome: 'done' | 'again' | 'failed' | 'lost'
    readonly milliseconds: number
  }
}

/** Hits and misses of a cache since the start. */
export interface CacheUse {
  readonly name: string
  readonly hits: number
  readonly misses: number
}

/** State that the stores report on request. */
export interface TelemetryReadings {
  /** Writes that have begun and not ended; absent for a store without a journal. */
  readonly backlog?: () => Promise<Backlog>
  /** The connection pools of the databases that this process has opened. */
  readonly pools: () => readonly PoolUse[]
}

/** The telemetry of one gateway. */
export class Telemetry {
  readonly #emitter = new EventEmitter()
  readonly #caches = new Map<string, { name: string; hits: number; misses: number }>()
  readings: TelemetryReadings = { pools: () => [] }

  /** Adds a listener, which must not throw. */
  on<Name extends keyof TelemetryEvents>(name: Name, listener: (value: TelemetryEvents[Name]) => void): void {
    this.#emitter.on(name, listener)
  }

  /** @internal */
  emit<Name extends keyof TelemetryEvents>(name: Name, value: TelemetryEvents[Name]): void {
    this.#emitter.emit(name, value)
  }

  /**
   * Counts the lookups of a cache.
   * @param name - a constant, a value of the label `cache`
   */
  cache(name: string): (isHit: boolean) => void {
    const use = this.#caches.get(name) ?? { name, hits: 0, misses: 0 }
    this.#caches.set(name, use)
    return isHit => {
      if (isHit) use.hits += 1
      else use.misses += 1
    }
  }

  get caches(): readonly CacheUse[] {
    return [...this.#caches.values()]
  }
}
