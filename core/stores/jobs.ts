/**
 * The rows of background jobs: one gateway holds a job at a time, and the next takes it when the lease
 * expires.
 */
import type { Database, Transaction } from './sql/database.ts'

export interface JobKey {
  /** The plugin and the name of the job in its spec: `fhir-bulk/export`. */
  readonly kind: string
  /** Unique within its kind. */
  readonly id: string
}

export interface NewJob extends JobKey {
  /** JSON. */
  readonly state: string
  /** Milliseconds since the epoch; so are the others. */
  readonly dueAt: number
}

/** A job that no attempt holds. */
export interface DueJob extends JobKey {
  /** Attempts so far. */
  readonly attempts: number
  /** The lease of its last attempt expired: the gateway was killed, or hangs. */
  readonly isLost: boolean
}

export interface TakenJob extends JobKey {
  /** JSON. */
  readonly state: string
  /** This attempt included. */
  readonly attempts: number
}

/** One attempt at a job; it ends when another attempt takes the job. */
export interface Hold extends JobKey {
  /** UUID of the attempt. */
  readonly holder: string
}

/** Statements in the transaction of a change of a job. Jobs in memory have no transaction. */
export type JobWork<Result> = (transaction: Transaction | undefined) => Promise<Result>

/** The number of jobs of one kind in one state. */
export interface JobCount {
  readonly kind: string
  /**
   * `running`; `lost`: the lease of its attempt expired; `retrying`: an attempt ended, and another follows;
   * `due`; `scheduled` for later.
   */
  readonly state: 'running' | 'lost' | 'retrying' | 'due' | 'scheduled'
  readonly count: number
}

export interface JobStore {
  counts(now: number): Promise<JobCount[]>
  /**
   * Adds a job and does the work in one transaction.
   * @param again - if a job waits under this id, make it due and reset its count of attempts
   * @returns false, without doing the work, if a job with this id exists (with `again`: if it is held)
   */
  add(
    job: NewJob,
    options: { readonly again: boolean; readonly now: number },
    work: JobWork<void>,
  ): Promise<boolean>
  /** Adds those that do not exist. */
  addAll(jobs: readonly NewJob[]): Promise<void>
  /** Jobs that no attempt holds, longest waiting first. */
  due(kinds: readonly string[], now: number, limit: number): Promise<DueJob[]>
  /** Begins an attempt; undefined if another one was faster, or the job is not due. */
  take(hold: Hold, now: number, until: number): Promise<TakenJob | undefined>
  /**
   * Does the work while the attempt holds its job, and extends its lease.
   * @param attempts - in a row without progress, this one included
   * @param state - JSON that replaces the stored state
   * @throws JobLost, without any effect, if another attempt has taken over or the job was removed
   */
  keep<Result>(
    hold: Hold,
    until: number,
    attempts: number,
    work?: JobWork<Result>,
    state?: string,
  ): Promise<Result | undefined>
  /** Ends an attempt and releases the job. */
  release(hold: Hold, dueAt: number, attempts: number): Promise<void>
  /** Does the work and removes the job. @throws JobLost */
  end<Result>(hold: Hold, work?: JobWork<Result>): Promise<Result | undefined>
  /** Removes a job, held or not. */
  remove(key: JobKey): Promise<void>
  has(key: JobKey): Promise<boolean>
}

/** Thrown by the steps of an attempt that has ended; its runner ignores it. */
export class JobOver extends Error {
  override name = 'JobOver'
}

/** Another attempt has taken over the job, or it was removed. */
export class JobLost extends JobOver {
  override name = 'JobLost'
}

interface Row {
  readonly kind: string
  readonly id: string
  readonly attempts: number
}

