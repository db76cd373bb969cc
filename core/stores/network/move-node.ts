/**
 * Moves the data of a storage node to the node that replaces it, or copies it to one that is added, while people
 * write. The rows are compared by digests until few differ; then the old node refuses changes for the last
 * comparison. The gateway relays sealed rows, and holds no more than one box of them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { didKeyOf } from '../../crypto/did.ts'
import { createInvocation, readEnvelope } from '../../crypto/nuc.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import type { Job } from '../../jobs.ts'
import type { KeyRing } from '../../keys/key-ring.ts'
import type { Database } from '../sql/database.ts'
import { announceKeys } from './announce.ts'
import { canonical } from './authorise.ts'
import { NodeError, NodeMoveFailed } from './errors.ts'
import { createInvoke } from './invoke.ts'
import { commands, type StorageNode } from './node.ts'
import {
  COPY,
  type Extent,
  type Fence,
  MOVED_TABLES,
  type MoveStatus,
  type NodeMoves,
  type OfMove,
  RELEASE,
  type RowRange,
} from './node-moves.ts'
import {
  holdWrites,
  keepHold,
  type MoveProgress,
  type NodeMoveRow,
  nodeMove,
  nodeMoves,
  placesNow,
  releaseWrites,
  saveMoveProgress,
  setMoveState,
  takeIn,
  untilWritten,
} from './node-moves-table.ts'
import { connectNode } from './node-remote.ts'
import { prepareNode } from './prepare.ts'

export interface MoveParts {
  /** The gateway's. */
  readonly database: Database
  readonly builder: KeyRing
  readonly primitives: Primitives
  /** Prefixes of DIDs in use besides `did:nil:` and `did:key:`. */
  readonly prefixes: readonly string[]
  /** The name under which the gateway registers. */
  readonly name: string
  /** The nodes of the config. */
  readonly urls: readonly string[]
}

/** Seconds for which the new node accepts tokens for the old one. */
const OVERLAP = 3600
/** Passes without a fence, at most: a pass of few differences is the last one. */
const PASSES = 10
const FEW = 1_000
/** Passes within a fence: the last one finds no difference. */
const FENCED_PASSES = 3
/** Milliseconds after which a fence is given up, so that writes do not wait longer. */
const FENCE_MS = 45_000
/** Milliseconds for which writes wait without a sign of this process. */
const HOLD_MS = 30_000
/** Milliseconds in which writes that have begun must end. */
const WRITTEN_MS = 20_000
/** Milliseconds until every process of a node knows the number of nodes. */
const KNOWN_MS = 2_500
/** Milliseconds between two reports of progress, each of which renews the lease of the job. */
const REPORT_MS = 500

/** The move was canceled before the old node ended its service. */
class Canceled extends Error {}

/** Runs a move, or continues it: each step can be repeated. */
export async function moveNode(parts: MoveParts, job: Job): Promise<void> {
  const row = await nodeMove(parts.database, job.id)
  if (row === undefined || row.state === 'canceled') return
  const move = await NodeMove.connect(parts, row, job)
  try {
    if (row.adds) return await move.add(row.state === 'moved')
    if (row.state !== 'moved') await move.run()
    if (row.erases) await move.erase()
  } catch (error) {
    if (error instanceof Canceled) return row.adds ? await move.giveUp() : undefined
    await move.failed(error as Error)
    throw error
  }
}

/** The steps of one node, each with a token. */
type Side = {
  readonly [Step in keyof NodeMoves]: (
    body: Omit<Parameters<NodeMoves[Step]>[1], keyof OfMove>,
  ) => ReturnType<NodeMoves[Step]>
}

class NodeMove {
  readonly #parts: MoveParts
  readonly #row: NodeMoveRow
  readonly #job: Job
  readonly #nodes: { readonly from: StorageNode; readonly to: StorageNode }
  readonly #from: Side
  readonly #to: Side
  #progress: MoveProgress
  #reported = 0
  #passBegun = performance.now()
  /** The fence, and the time at which it began. */
  #fenced: (Fence & { readonly since: number }) | undefined

  private constructor(parts: MoveParts, row: NodeMoveRow, job: Job, from: StorageNode, to: StorageNode) {
    this.#parts = parts
    this.#row = row
    this.#job = job
    this.#nodes = { from, to }
    this.#from = this.#side(from)
    this.#to = this.#side(to)
    this.#progress = JSON.parse(row.progress) as MoveProgress
  }

