/** Idempotency-Keys: a retry of a submission finds the first attempt. */
import { IdempotencyMismatch, InvalidIdempotencyKey } from '../errors.ts'
import type { TokenStore } from '../stores/tokens/tokens.ts'

/** The id and the time (milliseconds since the epoch) of a stored submission. */
export interface Identity {
  readonly uid: string
  readonly at: number
}

/** One day: the period in which a client may retry with the same Idempotency-Key. */
const IDEMPOTENCY_WINDOW = 24 * 60 * 60 * 1000

/** The entry of an Idempotency-Key: the id and time of the first submission that was accepted under it. */
export class IdempotencyEntry {
  readonly #tokens: TokenStore
  readonly #name: string
  readonly #hash: string

  /** @param hash - of the content of the submission, which a retry repeats */
  constructor(tokens: TokenStore, name: string, hash: string) {
    this.#tokens = tokens
    this.#name = name
    this.#hash = hash
  }

  /** @throws IdempotencyMismatch if the key belongs to another submission */
  async find(): Promise<Identity | undefined> {
    const entry = await this.#tokens.peek('idempotency', this.#name)
    return entry === undefined ? undefined : this.#read(entry)
  }

  /**
   * The first of concurrent requests wins; the others receive its identity.
   * @throws IdempotencyMismatch
   */
  async claim(fresh: Identity): Promise<Identity> {
    const entry = JSON.stringify({ ...fresh, hash: this.#hash })
    const end = fresh.at + IDEMPOTENCY_WINDOW
    return this.#read((await this.#tokens.claim('idempotency', this.#name, entry, end)).value)
  }

  #read(entry: string): Identity {
    const { uid, at, hash } = JSON.parse(entry) as Identity & { hash: string }
    if (hash !== this.#hash) throw new IdempotencyMismatch()
    return { uid, at }
  }
}

/** The Idempotency-Key of a request. @throws InvalidIdempotencyKey */
export function idempotencyKeyIn(headers: { readonly 'idempotency-key'?: unknown }): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw new InvalidIdempotencyKey()
  return key
}
