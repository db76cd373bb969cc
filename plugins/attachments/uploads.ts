/** The lifecycle of objects: noted, then permitted by a URL, and removed if no record names them. */
import { LRUCache } from 'lru-cache'
import {
  growing,
  type ObjectPermission,
  type ObjectStore,
  type Quotas,
  type SignedRequest,
  type Taken,
} from '../../core/index.ts'
import type { NotedParts, UploadNote, UploadNotes } from './upload-notes.ts'

/** The key of an upload, and its time. */
interface NewUpload {
  /** The key of an upload at a time. */
  readonly keyAt: (time: number) => string
  readonly contentType: string
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

/** The terms of a signed URL. */
interface Terms {
  readonly contentType: string
  /** Seconds. */
  readonly expiresIn: number
  /** The address of this gateway that the caller uses. */
  readonly address?: string
}

/** An upload to permit. */
export interface Upload extends NewUpload, Terms {
  readonly size?: number
}

/** An upload in parts to permit. */
export interface UploadInParts extends NewUpload, Omit<NotedParts, 'upload'> {}

/** The progress of an upload in parts. */
export interface UploadProgress {
  /** True if the object is there. */
  readonly isComplete: boolean
  /** The numbers of the parts that are stored with their full size. */
  readonly received: readonly number[]
  /** The number of all parts, until the object is there. */
  readonly count?: number
}

export interface Uploads {
  /** Allows an upload under a new key. */
  allow(upload: Upload): Promise<{ readonly key: string; readonly request: SignedRequest }>
  /** Begins an upload in parts under a new key, and returns the key. */
  begin(upload: UploadInParts): Promise<string>
  /** The progress of an upload in parts; `undefined` if it ended without an object. */
  progress(key: string): Promise<UploadProgress | undefined>
  /** The request for one part; `undefined` if there is no such part of an unfinished upload. */
  allowPart(key: string, number: number, terms: Terms): Promise<SignedRequest | undefined>
  /** Makes the parts an object, if all are there; repeating it changes nothing. */
  complete(key: string): Promise<UploadProgress | undefined>
  /** Removes an unfinished upload in parts; `false` if there is none. */
  abandon(key: string): Promise<boolean>
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
   * removes uploads above the maximum size: if a URL has no bound length, the store accepts any. An upload that the
   * store fails to look up or to remove is left for a later sweep, after a pause of its own.
   * @param namedAmong - returns those of the keys that a record names
   * @param onFailure - called for each upload that is left
   * @returns the number of removed objects and unfinished uploads
   */
  sweep(
    namedAmong: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
    onFailure?: (error: unknown) => void,
  ): Promise<number>
}

/** Milliseconds. */
const DAY = 24 * 60 * 60_000
/** The prefix of the note of an expected removal; no key of an object begins with it. */
const REMOVAL = 'removal:'
/** Notes per batch. */
const BATCH = 100
/** Failures in a row after which the store is taken to be down, and the sweep ends. */
const MOST_FAILURES = 3
/** Milliseconds before an upload is tried again; doubled with each failure, up to the longest. */
const PAUSE = 60_000
const LONGEST_PAUSE = 60 * 60_000
/** The most uploads whose failures are remembered. */
const MOST_FAILED = 10_000

export interface UploadsParts {
  readonly notes: UploadNotes
  readonly objects: Pick<ObjectStore, 'delete' | 'sizeOf' | 'parts'>
  readonly sign: (permission: ObjectPermission, address?: string) => Promise<SignedRequest>
  /** The quotas that uploads of newcomers consume. */
  readonly quotas?: Pick<Quotas, 'give'>
  /** The maximum bytes of an object. */
  readonly limit: number
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
}

/** The uploads of the gateway: notes in its database, objects in the store. */
class NotedUploads implements Uploads {
  readonly #notes: UploadNotes
  readonly #objects: UploadsParts['objects']
  readonly #sign: UploadsParts['sign']
  readonly #quotas: UploadsParts['quotas']
  readonly #limit: number
  readonly #now: () => number
  /** Uploads that a sweep left, and the times at which to try them again. */
  readonly #failed = new LRUCache<string, { readonly pause: number; readonly againAt: number }>(
    growing(MOST_FAILED),
  )

  constructor({ notes, objects, sign, quotas, limit, now = Date.now }: UploadsParts) {
    this.#notes = notes
    this.#objects = objects
    this.#sign = sign
    this.#quotas = quotas
    this.#limit = limit
    this.#now = now
  }

