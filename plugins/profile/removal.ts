/**
 * Removes a person's data from the nodes and the object store in batches, each counted before its removal.
 */
import type { FastifyInstance } from 'fastify'
import type { OwnedOnNode, RecordAddress } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import type { Deletion, NodeProgress } from './deletion.ts'
import { RecordsStay } from './errors.ts'

/** Records to remove from a node between two saves. */
const BATCH = 100
/** Records per removal request to a node. */
const AT_ONCE = 10

/** Changes the stored state, durably. */
export type Save = (changes: Partial<Deletion>) => Promise<Deletion>

/** The result of one look at a node. */
interface Look {
  readonly node: OwnedOnNode
  readonly records: readonly RecordAddress[]
  /** The error, if the node was unreachable or refused. */
  readonly failure?: unknown
}

const nameOf = ({ collection, id }: RecordAddress): string => `${collection}/${id}`

/**
 * Repeats until no reachable node has a record of the person. The bytes of a file are removed before the
 * first of its records. A crash neither loses a count nor counts twice: each batch is saved with its count
 * first.
 * @returns the errors of the nodes that could not be emptied; none if all are empty
 */
export async function removeRecords(
  { gateway, files, uploads }: FastifyInstance,
  key: string,
  nodes: readonly OwnedOnNode[],
  known: Deletion,
  save: Save,
): Promise<readonly unknown[]> {
  let deletion = known
  const failures = new Map<OwnedOnNode, unknown>()
  const removedEarlier = new Map<OwnedOnNode, ReadonlySet<string>>()
  await removeObjects(deletion.pending.keys)
  for (;;) {
    const looks = await Promise.all(nodes.filter(node => !failures.has(node)).map(look))
    for (const { node, failure } of looks) if (failure !== undefined) failures.set(node, failure)
    const found = looks.filter(({ records }) => records.length > 0)
    if (found.length === 0) {
      await saveEmpty(new Set(looks.filter(({ failure }) => !failure).map(({ node }) => node.did)))
      return [...failures.values()]
    }
    deletion = await countThenRemove(found)
  }

  async function saveEmpty(empty: ReadonlySet<string>): Promise<void> {
    const emptyAt = new Date().toISOString()
    await save({
      nodes: progressOf(deletion, nodes).map(node => (empty.has(node.did) ? { emptyAt, ...node } : node)),
      // The removals requested from a node that went offline have been counted.
      pending: { keys: [], records: failures.size > 0 ? deletion.pending.records : {} },
    })
  }

  async function look(node: OwnedOnNode): Promise<Look> {
    try {
      const records = await node.list(BATCH)
      const removed = removedEarlier.get(node)
      // It would otherwise repeat for ever.
      if (removed && records.length > 0 && records.every(each => removed.has(nameOf(each))))
        return { node, records: [], failure: new RecordsStay(node.url) }
      return { node, records }
    } catch (failure) {
      return { node, records: [], failure }
    }
  }

  async function countThenRemove(found: readonly Look[]): Promise<Deletion> {
    const keys = await keysIn(found)
    const looked = found.map(({ node, records }) => [node.did, records.map(nameOf)] as const)
    const saved = await save({
      nodes: progressOf(deletion, nodes).map(node => counted(node, found)),
      files: deletion.files + keys.length,
      pending: { keys, records: { ...deletion.pending.records, ...Object.fromEntries(looked) } },
    })
    await removeObjects(keys)
    await Promise.all(
      found.map(async ({ node, records }) => {
        removedEarlier.set(node, new Set(records.map(nameOf)))
        await removeFrom(node, records).catch(failure => failures.set(node, failure))
      }),
    )
    return saved
  }

  /** The progress of a node, including new finds. */
  function counted(progress: NodeProgress, found: readonly Look[]): NodeProgress {
    const { emptyAt, ...rest } = progress
    const { records = [] } = found.find(({ node }) => node.did === progress.did) ?? {}
    if (records.length === 0) return progress
    const before = new Set(deletion.pending.records[progress.did])
    const sum = new Map(Object.entries(progress.records))
    for (const address of records.filter(each => !before.has(nameOf(each)))) {
      const name = gateway.collections.get(address.collection)?.name ?? address.collection
      sum.set(name, (sum.get(name) ?? 0) + 1)
    }
    return { ...rest, records: Object.fromEntries(sum) }
  }

  /** Keys of the files among the records that still have bytes. */
  async function keysIn(found: readonly Look[]): Promise<string[]> {
    const keys = new Set<string>()
    for (const { node, records } of found)
      for (const address of records.filter(({ collection }) => collection === uids.Binary)) {
        const url = (await node.read(address))?.['url']
        const object = typeof url === 'string' ? files.keyIn(url, { key }) : undefined
        if (object !== undefined && (await gateway.objects.sizeOf(object)) !== undefined) keys.add(object)
      }
    return [...keys]
  }

  async function removeObjects(keys: readonly string[]): Promise<void> {
    for (const object of keys) await uploads.remove(object)
  }
}

async function removeFrom(node: OwnedOnNode, records: readonly RecordAddress[]): Promise<void> {
  for (let at = 0; at < records.length; at += AT_ONCE)
    await Promise.all(records.slice(at, at + AT_ONCE).map(address => node.delete(address)))
}

/** The progress of every node, including nodes that are connected for the first time. */
function progressOf({ nodes }: Deletion, met: readonly OwnedOnNode[]): readonly NodeProgress[] {
  const known = new Set(nodes.map(({ did }) => did))
  return [
    ...nodes,
    ...met.filter(({ did }) => !known.has(did)).map(({ url, did }) => ({ url, did, records: {} })),
  ]
}
