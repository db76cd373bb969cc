/** The one way in which objects come and go: allowed by a URL, noted before that, removed when no record names them. */
import type { ObjectPermission, ObjectStore, Quotas, SignedRequest, Taken } from '../../core/index.ts'
import type { UploadNote, UploadNotes } from './upload-notes.ts'

/** An upload that is to be permitted. */
export interface Upload {
  /** The key that an upload at this time would have. */
  readonly keyAt: (time: number) => string
  readonly contentType: string
  readonly size?: number
  /** Seconds. */
  readonly expiresIn: number
  /** The address of this gateway that the caller uses. */
  readonly address?: string
  /** Of an uploader of whom nothing else is stored. */
  readonly newcomer?: {
    /** What the upload has taken of quotas. */
    readonly taken: readonly Taken[]
    /** Milliseconds after which it is removed unless a record names it. */
    readonly keptFor: number
    /** The largest object in bytes, where no size is bound to the URL. */
    readonly most?: number
  }
}

export interface Uploads {
  /** Allows an upload under a key that nobody was given before. */
  allow(upload: Upload): Promise<{ readonly key: string; readonly request: SignedRequest }>
  /** Notes that a record names the upload: from now on it is nobody else's to remove, whoever may read the record. */
  confirm(key: string): Promise<void>
  /** Gives back what uploads into a folder have taken: something else of its owner is stored now. */
  welcome(folder: string): Promise<void>
  /**
   * Notes that an owner was given a URL to delete an object of theirs. A sweep removes it once no record names it; a URL that is not
   * followed, and a record that stays for a day, leave everything as it was.
   */
  expectRemoval(key: string): Promise<void>
  /** Removes an object for its owner; one that is not there is no error. */
  remove(key: string): Promise<void>
  /**
   * Removes the objects in a folder that no record has named yet. What is still on its way there is removed by a sweep.
   * @returns how many objects were removed
   */
  empty(folder: string): Promise<number>
  /**
   * Confirms the uploads that a record names by now, and removes those that none has named for a day. One that is larger
   * than a file may be goes too: where no length is bound to a URL, the store takes what it is sent.
   * @param namedAmong - which of these keys a record names
   * @returns how many objects were removed
   */
  sweep(namedAmong: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
}

/** Milliseconds. */
const DAY = 24 * 60 * 60_000
/** What the note of an expected removal begins with; no key of an object does. */
const REMOVAL = 'removal:'
/** Notes that are looked at together. */
const BATCH = 100

export interface UploadsParts {
  readonly notes: UploadNotes
  readonly objects: Pick<ObjectStore, 'delete' | 'sizeOf'>
  readonly sign: (permission: ObjectPermission, address?: string) => Promise<SignedRequest>
  /** Where newcomers' uploads have taken something. */
  readonly quotas?: Pick<Quotas, 'give'>
  /** The largest object, in bytes. */
  readonly limit: number
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}

export function createUploads({
  notes,
  objects,
  sign,
  quotas,
  limit,
  now = Date.now,
}: UploadsParts): Uploads {
  // The object first: a note without one is forgotten by the next sweep, an object without a note by nobody.
  async function remove(key: string): Promise<void> {
    await objects.delete(key)
    const note = await notes.remove(key)
    for (const taken of note?.taken ?? []) await quotas?.give(taken)
  }

  /** Completes a removal that the owner asked for, and did not see through. */
  async function finish(key: string): Promise<number> {
    const isThere = (await objects.sizeOf(key)) !== undefined
    await remove(key)
    await notes.remove(REMOVAL + key)
    return isThere ? 1 : 0
  }

  return {
    async allow({ keyAt, newcomer, address, ...terms }) {
      const { taken, most, keptFor = 0 } = newcomer ?? {}
      for (let time = now(); ; time++) {
        const key = keyAt(time)
        const note: UploadNote = {
          ...{ key, allowedAt: time },
          ...(taken && { taken, dueAt: time + keptFor }),
          ...(most !== undefined && { most }),
        }
        if (!(await notes.add(note))) continue
        return { key, request: await sign({ method: 'PUT', key, ...terms }, address) }
      }
    },

    confirm: key => notes.name(key),
    remove,

    async welcome(folder) {
      for (const taken of await notes.release(folder)) await quotas?.give(taken)
    },

    async expectRemoval(key) {
      await notes.add({ key: REMOVAL + key, allowedAt: now() })
    },

    async empty(folder) {
      let removed = 0
      for (const key of await notes.listIn(folder)) {
        if ((await objects.sizeOf(key)) === undefined) continue
        // Its note stays: an upload that was allowed may come once more.
        await objects.delete(key)
        removed++
      }
      return removed
    },

    async sweep(namedAmong) {
      const end = now()
      let removed = 0
      let batch = await notes.list(end, BATCH)
      while (batch.length > 0) {
        const named = await namedAmong(batch.map(({ key }) => objectOf(key)))
        for (const { key, allowedAt, dueAt = allowedAt + DAY, most = limit, isNamed = false } of batch) {
          const isDue = dueAt < end
          const object = objectOf(key)
          if (object !== key) {
            if (!named.has(object)) removed += await finish(object)
            else if (isDue) await notes.remove(key)
            continue
          }
          if (named.has(key) ? ((await objects.sizeOf(key)) ?? 0) > most : isDue && !isNamed) {
            await remove(key)
            removed++
          } else if (isNamed && isDue) await notes.remove(key)
          else if (named.has(key) && !isNamed) await notes.name(key)
        }
        batch = await notes.list(end, BATCH, batch.at(-1))
      }
      return removed
    },
  }
}

/** The key of the object that a note is about. */
const objectOf = (key: string): string => (key.startsWith(REMOVAL) ? key.slice(REMOVAL.length) : key)
