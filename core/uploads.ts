/** The one way in which objects come and go: allowed by a URL, noted before that, removed when no record names them. */
import type { ObjectStore, SignedRequest } from './stores/objects.ts'
import type { UploadNotes } from './stores/uploads.ts'

export interface Upload {
  /** The key that an upload at this time would have. */
  readonly keyAt: (time: number) => string
  readonly contentType: string
  readonly size?: number
  /** Seconds. */
  readonly expiresIn: number
}

export interface Uploads {
  /** Allows an upload under a key that nobody was given before. */
  allow(upload: Upload): Promise<{ readonly key: string; readonly request: SignedRequest }>
  /**
   * Forgets the uploads that a record names by now, and removes those that none has named for a day.
   * @param namedAmong - which of these keys a record names
   * @returns how many objects were removed
   */
  sweep(namedAmong: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
}

/** Milliseconds. */
const DAY = 24 * 60 * 60_000
/** Notes that are looked at together. */
const BATCH = 100

export function createUploads(
  notes: UploadNotes,
  objects: Pick<ObjectStore, 'delete'>,
  sign: ObjectStore['sign'],
  now: () => number = Date.now,
): Uploads {
  return {
    async allow({ keyAt, ...terms }) {
      for (let time = now(); ; time++) {
        const key = keyAt(time)
        if (!(await notes.add({ key, allowedAt: time }))) continue
        return { key, request: await sign({ method: 'PUT', key, ...terms }) }
      }
    },

    async sweep(namedAmong) {
      const [end, due] = [now(), now() - DAY]
      let removed = 0
      let batch = await notes.list(end, BATCH)
      while (batch.length > 0) {
        const named = await namedAmong(batch.map(({ key }) => key))
        for (const { key, allowedAt } of batch) {
          if (!named.has(key)) {
            if (allowedAt >= due) continue
            // The object first: a note without one is forgotten by the next sweep, an object without a note by nobody.
            await objects.delete(key)
            removed++
          }
          await notes.remove(key)
        }
        batch = await notes.list(end, BATCH, batch.at(-1))
      }
      return removed
    },
  }
}
