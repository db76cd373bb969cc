/** Checks the attestations of many records: during a long read in a thread, so that it uses another core. */
import type { Primitives } from '../crypto/primitives.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { defineTask, type Sandbox } from '../sandbox/sandbox.ts'
import { isAttestedIn } from '../stores/attested.ts'
import type { StoredRecord } from '../stores/records.ts'
import type { AttestationInput } from './attestation-task.ts'

export interface AttestationChecksParts {
  readonly builder: KeyRing
  readonly primitives: Primitives
  readonly sandbox: Pick<Sandbox, 'run' | 'use' | 'threads'>
}

/** Records for which a message to a thread is worth its cost. */
const FEW = 50
/** Records within a read, after which starting a thread is. */
const MANY = 500
/** A thread checks this many times as much as the event loop. */
const SHARE = 3
/** Milliseconds without a check after which a read has ended. */
const PAUSE = 5_000
/** Maximum processor time of one check in milliseconds; what takes longer is checked here. */
const BUDGET = 10_000

const TASK = defineTask<AttestationInput, readonly boolean[]>('./attestation-task', import.meta.url)

export class AttestationChecks {
  readonly #parts: AttestationChecksParts
  #recent = 0
  #last = 0

  constructor(parts: AttestationChecksParts) {
    this.#parts = parts
  }

  /** For each record, true if it matches the service's stamp and attestation. */
  async of(collection: string, records: readonly StoredRecord[]): Promise<readonly boolean[]> {
    const { sandbox } = this.#parts
    const now = performance.now()
    this.#recent = (now - this.#last > PAUSE ? 0 : this.#recent) + records.length
    this.#last = now
    // Threads are used only while one is free: waiting behind expensive work would take longer.
    const isFree = sandbox.use.running < sandbox.threads && sandbox.use.waiting === 0
    if (records.length < FEW || this.#recent <= MANY || !isFree) return this.#here(collection, records)
    // The sandbox gives a caller half of its threads.
    const threads = Math.max(1, Math.floor(sandbox.threads / 2))
    const shares = sharesOf(records, threads)
    const there = shares.map(share => this.#inThread(collection, share))
    const here = this.#here(collection, records.slice(shares.flat().length))
    return [...(await Promise.all(there)).flat(), ...here]
  }

  async #inThread(collection: string, records: readonly StoredRecord[]): Promise<readonly boolean[]> {
    const { builder, sandbox } = this.#parts
    // A view would take along its buffer, and what else is in it.
    const keys = builder.keys.map(each => ({ ...each, publicKey: Uint8Array.from(each.publicKey) }))
    const input = { collection, keys, records: JSON.stringify(records) }
    const checked = await sandbox
      .run(TASK, input, { key: 'attestations', milliseconds: BUDGET })
      .catch(() => undefined)
    return checked?.length === records.length ? checked : this.#here(collection, records)
  }

  #here(collection: string, records: readonly StoredRecord[]): readonly boolean[] {
    const { builder, primitives } = this.#parts
    return records.map(record => isAttestedIn(builder, primitives, collection, record))
  }
}

/** Equal shares for the threads; the rest is for the event loop, which also reads, answers and serves others. */
function sharesOf(records: readonly StoredRecord[], threads: number): readonly (readonly StoredRecord[])[] {
  const size = Math.ceil((records.length * SHARE) / (threads * SHARE + 1))
  return Array.from({ length: threads }, (_, at) => records.slice(at * size, (at + 1) * size)).filter(
    share => share.length > 0,
  )
}
