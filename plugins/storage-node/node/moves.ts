/**
 * The move of a node's data to the node that replaces it, on both nodes. The old node serves until `close`
 * and refuses changes while it is fenced; the new one serves from `finish` on.
 */
import { hash, randomUUID } from 'node:crypto'
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

/** True for a row whose fence is `$2`, and has held since it began. */
const HOLDS = "state = 'fenced' AND fence = $2 AND fence_ends > clock_timestamp()"

const NO_FENCE = 'The fence does not hold'

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
   * commits: a fence waits for those before it, and none passes it. A change that finds the time of the fence over
   * ends it, so that it does not hold again when the clock steps back.
   */
  guard(database: Database): Database {
    const isLeaving = () =>
      this.#moves.some(({ role, state }) => role === 'leaving' || (role === 'copied' && state !== 'closed'))
    const enter = async (transaction: Transaction) => {
      await transaction.query(
        `UPDATE moves SET state = 'open', fence = NULL
         WHERE ${FENCEABLE} AND state = 'fenced' AND fence_ends <= clock_timestamp()`,
      )
      const moves = await transaction.query<{ open: boolean }>(
        `SELECT state = 'open' AS open FROM moves WHERE ${FENCEABLE} FOR SHARE`,
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

/** The body of a request to an operation. */
type Body<Name extends keyof NodeMoves> = Parameters<NodeMoves[Name]>[1]

/** Moves of a node's data, as the service and the operators of both nodes command them. */
export class MoveOperations implements NodeMoves {
  readonly #options: MovesOptions
  readonly #database: Database

  constructor(options: MovesOptions) {
    this.#options = options
    this.#database = options.database
  }

  async release(token: string, { to, adds = false }: Body<'release'>) {
    const authority = await this.#options.authorise(token, adds ? COPY : RELEASE)
    const own = this.#options.ring.pairsAt(this.#options.clock()).map(pair => didKeyOf(pair.publicKey))
    const [invoker, granter, ...others] = authority.signers
    // The operator's consent: signed by the node's key, for the service, for one receiver.
    const isReleased =
      granter !== undefined &&
      others.length === 0 &&
      own.includes(granter) &&
      invoker !== granter &&
      authority.permits({ to }) &&
      !authority.permits({ to: granter })
    if (!isReleased || !(await this.#options.isService(authority.invoker))) throw new NodeAccessError(403)
    const strangers = await this.#database.query('SELECT 1 FROM collections WHERE builder <> $1 LIMIT 1', [
      authority.invoker,
    ])
    if (strangers.length > 0)
      throw refusal('MoveRefusedError', 'Other builders keep collections on this node; they must leave first')
    const [, release = ''] = token.split('/')
    const move = hash('sha256', release, 'hex')
    const peer = this.#options.identity(to)
    const earlier = await this.#database.query<{ id: string; state: string }>(
      `SELECT id, state FROM moves WHERE ${FENCEABLE} AND id <> $1`,
      [move],
    )
    if (earlier.some(({ state }) => state === 'closed'))
      throw refusal('MoveRefusedError', 'Another node has replaced this one')
    await this.#database.transaction(async transaction => {
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
    await this.#changed()
    return { move }
  }

  async receive(token: string, { move, from, adds = false }: Body<'receive'>) {
    await this.#options.asService(token)
    const role = adds ? 'joining' : 'arriving'
    const known = await this.#database.query<{ peer: string }>(
      'SELECT peer FROM moves WHERE id = $1 AND role = $2',
      [move, role],
    )
    if (known.some(({ peer }) => peer === this.#options.identity(from))) {
      // Nobody has learnt of a node that is added until the service has taken it in.
      if (adds) await this.#database.query("UPDATE moves SET state = 'open' WHERE id = $1", [move])
      return this.#changed()
    }
    for (const table of ['documents', 'collections', 'moves'])
      if ((await this.#database.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0)
        throw refusal('MoveRefusedError', 'This node is not empty')
    await this.#database.query(
      `INSERT INTO moves (id, role, peer, own, state, last_box, created)
       VALUES ($1, $4, $2, $3, 'open', 0, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
      [move, this.#options.identity(from), didKeyOf(this.#options.ring.publicKey), role],
    )
    return this.#changed()
  }

  async status(token: string, { move: id }: Body<'status'>) {
    const { state, statement } = await this.#moveOf(token, id)
    const counts: Partial<Record<MovedTable, number>> = {}
    for (const table of MOVED_TABLES) {
      const [row] = await this.#database.query<{ rows: number }>(
        `SELECT count(*)::integer AS rows FROM ${table}`,
      )
      counts[table] = row?.rows ?? 0
    }
    const rows = await this.#database.query<{ collection: string; documents: number }>(
      'SELECT collection, count(*)::integer AS documents FROM documents GROUP BY collection ORDER BY collection',
    )
    return {
      state,
      counts: counts as MoveStatus['counts'],
      collections: Object.fromEntries(rows.map(({ collection, documents }) => [collection, documents])),
      ...(statement !== null && { statement }),
    }
  }

  async extent(token: string, { move, limit, ...range }: Body<'extent'>) {
    return extentOf(this.#database, range, comparisonOf(await this.#moveOf(token, move)), limit)
  }

  async known(token: string, { move, ...range }: Body<'known'>) {
    return knownRows(
      this.#database,
      range,
      comparisonOf(await this.#moveOf(token, move, 'arriving', 'joining')),
    )
  }

  async seal(token: string, { move: id, known, ...range }: Body<'seal'>) {
    const move = await this.#moveOf(token, id, 'leaving', 'copied')
    const { until, ...moved } = await changedRows(this.#database, range, known, comparisonOf(move))
    const [now] = await this.#database.query<{ sequence: string }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS sequence',
    )
    const text = Buffer.from(JSON.stringify(moved))
    return {
      box: sealBox(
        text,
        contextOf(move),
        Number(now?.sequence),
        this.#pairOf(move),
        this.#options.primitives,
      ),
      rows: moved.rows.length + moved.gone.length,
      ...(until !== undefined && { until }),
    }
  }

  async open(token: string, { move: id, box }: Body<'open'>) {
    const move = await this.#moveOf(token, id, 'arriving', 'joining')
    const { sequence, text } = openBox(box, contextOf(move), this.#pairOf(move), this.#options.primitives)
    const moved = JSON.parse(text.toString()) as MovedRows
    await this.#database.transaction(async transaction => {
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
  }

  async fence(token: string, { move: id, fence }: Body<'fence'>) {
    await this.#moveOf(token, id, 'leaving', 'copied')
    const ends = `fence_ends = clock_timestamp() + interval '${FENCE_MS} milliseconds'`
    if (fence !== undefined) {
      const held = await this.#database.query(
        `UPDATE moves SET ${ends} WHERE id = $1 AND ${HOLDS} RETURNING id`,
        [id, fence],
      )
      if (held.length === 0) throw refusal('MoveRefusedError', NO_FENCE)
      return { fence }
    }
    const fresh = randomUUID()
    const fenced = await this.#database.query(
      `UPDATE moves SET state = 'fenced', fence = $2, ${ends}
       WHERE id = $1 AND state <> 'closed' AND created < clock_timestamp() - interval '${KNOWN_MS} milliseconds'
       RETURNING id`,
      [id, fresh],
    )
    if (fenced.length === 0) throw refusal('MoveRefusedError', 'The move is over, or began just now')
    await this.#changed()
    return { fence: fresh }
  }

  async lift(token: string, { move: id, fence }: Body<'lift'>) {
    await this.#moveOf(token, id, 'leaving', 'copied')
    await this.#database.query(
      "UPDATE moves SET state = 'open', fence = NULL WHERE id = $1 AND state = 'fenced' AND fence = $2",
      [id, fence],
    )
    return this.#changed()
  }

  async consent(token: string, { move: id, starts, ends }: Body<'consent'>) {
    const move = await this.#moveOf(token, id, 'arriving')
    return {
      consent: consentToSuccession(this.#pairOf(move), move.peer, { starts, ends }, this.#options.primitives),
    }
  }

  async close(token: string, { move: id, starts, ends, fence, consent }: Body<'close'>) {
    const move = await this.#moveOf(token, id, 'leaving')
    if (move.statement !== null) return { statement: move.statement }
    const statement = signSuccession(
      this.#pairOf(move),
      move.peer,
      { starts, ends },
      consent,
      this.#options.primitives,
    )
    this.#assertSuccession(statement, move.own, move.peer)
    const kept = await this.#database.transaction(async transaction => {
      // Nothing has passed a fence that holds now: each change would have waited for this lock, or was
      // refused.
      const [state] = await transaction.query<{ statement: string | null; holds: boolean | null }>(
        `SELECT statement, ${HOLDS} AS holds FROM moves WHERE id = $1 FOR UPDATE`,
        [id, fence],
      )
      // Another request has closed it meanwhile.
      if (state?.statement) return state.statement
      if (!state?.holds) throw refusal('MoveRefusedError', NO_FENCE)
      await transaction.query("UPDATE moves SET state = 'closed', statement = $2, ends = $3 WHERE id = $1", [
        id,
        statement,
        ends,
      ])
      return statement
    })
    await this.#changed()
    return { statement: kept }
  }

  async finish(token: string, { move: id, statement }: Body<'finish'>) {
    const move = await this.#moveOf(token, id, 'arriving')
    if (move.state === 'closed') return {}
    const ends = this.#assertSuccession(statement, move.peer, move.own)
    await this.#database.query(
      "UPDATE moves SET state = 'closed', statement = $2, ends = $3 WHERE id = $1 AND state = 'open'",
      [id, statement, ends],
    )
    this.#options.forget()
    return this.#changed()
  }

  async erase(token: string, { move: id }: Body<'erase'>) {
    const { state } = await this.#moveOf(token, id, 'leaving')
    if (state !== 'closed') throw refusal('MoveRefusedError', 'The move is not over')
    for (const table of ['documents', 'runs', 'queries', 'usage'])
      await this.#database.query(`DELETE FROM ${table}`, [], { timeout: 0 })
    return {}
  }

  async members(token: string, { nodes }: Body<'members'>) {
    await this.#options.asService(token)
    await this.#database.query(
      `INSERT INTO members (id, nodes, since) VALUES (1, $1, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET nodes = EXCLUDED.nodes,
         -- An addition that was given up leaves no client behind.
         since = CASE WHEN EXCLUDED.nodes > members.nodes THEN EXCLUDED.since ELSE to_timestamp(0) END
       WHERE members.nodes <> EXCLUDED.nodes`,
      [nodes],
    )
    return this.#changed()
  }

  async serve(token: string, { move: id }: Body<'serve'>) {
    await this.#moveOf(token, id, 'joining')
    await this.#database.query("UPDATE moves SET state = 'closed' WHERE id = $1", [id])
    this.#options.forget()
    return this.#changed()
  }

  async done(token: string, { move: id }: Body<'done'>) {
    await this.#moveOf(token, id, 'copied')
    await this.#database.query("UPDATE moves SET state = 'closed' WHERE id = $1", [id])
    return this.#changed()
  }

  async #moveOf(token: string, id: string, ...roles: readonly Move['role'][]): Promise<Move> {
    await this.#options.asService(token)
    const [move] = await this.#database.query<Move & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM moves WHERE id = $1`,
      [id],
    )
    if (move === undefined || (roles.length > 0 && !roles.includes(move.role)))
      throw refusal('MoveRefusedError', 'There is no such move on this node')
    return move
  }

  /** The pair of the key that this node had when the move began; it may have been replaced since. */
  #pairOf({ own }: Move): KeyPair {
    const { ring } = this.#options
    const pairs = [ring.first, ...ring.keys.map((_, at) => ring.signerOf(at)), ring]
    const pair = pairs.find(each => each !== undefined && didKeyOf(each.publicKey) === own)
    if (pair === undefined) throw refusal('MoveRefusedError', 'The key with which the move began is missing')
    // A ring's own members are getters; statements of nodes spell the DID as it is stored.
    return { privateKey: pair.privateKey, publicKey: pair.publicKey, did: own }
  }

  /** Reads the state anew after a change. */
  async #changed(): Promise<Record<never, never>> {
    await this.#options.gate.load(true)
    return {}
  }

  /** The end of the predecessor. @throws NodeError for a statement about other nodes */
  #assertSuccession(statement: string, from: string, to: string): number {
    try {
      const { predecessor, successor, ends } = readSuccession(statement, this.#options)
      if (this.#options.identity(predecessor) !== from || this.#options.identity(successor) !== to)
        throw new Error('other nodes')
      return ends
    } catch (cause) {
      throw Object.assign(refusal('MoveRefusedError', 'The succession of the nodes does not verify'), {
        cause,
      })
    }
  }
}

const contextOf = ({ id, role, peer, own }: Move) =>
  isSource(role) ? { move: id, from: own, to: peer } : { move: id, from: peer, to: own }

const isSource = (role: Move['role']): boolean => role === 'leaving' || role === 'copied'

const comparisonOf = ({ role }: Move) => ({ isAdding: role === 'copied' || role === 'joining' })
