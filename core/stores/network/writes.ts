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
import { NodeUnavailableError, RecordBusyError, RecordExistsError } from './errors.ts'
import type { Intent } from './journal.ts'
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
    await this.#exclusively(wanted, async intents => {
      for (let at = 0; at < entries.length; at += BATCH) {
        const some = entries.slice(at, at + BATCH)
        const marks = intents.slice(at, at + BATCH).map(({ write }) => write)
        await this.#all((node, of) => this.#createOn(node, batchesOf(some, marks, of), ownership))
      }
    })
  }

  replace(collection: string, record: NewRecord): Promise<boolean> {
    const { _id: id } = record
    const digest = digestOf(record)
    const wanted = { collection, id, operation: 'replace', digest } as const
    return this.#exclusively([wanted], async () => {
      const replaced = await this.#all(node =>
        replacing(node, this.#parts.invoke, collection, record, digest),
      )
      return replaced.some(Boolean)
    })
  }

  delete(collection: string, id: string): Promise<boolean> {
    return this.#exclusively([{ collection, id, operation: 'delete' }], async () => {
      const deleted = await this.#all(node => deleting(node, this.#parts.invoke, { collection, id }))
      return deleted.some(Boolean)
    })
  }

  /**
   * Runs a write under an exclusive lock on its records, across processes. In this process, writes of the
   * first record wait for each other without polling the journal.
   */
  #exclusively<T>(
    wanted: readonly Omit<Intent, 'write'>[],
    write: (intents: readonly Intent[]) => Promise<T>,
  ): Promise<T> {
    const [first] = wanted
    return this.#lock.run(`${first?.collection}/${first?.id}`, async () => {
      const mark = randomUUID()
      const { intents, isFirst } = await this.#claim(wanted.map(each => ({ ...each, write: mark })))
      try {
        const result = await write(intents)
        await this.#parts.journal.end(intents, 'publish')
        return result
      } catch (error) {
        const isCertain = isFirst && error instanceof WriteFailed && error.isCertain
        await this.#giveUp(intents, isCertain)
        throw error instanceof WriteFailed ? error.reason : error
      }
    })
  }

  /** Claims every record of a write, or none. */
  async #claim(
    wanted: readonly Intent[],
  ): Promise<{ readonly intents: readonly Intent[]; readonly isFirst: boolean }> {
    if (await this.#parts.journal.begin(wanted)) return { intents: wanted, isFirst: true }
    const fresh: Intent[] = []
    const left = new Map<Intent, Intent>()
    try {
      for (const intent of wanted) {
        const found = await this.#claimOne(intent)
        if (found === undefined) fresh.push(intent)
        else left.set(intent, found)
      }
      const intents = await this.#takeOver(wanted, left)
      return { intents, isFirst: left.size === 0 }
    } catch (error) {
      // Nothing was sent under the fresh mark.
      if (fresh.length > 0) await this.#parts.journal.end(fresh, 'discard')
      if (left.size > 0) await this.#parts.journal.park([...left.values()])
      throw error
    }
  }

  /** The interrupted write that was taken over for a record; `undefined` if there was none. */
  async #claimOne(intent: Intent): Promise<Intent | undefined> {
    for (const pause of [...BUSY_PAUSES_MS, undefined]) {
      if (await this.#parts.journal.begin([intent])) return undefined
      const left = await this.#parts.journal.resume(intent)
      if (left !== undefined) return left
      if (pause !== undefined) await delay(pause)
    }
    throw await this.#busy(intent.id)
  }

  /**
   * The new write continues under the marks of interrupted ones, so that it acknowledges or withdraws
   * anything that the latter may still create.
   */
  async #takeOver(wanted: readonly Intent[], left: ReadonlyMap<Intent, Intent>): Promise<readonly Intent[]> {
    if (!(await settle(this.#parts, [...left.values()]))) {
      const [away] = await this.#awayNodes()
      throw away ? new NodeUnavailableError(nameOf(away)) : new RecordBusyError(wanted[0]?.id, '')
    }
    const restated = wanted.map(intent => ({ ...intent, write: left.get(intent)?.write ?? intent.write }))
    for (const [at, intent] of wanted.entries()) {
      const now = restated[at]
      if (left.has(intent) && now !== undefined) await this.#parts.journal.restate(now)
    }
    return restated
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
   * Undoes a failed write. It ends when every node has reported its outcome. Without a report the request may
   * still arrive, so the intents stay for the next write of the records, or for recovery after their lease
   * expires.
   */
  async #giveUp(intents: readonly Intent[], isCertain: boolean): Promise<void> {
    try {
      if ((await settle(this.#parts, intents)) && isCertain) await this.#parts.journal.end(intents, 'discard')
      else await this.#parts.journal.park(intents)
    } catch {
      // The journal is unavailable: it keeps the intents, and the lease runs.
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
