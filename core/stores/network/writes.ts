/** Writes to all nodes: noted before the first is asked, acknowledged after the last has answered, undone otherwise. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { NewRecord, Ownership } from '../records.ts'
import { contentOf, digestOf, replacing } from './content.ts'
import { RecordBusyError, RecordExistsError, refusal } from './errors.ts'
import type { Invoke } from './invoke.ts'
import type { Intent, WriteJournal } from './journal.ts'
import { KeyedLock } from './keyed-lock.ts'
import { commands, type NewDocument, type StorageNode } from './node.ts'
import { asGatewayError, isUnavailable } from './outcome.ts'
import { recoverWrite, undoCreate } from './recovery.ts'

export interface Writes {
  /** `documents` has one part per node, in the order of the nodes. */
  create(
    collection: string,
    id: string,
    documents: readonly NewDocument[],
    ownership: Ownership | undefined,
  ): Promise<void>
  replace(collection: string, record: NewRecord): Promise<boolean>
  delete(collection: string, id: string): Promise<boolean>
}

interface WritesOptions {
  readonly nodes: readonly StorageNode[]
  readonly journal: WriteJournal
  readonly invoke: Invoke
}

/** How a node answered to a new record: it has it now, had it already, or has another under this id. */
type Answer = 'created' | 'present' | 'other' | { readonly failure: unknown }

const BUSY_PAUSES_MS = [20, 50, 100, 200, 400, 800]

export function createWrites(options: WritesOptions): Writes {
  const { nodes, journal, invoke } = options
  const lock = new KeyedLock()

  /** Runs a write alone among all writes of its record, in this process and in others. */
  function exclusively<T>(intent: Intent, write: () => Promise<T>): Promise<T> {
    return lock.run(`${intent.collection}/${intent.id}`, async () => {
      for (const pause of [...BUSY_PAUSES_MS, undefined]) {
        if (await journal.begin(intent)) return write()
        const [abandoned] = await journal.adopt({
          collection: intent.collection,
          id: intent.id,
          expired: true,
        })
        if (abandoned !== undefined) await recoverWrite(options, abandoned)
        else if (pause !== undefined) await delay(pause)
      }
      throw new RecordBusyError(intent.id)
    })
  }

  async function createOn(
    node: StorageNode,
    { collection, id, write }: Intent,
    document: NewDocument,
    ownership: Ownership | undefined,
  ): Promise<Answer> {
    const batch = { collection, data: [document], write }
    const token = invoke(node.did, commands.data.create)
    try {
      const { created } =
        ownership === undefined
          ? await node.createStandard(token, batch)
          : await node.createOwned(token, { ...batch, ...ownership })
      if (created.length > 0) return 'created'
      const { data } = await node.find(invoke(node.did, commands.data.read), {
        collection,
        filter: { _id: id },
      })
      const [present] = data
      return present !== undefined && isDeepStrictEqual(contentOf(present), plain(contentOf(document)))
        ? 'present'
        : 'other'
    } catch (failure) {
      return { failure }
    }
  }

  /** Undoes what this attempt alone did, then says why there is no record. */
  async function fail(intent: Intent, answers: readonly Answer[]): Promise<never> {
    // A node that failed may have created the record all the same.
    const touched = nodes.filter((_, at) => answers[at] === 'created' || isPerhapsCreated(answers[at]))
    const undone = await Promise.all(touched.map(node => undoCreate(node, invoke, intent)))
    if (undone.every(Boolean)) await journal.end(intent)
    for (const [at, node] of nodes.entries()) {
      const answer = answers[at]
      if (typeof answer === 'object') throw asGatewayError(node, answer.failure)
    }
    throw new RecordExistsError(intent.id)
  }

  return {
    create(collection, id, documents, ownership) {
      const intent: Intent = { collection, id, operation: 'create', write: randomUUID() }
      return exclusively(intent, async () => {
        const answers = await Promise.all(
          nodes.map((node, at) => createOn(node, intent, documents[at] ?? {}, ownership)),
        )
        if (answers.every(answer => answer === 'created' || answer === 'present')) await journal.end(intent)
        else await fail(intent, answers)
      })
    },

    replace(collection, record) {
      const { _id: id } = record
      const intent: Intent = {
        collection,
        id,
        operation: 'replace',
        write: randomUUID(),
        digest: digestOf(record),
      }
      return exclusively(intent, async () => {
        const replaced = await all(nodes, node => replacing(node, invoke, collection, record))
        await journal.end(intent)
        return replaced.some(Boolean)
      })
    },

    delete(collection, id) {
      const intent: Intent = { collection, id, operation: 'delete', write: randomUUID() }
      return exclusively(intent, async () => {
        const deleted = await all(nodes, node =>
          node.delete(invoke(node.did, commands.data.delete), { collection, filter: { _id: id } }),
        )
        await journal.end(intent)
        return deleted.some(({ deletedCount }) => deletedCount > 0)
      })
    },
  }
}

/** Asks every node and waits for every answer; the first failure in the order of the nodes is the one told. */
async function all<T>(
  nodes: readonly StorageNode[],
  question: (node: StorageNode) => Promise<T>,
): Promise<T[]> {
  const answers = await Promise.allSettled(nodes.map(question))
  return answers.map((answer, at) => {
    if (answer.status === 'fulfilled') return answer.value
    const node = nodes[at]
    throw node === undefined ? answer.reason : asGatewayError(node, answer.reason)
  })
}

function isPerhapsCreated(answer: Answer | undefined): boolean {
  return typeof answer === 'object' && isUnavailable(answer.failure)
}

/** As JSON has it: without members that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

void refusal
