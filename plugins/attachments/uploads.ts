/** The lifecycle of objects: noted, then permitted by a URL, and removed if no record names them. */
import type { ObjectPermission, ObjectStore, Quotas, SignedRequest, Taken } from '../../core/index.ts'
import type { UploadNote, UploadNotes } from './upload-notes.ts'

/** An upload to permit. */
export interface Upload {
  /** The key of an upload at a time. */
  readonly keyAt: (time: number) => string
  readonly contentType: string
  readonly size?: number
  /** Seconds. */
  readonly expiresIn: number
  /** The address of this gateway that the caller uses. */
  readonly address?: string
  /** Set if nothing else of the uploader is stored. */
  readonly newcomer?: {
    /** The quotas that the upload consumed. */
    readonly taken: readonly Taken[]
    /** Milliseconds after which it is removed, unless a record names it. */
    readonly keptFor: number
    /** The maximum bytes of the object, if the URL binds no size. */
    readonly most?: number
  }
}

export interface Uploads {
  /** Allows an upload under a new key. */
  allow(upload: Upload): Promise<{ readonly key: string; readonly request: SignedRequest }>
  /**
   * Marks the upload as named by a record: from now on only its owner may remove it, whoever may read the
   * record.
   */
  confirm(key: string): Promise<void>
  /** Gives back the quotas of uploads into a folder: other data of its owner is stored now. */
  welcome(folder: string): Promise<void>
  /**
   * Notes that an owner received a URL to delete an object of theirs. A sweep removes it once no record names
   * it. If the URL is not used and the record stays for a day, nothing changes.
   */
  expectRemoval(key: string): Promise<void>
  /** Removes an object for its owner; a missing one is no error. */
  remove(key: string): Promise<void>
  /** True if the owner removed the object, or received a URL to do so, and a record still names it. */
  isRemoved(key: string): Promise<boolean>
  /**
   * Removes the objects in a folder that no record has named yet. A sweep removes uploads that are still in
   * progress there.
   * @returns the number of removed objects
   */
  empty(folder: string): Promise<number>
  /**
   * Confirms the uploads that a record names by now, and removes those that none has named for a day. Also
   * removes uploads above the maximum size: if a URL has no bound length, the store accepts any.
   * @param namedAmong - returns those of the keys that a record names
   * @returns the number of removed objects
   */
  sweep(namedAmong: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
}

/** Milliseconds. */
const DAY = 24 * 60 * 60_000
/** The prefix of the note of an expected removal; no key of an object begins with it. */
const REMOVAL = 'removal:'
/** Notes per batch. */
const BATCH = 100

export interface UploadsParts {
  readonly notes: UploadNotes
  readonly objects: Pick<ObjectStore, 'delete' | 'sizeOf'>
  readonly sign: (permission: ObjectPermission, address?: string) => Promise<SignedRequest>
  /** The quotas that uploads of newcomers consume. */
  readonly quotas?: Pick<Quotas, 'give'>
  /** The maximum bytes of an object. */
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
  // The object first: the next sweep deletes a note without an object, but nothing deletes an object without
  // a note.
  async function remove(key: string): Promise<void> {
    await objects.delete(key)
    const note = await notes.remove(key)
    for (const taken of note?.taken ?? []) await quotas?.give(taken)
  }

  /** Completes a removal that the owner started and did not finish. */
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

    async remove(key) {
      await notes.add({ key: REMOVAL + key, allowedAt: now() })
      await remove(key)
    },

    isRemoved: key => notes.has(REMOVAL + key),

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
        // Its note stays: a permitted upload may arrive again.
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
            // Without its object, the note says why: it stays as long as the record.
            else if (isDue && (await objects.sizeOf(object)) !== undefined) await notes.remove(key)
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

/** The key of the object of a note. */
const objectOf = (key: string): string => (key.startsWith(REMOVAL) ? key.slice(REMOVAL.length) : key)
