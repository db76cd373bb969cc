/**
 * The move of a node's data to the node that replaces it, on both nodes. The old node serves until `close`
 * and refuses changes while it is fenced; the new one serves from `finish` on.
 */
import { hash } from 'node:crypto'
import {
  consentToSuccession,
  didKeyOf,
  type KeyPair,
  type Primitives,
  readSuccession,
  signSuccession,
} from '../../../core/crypto/index.ts'
import {
  type Authority,
  COPY,
  type Database,
  isWriting,
  type KeyRing,
  MOVED_TABLES,
  type MovedTable,
  type MoveStatus,
  NodeAccessError,
  type NodeMoves,
  NodeMoving,
  RELEASE,
  refusal,
  type Transaction,
} from '../../../core/node.ts'
import { openBox, sealBox } from './move-box.ts'
import { changedRows, extentOf, knownRows, type MovedRows, putRows } from './moved-rows.ts'

interface Move {
  readonly id: string
  /** `copied` and `joining` are the two nodes of an addition. */
  readonly role: 'leaving' | 'arriving' | 'copied' | 'joining'
  /** DIDs of the other node, and of this one when the move began, in their stored spelling. */
  readonly peer: string
  readonly own: string
  readonly state: MoveStatus['state']
  readonly statement: string | null
  /** Seconds since the epoch: the end of the succession, once the move is closed. */
  readonly ends: number | null
}

/** Milliseconds after which the state is read again: another process of this node may have changed it. */
const REMEMBERED_MS = 2_000
/** Milliseconds after which every process of the node knows that it is moving, so that a fence holds. */
const KNOWN_MS = 2 * REMEMBERED_MS
/** Milliseconds for which the fence holds. */
const FENCE_MS = 60_000

const COLUMNS = 'id, role, peer, own, state, statement, ends::double precision AS ends'

/** Seconds for which changes are refused to clients that do not say how many nodes they know. */
const UNSAID_S = 3600

/** The rows of moves that keep this node from changing, if they are fenced. */
const FENCEABLE = "(role = 'leaving' OR (role = 'copied' AND state <> 'closed'))"

/** The state of a node's move, which decides about each of its requests. */
export class MoveGate {
  readonly #database: Database
  #moves: readonly Move[] = []
  #members: { readonly nodes: number; readonly since: Date } | undefined
  #loaded = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** True if the state need not be read. */
  get isFresh(): boolean {
    return performance.now() < this.#loaded + REMEMBERED_MS
  }

