/** The replaced and added storage nodes in the gateway's database, which every gateway follows. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queryable } from '../sql/database.ts'

/** The plugin and the name of the job that moves the data; its id is that of the move. */
export const MOVE_JOB = ['andiron', 'move-node'] as const

/** A node that is replaced, or was; or one that is added beside it, which is copied from it. */
export interface NodeMoveRow {
  /** SHA-256 of the release, in hex: the id of the move on both nodes. */
  readonly id: string
  readonly from_url: string
  readonly from_did: string
  readonly to_url: string
  readonly to_did: string
  /** The consent of the old node's operator: a delegation that its key signed. */
  readonly release: string
  /** True if the old node deletes its documents afterwards. */
  readonly erases: boolean
  /** True if the old node stays, and the new one is added behind the others. */
  readonly adds: boolean
  /** `closing`: the old node may have ended its service. `moved`: every gateway uses the new one. */
  readonly state: 'moving' | 'closing' | 'moved' | 'canceled'
  readonly statement: string | null
  /** JSON. */
  readonly progress: string
}

export interface MoveProgress {
  readonly phase: 'waiting' | 'copying' | 'comparing' | 'fenced' | 'moved'
  /** Rows compared in this pass, and the number that the old node had at its beginning. */
  readonly rows: number
  readonly of: number
  /** Rows copied so far. */
  readonly copied: number
  /** Rows compared in a second. */
  readonly rate: number
  /** Milliseconds for which changes waited. */
  readonly fenced?: number
  readonly problem?: string
}

const COLUMNS = 'id, from_url, from_did, to_url, to_did, release, erases, adds, state, statement, progress'

/** All moves, the oldest first. */
export const nodeMoves = (database: Queryable): Promise<NodeMoveRow[]> =>
  database.query<NodeMoveRow & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM node_moves ORDER BY created, id`,
  )

export async function nodeMove(database: Queryable, id: string): Promise<NodeMoveRow | undefined> {
  const [row] = await database.query<NodeMoveRow & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM node_moves WHERE id = $1`,
    [id],
  )
  return row
}

