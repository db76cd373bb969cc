/** Tokens in the memory of one process: for tests, and for a gateway that may lose them. */

import { createHash } from 'node:crypto'
import { CLOCKS_APART, type TokenStore, type TokenStoreOptions } from './tokens.ts'

interface Entry {
  readonly value: string
  readonly expiresAt: number
}

/** No await between check and change, which makes them atomic within one process. */
export function createMemoryTokenStore({ now = Date.now }: TokenStoreOptions = {}): TokenStore {
  const entries = new Map<string, Entry>()
  const unexpired = (key: string) => {
    const entry = entries.get(key)
    return entry !== undefined && entry.expiresAt > now() ? entry : undefined
  }

  return {
    async put(kind, token, value, expiresAt) {
      entries.set(keyOf(kind, token), { value, expiresAt })
    },

    async peek(kind, token) {
      return unexpired(keyOf(kind, token))?.value
    },

    async take(kind, token) {
      const key = keyOf(kind, token)
      const entry = unexpired(key)
      if (entry) entries.delete(key)
      return entry?.value
    },

    async claim(kind, token, value, expiresAt) {
      const key = keyOf(kind, token)
      const entry = unexpired(key)
      if (entry) return { value: entry.value, first: false }
      entries.set(key, { value, expiresAt })
      return { value, first: true }
    },

    async release(kind, token, value) {
      const key = keyOf(kind, token)
      if (entries.get(key)?.value === value) entries.delete(key)
    },

    async sweep() {
      const expired = [...entries].filter(([, { expiresAt }]) => expiresAt <= now() - CLOCKS_APART)
      for (const [key] of expired) entries.delete(key)
      return expired.length
    },

    async ping() {},

    async close() {
      entries.clear()
    },
  }
}

/** The hash has a fixed length, so that no kind can collide with another. */
function keyOf(kind: string, token: string): string {
  return `${kind}:${createHash('sha256').update(token).digest('hex')}`
}
