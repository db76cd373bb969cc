/** Exports that are worked out in the background: each by one gateway at a time, whichever is there. */
import type { Database } from './sql/database.ts'

export interface ExportJob {
  readonly id: string
  /** The application's compressed public key in hex. */
  readonly owner: string
  /** JSON: what is asked for. */
  readonly request: string
  /** JSON: how far it has been worked out. */
  readonly progress: string
  /** Whether its files are complete. */
  readonly done: boolean
  /** Milliseconds since the epoch; so are the others. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** A new export, which nobody works out before a time. */
export type NewExport = Omit<ExportJob, 'done'> & { readonly notBefore: number }

/** A file of an export. */
export interface ExportFile {
  /** From 0, in the order in which they were worked out. */
  readonly position: number
  /** JSON: what is in it. */
  readonly file: string
  /** JSON: what was left out when it was last read to its end. */
  readonly leftOut?: string
}

/** Who works an export out, and until when nobody else does. */
export interface Hold {
  readonly holder: string
  readonly until: number
}

/** What one step has brought. */
export interface Step {
  readonly progress: string
  readonly done: boolean
  readonly file?: Omit<ExportFile, 'leftOut'>
}

export interface Exports {
  /** Adds an export; `false` when its owner has `most` already. */
  add(job: NewExport, most: number): Promise<boolean>
  /** `undefined` also for one that has expired. */
  get(id: string, now: number): Promise<ExportJob | undefined>
  /** The oldest export that nobody holds, held from now on. */
  claim(now: number, hold: Hold): Promise<ExportJob | undefined>
  /** Keeps a step and the hold; `false`, and nothing is kept, when somebody else holds the export or it is gone. */
  advance(id: string, step: Step, hold: Hold): Promise<boolean>
  /** In their order. */
  files(id: string): Promise<ExportFile[]>
  /** Keeps what was left out of a file. */
  noteLeftOut(id: string, position: number, leftOut: string): Promise<void>
  remove(id: string): Promise<void>
  /** Removes what has expired. */
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

/** Exports in the tables `exports` and `export_files` of the gateway's own database. */
export function sqlExports(database: Database): Exports {
  return {
    async add({ id, owner, request, progress, createdAt, expiresAt, notBefore }, most) {
      const added = await database.query(
        `INSERT INTO exports (${COLUMNS}, held_until)
         SELECT $1::uuid, $2, $3, $4, FALSE, $5::bigint, $6::bigint, $7::bigint
         WHERE (SELECT count(*) FROM exports WHERE owner = $2 AND expires_at > $5::bigint) < $8::integer
         RETURNING id`,
        [id, owner, request, progress, createdAt, expiresAt, notBefore, most],
      )
      return added.length > 0
    },
    async get(id, now) {
      const [row] = await database.query<Row>(
        `SELECT ${COLUMNS} FROM exports WHERE id = $1 AND expires_at > $2`,
        [id, now],
      )
      return row && jobOf(row)
    },
    async claim(now, { holder, until }) {
      // Of two gateways that ask at once, the second passes over what the first is taking.
      const [row] = await database.query<Row>(
        `UPDATE exports SET holder = $2::uuid, held_until = $3
         WHERE id = (
           SELECT id FROM exports WHERE NOT done AND held_until <= $1 AND expires_at > $1
           ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
         )
         RETURNING ${COLUMNS}`,
        [now, holder, until],
      )
      return row && jobOf(row)
    },
    async advance(id, { progress, done, file }, { holder, until }) {
      const kept = await database.query(
        `WITH held AS (
           UPDATE exports SET progress = $3, done = $4, held_until = $5
           WHERE id = $1 AND holder = $2::uuid AND NOT done RETURNING id
         ), filed AS (
           INSERT INTO export_files (export, position, file)
           SELECT id, $6::integer, $7 FROM held WHERE $6::integer IS NOT NULL
         )
         SELECT id FROM held`,
        [id, holder, progress, done, until, file?.position ?? null, file?.file ?? null],
      )
      return kept.length > 0
    },
    async files(id) {
      const rows = await database.query<{ position: number; file: string; left_out: string | null }>(
        'SELECT position, file, left_out FROM export_files WHERE export = $1 ORDER BY position',
        [id],
      )
      return rows.map(({ left_out, ...row }) => ({ ...row, ...(left_out !== null && { leftOut: left_out }) }))
    },
    async noteLeftOut(id, position, leftOut) {
      await database.query('UPDATE export_files SET left_out = $3 WHERE export = $1 AND position = $2', [
        ...[id, position, leftOut],
      ])
    },
    async remove(id) {
      // The export first: one whose files were gone would be answered as an empty one.
      await database.query('DELETE FROM exports WHERE id = $1', [id])
      await database.query('DELETE FROM export_files WHERE export = $1', [id])
    },
    async sweep(now) {
      await database.query('DELETE FROM exports WHERE expires_at <= $1', [now])
      await database.query('DELETE FROM export_files WHERE export NOT IN (SELECT id FROM exports)')
    },
  }
}

const jobOf = ({ created_at, expires_at, ...row }: Row): ExportJob => ({
  ...row,
  createdAt: Number(created_at),
  expiresAt: Number(expires_at),
})

type Kept = ExportJob & { readonly hold: Hold; readonly files: readonly ExportFile[] }

/** Exports that end with their process, for records that do too. */
export function memoryExports(): Exports {
  const exports = new Map<string, Kept>()
  const isAlive = ({ expiresAt }: ExportJob, now: number) => expiresAt > now
  return {
    async add({ notBefore, ...job }, most) {
      const others = [...exports.values()].filter(
        each => each.owner === job.owner && isAlive(each, job.createdAt),
      )
      if (others.length >= most) return false
      exports.set(job.id, { ...job, done: false, hold: { holder: '', until: notBefore }, files: [] })
      return true
    },
    async get(id, now) {
      const job = exports.get(id)
      return job && isAlive(job, now) ? job : undefined
    },
    async claim(now, hold) {
      const free = [...exports.values()].filter(
        job => !job.done && job.hold.until <= now && isAlive(job, now),
      )
      const [oldest] = free.sort((a, b) => a.createdAt - b.createdAt)
      if (oldest) exports.set(oldest.id, { ...oldest, hold })
      return oldest
    },
    async advance(id, { progress, done, file }, hold) {
      const job = exports.get(id)
      if (!job || job.done || job.hold.holder !== hold.holder) return false
      exports.set(id, { ...job, progress, done, hold, files: file ? [...job.files, file] : job.files })
      return true
    },
    async files(id) {
      return [...(exports.get(id)?.files ?? [])]
    },
    async noteLeftOut(id, position, leftOut) {
      const job = exports.get(id)
      const files = job?.files.map(file => (file.position === position ? { ...file, leftOut } : file)) ?? []
      if (job) exports.set(id, { ...job, files })
    },
    async remove(id) {
      exports.delete(id)
    },
    async sweep(now) {
      for (const job of exports.values()) if (!isAlive(job, now)) exports.delete(job.id)
    },
  }
}