/** Jobs in the table `jobs` of the gateway's database, shared by any number of gateways. */
export function sqlJobs(database: Database): JobStore {
  const removal = 'DELETE FROM jobs WHERE kind = $1 AND id = $2'
  const keeping = 'UPDATE jobs SET due_at = $4, attempts = $5'
  const held = 'kind = $1 AND id = $2 AND holder = $3::uuid'

  /** Does the work after a statement that affects no row once the attempt has ended. */
  async function whileHeld<Result>(
    { kind, id, holder }: Hold,
    sql: string,
    values: readonly (string | number)[],
    work: JobWork<Result> | undefined,
  ): Promise<Result | undefined> {
    const statement = [sql, [kind, id, holder, ...values]] as const
    if (work === undefined) {
      if ((await database.query(...statement)).length === 0) throw new JobLost()
      return undefined
    }
    return database.transaction(async transaction => {
      if ((await transaction.query(...statement)).length === 0) throw new JobLost()
      return work(transaction)
    })
  }

  return {
    add: ({ kind, id, state, dueAt }, { again, now }, work) =>
      database.transaction(async transaction => {
        const conflict = again
          ? `DO UPDATE SET attempts = 0, holder = NULL, due_at = LEAST(job.due_at, excluded.due_at)
             WHERE job.holder IS NULL OR job.due_at <= $5`
          : 'DO NOTHING'
        const added = await transaction.query(
          `INSERT INTO jobs AS job (kind, id, state, due_at, attempts) VALUES ($1, $2, $3, $4, 0)
           ON CONFLICT (kind, id) ${conflict} RETURNING id`,
          [kind, id, state, dueAt, ...(again ? [now] : [])],
        )
        if (added.length > 0) await work(transaction)
        return added.length > 0
      }),
    async addAll(jobs) {
      await database.query(
        `INSERT INTO jobs (kind, id, state, due_at, attempts)
         SELECT job->>'kind', job->>'id', job->>'state', (job->>'dueAt')::bigint, 0 FROM jsonb_array_elements($1::jsonb) AS job
         ON CONFLICT (kind, id) DO NOTHING`,
        [JSON.stringify(jobs)],
      )
    },
    async due(kinds, now, limit) {
      const rows = await database.query<Row & { readonly lost: boolean }>(
        `SELECT kind, id, attempts, holder IS NOT NULL AS lost FROM jobs
         WHERE due_at <= $2 AND kind IN (SELECT jsonb_array_elements_text($1::jsonb)) ORDER BY due_at LIMIT $3`,
        [JSON.stringify(kinds), now, limit],
      )
      return rows.map(({ lost, ...row }) => ({ ...row, isLost: lost }))
    },
    async take({ kind, id, holder }, now, until) {
      // Of concurrent attempts the first advances `due_at`, and the others find no due row.
      const [row] = await database.query<Row & { readonly state: string }>(
        `UPDATE jobs SET holder = $3::uuid, due_at = $5, attempts = attempts + 1
         WHERE kind = $1 AND id = $2 AND due_at <= $4 RETURNING kind, id, state, attempts`,
        [kind, id, holder, now, until],
      )
      return row
    },
    keep: (hold, until, attempts, work, state) =>
      state === undefined
        ? whileHeld(hold, `${keeping} WHERE ${held} RETURNING id`, [until, attempts], work)
        : whileHeld(
            hold,
            `${keeping}, state = $6 WHERE ${held} RETURNING id`,
            [until, attempts, state],
            work,
          ),
    async release({ kind, id, holder }, dueAt, attempts) {
      await database.query(`UPDATE jobs SET due_at = $4, holder = NULL, attempts = $5 WHERE ${held}`, [
        ...[kind, id, holder, dueAt, attempts],
      ])
    },
    end: (hold, work) => whileHeld(hold, `DELETE FROM jobs WHERE ${held} RETURNING id`, [], work),
    async remove({ kind, id }) {
      await database.query(removal, [kind, id])
    },
    async counts(now) {
      const rows = await database.query<{ kind: string; state: JobCount['state']; count: string }>(
        `SELECT kind, CASE WHEN holder IS NOT NULL THEN CASE WHEN due_at > $1 THEN 'running' ELSE 'lost' END
                           WHEN attempts > 0 THEN 'retrying'
                           WHEN due_at > $1 THEN 'scheduled' ELSE 'due' END AS state, count(*) AS count
         FROM jobs GROUP BY 1, 2`,
        [now],
      )
      return rows.map(row => ({ ...row, count: Number(row.count) }))
    },
    async has({ kind, id }) {
      const found = await database.query('SELECT 1 FROM jobs WHERE kind = $1 AND id = $2', [kind, id])
      return found.length > 0
    },
  }
}

