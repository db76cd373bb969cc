/**
 * Writes to all nodes: the journal has the intent before the first call, the write is acknowledged after the
 * last answer, and undone on failure.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { loopTurn } from '../../sandbox/loop-turn.ts'
import type { QueuedEvent } from '../outbox.ts'
import type { NewRecord, Ownership } from '../records.ts'
import { contentOf, deleting, digestOf, presentOn, replacing } from './content.ts'
import { NodeUnavailableError, RecordBusyError, RecordExistsError, WriteLostError } from './errors.ts'
import type { Claim, Intent } from './journal.ts'
import { KeyedLock } from './keyed-lock.ts'
import {
  type Created,
  commands,
  type NewDocument,
  type NewStandardDocuments,
  type StorageNode,
} from './node.ts'
import { asGatewayError, isUnavailable, nameOf } from './outcome.ts'
import { BATCH, type NetworkParts, settle } from './recovery.ts'

/** A record to create, as one document per node, in the order of the nodes. */
export interface NewEntry {
  readonly collection: string
  readonly id: string
  readonly documents: readonly NewDocument[]
}

/** Pauses while a write waits for another one of the same record. */
const BUSY_PAUSES_MS = [20, 50, 100, 200, 400, 800]

/** The cause of a failed write, and whether every node has reported its outcome. */
class WriteFailed extends Error {
  readonly reason: Error
  readonly isCertain: boolean

  constructor(reason: Error, isCertain: boolean) {
    super(reason.message)
    this.reason = reason
    this.isCertain = isCertain
  }
}

/** The writes of one gateway to all nodes of a network. */
export class NetworkWrites {
  readonly #parts: NetworkParts
  readonly #lock = new KeyedLock()

  constructor(parts: NetworkParts) {
    this.#parts = parts
  }

