/** The audit trail: who read what of a person, and when. It grows, and nothing in it changes. */
import type { Database } from './sql/database.ts'

export interface AuditEntry {
  /** The person whose data it is: their compressed public key in hex. */
  readonly person: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The program that asked in the person's name, where the token says which. */
  readonly client?: { readonly id: string; readonly name: string }
  /** What was asked for: the name of a tool, the URI of a resource. */
  readonly action: string
  /** Ids of the records whose content was in the answer. */
  readonly records: readonly string[]
}

export interface AuditPage {
  readonly limit: number
  /** Opaque: `next` of the page before. */
  readonly after?: string
}

export interface AuditTrail {
  /** Resolves once the entry is durable. */
  add(entry: AuditEntry): Promise<void>
  /** A person's entries, newest first. */
  of(person: string, page: AuditPage): Promise<{ entries: AuditEntry[]; next?: string }>
}

interface Row {
  readonly person: string
  readonly at: string
  readonly id: string
  readonly client_id: string | null
  readonly client_name: string | null
  readonly action: string
  readonly records: string
}

/** The trail in the table `audit` of the gateway's own database. */
export function sqlAuditTrail(database: Database): AuditTrail {
  return {
    async add({ person, at, client, action, records }) {
      await database.query(
        `INSERT INTO audit (person, at, id, client_id, client_name, action, records)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          ...[person, at, crypto.randomUUID()],
          ...[client?.id ?? null, client?.name ?? null, action, JSON.stringify(records)],
        ],
      )
    },
    async of(person, { limit, after }) {
      const { at, id } = readPosition(after)
      const rows = await database.query<Row>(
        `SELECT person, at, id, client_id, client_name, action, records FROM audit
         WHERE person = $1 AND (at, id) < ($2, $3) ORDER BY at DESC, id DESC LIMIT $4`,
        [person, at, id, limit + 1],
      )
      return pageOf(
        rows.map(row => ({ id: row.id, entry: entryOf(row) })),
        limit,
      )
    },
  }
}

/** A trail that ends with its process, for records that do too. */
export function memoryAuditTrail(): AuditTrail {
  const trail: { id: string; entry: AuditEntry }[] = []
  return {
    async add(entry) {
      trail.push({ id: crypto.randomUUID(), entry })
    },
    async of(person, { limit, after }) {
      const from = readPosition(after)
      const behind = trail
        .filter(({ id, entry }) => entry.person === person && before({ at: entry.at, id }, from))
        .sort((a, b) => (before({ at: a.entry.at, id: a.id }, { at: b.entry.at, id: b.id }) ? 1 : -1))
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

/** The position behind which a page begins; one that cannot be read begins anew. */
function readPosition(after: string | undefined): Position {
  const [, at, id] = POSITION.exec(after ?? '') ?? []
  return at !== undefined && id !== undefined ? { at: Number(at), id } : LAST
}

/** One row more than the page holds says that there is a next one. */
function pageOf(rows: readonly { id: string; entry: AuditEntry }[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(({ entry }) => entry),
    ...(last !== undefined && rows.length > limit && { next: `${last.entry.at}.${last.id}` }),
  }
}

const entryOf = ({ person, at, client_id, client_name, action, records }: Row): AuditEntry => ({
  ...{ person, at: Number(at), action, records: JSON.parse(records) as string[] },
  ...(client_id !== null && { client: { id: client_id, name: client_name ?? client_id } }),
})
