/** Inserts documents: what different people write at the same time shares a statement, and so a commit. */
import { sharedStatement } from '../../../core/index.ts'
import type { Database } from '../../../core/node.ts'
import { SqlParameters } from './sql-parameters.ts'
import { type Account, charging, FITS } from './usage.ts'
import { isLive } from './withdrawals.ts'

/** A document to insert. */
export interface NewRow {
  readonly id: string
  readonly attested: boolean
  /** Length of `text` in UTF-8. */
  readonly bytes: number
  /** The document without its id, as JSON. */
  readonly text: string
}

/** Documents with the same `collection`, `owner`, `writer`, `write` and `acl`. */
export interface NewRows {
  readonly collection: string
  /** Those five as a JSON object. */
  readonly shared: string
  readonly rows: readonly NewRow[]
}

/** The documents of one call, which are inserted together or not at all. */
export interface Insertion {
  readonly batches: readonly NewRows[]
  readonly bytes: number
  /** The accounts to which the documents are charged. */
  readonly accounts: readonly Account[]
}

/**
 * Inserts documents, except those of withdrawn writes, and returns the places of those that were new; `placeOf` names
 * one.
 */
export type Insert = (insertion: Insertion) => Promise<Set<string>>

/** Maximum calls in one statement. */
const MOST = 100
/** Bytes above which a call has a statement of its own, so that no statement grows large. */
const LARGE = 64 * 1024

export const placeOf = (collection: string, id: string): string => `${collection}/${id}`

const placesOf = ({ batches }: Insertion): string[] =>
  batches.flatMap(({ collection, rows }) => rows.map(({ id }) => placeOf(collection, id)))

export function insertions(database: Database, now: () => Date): Insert {
  const add = sharedStatement((those: readonly Insertion[]) => insertAll(database, now(), those), {
    most: MOST,
  })
  return insertion => (insertion.bytes > LARGE ? insertAlone(database, now(), insertion) : add(insertion))
}

/** Inserts the documents of several calls, and charges them, in one statement. */
async function insertAll(
  database: Database,
  now: Date,
  those: readonly Insertion[],
): Promise<readonly (Set<string> | Error)[]> {
  const { first, repeated } = apart(those)
  const accounts = new Map(
    first.flatMap(({ accounts }) => accounts).map(each => [`${each.builder} ${each.owner}`, each]),
  )
  const parameters = new SqlParameters()
  const batches = `${parameters.add(jsonOf(first.flatMap(({ batches }) => batches)))}::jsonb`
  const time = parameters.add(now)
  const inserted = await database.query<{ collection: string; id: string }>(
    `WITH inserted AS (
       INSERT INTO documents (collection, id, owner, writer, write, acl, body, bytes, version, created, updated,
         checked, attested)
       SELECT b.collection, n.id, b.owner, b.writer, b.write, b.acl, n.body, n.bytes, 1, ${time}, ${time}, 1, n.attested
       FROM jsonb_to_recordset(${batches}) AS b(collection uuid, owner text, writer text, write uuid, acl jsonb, rows jsonb),
         jsonb_to_recordset(b.rows) AS n(id uuid, attested boolean, bytes integer, body jsonb)
       WHERE ${isLive({ writer: 'b.writer', write: 'b.write' })}
       ORDER BY b.collection, n.id
       ON CONFLICT (collection, id) DO NOTHING RETURNING collection, id, owner, bytes, attested
     ), ${charging([...accounts.values()], parameters)}
     SELECT collection, id FROM inserted WHERE ${FITS}`,
    parameters.values,
    { prepared: true },
  )
  const places = new Set(inserted.map(({ collection, id }) => placeOf(collection, id)))
  const found = new Map<Insertion, Set<string> | Error>()
  for (const each of first) found.set(each, new Set(placesOf(each).filter(place => places.has(place))))
  for (const each of repeated) found.set(each, await insertAlone(database, now, each).catch(asError))
  return those.map(each => found.get(each) ?? new Set())
}

async function insertAlone(database: Database, now: Date, insertion: Insertion): Promise<Set<string>> {
  const [found = new Set<string>()] = await insertAll(database, now, [insertion])
  if (found instanceof Error) throw found
  return found
}

const asError = (error: unknown): Error => error as Error

/** Sets calls apart that insert a document of an earlier one: a statement does not say whose it took. */
function apart(those: readonly Insertion[]): { first: Insertion[]; repeated: Insertion[] } {
  const [first, repeated, taken] = [[] as Insertion[], [] as Insertion[], new Set<string>()]
  for (const each of those) {
    const places = placesOf(each)
    ;(places.some(place => taken.has(place)) ? repeated : first).push(each)
    for (const place of places) taken.add(place)
  }
  return { first, repeated }
}

/** Batches as JSON, around the texts of their documents, joined once: each further copy of a statement costs. */
function jsonOf(batches: readonly NewRows[]): string {
  const parts = ['[']
  for (const { shared, rows } of batches) {
    parts.push(parts.length > 1 ? ',' : '', shared.slice(0, -1), ',"rows":[')
    for (const [at, { id, attested, bytes, text }] of rows.entries())
      parts.push(
        at > 0 ? ',' : '',
        `{"id":"${id}","attested":${attested},"bytes":${bytes},"body":`,
        text,
        '}',
      )
    parts.push(']}')
  }
  parts.push(']')
  return parts.join('')
}