  /**
   * Creates all of these records in one write; on failure, none of those that did not exist before. All
   * belong to one owner, or all to the service.
   * @param events - published with the write
   */
  async create(
    entries: readonly NewEntry[],
    ownership: Ownership | undefined,
    events: readonly QueuedEvent[] = [],
  ): Promise<void> {
    if (entries.length === 0) return
    const wanted = entries.map(({ collection, id }, at) => ({
      ...{ collection, id, operation: 'create' as const },
      ...(at === 0 && events.length > 0 && { events }),
    }))
    await this.#exclusively(wanted, async claims => {
      for (let at = 0; at < entries.length; at += BATCH) {
        const some = entries.slice(at, at + BATCH)
        const marks = claims.slice(at, at + BATCH).map(({ write }) => write)
        // The rows were stored just before the first step.
        if (at > 0) await this.#parts.journal.confirm(claims)
        await this.#all((node, of) => this.#createOn(node, batchesOf(some, marks, of), ownership))
      }
    })
  }

  replace(collection: string, record: NewRecord): Promise<boolean> {
    const { _id: id } = record
    const digest = digestOf(record)
    const wanted = { collection, id, operation: 'replace', digest } as const
    return this.#exclusively([wanted], claims =>
      this.#someNode(claims, (node, claim) => replacing(node, this.#parts, claim, record, claim.write)),
    )
  }

  delete(collection: string, id: string): Promise<boolean> {
    return this.#exclusively([{ collection, id, operation: 'delete' }], claims =>
      this.#someNode(claims, (node, claim) => deleting(node, this.#parts, claim)),
    )
  }

  /**
   * Runs a write under an exclusive lock on its records, across processes. In this process, writes of the
   * first record wait for each other without polling the journal. It is acknowledged if the journal ends it while
   * every row is still held.
   */
  #exclusively<T>(
    wanted: readonly Omit<Intent, 'write'>[],
    write: (claims: readonly Claim[]) => Promise<T>,
  ): Promise<T> {
    const [first] = wanted
    return this.#lock.run(`${first?.collection}/${first?.id}`, async () => {
      const mark = randomUUID()
      const { claims, isFirst } = await this.#claim(wanted.map(each => ({ ...each, write: mark })))
      try {
        const result = await write(claims)
        await this.#parts.journal.end(claims, 'publish')
        return result
      } catch (error) {
        if (!(error instanceof WriteFailed)) {
          await this.#giveUp(claims, false)
          throw error
        }
        // A node's answer to a write that another process has ended is of no use to the caller.
        throw (await this.#giveUp(claims, isFirst && error.isCertain)) ?? error.reason
      }
    })
  }

  /** Claims every record of a write, or none. */
  async #claim(
    wanted: readonly Intent[],
  ): Promise<{ readonly claims: readonly Claim[]; readonly isFirst: boolean }> {
    const began = await this.#parts.journal.begin(wanted)
    if (began !== undefined) return { claims: began, isFirst: true }
    const fresh = new Map<Intent, Claim>()
    const left = new Map<Intent, Claim>()
    try {
      for (const intent of wanted) await this.#claimOne(intent, fresh, left)
      const claims = await this.#takeOver(wanted, fresh, left)
      return { claims, isFirst: left.size === 0 }
    } catch (error) {
      // Nothing was sent under the fresh mark.
      const { journal } = this.#parts
      await Promise.allSettled([
        ...[...fresh.values()].map(claim => journal.end([claim], 'discard')),
        ...(left.size > 0 ? [journal.park([...left.values()])] : []),
      ])
      throw error
    }
  }

  /** Claims one record: with a row of its own, or with that of an interrupted write. */
  async #claimOne(intent: Intent, fresh: Map<Intent, Claim>, left: Map<Intent, Claim>): Promise<void> {
    for (const pause of [...BUSY_PAUSES_MS, undefined]) {
      const [began] = (await this.#parts.journal.begin([intent])) ?? []
      if (began !== undefined) return void fresh.set(intent, began)
      const found = await this.#parts.journal.resume(intent)
      if (found !== undefined) return void left.set(intent, found)
      if (pause !== undefined) await delay(pause)
    }
    throw await this.#busy(intent.id)
  }

  /**
   * Settles interrupted writes, and gives their rows to the new one under its own mark: the nodes refuse what still
   * arrives under theirs.
   */
  async #takeOver(
    wanted: readonly Intent[],
    fresh: ReadonlyMap<Intent, Claim>,
    left: Map<Intent, Claim>,
  ): Promise<readonly Claim[]> {
    if (!(await settle(this.#parts, [...left.values()]))) {
      const [away] = await this.#awayNodes()
      throw away ? new NodeUnavailableError(nameOf(away)) : new RecordBusyError(wanted[0]?.id, '')
    }
    for (const [intent, claim] of left) left.set(intent, await this.#parts.journal.restate(claim, intent))
    return wanted.flatMap(intent => fresh.get(intent) ?? left.get(intent) ?? [])
  }

  /** The error for a record with another write; names the nodes that keep that one from ending. */
  async #busy(id: string): Promise<Error> {
    const names = (await this.#awayNodes()).map(node => `'${nameOf(node)}'`)
    return new RecordBusyError(id, names.length === 0 ? '' : `: ${names.join(', ')} does not answer`)
  }

  /** The nodes that do not answer. */
  async #awayNodes(): Promise<StorageNode[]> {
    const answers = await Promise.allSettled(this.#parts.nodes.map(node => node.health()))
    return this.#parts.nodes.filter((_, at) => answers[at]?.status === 'rejected')
  }

  /**
   * Undoes a failed write, as far as its rows are still held. It ends when every node has reported its outcome.
   * Without a report the request may still arrive, so the intents stay for the next write of the records, or for
   * recovery after their lease expires.
   * @returns an error if another process has a row
   */
  async #giveUp(claims: readonly Claim[], isCertain: boolean): Promise<Error | undefined> {
    const { journal } = this.#parts
    try {
      const held = await journal.reclaim(claims)
      if (held.length > 0) {
        if ((await settle(this.#parts, held)) && isCertain) await journal.end(held, 'discard')
        else await journal.park(held)
      }
      return held.length < claims.length ? new WriteLostError(claims[0]?.id) : undefined
    } catch {
      // The journal is unavailable, or the lease has ended again: the row stays, or is another's.
      return undefined
    }
  }

  /** Resolves if the node has the records as sent. */
  async #createOn(
    node: StorageNode,
    batches: readonly NewStandardDocuments[],
    ownership: Ownership | undefined,
  ): Promise<void> {
    // Nodes of this process validate large records one after another, each in a turn of its own. Records of
    // people are smaller.
    if (ownership === undefined) await loopTurn()
    const token = this.#parts.invoke(node.did, commands.data.create)
    const outcomes = await this.#createdOn(node, token, batches, ownership)
    for (const [at, { collection, data }] of batches.entries()) {
      const made = new Set(outcomes[at]?.created)
      if (made.size === data.length) continue
      for (const document of data) {
        const id = String(document['_id'])
        if (!made.has(id.toLowerCase())) await this.#assertSame(node, collection, id, document, ownership)
      }
    }
  }

  async #createdOn(
    node: StorageNode,
    token: string,
    batches: readonly NewStandardDocuments[],
    ownership: Ownership | undefined,
  ): Promise<readonly Created[]> {
    if (ownership !== undefined && batches.length > 1)
      return node.createAllOwned(token, { ...ownership, batches })
    const created: Created[] = []
    for (const batch of batches)
      created.push(
        ownership === undefined
          ? await node.createStandard(token, batch)
          : await node.createOwned(token, { ...batch, ...ownership }),
      )
    return created
  }

  /** @throws RecordExistsError unless the node has exactly this record */
  async #assertSame(
    node: StorageNode,
    collection: string,
    id: string,
    document: NewDocument,
    ownership: Ownership | undefined,
  ): Promise<void> {
    const present = await presentOn(node, this.#parts.invoke, collection, id)
    const sent = JSON.parse(JSON.stringify(contentOf(document)))
    const isSame =
      present !== undefined &&
      present._owner === ownership?.owner &&
      isDeepStrictEqual(contentOf(present), sent)
    if (!isSame) throw new RecordExistsError(id)
  }

  /** Changes records on every node; `true` if one of them has made a change. */
  async #someNode(
    claims: readonly Claim[],
    change: (node: StorageNode, claim: Claim) => Promise<boolean>,
  ): Promise<boolean> {
    const changed = await this.#all(node => Promise.all(claims.map(claim => change(node, claim))))
    return changed.flat().some(Boolean)
  }

  /** Calls every node, and waits for every answer before it reports a failure. */
  async #all<T>(question: (node: StorageNode, at: number) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(this.#parts.nodes.map(question))
    const failures = this.#parts.nodes.flatMap((node, at) => {
      const answer = answers[at]
      return answer?.status === 'rejected' ? [{ node, reason: answer.reason as unknown }] : []
    })
    // A conflict with another record takes precedence over a failure of a node.
    const reported = failures.find(({ reason }) => reason instanceof RecordExistsError) ?? failures[0]
    if (reported !== undefined) {
      const isCertain = failures.every(({ reason }) => !isUnavailable(reason))
      throw new WriteFailed(asGatewayError(reported.node, reported.reason), isCertain)
    }
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}

/** The documents of records for the node at this place, by collection and mark. */
function batchesOf(
  entries: readonly NewEntry[],
  marks: readonly string[],
  node: number,
): readonly NewStandardDocuments[] {
  const batches = new Map<string, NewStandardDocuments & { readonly data: NewDocument[] }>()
  for (const [at, { collection, documents }] of entries.entries()) {
    const write = marks[at] ?? ''
    const batch = batches.get(`${collection} ${write}`) ?? { collection, write, data: [] }
    batches.set(`${collection} ${write}`, batch)
    batch.data.push(documents[node] ?? {})
  }
  return [...batches.values()]
}