interface Kept extends NewJob {
  readonly attempts: number
  readonly holder?: string | undefined
}

/** Jobs in memory, lost with their process like records in memory. */
export function memoryJobs(): JobStore {
  const jobs = new Map<string, Kept>()
  const nameOf = ({ kind, id }: JobKey) => JSON.stringify([kind, id])
  const heldBy = ({ holder, ...key }: Hold): Kept => {
    const job = jobs.get(nameOf(key))
    if (job?.holder !== holder) throw new JobLost()
    return job
  }
  return {
    async add(job, { again, now }, work) {
      const name = nameOf(job)
      const known = jobs.get(name)
      const isFree = known !== undefined && (known.holder === undefined || known.dueAt <= now)
      if (known && !(again && isFree)) return false
      const { state = job.state, dueAt = job.dueAt } = known ?? {}
      jobs.set(name, { ...job, state, dueAt: Math.min(dueAt, job.dueAt), attempts: 0 })
      try {
        await work(undefined)
        return true
      } catch (error) {
        if (known) jobs.set(name, known)
        else jobs.delete(name)
        throw error
      }
    },
    async addAll(all) {
      for (const job of all) if (!jobs.has(nameOf(job))) jobs.set(nameOf(job), { ...job, attempts: 0 })
    },
    async due(kinds, now, limit) {
      return [...jobs.values()]
        .filter(({ kind, dueAt }) => dueAt <= now && kinds.includes(kind))
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit)
        .map(({ kind, id, attempts, holder }) => ({ kind, id, attempts, isLost: holder !== undefined }))
    },
    async take({ holder, ...key }, now, until) {
      const job = jobs.get(nameOf(key))
      if (job === undefined || job.dueAt > now) return undefined
      const { kind, id, state } = job
      const attempts = job.attempts + 1
      jobs.set(nameOf(key), { ...job, holder, dueAt: until, attempts })
      return { kind, id, state, attempts }
    },
    async keep(hold, until, attempts, work, state) {
      heldBy(hold)
      const result = await work?.(undefined)
      const job = heldBy(hold)
      jobs.set(nameOf(job), { ...job, dueAt: until, attempts, ...(state !== undefined && { state }) })
      return result
    },
    async release({ holder, ...key }, dueAt, attempts) {
      const job = jobs.get(nameOf(key))
      if (job?.holder === holder) jobs.set(nameOf(key), { ...job, dueAt, attempts, holder: undefined })
    },
    async end(hold, work) {
      heldBy(hold)
      const result = await work?.(undefined)
      jobs.delete(nameOf(hold))
      return result
    },
    async remove(key) {
      jobs.delete(nameOf(key))
    },
    async counts(now) {
      const counts = new Map<string, JobCount>()
      for (const { kind, holder, dueAt, attempts } of jobs.values()) {
        const isLater = dueAt > now
        const free = attempts > 0 ? 'retrying' : isLater ? 'scheduled' : 'due'
        const state = holder === undefined ? free : isLater ? 'running' : 'lost'
        const { count = 0 } = counts.get(`${kind} ${state}`) ?? {}
        counts.set(`${kind} ${state}`, { kind, state, count: count + 1 })
      }
      return [...counts.values()]
    },
    async has(key) {
      return jobs.has(nameOf(key))
    },
  }
}
