/** The audit trail: the accesses to each person's records. Append-only. */
import type { Database } from './sql/database.ts'

/** A program that reads records. */
export interface AuditClient {
  readonly id: string
  readonly name: string
  /**
   * An application reads answers to its own requests; an assistant reads with a person's permission, in their
   * name.
   */
  readonly kind: 'application' | 'assistant'
}

/** One access to a person's records. */
export interface AuditEntry {
  /** The person: their compressed public key in hex. */
  readonly person: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The program that reads, if it is not the person. */
  readonly client?: AuditClient
  /** The operation: the name of an operation or a tool, or the URI of a resource. */
  readonly action: string
  /** Ids of the records in the answer. */
  readonly records: readonly string[]
}

/** An entry as stored in the trail. */
export interface NotedEntry extends AuditEntry {
  readonly id: string
}

export interface AuditPage {
  readonly limit: number
  /** Opaque: `next` of the previous page. */
  readonly after?: string
}

/** The audit trail: one list of entries for each person. */
export interface AuditTrail {
  /** Resolves once all entries are durable; any number of entries costs one write. */
  add(...entries: readonly AuditEntry[]): Promise<void>
  /** A person's entries, newest first. */
  of(person: string, page: AuditPage): Promise<{ entries: NotedEntry[]; next?: string }>
}

interface Row {
  readonly person: string
  readonly at: string
  readonly id: string
  readonly client_id: string | null
  readonly client_name: string | null
  readonly client_kind: AuditClient['kind'] | null
  readonly action: string
  readonly records: string
}

const COLUMNS = 'person, at, id, client_id, client_name, client_kind, action, records'

/** The trail in the table `audit` of the gateway's own database. */
export function sqlAuditTrail(database: Database): AuditTrail {
  return {
    async add(...entries) {
      if (entries.length === 0) return
      const rows = entries.map(({ client, ...entry }) => ({
        ...{ ...entry, id: crypto.randomUUID(), records: JSON.stringify(entry.records) },
        ...{ client_id: client?.id, client_name: client?.name, client_kind: client?.kind },
      }))
      await database.query(
        `INSERT INTO audit (${COLUMNS})
         SELECT n->>'person', (n->>'at')::bigint, (n->>'id')::uuid, n->>'client_id', n->>'client_name',
           n->>'client_kind', n->>'action', n->>'records'
         FROM jsonb_array_elements($1::jsonb) AS n`,
        [JSON.stringify(rows)],
      )
    },
    async of(person, { limit, after }) {
      const { at, id } = readPosition(after)
      const rows = await database.query<Row>(
        `SELECT ${COLUMNS} FROM audit
         WHERE person = $1 AND (at, id) < ($2, $3) ORDER BY at DESC, id DESC LIMIT $4`,
        [person, at, id, limit + 1],
      )
      return pageOf(rows.map(entryOf), limit)
    },
  }
}

/** A trail in memory, lost with its process like records in memory. */
export function memoryAuditTrail(): AuditTrail {
  const trail: NotedEntry[] = []
  return {
    async add(...entries) {
      for (const entry of entries) trail.push({ ...entry, id: crypto.randomUUID() })
    },
    async of(person, { limit, after }) {
      const from = readPosition(after)
      const behind = trail
        .filter(entry => entry.person === person && before(entry, from))
        .sort((a, b) => (before(a, b) ? 1 : -1))
      return pageOf(behind.slice(0, limit + 1), limit)
    },
  }
}

interface Position {
  readonly at: number
  readonly id: string
}

const before = (a: Position, b: Position) => a.at < b.at || (a.at === b.at && a.id < b.id)

const LAST: Position = { at: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const POSITION = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The position after which a page begins; an invalid one starts from the beginning. */
function readPosition(after: string | undefined): Position {
  const [, at, id] = POSITION.exec(after ?? '') ?? []
  return at !== undefined && id !== undefined ? { at: Number(at), id } : LAST
}

/** One row more than the page reveals that there is a next one. */
function pageOf(rows: readonly NotedEntry[], limit: number) {
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  return { entries, ...(last !== undefined && rows.length > limit && { next: `${last.at}.${last.id}` }) }
}

const entryOf = ({ client_id, client_name, client_kind, at, records, ...row }: Row): NotedEntry => ({
  ...{ ...row, at: Number(at), records: JSON.parse(records) as string[] },
  ...(client_id !== null && {
    client: { id: client_id, name: client_name ?? client_id, kind: client_kind ?? 'assistant' },
  }),
})
