/** Records that some nodes of a backup lack: removes those that a client was still writing, and keeps all others. */
import type pg from 'pg'
import { GATEWAY_PART } from './deployment.ts'
import type { Point } from './point.ts'

/** A record that a node lacks, although nothing says that its write was under way. */
export interface MissingCopy {
  readonly collection: string
  readonly id: string
  /** The nodes without it: `node-2`. */
  readonly parts: readonly string[]
}

export interface Settled {
  /** The number of records that people's own clients had written to some of the nodes. */
  readonly removed: number
  readonly kept: readonly MissingCopy[]
}

/** Milliseconds before the point in which a client may still have been writing a record to the nodes. */
const DIRECT_MS = 2 * 60_000

interface Place {
  readonly collection: string
  readonly id: string
}

/**
 * Compares which records are on which nodes. A record that a node lacks altogether was under way if its write is in
 * the journal: the gateway ends it. It was also under way if a person's own client, which writes to the nodes
 * directly, had written every copy in the last minutes before the point. Such a record is removed, unless enough
 * nodes have it to read it, or a node without it has lost other records, too. Times of nodes are those of different
 * clocks, and a repaired node has new ones: they never decide about a record that every node has, or that the
 * gateway has written.
 * @param threshold - the number of nodes that suffice to read a secret
 */
export async function settleMissing(
  sessions: readonly pg.Client[],
  { parts, at }: Point,
  threshold: number | undefined,
): Promise<Settled> {
  const gateway = sessions[parts.findIndex(({ part }) => part === GATEWAY_PART)]
  const names = parts.flatMap(({ part }) => (part === GATEWAY_PART ? [] : [part]))
  const nodes = sessions.filter(each => each !== gateway)
  if (gateway === undefined || nodes.length < 2) return { removed: 0, kept: [] }
  const { rows: open } = await gateway.query<Place>('SELECT collection, id FROM writes')
  const underWay = new Set(open.map(placeOf))
  const missing = (await differing(nodes)).filter(({ place }) => !underWay.has(place))

  const since = Date.parse(at) - DIRECT_MS
  const isDirect = (copy: Copy | undefined) => copy === undefined || (copy.direct && +copy.created > since)
  const mayBeHalf = ({ copies }: Differing) =>
    copies.every(isDirect) && copies.filter(copy => copy !== undefined).length < (threshold ?? nodes.length)
  const hasLost = nodes.map((_, node) =>
    missing.some(each => each.copies[node] === undefined && !mayBeHalf(each)),
  )
  const isHalf = (each: Differing) =>
    mayBeHalf(each) && each.copies.every((copy, node) => copy !== undefined || !hasLost[node])

  const halves = missing.filter(isHalf).map(({ place }) => partsOf(place))
  if (halves.length > 0) for (const node of nodes) await node.query(REMOVAL, [JSON.stringify(halves)])
  const kept = missing
    .filter(each => !isHalf(each))
    .map(({ place, copies }) => ({
      ...partsOf(place),
      parts: names.filter((_, node) => copies[node] === undefined),
    }))
  return { removed: halves.length, kept }
}

interface Copy {
  /** Written by the client of its owner, and not by the gateway. */
  readonly direct: boolean
  readonly created: Date
}

interface Differing {
  readonly place: string
  /** By node. */
  readonly copies: readonly (Copy | undefined)[]
}

/** The part of a collection in which ids are compared one by one, if its digest differs. */
const PIECE = 'left(id::text, 3)'

/** The records that are on some of the nodes. */
async function differing(nodes: readonly pg.Client[]): Promise<Differing[]> {
  const digests = await Promise.all(
    nodes.map(async node => {
      const { rows } = await node.query<{ piece: string; digest: string }>(
        `SELECT collection || ' ' || ${PIECE} AS piece, count(*) || ' ' || sum(hashtextextended(id::text, 0)) AS digest
         FROM documents GROUP BY collection, ${PIECE}`,
      )
      return new Map(rows.map(({ piece, digest }) => [piece, digest]))
    }),
  )
  const pieces = new Set(digests.flatMap(each => [...each.keys()]))
  const unequal = [...pieces].filter(piece =>
    digests.some(each => each.get(piece) !== digests[0]?.get(piece)),
  )
  if (unequal.length === 0) return []
  const found = await Promise.all(
    nodes.map(async node => {
      const { rows } = await node.query<Place & Copy>(
        `SELECT collection, id, created, owner IS NOT NULL AND writer = owner AS direct FROM documents
         WHERE (collection, ${PIECE}) IN (
           SELECT split_part(piece, ' ', 1)::uuid, split_part(piece, ' ', 2) FROM unnest($1::text[]) AS piece
         )`,
        [unequal],
      )
      return new Map(rows.map(row => [placeOf(row), row]))
    }),
  )
  const places = new Set(found.flatMap(each => [...each.keys()]))
  return [...places]
    .map(place => ({ place, copies: found.map(each => each.get(place)) }))
    .filter(({ copies }) => copies.includes(undefined))
}

/** Deletes documents, and credits their space to their owners. */
export const REMOVAL = `WITH gone AS (
    DELETE FROM documents d USING jsonb_to_recordset($1::jsonb) AS n(collection uuid, id uuid)
    WHERE d.collection = n.collection AND d.id = n.id
    RETURNING d.collection, d.owner, COALESCE(d.bytes, octet_length(d.body::text)) AS bytes
  )
  UPDATE usage u SET records = GREATEST(0, u.records - f.records), bytes = GREATEST(0, u.bytes - f.bytes)
  FROM (
    SELECT c.builder, g.owner, count(*) AS records, sum(g.bytes) AS bytes
    FROM gone g JOIN collections c ON c.id = g.collection GROUP BY c.builder, g.owner
  ) f WHERE u.builder = f.builder AND u.owner = f.owner`

const placeOf = ({ collection, id }: Place): string => `${collection} ${id}`

function partsOf(place: string): Place {
  const [collection = '', id = ''] = place.split(' ')
  return { collection, id }
}
