/** The replaced storage nodes in the gateway's database, which every gateway follows. */
import type { Database, Queryable } from '../sql/database.ts'

/** The plugin and the name of the job that moves the data; its id is that of the move. */
export const MOVE_JOB = ['andiron', 'move-node'] as const

/** A node that is replaced, or was. */
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

const COLUMNS = 'id, from_url, from_did, to_url, to_did, release, erases, state, statement, progress'

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
  }: Omit<NodeMoveRow, 'state' | 'statement' | 'progress'>,
): Promise<void> {
  const progress: MoveProgress = { phase: 'waiting', rows: 0, of: 0, copied: 0, rate: 0 }
  await database.query(
    `INSERT INTO node_moves (id, from_url, from_did, to_url, to_did, release, erases, state, progress, created)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'moving', $8, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
    [id, from_url, from_did, to_url, to_did, release, erases, JSON.stringify(progress)],
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
  for (const { state, from_url, to_url } of moves)
    if (state === 'moved' && isSameUrl(from_url, now)) now = to_url
  return now
}

/** Configs spell an origin with and without the slash. */
export const isSameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) ? new URL(one).href === new URL(other).href : one === other
