/** Notes of permitted uploads that no record names yet. */
import type { PluginDatabase, Taken } from '../../core/index.ts'

export interface UploadNote {
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly allowedAt: number
  /** The time of its removal, unless a record names it. @default a day after it was allowed */
  readonly dueAt?: number
  /** The maximum bytes of the object, if less than for other files. */
  readonly most?: number
  /** Consumed quotas, given back when the upload is removed or its uploader is no longer a newcomer. */
  readonly taken?: readonly Taken[]
  /** A record named it before its quotas were given back. */
  readonly isNamed?: boolean
}

export interface UploadNotes {
  /** Stores a note durably; `false` if one exists under this key. */
  add(note: UploadNote): Promise<boolean>
  /** The oldest notes from before a time, starting after `after`. */
  list(before: number, limit: number, after?: UploadNote): Promise<UploadNote[]>
  /** The keys of all notes in a folder that no record has named. */
  listIn(folder: string): Promise<string[]>
  /** Deletes a note; one with consumed quotas is kept as named until it is due. */
  name(key: string): Promise<void>
  /** The consumed quotas of all notes in a folder, each returned only once across concurrent calls. */
  release(folder: string): Promise<Taken[]>
  has(key: string): Promise<boolean>
  /** Returns the removed note. */
  remove(key: string): Promise<UploadNote | undefined>
}

interface Row {
  readonly key: string
  readonly allowed_at: string
  readonly due_at: string | null
  readonly most: string | null
  readonly taken: string | null
  readonly named: boolean | null
}

const noteOf = ({ key, allowed_at, due_at, most, taken, named }: Row): UploadNote => ({
  ...{ key, allowedAt: Number(allowed_at) },
  ...(due_at !== null && { dueAt: Number(due_at) }),
  ...(most !== null && { most: Number(most) }),
  ...(taken !== null && { taken: JSON.parse(taken) as Taken[] }),
  ...(named && { isNamed: true }),
})

const IN_FOLDER = 'substr(key, 1, length($1)) = $1'

/** Notes in the table `uploads`. */
export function sqlUploadNotes(database: PluginDatabase): UploadNotes {
  return {
    async add({ key, allowedAt, dueAt, most, taken }) {
      const noted = await database.query(
        `INSERT INTO uploads (key, allowed_at, due_at, most, taken) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (key) DO NOTHING RETURNING key`,
        [key, allowedAt, dueAt ?? null, most ?? null, taken ? JSON.stringify(taken) : null],
      )
      return noted.length > 0
    },
    async list(before, limit, after = { key: '', allowedAt: 0 }) {
      const rows = await database.query<Row>(
        `SELECT key, allowed_at, due_at, most, taken, named FROM uploads
         WHERE allowed_at < $1 AND (allowed_at, key) > ($2, $3) ORDER BY allowed_at, key LIMIT $4`,
        [before, after.allowedAt, after.key, limit],
      )
      return rows.map(noteOf)
    },
    async listIn(folder) {
      const rows = await database.query<{ key: string }>(
        `SELECT key FROM uploads WHERE ${IN_FOLDER} AND named IS NOT TRUE ORDER BY key`,
        [folder],
      )
      return rows.map(({ key }) => key)
    },
    async name(key) {
      await database.query('DELETE FROM uploads WHERE key = $1 AND taken IS NULL', [key])
      await database.query('UPDATE uploads SET named = true WHERE key = $1', [key])
    },
    async release(folder) {
      const rows = await database.query<{ key: string; taken: string }>(
        `SELECT key, taken FROM uploads WHERE ${IN_FOLDER} AND taken IS NOT NULL`,
        [folder],
      )
      const released: Taken[] = []
      for (const { key, taken } of rows) {
        const mine = await database.query(
          'UPDATE uploads SET taken = NULL, due_at = NULL, most = NULL WHERE key = $1 AND taken IS NOT NULL RETURNING key',
          [key],
        )
        if (mine.length > 0) released.push(...(JSON.parse(taken) as Taken[]))
      }
      return released
    },
    async has(key) {
      return (await database.query('SELECT 1 FROM uploads WHERE key = $1', [key])).length > 0
    },
    async remove(key) {
      const [row] = await database.query<Row>(
        'DELETE FROM uploads WHERE key = $1 RETURNING key, allowed_at, due_at, most, taken, named',
        [key],
      )
      return row && noteOf(row)
    },
  }
}

/** Notes in memory, lost with their process like records in memory. */
export function memoryUploadNotes(): UploadNotes {
  const notes = new Map<string, UploadNote>()
  const order = (a: UploadNote, b: UploadNote) =>
    a.allowedAt - b.allowedAt || (a.key < b.key ? -1 : Number(a.key > b.key))
  return {
    async add(note) {
      if (notes.has(note.key)) return false
      notes.set(note.key, note)
      return true
    },
    async list(before, limit, after) {
      return [...notes.values()]
        .filter(note => note.allowedAt < before && (after === undefined || order(note, after) > 0))
        .sort(order)
        .slice(0, limit)
    },
    async listIn(folder) {
      return [...notes.values()]
        .filter(({ key, isNamed }) => key.startsWith(folder) && !isNamed)
        .map(({ key }) => key)
        .sort()
    },
    async name(key) {
      const note = notes.get(key)
      if (note?.taken) notes.set(key, { ...note, isNamed: true })
      else notes.delete(key)
    },
    async release(folder) {
      const released: Taken[] = []
      for (const { key, allowedAt, taken, isNamed } of [...notes.values()]) {
        if (taken === undefined || !key.startsWith(folder)) continue
        notes.set(key, { key, allowedAt, ...(isNamed && { isNamed }) })
        released.push(...taken)
      }
      return released
    },
    async has(key) {
      return notes.has(key)
    },
    async remove(key) {
      const note = notes.get(key)
      notes.delete(key)
      return note
    },
  }
}
