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
  /** Set while its object arrives in parts. */
  readonly parts?: NotedParts
}

/** An unfinished upload in parts. */
export interface NotedParts {
  /** The object store's name for it; empty until the store has begun. */
  readonly upload: string
  /** Bytes of the object. */
  readonly size: number
  /** Bytes of each part but the last. */
  readonly partSize: number
  /** Given back at its end. */
  readonly taken: Taken
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
  find(key: string): Promise<UploadNote | undefined>
  /** Replaces the parts of a note; `false` unless they are of this upload. */
  setParts(key: string, upload: string, parts: NotedParts | undefined): Promise<boolean>
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
  readonly parts: string | null
}

const noteOf = ({ key, allowed_at, due_at, most, taken, named, parts }: Row): UploadNote => ({
  ...{ key, allowedAt: Number(allowed_at) },
  ...(due_at !== null && { dueAt: Number(due_at) }),
  ...(most !== null && { most: Number(most) }),
  ...(taken !== null && { taken: JSON.parse(taken) as Taken[] }),
  ...(named && { isNamed: true }),
  ...(parts !== null && { parts: JSON.parse(parts) as NotedParts }),
})

const COLUMNS = 'key, allowed_at, due_at, most, taken, named, parts'

const IN_FOLDER = 'substr(key, 1, length($1)) = $1'

/** Notes in the table `attachments_uploads`. */
export function sqlUploadNotes(database: PluginDatabase): UploadNotes {
  return {
    async add({ key, allowedAt, dueAt, most, taken, parts }) {
      const noted = await database.query(
        `INSERT INTO attachments_uploads (key, allowed_at, due_at, most, taken, parts) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (key) DO NOTHING RETURNING key`,
        [
          ...[key, allowedAt, dueAt ?? null, most ?? null],
          ...[taken, parts].map(each => (each ? JSON.stringify(each) : null)),
        ],
      )
      return noted.length > 0
    },
    async list(before, limit, after = { key: '', allowedAt: 0 }) {
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM attachments_uploads
         WHERE allowed_at < $1 AND (allowed_at, key) > ($2, $3) ORDER BY allowed_at, key LIMIT $4`,
        [before, after.allowedAt, after.key, limit],
      )
      return rows.map(noteOf)
    },
    async listIn(folder) {
      const rows = await database.query<{ key: string }>(
        `SELECT key FROM attachments_uploads WHERE ${IN_FOLDER} AND named IS NOT TRUE ORDER BY key`,
        [folder],
      )
      return rows.map(({ key }) => key)
    },
    async name(key) {
      await database.query('DELETE FROM attachments_uploads WHERE key = $1 AND taken IS NULL', [key])
      await database.query('UPDATE attachments_uploads SET named = true WHERE key = $1', [key])
    },
    async release(folder) {
      const rows = await database.query<{ key: string; taken: string }>(
        `SELECT key, taken FROM attachments_uploads WHERE ${IN_FOLDER} AND taken IS NOT NULL`,
        [folder],
      )
      const released: Taken[] = []
      for (const { key, taken } of rows) {
        const mine = await database.query(
          'UPDATE attachments_uploads SET taken = NULL, due_at = NULL, most = NULL WHERE key = $1 AND taken IS NOT NULL RETURNING key',
          [key],
        )
        if (mine.length > 0) released.push(...(JSON.parse(taken) as Taken[]))
      }
      return released
    },
    async has(key) {
      return (await database.query('SELECT 1 FROM attachments_uploads WHERE key = $1', [key])).length > 0
    },
    async find(key) {
      const [row] = await database.query<Row>(`SELECT ${COLUMNS} FROM attachments_uploads WHERE key = $1`, [
        key,
      ])
      return row && noteOf(row)
    },
    async setParts(key, upload, parts) {
      const rows = await database.query(
        `UPDATE attachments_uploads SET parts = $3 WHERE key = $1 AND parts::jsonb ->> 'upload' = $2 RETURNING key`,
        [key, upload, parts === undefined ? null : JSON.stringify(parts)],
      )
      return rows.length > 0
    },
    async remove(key) {
      const [row] = await database.query<Row>(
        `DELETE FROM attachments_uploads WHERE key = $1 RETURNING ${COLUMNS}`,
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
      for (const { key, allowedAt, taken, isNamed, parts } of [...notes.values()]) {
        if (taken === undefined || !key.startsWith(folder)) continue
        notes.set(key, { key, allowedAt, ...(isNamed && { isNamed }), ...(parts && { parts }) })
        released.push(...taken)
      }
      return released
    },
    async has(key) {
      return notes.has(key)
    },
    find: async key => notes.get(key),
    async setParts(key, upload, parts) {
      const note = notes.get(key)
      if (note?.parts?.upload !== upload) return false
      const { parts: _, ...rest } = note
      notes.set(key, { ...rest, ...(parts && { parts }) })
      return true
    },
    async remove(key) {
      const note = notes.get(key)
      notes.delete(key)
      return note
    },
  }
}
