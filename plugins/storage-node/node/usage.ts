/**
 * Storage usage per account on a local node: the statement that writes also counts and enforces the limit.
 */
import { NodeError, quotaRefusal, type SqlValue } from '../../../core/node.ts'
import type { Bounds } from './bounds.ts'
import type { NodeContext } from './node-context.ts'
import { BYTES } from './rows.ts'
import { SqlParameters } from './sql-parameters.ts'

type Parts = Pick<NodeContext, 'database' | 'bounds' | 'registry'>

/** A row of `usage` that a write charges, and its limits. */
export interface Account {
  readonly builder: string
  /** Empty for the builder's total. */
  readonly owner: string
  readonly records: number
  readonly bytes: number
  /** Limits while the builder has accepted no record of the owner. */
  readonly new_records: number
  readonly new_bytes: number
}

/** The accounts for a document of this owner, in the order in which every write locks them. */
export async function accountsOf(
  { bounds, registry }: Parts,
  builder: string,
  owner: string | null,
): Promise<readonly Account[]> {
  const { quota, builderQuota } = bounds
  const { records, bytes, newRecords: new_records, newBytes: new_bytes } = quota
  return [
    ...((await registry.trusts(builder)) ? [] : [inAll(builder, builderQuota)]),
    ...(owner === null ? [] : [{ builder, owner, records, bytes, new_records, new_bytes }]),
  ]
}

const inAll = (
  builder: string,
  { records, bytes }: Pick<Bounds['builderQuota'], 'records' | 'bytes'>,
): Account => ({
  ...{ builder, owner: '', records, bytes },
  ...{ new_records: records, new_bytes: bytes },
})

/**
 * Expressions that charge the rows `inserted` (`collection`, `owner`, `bytes`, `attested`) to accounts, for a
 * statement with a result from `inserted` where `FITS` holds. The database locks the rows of the accounts, in one
 * order for all statements, until the statement ends: writes of one owner run one after the other. A charge above a
 * limit divides by zero, and the whole statement has no effect.
 */
export function charging(accounts: readonly Account[], parameters: SqlParameters): string {
  return `account AS (
      SELECT * FROM jsonb_to_recordset(${parameters.json(accounts)}) AS a(builder text, owner text,
        records bigint, bytes bigint, new_records bigint, new_bytes bigint)
    ), charged AS (
      INSERT INTO usage AS u (builder, owner, records, bytes, collections, queries, accepted)
      SELECT a.builder, a.owner, count(*), sum(i.bytes), 0, 0, COALESCE(bool_or(i.attested), FALSE)
      FROM inserted i JOIN collections c ON c.id = i.collection
        JOIN account a ON a.builder = c.builder AND (a.owner = i.owner OR a.owner = '')
      GROUP BY a.builder, a.owner ORDER BY a.builder, a.owner
      ON CONFLICT (builder, owner) DO UPDATE SET records = u.records + excluded.records,
        bytes = u.bytes + excluded.bytes, accepted = u.accepted OR excluded.accepted
      RETURNING u.builder, u.owner, u.records, u.bytes, u.accepted
    ), ${FITTING}`
}

/**
 * Like `charging`, for a document with a new size: `changed` has a row if it changed. A smaller size is never
 * refused.
 */
export function recharging(
  accounts: readonly Account[],
  { bytes, attested }: { readonly bytes: number; readonly attested: boolean },
  parameters: SqlParameters,
): string {
  const more = `${parameters.add(bytes)}::bigint`
  return `account AS (
      SELECT * FROM jsonb_to_recordset(${parameters.json(accounts)}) AS a(builder text, owner text,
        records bigint, bytes bigint, new_records bigint, new_bytes bigint)
    ), recharged AS (
      UPDATE usage u SET bytes = GREATEST(0, u.bytes + ${more}),
        accepted = u.accepted OR ${parameters.add(attested)}::boolean
      FROM account a WHERE u.builder = a.builder AND u.owner = a.owner AND EXISTS (SELECT 1 FROM changed)
      RETURNING u.builder, u.owner, u.records, u.bytes, u.accepted
    ), charged AS (SELECT * FROM recharged WHERE ${more} > 0), ${FITTING}`
}

const FITTING = `fitting AS (
      SELECT 1 / CASE WHEN c.accepted AND (c.records > a.records OR c.bytes > a.bytes)
        OR NOT c.accepted AND (c.records > a.new_records OR c.bytes > a.new_bytes) THEN 0 ELSE 1 END AS fits
      FROM charged c JOIN account a ON a.builder = c.builder AND a.owner = c.owner
    )`

/** Makes the database check every account before it returns a result. */
export const FITS = 'COALESCE((SELECT min(fits) FROM fitting), 1) = 1'

/**
 * A statement that deletes documents `d` of a builder's collections and credits their space; its result is
 * `deleted`.
 */