  async allow(upload: Upload): Promise<{ readonly key: string; readonly request: SignedRequest }> {
    const { contentType, size, expiresIn, address } = upload
    const key = await this.#noteUpload(upload)
    const terms = { contentType, expiresIn, ...(size !== undefined && { size }) }
    return { key, request: await this.#sign({ method: 'PUT', key, ...terms }, address) }
  }

  async begin(upload: UploadInParts): Promise<string> {
    const { size, partSize, taken, contentType } = upload
    const key = await this.#noteUpload(upload, { upload: '', size, partSize, taken })
    try {
      const name = await this.#objects.parts.begin(key, contentType)
      // If the note has gone meanwhile, nobody would abort this upload later.
      if (!(await this.#notes.setParts(key, '', { upload: name, size, partSize, taken })))
        await this.#objects.parts.abort(key)
      return key
    } catch (error) {
      // If this fails as well, a sweep repeats it.
      await this.#removeObject(key).catch(() => {})
      throw error
    }
  }

  async progress(key: string): Promise<UploadProgress | undefined> {
    const parts = await this.#unfinished(key)
    return (parts && (await this.#progressOf(key, parts))) ?? this.#joined(key)
  }

  async allowPart(
    key: string,
    number: number,
    { address, ...terms }: Terms,
  ): Promise<SignedRequest | undefined> {
    const parts = await this.#unfinished(key)
    const size = parts && sizeOfPart(parts, number)
    if (!parts || !size) return undefined
    const part = { upload: parts.upload, number }
    return this.#sign({ method: 'PUT', key, size, part, ...terms }, address)
  }

  async complete(key: string): Promise<UploadProgress | undefined> {
    const parts = await this.#unfinished(key)
    if (parts === undefined) return this.#joined(key)
    const progress = await this.#progressOf(key, parts)
    if (progress && progress.received.length < countOf(parts)) return progress
    // Without parts, an earlier call was interrupted after the join.
    if (progress) await this.#objects.parts.join(key, parts.upload)
    const done = await this.#joined(key)
    if (done) await this.#settle(key, parts)
    return done
  }

  async abandon(key: string): Promise<boolean> {
    if ((await this.#notes.find(key))?.parts === undefined || (await this.#joined(key))) return false
    await this.#removeObject(key)
    return true
  }

  confirm(key: string): Promise<void> {
    return this.#notes.name(key)
  }

  async remove(key: string): Promise<void> {
    await this.#notes.add({ key: REMOVAL + key, allowedAt: this.#now() })
    await this.#removeObject(key)
  }

  isRemoved(key: string): Promise<boolean> {
    return this.#notes.has(REMOVAL + key)
  }

  async welcome(folder: string): Promise<void> {
    for (const taken of await this.#notes.release(folder)) await this.#quotas?.give(taken)
  }

  async expectRemoval(key: string): Promise<void> {
    await this.#notes.add({ key: REMOVAL + key, allowedAt: this.#now() })
  }

  async empty(folder: string): Promise<number> {
    let removed = 0
    for (const key of await this.#notes.listIn(folder)) {
      const { parts } = (await this.#notes.find(key)) ?? {}
      if (parts) {
        await this.#objects.parts.abort(key)
        await this.#settle(key, parts)
      }
      if ((await this.#objects.sizeOf(key)) === undefined) continue
      // Its note stays: a permitted upload may arrive again.
      await this.#objects.delete(key)
      removed++
    }
    return removed
  }

  async sweep(
    namedAmong: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
    onFailure?: (error: unknown) => void,
  ): Promise<number> {
    const end = this.#now()
    let [removed, inARow] = [0, 0]
    let batch = await this.#notes.list(end, BATCH)
    while (batch.length > 0) {
      const named = await namedAmong(batch.map(({ key }) => objectOf(key)))
      for (const note of batch) {
        if ((this.#failed.get(note.key)?.againAt ?? 0) > end) continue
        const isDue = dueOf(note) < end
        // The store gets no request, so this tells nothing about its state.
        if (!isDue && !named.has(note.key) && objectOf(note.key) === note.key) continue
        try {
          removed += await this.#tidy(note, isDue, named)
          this.#failed.delete(note.key)
          inARow = 0
        } catch (error) {
          const pause = Math.min(LONGEST_PAUSE, 2 * (this.#failed.get(note.key)?.pause ?? PAUSE / 2))
          this.#failed.set(note.key, { pause, againAt: end + pause })
          onFailure?.(error)
          if (++inARow === MOST_FAILURES) return removed
        }
      }
      batch = await this.#notes.list(end, BATCH, batch.at(-1))
    }
    return removed
  }

  // The object first: the next sweep deletes a note without an object, but nothing deletes an object without
  // a note.
  async #removeObject(key: string): Promise<void> {
    if ((await this.#notes.find(key))?.parts) await this.#objects.parts.abort(key)
    await this.#objects.delete(key)
    const note = await this.#notes.remove(key)
    for (const taken of [...(note?.taken ?? []), ...(note?.parts ? [note.parts.taken] : [])])
      await this.#quotas?.give(taken)
  }

  /** Notes a new upload. */
  async #noteUpload({ keyAt, newcomer }: NewUpload, parts?: NotedParts): Promise<string> {
    const { taken, most, keptFor = 0 } = newcomer ?? {}
    for (let time = this.#now(); ; time++) {
      const key = keyAt(time)
      const noted: UploadNote = {
        ...{ key, allowedAt: time },
        ...(taken && { taken, dueAt: time + keptFor }),
        ...(most !== undefined && { most }),
        ...(parts && { parts }),
      }
      if (await this.#notes.add(noted)) return key
    }
  }

  /** The parts of an unfinished upload. */
  async #unfinished(key: string): Promise<NotedParts | undefined> {
    const found = await this.#notes.find(key)
    if (!found?.parts?.upload) return undefined
    const due = dueOf(found)
    // The rest is for its record: no upload may complete while a sweep removes it.
    return this.#now() < due - (due - found.allowedAt) / 10 ? found.parts : undefined
  }

  /** Notes that the parts are an object, or gone. */
  async #settle(key: string, { upload, taken }: NotedParts): Promise<void> {
    if (await this.#notes.setParts(key, upload, undefined)) await this.#quotas?.give(taken)
  }

  async #progressOf(key: string, parts: NotedParts): Promise<UploadProgress | undefined> {
    const sizes = await this.#objects.parts.received(key, parts.upload)
    if (sizes === undefined) return undefined
    const isWhole = ([number, size]: readonly [number, number]) => size === sizeOfPart(parts, number)
    const received = [...sizes].filter(isWhole).map(([number]) => number)
    return { isComplete: false, received: received.sort((a, b) => a - b), count: countOf(parts) }
  }

  async #joined(key: string): Promise<UploadProgress | undefined> {
    return (await this.#objects.sizeOf(key)) === undefined ? undefined : { isComplete: true, received: [] }
  }

  /** Completes a removal that the owner started and did not finish. */
  async #finish(key: string): Promise<number> {
    const isThere = (await this.#objects.sizeOf(key)) !== undefined
    await this.#removeObject(key)
    await this.#notes.remove(REMOVAL + key)
    return isThere ? 1 : 0
  }

  /** Does what is due for a note; returns the number of removed objects and unfinished uploads. */
  async #tidy(note: UploadNote, isDue: boolean, named: ReadonlySet<string>): Promise<number> {
    const { key, most = this.#limit, isNamed = false, parts } = note
    const object = objectOf(key)
    if (object !== key) {
      if (!named.has(object)) return this.#finish(object)
      // Without its object, the note says why: it stays as long as the record.
      if (isDue && (await this.#objects.sizeOf(object)) !== undefined) await this.#notes.remove(key)
      return 0
    }
    if (parts) {
      if ((await this.#objects.sizeOf(key)) === undefined) {
        if (!isDue) return 0
        await this.#removeObject(key)
        return 1
      }
      // Its gateway was killed after it had joined the parts.
      await this.#settle(key, parts)
    }
    if (named.has(key) ? ((await this.#objects.sizeOf(key)) ?? 0) > most : isDue && !isNamed) {
      await this.#removeObject(key)
      return 1
    }
    if (isNamed && isDue) await this.#notes.remove(key)
    else if (named.has(key) && !isNamed) await this.#notes.name(key)
    return 0
  }
}

export const createUploads = (parts: UploadsParts): Uploads => new NotedUploads(parts)

/** The time at which an upload is removed unless a record names it. */
const dueOf = ({ allowedAt, dueAt = allowedAt + DAY }: UploadNote): number => dueAt

const countOf = ({ size, partSize }: NotedParts): number => Math.ceil(size / partSize)

/** The bytes of a part; 0 if there is none with this number. */
function sizeOfPart({ size, partSize }: NotedParts, number: number): number {
  return number < 1 ? 0 : Math.max(0, Math.min(partSize, size - (number - 1) * partSize))
}

/** The key of the object of a note. */
const objectOf = (key: string): string => (key.startsWith(REMOVAL) ? key.slice(REMOVAL.length) : key)
