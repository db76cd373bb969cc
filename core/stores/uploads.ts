/** Notes of the uploads that were allowed and may still come to nothing. */
import type { Database } from './sql/database.ts'

export interface UploadNote {
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly allowedAt: number
}

export interface UploadNotes {
  /** Notes an upload durably; `false` when one under this key stands. */
  add(note: UploadNote): Promise<boolean>
  /** The oldest notes from before a time, beginning behind `after`. */
  list(before: number, limit: number, after?: UploadNote): Promise<UploadNote[]>
  /** The keys of all notes in a folder. */
  listIn(folder: string): Promise<string[]>
  remove(key: string): Promise<void>
}

/** Notes in the table `uploads` of the gateway's own database. */
export function sqlUploadNotes(database: Database): UploadNotes {
  return {
    async add({ key, allowedAt }) {
      const noted = await database.query(
        'INSERT INTO uploads (key, allowed_at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING key',
        [key, allowedAt],
      )
      return noted.length > 0
    },
    async list(before, limit, after = { key: '', allowedAt: 0 }) {
      const rows = await database.query<{ key: string; allowed_at: string }>(
        `SELECT key, allowed_at FROM uploads WHERE allowed_at < $1 AND (allowed_at, key) > ($2, $3)
         ORDER BY allowed_at, key LIMIT $4`,
        [before, after.allowedAt, after.key, limit],
      )
      return rows.map(({ key, allowed_at }) => ({ key, allowedAt: Number(allowed_at) }))
    },
    async listIn(folder) {
      const rows = await database.query<{ key: string }>(
        'SELECT key FROM uploads WHERE substr(key, 1, length($1)) = $1 ORDER BY key',
        [folder],
      )
      return rows.map(({ key }) => key)
    },
    async remove(key) {
      await database.query('DELETE FROM uploads WHERE key = $1', [key])
    },
  }
}

/** Notes that end with their process, for records that do too. */
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
      return [...notes.keys()].filter(key => key.startsWith(folder)).sort()
    },
    async remove(key) {
      notes.delete(key)
    },
  }
}