export function discharging(
  where: string,
  builder: string,
  isTrusted: boolean,
  parameters: SqlParameters,
): string {
  const id = `${parameters.add(builder)}::text`
  const inAll = isTrusted
    ? ''
    : `UNION ALL SELECT '' AS owner, count(*) AS records, sum(bytes) AS bytes FROM gone`
  // The rows are locked in a fixed order, so that two large deletions cannot deadlock.
  return `WITH gone AS (DELETE FROM documents d WHERE ${where} RETURNING d.owner, ${BYTES} AS bytes),
    freed AS (
      SELECT owner, count(*) AS records, sum(bytes) AS bytes FROM gone WHERE owner IS NOT NULL GROUP BY owner ${inAll}
    ), locked AS (
      SELECT u.owner FROM usage u JOIN freed f ON f.owner = u.owner WHERE u.builder = ${id} ORDER BY u.owner FOR UPDATE OF u
    ), given AS (
      UPDATE usage u SET records = GREATEST(0, u.records - f.records), bytes = GREATEST(0, u.bytes - f.bytes)
      FROM freed f JOIN locked l ON l.owner = f.owner WHERE u.builder = ${id} AND u.owner = f.owner RETURNING 1
    )
    SELECT count(*)::integer AS deleted FROM gone`
}

/** Deletes the account of an owner without documents. */
export async function forgetOwner({ database }: Parts, builder: string, owner: string): Promise<void> {
  await database.query('DELETE FROM usage WHERE builder = $1 AND owner = $2 AND records <= 0', [
    builder,
    owner,
  ])
}

/**
 * A statement that inserts one row of a builder and counts it against a limit. `insertion` ends before
 * `RETURNING`. The result has a row if the insertion was no duplicate.
 */
export function counting(
  insertion: string,
  column: 'records' | 'collections' | 'queries',
  { builder, most }: { readonly builder: string; readonly most: number },
  parameters: SqlParameters,
): string {
  const value = (name: string) => (name === column ? 1 : 0)
  return `WITH inserted AS (${insertion} RETURNING id), charged AS (
      INSERT INTO usage AS u (builder, owner, records, bytes, collections, queries, accepted)
      SELECT ${parameters.add(builder)}, '', ${value('records')}, 0, ${value('collections')}, ${value('queries')}, TRUE
      FROM inserted
      ON CONFLICT (builder, owner) DO UPDATE SET ${column} = u.${column} + 1 RETURNING u.${column} AS total
    ), fitting AS (
      SELECT 1 / CASE WHEN c.total > ${parameters.add(most)}::bigint THEN 0 ELSE 1 END AS fits FROM charged c
    ) SELECT id FROM inserted WHERE ${FITS}`
}

/**
 * Inserts a collection or a query of a builder, within the quota for builders that the operator does not
 * name.
 */
export async function insertCounted(
  parts: Parts,
  column: 'collections' | 'queries',
  builder: string,
  insertion: string,
  values: readonly SqlValue[],
): Promise<readonly object[]> {
  const { database, bounds, registry } = parts
  const most = (await registry.trusts(builder)) ? Number.MAX_SAFE_INTEGER : bounds.builderQuota[column]
  const parameters = new SqlParameters()
  parameters.values.push(...values)
  const sql = counting(insertion, column, { builder, most }, parameters)
  return database.query(sql, parameters.values).catch(error => {
    throw isBeyond(error) ? quotaRefusal(429, `0 of ${most} ${column} are left`) : error
  })
}

/** Credits what `counting` has counted. */
export async function uncount(
  { database }: Parts,
  column: 'records' | 'collections' | 'queries',
  builder: string,
  by = 1,
): Promise<void> {
  await database.query(
    `UPDATE usage SET ${column} = GREATEST(0, ${column} - $2) WHERE builder = $1 AND owner = ''`,
    [builder, by],
  )
}

/** True if a statement exceeded a limit. */
export const isBeyond = (error: unknown): boolean =>
  error instanceof NodeError &&
  error.cause instanceof Error &&
  'sqlState' in error.cause &&
  error.cause.sqlState === '22012'

/** The error for a write that exceeds a quota, with the space that is left. */
export async function beyond(
  { database }: Parts,
  accounts: readonly Account[],
  bytes: number,
): Promise<NodeError> {
  const [first] = accounts
  const rows = await database.query<{ owner: string; records: string; bytes: string; accepted: boolean }>(
    `SELECT owner, records, bytes, accepted FROM usage WHERE builder = $1
       AND owner IN (SELECT jsonb_array_elements_text($2::jsonb))`,
    [first?.builder ?? '', JSON.stringify(accounts.map(({ owner }) => owner))],
  )
  const left = accounts.map(account => {
    const {
      records = 0,
      bytes: used = 0,
      accepted = false,
    } = rows.find(({ owner }) => owner === account.owner) ?? {}
    return {
      records: (accepted ? account.records : account.new_records) - Number(records),
      bytes: (accepted ? account.bytes : account.new_bytes) - Number(used),
    }
  })
  const least = (of: 'records' | 'bytes') => Math.max(0, Math.min(...left.map(each => each[of])))
  const room = { records: least('records'), bytes: least('bytes') }
  return quotaRefusal(
    room.bytes < bytes ? 413 : 429,
    `${room.bytes} bytes and ${room.records} records are left`,
  )
}
