/** Follows the files of the keys of a process: a new key is used from its stated time on, without a restart. */
import type { FastifyBaseLogger } from 'fastify'
import type { KeyPair } from '../crypto/keys.ts'
import { ManagedRing } from '../keys/key-ring.ts'

/** Milliseconds before the end of a key at which the next one is used, whoever does not know it yet. */
const LAST_CALL = 10_000
/** Milliseconds between two entries about the same problem. */
const QUIET = 60_000

/** A key, and its announcement to those who must know a new one before it is used. */
interface Followed {
  readonly ring: ManagedRing
  readonly announce: () => Promise<void>
}

/** Follows rings. A problem with one keeps no other from its new key. */
export class KeyFollower {
  readonly #followed: Followed[] = []
  readonly #log: Pick<FastifyBaseLogger, 'info' | 'error'>
  #quietUntil = 0

  constructor(log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
    this.#log = log
  }

  /** Adds a key; a pair that no file holds never changes. */
  add(key: KeyPair | ManagedRing, announce: () => Promise<void> = async () => {}): void {
    if (key instanceof ManagedRing) this.#followed.push({ ring: key, announce })
  }

  /** Reads the files once, and changes to each key whose time has come. */
  async follow(): Promise<void> {
    for (const { ring, announce } of this.#followed) {
      let now = Date.now()
      try {
        if ((await ring.refresh()) || ring.isDue(now)) await announce()
      } catch (error) {
        now = Date.now()
        if (now >= this.#quietUntil) {
          this.#quietUntil = now + QUIET
          this.#log.error({ err: error, file: ring.file }, 'a new key cannot be used yet')
        }
        if (now < ring.ends * 1000 - LAST_CALL) continue
      }
      if (ring.advance(Date.now())) this.#log.info({ did: ring.did, file: ring.file }, 'a new key is in use')
    }
  }
}
