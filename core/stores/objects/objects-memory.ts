/** Objects in memory, for tests in one process; lost on close. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from './objects.ts'
import { type ServedStoreOptions, serveObjects } from './objects-served.ts'

export function createMemoryObjectStore(options: ServedStoreOptions): ObjectStore {
  const objects = new Map<string, Buffer>()
  const unfinished = new Map<string, Map<number, Buffer>>()
  return serveObjects(
    {
      async write(key, body) {
        const bytes = await buffer(body)
        if (objects.has(key)) return false
        objects.set(key, bytes)
        return true
      },
      async read(key, start) {
        const bytes = objects.get(key)
        return (
          bytes && { size: bytes.length, body: Readable.from([bytes.subarray(start)], { objectMode: false }) }
        )
      },
      sizeOf: async key => objects.get(key)?.length,
      async delete(key) {
        objects.delete(key)
      },
      parts: {
        async begin(key) {
          unfinished.set(key, new Map())
          return key
        },
        async write(key, number, body) {
          const bytes = await buffer(body)
          return unfinished.get(key)?.set(number, bytes) !== undefined
        },
        async received(key) {
          const parts = unfinished.get(key)
          return parts && new Map([...parts].map(([number, bytes]) => [number, bytes.length]))
        },
        async join(key) {
          const parts = unfinished.get(key)
          if (parts === undefined) return false
          objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
          return unfinished.delete(key)
        },
        async abort(key) {
          unfinished.delete(key)
        },
      },
      async ping() {},
      async close() {
        objects.clear()
      },
    },
    options,
  )
}