/** Adds a move, or gives an unfinished one a later release. */
export async function addNodeMove(
  database: Queryable,
  {
    id,
    from_url,
    from_did,
    to_url,
    to_did,
    release,
    erases,
    adds,
  }: Omit<NodeMoveRow, 'state' | 'statement' | 'progress'>,
): Promise<void> {
  const progress: MoveProgress = { phase: 'waiting', rows: 0, of: 0, copied: 0, rate: 0 }
  await database.query(
    `INSERT INTO node_moves (id, from_url, from_did, to_url, to_did, release, erases, adds, state, progress, created)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $9, 'moving', $8, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
    [id, from_url, from_did, to_url, to_did, release, erases, JSON.stringify(progress), adds],
  )
}

/** Changes the state if it is one of the expected; `false` otherwise. */
export async function setMoveState(
  database: Queryable,
  id: string,
  from: readonly NodeMoveRow['state'][],
  to: NodeMoveRow['state'],
  statement?: string,
): Promise<boolean> {
  const changed = await database.query(
    `UPDATE node_moves SET state = $3, statement = COALESCE($4, statement),
       ended = CASE WHEN $3 = 'moved' THEN clock_timestamp() END
     WHERE id = $1 AND $2::jsonb @> to_jsonb(state) RETURNING id`,
    [id, JSON.stringify(from), to, statement ?? null],
  )
  return changed.length > 0
}

export async function saveMoveProgress(
  database: Database,
  id: string,
  progress: MoveProgress,
): Promise<void> {
  await database.query('UPDATE node_moves SET progress = $2 WHERE id = $1', [id, JSON.stringify(progress)])
}

/** The URL at which the data of a node is now. */
export function placeNow(url: string, moves: readonly NodeMoveRow[]): string {
  let now = url
  for (const { adds, state, from_url, to_url } of moves)
    if (!adds && state === 'moved' && isSameUrl(from_url, now)) now = to_url
  return now
}

const isAdded = ({ adds, state }: NodeMoveRow): boolean => adds && state === 'moved'

/** The URLs of all nodes: those of the config, or of their replacements, and behind them the added ones. */
export function placesNow(urls: readonly string[], moves: readonly NodeMoveRow[]): string[] {
  const places = urls.map(url => placeNow(url, moves))
  for (const { to_url } of moves.filter(isAdded)) {
    const place = placeNow(to_url, moves)
    if (!places.some(each => isSameUrl(each, place))) places.push(place)
  }
  return places
}

/** The number of nodes that were added: a write under another number would miss a node. */
export const additionsIn = (moves: readonly NodeMoveRow[]): number => moves.filter(isAdded).length

/** The consents to those additions, the oldest first. */
export const consentsIn = (moves: readonly NodeMoveRow[]): readonly string[] =>
  moves.filter(isAdded).map(({ release }) => release)

/**
 * True in SQL while writes of a gateway that knows this number of added nodes may begin: it is the number, and no
 * node is about to be added. A hold does not end by the clock alone, which may step: `endHolds` ends it.
 */
export const mayBegin = (additions: number): string =>
  `(NOT EXISTS (SELECT 1 FROM node_moves WHERE held_until IS NOT NULL)
    AND (SELECT count(*) FROM node_moves WHERE adds AND state = 'moved') = ${Math.trunc(additions)})`

/**
 * Makes new writes of every gateway wait, for this time unless it is repeated. Call `untilWritten` then.
 * @returns `false` if the addition was canceled
 */
export async function holdWrites(database: Database, id: string, milliseconds: number): Promise<boolean> {
  return database.transaction(async transaction => {
    // A write that begins now is in the journal before the lock, or sees the hold.
    await transaction.query('SET LOCAL lock_timeout = 5000')
    await transaction.query('LOCK TABLE writes IN SHARE MODE')
    const held = await transaction.query(
      `UPDATE node_moves SET held_until = clock_timestamp() + interval '${Math.trunc(milliseconds)} milliseconds'
       WHERE id = $1 AND state = 'moving' RETURNING id`,
      [id],
    )
    return held.length > 0
  })
}

/** Prolongs a hold; `false` if it has ended, so that writes may have begun. */
export async function keepHold(database: Queryable, id: string, milliseconds: number): Promise<boolean> {
  const held = await database.query(
    `UPDATE node_moves SET held_until = clock_timestamp() + interval '${Math.trunc(milliseconds)} milliseconds'
     WHERE id = $1 AND held_until > clock_timestamp() RETURNING id`,
    [id],
  )
  return held.length > 0
}

/** Ends the holds whose time is over: the gateway that set them has died, or is late. */
export async function endHolds(database: Queryable): Promise<void> {
  await database.query('UPDATE node_moves SET held_until = NULL WHERE held_until <= clock_timestamp()')
}

/** Waits until every write that had begun has ended, or has failed and waits for its recovery. */
export async function untilWritten(database: Database, milliseconds: number): Promise<boolean> {
  for (const deadline = performance.now() + milliseconds; performance.now() < deadline; await delay(20)) {
    const writing = await database.query('SELECT 1 FROM writes WHERE NOT parked LIMIT 1')
    if (writing.length === 0) return true
  }
  return false
}

export async function releaseWrites(database: Database, id: string): Promise<void> {
  await database.query('UPDATE node_moves SET held_until = NULL WHERE id = $1', [id])
}

/** Takes an added node in, if writes have waited since the nodes were compared. */
export async function takeIn(database: Queryable, id: string): Promise<boolean> {
  const taken = await database.query(
    `UPDATE node_moves SET state = 'moved', held_until = NULL, ended = clock_timestamp()
     WHERE id = $1 AND state = 'moving' AND held_until > clock_timestamp() RETURNING id`,
    [id],
  )
  return taken.length > 0
}

/** Configs spell an origin with and without the slash. */
export const isSameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) ? new URL(one).href === new URL(other).href : one === other
