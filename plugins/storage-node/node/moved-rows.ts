/** The rows of a node as they move: compared by digests in the order of their keys, and replaced as they are. */
import type {
  Database,
  Extent,
  KnownRow,
  MovedTable,
  RowKey,
  RowRange,
  Transaction,
} from '../../../core/node.ts'
import { neutralShare, PIECE, refusal } from '../../../core/node.ts'
import { SqlParameters } from './sql-parameters.ts'

/** Bytes of rows in one box; one row may be larger. */
const BOX_BYTES = 4 * 1024 * 1024

interface MovedColumns {
  /** The columns of the primary key, with their types. */
  readonly key: readonly (readonly [column: string, type: 'uuid' | 'text'])[]
  readonly times: readonly string[]
  readonly others: readonly string[]
}

const TABLES: Readonly<Record<MovedTable, MovedColumns>> = {
  builders: { key: [['id', 'text']], times: ['created', 'updated'], others: ['name'] },
  successions: { key: [['predecessor', 'text']], times: [], others: ['successor', 'statement'] },
  collections: {
    key: [['id', 'uuid']],
    times: ['created', 'updated'],
    others: ['builder', 'kind', 'name', 'schema', 'indexes'],
  },
  queries: {
    key: [['id', 'uuid']],
    times: ['created'],
    others: ['builder', 'name', 'collection', 'variables', 'pipeline'],
  },
  documents: {
    key: [
      ['collection', 'uuid'],
      ['id', 'uuid'],
    ],
    times: ['created', 'updated'],
    others: ['owner', 'writer', 'write', 'acl', 'body', 'version', 'checked', 'attested', 'bytes'],
  },
  withdrawals: {
    key: [
      ['writer', 'text'],
      ['write', 'uuid'],
    ],
    times: ['at'],
    others: [],
  },
  usage: {
    key: [
      ['builder', 'text'],
      ['owner', 'text'],
    ],
    times: [],
    others: ['records', 'bytes', 'collections', 'queries', 'accepted'],
  },
}

/** Rows in a box. */
export interface MovedRows {
  readonly table: MovedTable
  /** Each as the text of its JSON, which is not parsed on the way: numbers and times stay exact. */
  readonly rows: readonly string[]
  /** Keys of rows that the old node does not have. */
  readonly gone: readonly RowKey[]
}

/** A share in the text of a row. Quotes within the strings of JSON have a backslash before them. */
const SHARE = String.raw`([{ ])"%share": ("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*)`

/**
 * The row of a document with neutral shares: a node that is added learns nothing of the secrets of before.
 * @throws NodeError for a share that has no neutral one
 */
