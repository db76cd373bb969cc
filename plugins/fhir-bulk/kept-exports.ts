/** Stored exports until they expire: their requests, progress and files. */
import type { PluginDatabase, SqlValue, Transaction } from '../../core/index.ts'

/** An export of an application. */
export interface KeptExport {
  readonly id: string
  /** The application's compressed public key in hex. */
  readonly owner: string
  /** JSON: the request. */
  readonly request: string
  /** JSON: the progress of planning. */
  readonly progress: string
  /** True if its files are complete. */
  readonly done: boolean
  /** Milliseconds since the epoch; so are the others. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** A file of an export. */
export interface ExportFile {
  /** From 0, in order of planning. */
  readonly position: number
  /** JSON: the records in it. */
  readonly file: string
  /** JSON: records left out when it was last read to its end. */
  readonly leftOut?: string
}

/** The result of one step of an export. */
export interface Step {
  readonly progress: string
  readonly done: boolean
  readonly file?: Omit<ExportFile, 'leftOut'>
}

export interface Exports {
  /** Adds an export; `false` if its owner already has `most`. */
  add(added: Omit<KeptExport, 'done'>, most: number, transaction: Transaction | undefined): Promise<boolean>
  /** `undefined` for an expired one as well. */
  get(id: string, now: number): Promise<KeptExport | undefined>
  /** Stores a step; `false` if the export is deleted or done. */
  advance(id: string, step: Step, transaction: Transaction | undefined): Promise<boolean>
  /** In order of their positions. */
  files(id: string): Promise<ExportFile[]>
  /** Stores the records that were left out of a file. */
  noteOmissions(id: string, position: number, leftOut: string): Promise<void>
  remove(id: string): Promise<void>
  /** Removes expired exports. */
  sweep(now: number): Promise<void>
}

interface Row {
  readonly id: string
  readonly owner: string
  readonly request: string
  readonly progress: string
  readonly done: boolean
  readonly created_at: string
  readonly expires_at: string
}

const COLUMNS = 'id, owner, request, progress, done, created_at, expires_at'

/** Exports in the tables `fhir_bulk_exports` and `fhir_bulk_files`. */
export function sqlExports(database: PluginDatabase): Exports {
  return {
    async add({ id, owner, request, progress, createdAt, expiresAt }, most, transaction = database) {
      const added = await transaction.query(
        `INSERT INTO fhir_bulk_exports (${COLUMNS})
         SELECT $1::uuid, $2, $3, $4, FALSE, $5::bigint, $6::bigint
         WHERE (SELECT count(*) FROM fhir_bulk_exports WHERE owner = $2 AND expires_at > $5::bigint) < $7::integer
         RETURNING id`,
        [id, owner, request, progress, createdAt, expiresAt, most],
      )
      return added.length > 0
    },
    async get(id, now) {
      const [row] = await database.query<Row>(
        `SELECT ${COLUMNS} FROM fhir_bulk_exports WHERE id = $1 AND expires_at > $2`,
        [id, now],
      )
      return row && exportOf(row)
    },
    async advance(id, { progress, done, file }, transaction = database) {
      const values: SqlValue[] = [id, progress, done, file?.position ?? null, file?.file ?? null]
      const kept = await transaction.query(
        `WITH kept AS (
           UPDATE fhir_bulk_exports SET progress = $2, done = $3
           WHERE id = $1 AND NOT done RETURNING id
         ), filed AS (
           INSERT INTO fhir_bulk_files (export, position, file)
           SELECT id, $4::integer, $5 FROM kept WHERE $4::integer IS NOT NULL
         )
         SELECT id FROM kept`,
        values,
      )
      return kept.length > 0
    },
    async files(id) {
      const rows = await database.query<{ position: number; file: string; left_out: string | null }>(
        'SELECT position, file, left_out FROM fhir_bulk_files WHERE export = $1 ORDER BY position',
        [id],
      )
      return rows.map(({ left_out, ...row }) => ({ ...row, ...(left_out !== null && { leftOut: left_out }) }))
    },
    async noteOmissions(id, position, leftOut) {
      await database.query('UPDATE fhir_bulk_files SET left_out = $3 WHERE export = $1 AND position = $2', [
        ...[id, position, leftOut],
      ])
    },
    async remove(id) {
      // The export first: an export without its files would be served as an empty one.
      await database.query('DELETE FROM fhir_bulk_exports WHERE id = $1', [id])
      await database.query('DELETE FROM fhir_bulk_files WHERE export = $1', [id])
    },
    async sweep(now) {
      await database.query('DELETE FROM fhir_bulk_exports WHERE expires_at <= $1', [now])
      await database.query(
        'DELETE FROM fhir_bulk_files WHERE export NOT IN (SELECT id FROM fhir_bulk_exports)',
      )
    },
  }
}

const exportOf = ({ created_at, expires_at, ...row }: Row): KeptExport => ({
  ...row,
  createdAt: Number(created_at),
  expiresAt: Number(expires_at),
})

type Kept = KeptExport & { readonly files: readonly ExportFile[] }

/** Exports in memory, lost with their process like records in memory. */
export function memoryExports(): Exports {
  const exports = new Map<string, Kept>()
  const isAlive = ({ expiresAt }: KeptExport, now: number) => expiresAt > now
  return {
    async add(added, most) {
      const others = [...exports.values()].filter(
        each => each.owner === added.owner && isAlive(each, added.createdAt),
      )
      if (others.length >= most) return false
      exports.set(added.id, { ...added, done: false, files: [] })
      return true
    },
    async get(id, now) {
      const kept = exports.get(id)
      return kept && isAlive(kept, now) ? kept : undefined
    },
    async advance(id, { progress, done, file }) {
      const kept = exports.get(id)
      if (!kept || kept.done) return false
      exports.set(id, { ...kept, progress, done, files: file ? [...kept.files, file] : kept.files })
      return true
    },
    async files(id) {
      return [...(exports.get(id)?.files ?? [])]
    },
    async noteOmissions(id, position, leftOut) {
      const kept = exports.get(id)
      const files = kept?.files.map(file => (file.position === position ? { ...file, leftOut } : file)) ?? []
      if (kept) exports.set(id, { ...kept, files })
    },
    async remove(id) {
      exports.delete(id)
    },
    async sweep(now) {
      for (const kept of exports.values()) if (!isAlive(kept, now)) exports.delete(kept.id)
    },
  }
}
