/**
 * Writes to all nodes: the journal has the intent before the first call, the write is acknowledged after the
 * last answer, and undone on failure.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { loopTurn } from '../../sandbox/loop-turn.ts'
import type { NewRecord, Ownership } from '../records.ts'
import { contentOf, deleting, digestOf, presentOn, replacing } from './content.ts'
import { RecordBusyError, RecordExistsError } from './errors.ts'
import type { Batch, Intent } from './journal.ts'
import { KeyedLock } from './keyed-lock.ts'
import { commands, type NewDocument, type StorageNode } from './node.ts'
import { asGatewayError, isUnavailable } from './outcome.ts'
import { type NetworkParts, settle } from './recovery.ts'

/** Records by id, each as one document per node, in the order of the nodes. */
type Documents = ReadonlyMap<string, readonly NewDocument[]>

export interface Writes {
  /** Creates all of these records; on failure, none of those that did not exist before. */
  create(collection: string, records: Documents, ownership: Ownership | undefined): Promise<void>
  replace(collection: string, record: NewRecord): Promise<boolean>
  delete(collection: string, id: string): Promise<boolean>
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

export function createWrites(parts: NetworkParts): Writes {
  const { nodes, journal, invoke } = parts
  const lock = new KeyedLock()

  /** Runs a write under an exclusive lock on its record, across processes. */
  function exclusively<T>(wanted: Omit<Intent, 'write'>, write: (intent: Intent) => Promise<T>): Promise<T> {
    return lock.run(`${wanted.collection}/${wanted.id}`, async () => {
      const { intent, isFirst } = await claim({ ...wanted, write: randomUUID() })
      try {
        const result = await write(intent)
        await journal.end(intent)
        return result
      } catch (error) {
        const isCertain = isFirst && error instanceof WriteFailed && error.isCertain
        await giveUp(intent, isCertain)
        throw error instanceof WriteFailed ? error.reason : error
      }
    })
  }

  async function claim(intent: Intent): Promise<{ intent: Intent; isFirst: boolean }> {
    for (const pause of [...BUSY_PAUSES_MS, undefined]) {
      if (await journal.begin(intent)) return { intent, isFirst: true }
      const left = await journal.resume(intent)
      if (left !== undefined) return { intent: await takeOver(left, intent), isFirst: false }
      if (pause !== undefined) await delay(pause)
    }
    throw new RecordBusyError(intent.id)
  }

  /**
   * The new write continues under the mark of the interrupted one, so that it acknowledges or withdraws
   * anything that the latter may still create.
   */
  async function takeOver(left: Intent, intent: Intent): Promise<Intent> {
    if (!(await settle(parts, left))) {
      await journal.park(left)
      throw (await whoIsAway()) ?? new RecordBusyError(intent.id)
    }
    const restated = { ...intent, write: left.write }
    await journal.restate(restated)
    return restated
  }

  /** The error of the first node that does not answer, which keeps a write from ending. */
  async function whoIsAway(): Promise<Error | undefined> {
    const answers = await Promise.allSettled(nodes.map(node => node.health()))
    const at = answers.findIndex(({ status }) => status === 'rejected')
    const [node, answer] = [nodes[at], answers[at]]
    return node && answer?.status === 'rejected' ? asGatewayError(node, answer.reason) : undefined
  }

  /**
   * Undoes a failed write. It ends when every node has reported its outcome. Without a report the request may
   * still arrive, so the intent stays for the next write of the record, or for recovery after its lease
   * expires.
   */
  async function giveUp(intent: Intent, isCertain: boolean): Promise<void> {
    try {
      if ((await settle(parts, intent)) && isCertain) await journal.end(intent)
      else await journal.park(intent)
    } catch {
      // The journal is unavailable: it keeps the intent, and the lease runs.
    }
  }

  /** Resolves if the node has the records as sent. */
  async function createOn(
    node: StorageNode,
    { collection, write }: Pick<Intent, 'collection' | 'write'>,
    data: readonly NewDocument[],
    ownership: Ownership | undefined,
  ): Promise<void> {
    const batch = { collection, data, write }
    // Nodes of this process validate large records one after another, each in a turn of its own. Records of
    // people are smaller.
    if (ownership === undefined) await loopTurn()
    const token = invoke(node.did, commands.data.create)
    const { created } =
      ownership === undefined
        ? await node.createStandard(token, batch)
        : await node.createOwned(token, { ...batch, ...ownership })
    if (created.length === data.length) return
    const made = new Set(created)
    for (const document of data) {
      const id = String(document['_id'])
      if (!made.has(id.toLowerCase())) await assertSame(node, collection, id, document, ownership)
    }
  }

  /** @throws RecordExistsError unless the node has exactly this record */
  async function assertSame(
    node: StorageNode,
    collection: string,
    id: string,
    document: NewDocument,
    ownership: Ownership | undefined,
  ): Promise<void> {
    const present = await presentOn(node, invoke, collection, id)
    const sent = JSON.parse(JSON.stringify(contentOf(document)))
    const isSame =
      present !== undefined &&
      present._owner === ownership?.owner &&
      isDeepStrictEqual(contentOf(present), sent)
    if (!isSame) throw new RecordExistsError(id)
  }

  /** Calls every node, and waits for every answer before it reports a failure. */
  async function all<T>(question: (node: StorageNode, at: number) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(nodes.map(question))
    const failures = nodes.flatMap((node, at) => {
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

  function createOne(
    collection: string,
    id: string,
    documents: readonly NewDocument[],
    ownership: Ownership | undefined,
  ): Promise<void> {
    return exclusively({ collection, id, operation: 'create' }, async intent => {
      await all((node, at) => createOn(node, intent, [documents[at] ?? {}], ownership))
    })
  }

  /**
   * One call per node. `false`, without any effect, if another write of one of the records is in progress.
   */
  async function createTogether(
    collection: string,
    records: Documents,
    ownership: Ownership | undefined,
  ): Promise<boolean> {
    const batch: Batch = { collection, ids: [...records.keys()], write: randomUUID() }
    if (!(await journal.beginAll(batch))) return false
    try {
      await all((node, at) =>
        createOn(
          node,
          batch,
          [...records.values()].map(documents => documents[at] ?? {}),
          ownership,
        ),
      )
      await journal.endAll(batch)
      return true
    } catch (error) {
      const isCertain = error instanceof WriteFailed && error.isCertain
      const { ids, write } = batch
      // Concurrently: the time-out of a silent node passes only once.
      await Promise.all(ids.map(id => giveUp({ collection, id, operation: 'create', write }, isCertain)))
      throw error instanceof WriteFailed ? error.reason : error
    }
  }

  return {
    async create(collection, records, ownership) {
      if (records.size > 1 && (await createTogether(collection, records, ownership))) return
      // A record with an interrupted write is settled by a write of its own.
      for (const [id, documents] of records) await createOne(collection, id, documents, ownership)
    },

    replace(collection, record) {
      const { _id: id } = record
      return exclusively({ collection, id, operation: 'replace', digest: digestOf(record) }, async () => {
        const replaced = await all(node => replacing(node, invoke, collection, record))
        return replaced.some(Boolean)
      })
    },

    delete(collection, id) {
      return exclusively({ collection, id, operation: 'delete' }, async () => {
        const deleted = await all(node => deleting(node, invoke, { collection, id }))
        return deleted.some(Boolean)
      })
    },
  }
}