  /** Reads the state unless it is fresh. */
  async load(isStale = false): Promise<void> {
    if (!isStale && this.isFresh) return
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined
    })
    await this.#loading
  }

  async #read(): Promise<void> {
    this.#moves = await this.#database.query<Move & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM moves ORDER BY created, id`,
    )
    const [members] = await this.#database.query<{ nodes: number; since: Date }>(
      'SELECT nodes, since FROM members WHERE id = 1',
    )
    this.#members = members
    this.#loaded = performance.now()
  }

  /**
   * Refuses a change by a client that writes to fewer nodes than there are: it would leave the last ones behind.
   * @param nodes - the number of nodes that it knows, if it says so
   * @throws NodeMoving
   */
  async assertKnowsAll(nodes: number | undefined): Promise<void> {
    await this.load()
    if (this.#members === undefined) return
    const isOld = Date.now() > this.#members.since.getTime() + UNSAID_S * 1000
    if (nodes === undefined ? isOld : nodes >= this.#members.nodes) return
    throw new NodeMoving('The service has another storage node; read its addresses again')
  }

  /** The move by which this node replaced another, once it is done. Call `load` before. */
  get arrived(): Move | undefined {
    return this.#moves.findLast(({ role, state }) => role === 'arriving' && state === 'closed')
  }

  /**
   * Call `load` before.
   * @throws NodeMoving if this node does not serve any more, or not yet
   */
  assertServes(): void {
    for (const { role, state } of this.#moves) {
      if (role === 'leaving' && state === 'closed') throw new NodeMoving('Another node has replaced this one')
      if ((role === 'arriving' || role === 'joining') && state !== 'closed')
        throw new NodeMoving('This node is being filled')
    }
  }

  /**
   * The database of the operations. While this node is leaving, each of its changes holds the state until it
   * commits: a fence waits for those before it, and none passes it.
   */
  guard(database: Database): Database {
    const isLeaving = () =>
      this.#moves.some(({ role, state }) => role === 'leaving' || (role === 'copied' && state !== 'closed'))
    const enter = async (transaction: Transaction) => {
      const moves = await transaction.query<{ open: boolean }>(
        `SELECT state = 'open' OR (state = 'fenced' AND fence_ends <= clock_timestamp()) AS open
         FROM moves WHERE ${FENCEABLE} FOR SHARE`,
      )
      if (moves.some(({ open }) => !open))
        throw new NodeMoving('Another node is about to replace this one, or to serve beside it')
    }
    const change = async <Row extends object>(...statement: Parameters<Database['query']>) => {
      await this.load()
      if (!isLeaving()) return database.query<Row>(...statement)
      return database.transaction(async transaction => {
        await enter(transaction)
        return transaction.query<Row>(...statement)
      })
    }
    return {
      query: <Row extends object>(...statement: Parameters<Database['query']>) =>
        isWriting(statement[0]) && !(this.isFresh && !isLeaving())
          ? change<Row>(...statement)
          : database.query<Row>(...statement),
      transaction: async work => {
        await this.load()
        if (!isLeaving()) return database.transaction(work)
        return database.transaction(async transaction => {
          await enter(transaction)
          return work(transaction)
        })
      },
      stream: (...statement) => database.stream(...statement),
      close: () => database.close(),
    }
  }
}

export interface MovesOptions {
  /** Not guarded. */
  readonly database: Database
  readonly gate: MoveGate
  readonly ring: KeyRing
  readonly primitives: Primitives
  readonly prefixes: readonly string[]
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Verifies a token of anyone for this node, even while it does not serve. */
  readonly authorise: (token: string, command: string) => Promise<Authority>
  /** Verifies a token that the service itself issued, even while the node does not serve. */
  readonly asService: (token: string) => Promise<Authority>
  /** True for the identity of the service. */
  readonly isService: (did: string) => Promise<boolean>
  readonly identity: (did: string) => string
  /** Called when rows have come in that no operation has stored. */
  readonly forget: () => void
}

export function moveOperations(options: MovesOptions): NodeMoves {
  const { database, gate, ring, primitives, prefixes, authorise, asService, isService, identity } = options

  async function moveOf(token: string, id: string, ...roles: readonly Move['role'][]): Promise<Move> {
    await asService(token)
    const [move] = await database.query<Move & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM moves WHERE id = $1`,
      [id],
    )
    if (move === undefined || (roles.length > 0 && !roles.includes(move.role)))
      throw refusal('MoveRefusedError', 'There is no such move on this node')
    return move
  }

  /** The pair of the key that this node had when the move began; it may have been replaced since. */
  function pairOf({ own }: Move): KeyPair {
    const pairs = [ring.first, ...ring.keys.map((_, at) => ring.signerOf(at)), ring]
    const pair = pairs.find(each => each !== undefined && didKeyOf(each.publicKey) === own)
    if (pair === undefined) throw refusal('MoveRefusedError', 'The key with which the move began is missing')
    // A ring's own members are getters; statements of nodes spell the DID as it is stored.
    return { privateKey: pair.privateKey, publicKey: pair.publicKey, did: own }
  }

  const contextOf = ({ id, role, peer, own }: Move) =>
    isSource(role) ? { move: id, from: own, to: peer } : { move: id, from: peer, to: own }

  const changed = async () => {
    await gate.load(true)
    return {}
  }

  return {
    async release(token, { to, adds = false }) {
      const authority = await authorise(token, adds ? COPY : RELEASE)
      const own = ring.pairsAt(options.clock()).map(pair => didKeyOf(pair.publicKey))
      const [invoker, granter, ...others] = authority.signers
      // The operator's consent: signed by the node's key, for the service, for one receiver.
      const isReleased =
        granter !== undefined &&
        others.length === 0 &&
        own.includes(granter) &&
        invoker !== granter &&
        authority.permits({ to }) &&
        !authority.permits({ to: granter })
      if (!isReleased || !(await isService(authority.invoker))) throw new NodeAccessError(403)
      const strangers = await database.query('SELECT 1 FROM collections WHERE builder <> $1 LIMIT 1', [
        authority.invoker,
      ])
      if (strangers.length > 0)
        throw refusal(
          'MoveRefusedError',
          'Other builders keep collections on this node; they must leave first',
        )
      const [, release = ''] = token.split('/')
      const move = hash('sha256', release, 'hex')
      const peer = identity(to)
      const earlier = await database.query<{ id: string; state: string }>(
        `SELECT id, state FROM moves WHERE ${FENCEABLE} AND id <> $1`,
        [move],
      )
      if (earlier.some(({ state }) => state === 'closed'))
        throw refusal('MoveRefusedError', 'Another node has replaced this one')
      await database.transaction(async transaction => {
        // A release that was never used to its end gives way to a later one.
        await transaction.query(`DELETE FROM moves WHERE ${FENCEABLE} AND id <> $1 AND state <> 'closed'`, [
          move,
        ])
        await transaction.query(
          `INSERT INTO moves (id, role, peer, own, state, last_box, created)
           VALUES ($1, $4, $2, $3, 'open', 0, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
          [move, peer, granter, adds ? 'copied' : 'leaving'],
        )
      })
      await changed()
      return { move }
    },

    async receive(token, { move, from, adds = false }) {
      await asService(token)
      const role = adds ? 'joining' : 'arriving'
      const known = await database.query<{ peer: string }>(
        'SELECT peer FROM moves WHERE id = $1 AND role = $2',
        [move, role],
      )
      if (known.some(({ peer }) => peer === identity(from))) {
        // Nobody has learnt of a node that is added until the service has taken it in.
        if (adds) await database.query("UPDATE moves SET state = 'open' WHERE id = $1", [move])
        return changed()
      }
      for (const table of ['documents', 'collections', 'moves'])
        if ((await database.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0)
          throw refusal('MoveRefusedError', 'This node is not empty')
      await database.query(
        `INSERT INTO moves (id, role, peer, own, state, last_box, created)
         VALUES ($1, $4, $2, $3, 'open', 0, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
        [move, identity(from), didKeyOf(ring.publicKey), role],
      )
      return changed()
    },

    async status(token, { move: id }) {
      const { state, statement } = await moveOf(token, id)
      const counts: Partial<Record<MovedTable, number>> = {}
      for (const table of MOVED_TABLES) {
        const [row] = await database.query<{ rows: number }>(`SELECT count(*)::integer AS rows FROM ${table}`)
        counts[table] = row?.rows ?? 0
      }
      const rows = await database.query<{ collection: string; documents: number }>(
        'SELECT collection, count(*)::integer AS documents FROM documents GROUP BY collection ORDER BY collection',
      )
      return {
        state,
        counts: counts as MoveStatus['counts'],
        collections: Object.fromEntries(rows.map(({ collection, documents }) => [collection, documents])),
        ...(statement !== null && { statement }),
      }
    },

    async extent(token, { move, limit, ...range }) {
      return extentOf(database, range, comparisonOf(await moveOf(token, move)), limit)
    },

    async known(token, { move, ...range }) {
      return knownRows(database, range, comparisonOf(await moveOf(token, move, 'arriving', 'joining')))
    },

    async seal(token, { move: id, known, ...range }) {
      const move = await moveOf(token, id, 'leaving', 'copied')
      const { until, ...moved } = await changedRows(database, range, known, comparisonOf(move))
      const [now] = await database.query<{ sequence: string }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS sequence',
      )
      const text = Buffer.from(JSON.stringify(moved))
      return {
        box: sealBox(text, contextOf(move), Number(now?.sequence), pairOf(move), primitives),
        rows: moved.rows.length + moved.gone.length,
        ...(until !== undefined && { until }),
      }
    },

    async open(token, { move: id, box }) {
      const move = await moveOf(token, id, 'arriving', 'joining')
      const { sequence, text } = openBox(box, contextOf(move), pairOf(move), primitives)
      const moved = JSON.parse(text.toString()) as MovedRows
      await database.transaction(async transaction => {
        // A box of an earlier state must not undo a later one.
        const next = await transaction.query(
          `UPDATE moves SET last_box = $2 WHERE id = $1 AND role = $3 AND state = 'open' AND last_box < $2
           RETURNING id`,
          [id, sequence, move.role],
        )
        if (next.length === 0)
          throw refusal('MoveRefusedError', 'The box was opened before, or the move is over')
        await putRows(transaction, moved)
      })
      return { rows: moved.rows.length + moved.gone.length }
    },

    async fence(token, { move: id }) {
      await moveOf(token, id, 'leaving', 'copied')
      const fenced = await database.query(
        `UPDATE moves SET state = 'fenced', fence_ends = clock_timestamp() + interval '${FENCE_MS} milliseconds'
         WHERE id = $1 AND state <> 'closed' AND created < clock_timestamp() - interval '${KNOWN_MS} milliseconds'
         RETURNING id`,
        [id],
      )
      if (fenced.length === 0) throw refusal('MoveRefusedError', 'The move is over, or began just now')
      return changed()
    },

    async lift(token, { move: id }) {
      await moveOf(token, id, 'leaving', 'copied')
      await database.query("UPDATE moves SET state = 'open' WHERE id = $1 AND state = 'fenced'", [id])
      return changed()
    },

    async consent(token, { move: id, starts, ends }) {
      const move = await moveOf(token, id, 'arriving')
      return { consent: consentToSuccession(pairOf(move), move.peer, { starts, ends }, primitives) }
    },

    async close(token, { move: id, starts, ends, consent }) {
      const move = await moveOf(token, id, 'leaving')
      if (move.statement !== null) return { statement: move.statement }
      const statement = signSuccession(pairOf(move), move.peer, { starts, ends }, consent, primitives)
      assertSuccession(statement, move.own, move.peer)
      const kept = await database.transaction(async transaction => {
        // Nothing has passed a fence that holds now: each change would have waited for this lock, or was
        // refused.
        const [state] = await transaction.query<{ statement: string | null; holds: boolean }>(
          `SELECT statement, state = 'fenced' AND fence_ends > clock_timestamp() AS holds FROM moves
           WHERE id = $1 FOR UPDATE`,
          [id],
        )
        // Another request has closed it meanwhile.
        if (state?.statement) return state.statement
        if (!state?.holds) throw refusal('MoveRefusedError', 'The fence does not hold')
        await transaction.query(
          "UPDATE moves SET state = 'closed', statement = $2, ends = $3 WHERE id = $1",
          [id, statement, ends],
        )
        return statement
      })
      await changed()
      return { statement: kept }
    },

    async finish(token, { move: id, statement }) {
      const move = await moveOf(token, id, 'arriving')
      if (move.state === 'closed') return {}
      const ends = assertSuccession(statement, move.peer, move.own)
      await database.query(
        "UPDATE moves SET state = 'closed', statement = $2, ends = $3 WHERE id = $1 AND state = 'open'",
        [id, statement, ends],
      )
      options.forget()
      return changed()
    },

    async erase(token, { move: id }) {
      const { state } = await moveOf(token, id, 'leaving')
      if (state !== 'closed') throw refusal('MoveRefusedError', 'The move is not over')
      for (const table of ['documents', 'runs', 'queries', 'usage'])
        await database.query(`DELETE FROM ${table}`, [], { timeout: 0 })
      return {}
    },

    async members(token, { nodes }) {
      await asService(token)
      await database.query(
        `INSERT INTO members (id, nodes, since) VALUES (1, $1, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET nodes = EXCLUDED.nodes,
           -- An addition that was given up leaves no client behind.
           since = CASE WHEN EXCLUDED.nodes > members.nodes THEN EXCLUDED.since ELSE to_timestamp(0) END
         WHERE members.nodes <> EXCLUDED.nodes`,
        [nodes],
      )
      return changed()
    },

    async serve(token, { move: id }) {
      await moveOf(token, id, 'joining')
      await database.query("UPDATE moves SET state = 'closed' WHERE id = $1", [id])
      options.forget()
      return changed()
    },

    async done(token, { move: id }) {
      await moveOf(token, id, 'copied')
      await database.query("UPDATE moves SET state = 'closed' WHERE id = $1", [id])
      return changed()
    },
  }

  /** The end of the predecessor. @throws NodeError for a statement about other nodes */
  function assertSuccession(statement: string, from: string, to: string): number {
    try {
      const { predecessor, successor, ends } = readSuccession(statement, { primitives, prefixes })
      if (identity(predecessor) !== from || identity(successor) !== to) throw new Error('other nodes')
      return ends
    } catch (cause) {
      throw Object.assign(refusal('MoveRefusedError', 'The succession of the nodes does not verify'), {
        cause,
      })
    }
  }
}

const isSource = (role: Move['role']): boolean => role === 'leaving' || role === 'copied'

const comparisonOf = ({ role }: Move) => ({ isAdding: role === 'copied' || role === 'joining' })