  static async connect(parts: MoveParts, row: NodeMoveRow, job: Job): Promise<NodeMove> {
    // Their keys may have been replaced since the move began.
    const [from, to] = await Promise.all([connectNode(row.from_url), connectNode(row.to_url)])
    return new NodeMove(parts, row, job, from, to)
  }

  async run(): Promise<void> {
    await this.#begin()
    const { state, statement } = await this.#from.status({})
    await this.#hand(state === 'closed' && statement !== undefined ? statement : await this.#copy())
  }

  /** Copies the node to the new one, which serves beside all others then. */
  async add(isTakenIn: boolean): Promise<void> {
    if (!isTakenIn) {
      await this.#begin()
      await this.#approach()
      await this.#join()
    }
    await this.#from.done({})
    await this.#report({ phase: 'moved', ...this.#waited() }, true)
  }

  /**
   * Takes the new node in at one point in time: writes of gateways wait, changes of people's own clients are refused
   * until these know the new node, and both nodes have the same.
   */
  async #join(): Promise<void> {
    const { database } = this.#parts
    const { id } = this.#row
    const places = placesNow(this.#parts.urls, await nodeMoves(database))
    try {
      // A trial, so that no write waits for a node that refuses a fence because it learnt of the move just now.
      await this.#from.lift(await this.#fence())
      this.#fenced = undefined
      if (!(await holdWrites(database, id, HOLD_MS))) throw new Canceled()
      if (!(await untilWritten(database, WRITTEN_MS)))
        throw this.#because('writes that have begun do not end; another attempt follows')
      const { fence } = await this.#fence()
      await this.#setMembers(places, places.length + 1)
      const known = performance.now() + KNOWN_MS
      await this.#equalise()
      await delay(Math.max(0, known - performance.now()))
      await this.#to.serve({})
      await this.#from.fence({ fence })
      await this.#job.step(async transaction => {
        if (await takeIn(transaction ?? database, id)) return
        throw this.#because('the last comparison took too long; writes go on, and another attempt follows')
      })
    } catch (error) {
      const row = await nodeMove(database, id).catch(() => undefined)
      // Unless it was taken in all the same, everything stays as it was. A fence and a hold also end by themselves.
      if (row !== undefined && row.state !== 'moved') {
        await this.#setMembers(places, places.length).catch(() => {})
        await this.#lift()
        await releaseWrites(database, id).catch(() => {})
      }
      throw error
    }
  }

  async #setMembers(places: readonly string[], nodes: number): Promise<void> {
    const { builder, primitives, prefixes } = this.#parts
    const invoke = createInvoke({ key: builder, primitives, clock: Date.now, prefixes })
    const set = async (node: StorageNode) => {
      await this.#movesOf(node).members(invoke(node.did, commands.moves.execute), { nodes })
    }
    const outcomes = await Promise.allSettled([
      ...places.map(async url => set(await connectNode(url))),
      set(this.#nodes.to),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  /** Deletes the documents of the old node. */
  async erase(): Promise<void> {
    await this.#from.erase({})
  }

  /** Ends the copying of a node that stays. */
  async giveUp(): Promise<void> {
    await this.#from.done({})
  }

  async failed(error: Error): Promise<void> {
    await this.#report({ problem: error.message }, true).catch(() => {})
  }

  /** Opens the move on both nodes. */
  async #begin(): Promise<void> {
    const { from, to } = this.#nodes
    const { builder, primitives, prefixes, name } = this.#parts
    const { release, to_did, from_did, id, adds } = this.#row
    const isOpen = (side: Side) =>
      side.status({}).then(
        () => true,
        error => {
          if (error instanceof NodeError && error.status < 500) return false
          throw error
        },
      )
    if (!(await isOpen(this.#from))) {
      const now = Date.now()
      const token = createInvocation({
        issuer: builder.holderOf(release, now),
        audience: from.did,
        subject: readEnvelope(release)[0].payload.sub,
        command: adds ? COPY : RELEASE,
        // The policy of the release is about it.
        args: { to: canonical(to_did, prefixes) },
        proof: release,
        expiresAt: Math.floor(now / 1000) + 60,
        ...{ primitives, prefixes },
      })
      const opened = await this.#movesOf(from)
        .release(token, { to: canonical(to_did, prefixes), ...(adds && { adds }) })
        .catch(error => {
          throw this.#because(
            'its operator has not released it to this service and this node, or the release has expired',
            error,
          )
        })
      if (opened.move !== id) throw this.#because('the release is another one')
    }
    const isKnown = await isOpen(this.#to)
    if (!isKnown) {
      const invokeAs = (key: KeyRing | typeof builder.first) =>
        createInvoke({ key, primitives, clock: Date.now, prefixes })
      await announceKeys(to, builder, name, invokeAs)
      await prepareNode(to, invokeAs(builder), { did: didKeyOf(builder.publicKey), name }, [])
    }
    // A node that is added takes nothing any more once it serves: an interrupted addition begins again. Only the
    // attempt that holds the job may take its service back.
    await this.#job.renew()
    if (adds || !isKnown)
      await this.#to.receive({ from: canonical(from_did, prefixes), ...(adds && { adds }) })
  }

  /** Copies until few rows differ. */
  async #approach(): Promise<void> {
    let changed = Number.POSITIVE_INFINITY
    for (let pass = 0; pass < PASSES; pass++) {
      const before = changed
      changed = await this.#pass(pass === 0 ? 'copying' : 'comparing')
      if (pass > 0 && (changed < FEW || changed > before / 2)) break
    }
  }

  /** Copies within the fence, until both nodes have the same. */
  async #equalise(): Promise<void> {
    for (let pass = 0; (await this.#pass('fenced')) > 0; pass++)
      if (pass === FENCED_PASSES) throw this.#because('the nodes differ after each copy')
    const [old, fresh] = await Promise.all([this.#from.status({}), this.#to.status({})])
    if (!isDeepStrictEqual(countsOf(old), countsOf(fresh)))
      throw this.#because('the counts of the nodes differ')
  }

  /** Copies until both nodes have the same, and ends the service of the old one. */
  async #copy(): Promise<string> {
    await this.#approach()
    const { fence } = await this.#fence()
    try {
      await this.#equalise()
      if (!(await setMoveState(this.#parts.database, this.#row.id, ['moving', 'closing'], 'closing')))
        throw new Canceled()
      const starts = Math.floor(Date.now() / 1000)
      const terms = { starts, ends: starts + OVERLAP }
      const { consent } = await this.#to.consent(terms)
      const { statement } = await this.#from.close({ ...terms, fence, consent })
      return statement
    } catch (error) {
      await this.#lift()
      throw error
    }
  }

  /** Begins the service of the new node; every gateway follows. */
  async #hand(statement: string): Promise<void> {
    const { id, from_url, to_url } = this.#row
    await this.#to.finish({ statement })
    await this.#job.step(async transaction => {
      const database = transaction ?? this.#parts.database
      await setMoveState(database, id, ['moving', 'closing'], 'moved', statement)
      // Its database is met first by the gateways that follow.
      await database.query(
        `INSERT INTO nodes (url, did, place) SELECT $1, $2, max(place) FROM nodes WHERE url = $3
         ON CONFLICT (url) DO UPDATE SET did = $2, place = excluded.place, holds = NULL`,
        [to_url, this.#nodes.to.did, from_url],
      )
      await database.query('UPDATE nodes SET place = NULL WHERE url = $1', [from_url])
    })
    await this.#report({ phase: 'moved', ...this.#waited() }, true)
  }

  /** The time for which changes have waited. */
  #waited(): Pick<MoveProgress, 'fenced'> {
    return this.#fenced === undefined ? {} : { fenced: performance.now() - this.#fenced.since }
  }

  /** A fence that cannot be lifted ends by itself; the old node may also have closed. */
  async #lift(): Promise<void> {
    if (this.#fenced === undefined) return
    const { fence } = this.#fenced
    this.#fenced = undefined
    await this.#from.lift({ fence }).catch(() => {})
  }

  async #fence(): Promise<Fence> {
    // A node that learnt of the move just now refuses: not every process of it knows.
    for (let attempt = 0; ; attempt++) {
      try {
        const { fence } = await this.#from.fence({})
        this.#fenced = { fence, since: performance.now() }
        return { fence }
      } catch (error) {
        if (attempt === 10 || !(error instanceof NodeError) || error.status !== 409) throw error
        await delay(1000)
        await this.#job.renew()
      }
    }
  }

  /** Compares all rows, and copies those that differ; returns their number. */
  async #pass(phase: MoveProgress['phase']): Promise<number> {
    const { counts } = await this.#from.status({})
    const of = Object.values(counts).reduce((sum, each) => sum + each, 0)
    this.#passBegun = performance.now()
    await this.#report({ phase, rows: 0, of }, true)
    let changed = 0
    for (const table of MOVED_TABLES)
      for (let range: RowRange = { table }; ; ) {
        const old = await this.#from.extent(range)
        const whole = until(range, old)
        const fresh = await this.#to.extent(whole)
        if (!isSame(old, fresh)) changed += await this.#copyRange(whole, fresh.rows === 0)
        await this.#report({ rows: this.#progress.rows + old.rows, copied: this.#progress.copied })
        if (old.until === undefined) break
        range = { table, after: old.until }
      }
    return changed
  }

  async #copyRange({ until: end, ...begin }: RowRange, isEmpty: boolean): Promise<number> {
    let changed = 0
    for (let range: RowRange = { ...begin, ...(end && { until: end }) }; ; ) {
      const piece = isEmpty ? { known: [] } : await this.#to.known(range)
      const sealed = await this.#from.seal({ ...until(range, piece), known: piece.known })
      if (sealed.rows > 0) await this.#to.open({ box: sealed.box })
      changed += sealed.rows
      await this.#report({ copied: this.#progress.copied + sealed.rows })
      const last = sealed.until ?? piece.until
      if (last === undefined) return changed
      range = { table: begin.table, after: last, ...(end && { until: end }) }
    }
  }

  async #report(change: Partial<MoveProgress>, isNow = false): Promise<void> {
    const seconds = Math.max(0.001, (performance.now() - this.#passBegun) / 1000)
    const { problem, ...progress } = { ...this.#progress, ...change }
    this.#progress = { ...progress, rate: Math.round(progress.rows / seconds) }
    if (!isNow && performance.now() < this.#reported + REPORT_MS) return
    this.#reported = performance.now()
    if (this.#fenced !== undefined && change.phase !== 'moved') await this.#extendFence(this.#fenced.since)
    const { database } = this.#parts
    await saveMoveProgress(database, this.#row.id, {
      ...this.#progress,
      ...(change.problem !== undefined && { problem: change.problem }),
    })
    await this.#job.renew()
  }

  async #extendFence(since: number): Promise<void> {
    if (performance.now() - since > FENCE_MS)
      throw this.#because('the last comparison took too long; writes go on, and another attempt follows')
    const { database } = this.#parts
    const row = await nodeMove(database, this.#row.id)
    if (row?.state === 'canceled') throw new Canceled()
    if (this.#row.adds && !(await keepHold(database, this.#row.id, HOLD_MS)))
      throw this.#because('writes have waited too long and go on; another attempt follows')
  }

  #side(node: StorageNode): Side {
    const { builder, primitives, prefixes } = this.#parts
    const invoke = createInvoke({ key: builder, primitives, clock: Date.now, prefixes })
    const token = () => invoke(node.did, commands.moves.execute)
    const moves = this.#movesOf(node)
    return new Proxy({} as Side, {
      get: (_, step: keyof NodeMoves) => (body: object) =>
        (moves[step] as (token: string, body: object) => Promise<object>)(token(), {
          ...body,
          move: this.#row.id,
        }),
    })
  }

  #movesOf({ moves }: StorageNode): NodeMoves {
    if (moves === undefined) throw this.#because('one of the nodes is of another kind')
    return moves
  }

  #because(reason: string, cause?: unknown): Error {
    const { from_url, to_url } = this.#row
    return Object.assign(new NodeMoveFailed(from_url, to_url, reason), { cause })
  }
}

const isSame = (one: Extent, other: Extent): boolean => one.rows === other.rows && one.digest === other.digest

/** The range up to an earlier end. */
const until = (range: RowRange, { until: end }: Pick<RowRange, 'until'>): RowRange =>
  end === undefined ? range : { ...range, until: end }

const countsOf = ({ counts, collections }: MoveStatus) => ({ counts, collections })