export function withNeutralShares(row: string): string {
  const neutral = row.replace(new RegExp(SHARE, 'g'), (_, before: string, value: string) => {
    const share: unknown = JSON.parse(value)
    return `${before}"%share": ${typeof share === 'string' ? JSON.stringify(neutralShare(share)) : 0}`
  })
  const shares = neutral.match(/[{ ]"%share": /g)?.length ?? 0
  if (shares > (row.match(new RegExp(SHARE, 'g'))?.length ?? 0))
    throw refusal('MoveRefusedError', 'A document has shares of a kind that does not allow another node')
  return neutral
}

export interface Comparison {
  /** Compares documents without their shares. */
  readonly isAdding: boolean
}

/** The number of rows of a range, and their digest. */
export async function extentOf(
  database: Database,
  range: RowRange,
  comparison: Comparison,
  limit = 10_000,
): Promise<Extent> {
  const { page, parameters, order } = pageOf(range, comparison, limit)
  const [extent] = await database.query<{ rows: number; digest: string | null; last: RowKey | null }>(
    `WITH page AS (${page})
     SELECT count(*)::integer AS rows,
       encode(sha256(COALESCE(string_agg(sha256(convert_to(compared, 'UTF8')), ''::bytea ORDER BY ${order}), ''::bytea)), 'hex') AS digest,
       (SELECT key FROM page ORDER BY ${descending(range.table)} LIMIT 1) AS last
     FROM page`,
    parameters.values,
  )
  const { rows = 0, digest, last } = extent ?? {}
  return { rows, digest: digest ?? '', ...(rows === limit && last && { until: last }) }
}

/** The keys and digests of a range, or of the beginning of a large one. */
export async function knownRows(
  database: Database,
  range: RowRange,
  comparison: Comparison,
): Promise<{ readonly known: readonly KnownRow[]; readonly until?: RowKey }> {
  const { page, parameters, order } = pageOf(range, comparison, PIECE)
  const rows = await database.query<{ key: RowKey; digest: string }>(
    `WITH page AS (${page})
     SELECT key, encode(sha256(convert_to(compared, 'UTF8')), 'hex') AS digest FROM page ORDER BY ${order}`,
    parameters.values,
  )
  const last = rows.length === PIECE ? rows.at(-1) : undefined
  return { known: rows.map(({ key, digest }) => [key, digest]), ...(last && { until: last.key }) }
}

/**
 * The rows of a range that are not known, and the known ones that are gone. The end of the range comes
 * earlier if the rows are too many or too large.
 */
export async function changedRows(
  database: Database,
  range: RowRange,
  known: readonly KnownRow[],
  comparison: Comparison,
): Promise<MovedRows & { readonly until?: RowKey }> {
  const { page, parameters, order } = pageOf(range, comparison, PIECE)
  const given = parameters.add(JSON.stringify(known.map(([key, digest]) => ({ key, digest }))))
  // One statement sees one state of the table: a row is either there or gone.
  const found = await database.query<{ key: RowKey; row: string | null; changed: boolean }>(
    `WITH page AS MATERIALIZED (${page}), changed AS (
       SELECT p.*, sum(octet_length(p.row)) OVER (ORDER BY ${order}) AS total
       FROM page p LEFT JOIN jsonb_to_recordset(${given}::jsonb) AS k(key jsonb, digest text) ON k.key = p.key
       WHERE k.digest IS DISTINCT FROM encode(sha256(convert_to(p.compared, 'UTF8')), 'hex')
     )
     SELECT p.key, c.key IS NOT NULL AS changed,
       CASE WHEN c.total <= ${BOX_BYTES} OR c.total = octet_length(c.row) THEN c.row END AS row
     FROM page p LEFT JOIN changed c ON c.key = p.key ORDER BY ${order.replaceAll('k_', 'p.k_')}`,
    parameters.values,
  )
  const cut = found.findIndex(({ changed, row }) => changed && row === null)
  const kept = cut < 0 ? found : found.slice(0, cut)
  const isCut = cut >= 0 || found.length === PIECE
  const until = isCut ? kept.at(-1)?.key : undefined
  const present = new Set(found.map(({ key }) => JSON.stringify(key)))
  return {
    table: range.table,
    rows: kept.flatMap(({ row }) => {
      if (row === null) return []
      return comparison.isAdding && range.table === 'documents' ? withNeutralShares(row) : row
    }),
    gone: known
      .map(([key]) => key)
      .filter(key => !present.has(JSON.stringify(key)) && (until === undefined || !isAfter(key, until))),
    ...(until !== undefined && { until }),
  }
}

/** Makes the rows those of the box. */
export async function putRows(database: Transaction, { table, rows, gone }: MovedRows): Promise<void> {
  const { key, times, others } = TABLES[table]
  const keys = key.map(([column]) => column)
  const columns = [...keys, ...times, ...others]
  const value = key.map(([, type], at) => `(g->>${at})::${type}`).join(', ')
  if (gone.length > 0)
    await database.query(
      `DELETE FROM ${table} WHERE (${keys.join(', ')}) IN (SELECT ${value} FROM jsonb_array_elements($1::jsonb) AS g)`,
      [JSON.stringify(gone)],
    )
  if (rows.length > 0)
    await database.query(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.map(column => `p.${column}`).join(', ')}
       FROM jsonb_array_elements_text($1::jsonb) AS r(row), jsonb_populate_record(NULL::${table}, r.row::jsonb) AS p
       ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
         ${[...times, ...others].map(column => `${column} = EXCLUDED.${column}`).join(', ')}`,
      [JSON.stringify(rows)],
    )
}

/**
 * A statement for the first rows of a range: `key`, its parts `k_0` …, the row as text, and the part of it that is
 * compared. A share never changes without the time of its document.
 */
function pageOf({ table, after, until }: RowRange, { isAdding }: Comparison, limit: number) {
  const { key, times } = TABLES[table]
  const parameters = new SqlParameters()
  const ordered = key.map(([column, type]) => `t.${column}${type === 'text' ? ' COLLATE "C"' : ''}`)
  const bound = (operator: string, of: RowKey) =>
    `(${ordered.join(', ')}) ${operator} (${key.map(([, type], at) => `${parameters.add(of[at] ?? '')}::${type}`).join(', ')})`
  const within = [...(after ? [bound('>', after)] : []), ...(until ? [bound('<=', until)] : [])]
  const exact = times.map(
    column => `'${column}', to_char(t.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  )
  const rows = `SELECT jsonb_build_array(${key.map(([column]) => `t.${column}::text`).join(', ')}) AS key,
      ${ordered.map((column, at) => `${column} AS k_${at}`).join(', ')},
      (to_jsonb(t) || jsonb_build_object(${exact.join(', ')}))::text AS row
    FROM ${table} t ${within.length > 0 ? `WHERE ${within.join(' AND ')}` : ''}
    ORDER BY ${ordered.join(', ')} LIMIT ${limit}`
  const compared =
    isAdding && table === 'documents'
      ? String.raw`regexp_replace(row, '${SHARE}', '\1"%share": ""', 'g')`
      : 'row'
  const page = `SELECT *, ${compared} AS compared FROM (${rows}) AS rows`
  return { page, parameters, order: ordered.map((_, at) => `k_${at}`).join(', ') }
}

const descending = (table: MovedTable): string => TABLES[table].key.map((_, at) => `k_${at} DESC`).join(', ')

/** True if a key follows another one, in the order of the databases: bytes of UTF-8, or of the UUID. */
function isAfter(key: RowKey, other: RowKey): boolean {
  for (const [at, part] of key.entries()) {
    const order = Buffer.compare(Buffer.from(part), Buffer.from(other[at] ?? ''))
    if (order !== 0) return order > 0
  }
  return false
}
