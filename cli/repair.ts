/** `andiron doctor --repair`: compares the records of the storage nodes, and repairs differences. */
import pino from 'pino'
import { openBuilder } from '../core/keys/builder-key.ts'
import { choosePrimitives } from '../core/keys/native.ts'
import type { Difference } from '../core/stores/network/repair.ts'
import { openStores } from '../core/stores/open.ts'
import { createGateway } from '../plugins/index.ts'
import { startLocalNodes } from '../plugins/storage-node/node/local.ts'
import type { Checked, Finding } from './checks.ts'
import { secretProgress } from './secret-checks.ts'

/** Compares the nodes and, unless `dryRun` is set, repairs them where possible. */
export async function repair(checked: Checked, dryRun: boolean): Promise<Finding[]> {
  const { config, data, directory } = checked
  const builder = await openBuilder(config, data)
  const primitives = await choosePrimitives()
  const stores = await openStores({
    config,
    data,
    builder,
    primitives,
    log: pino({ level: 'silent' }),
    startLocalNodes,
    accepts: !dryRun,
  })
  try {
    const { network, records } = stores
    if (!network) return [{ state: 'note', what: 'records: in memory, no nodes to compare' }]
    // Their servers do not listen: use the names that the gateway uses for them.
    for (const [at, node] of stores.localNodes.entries()) node.url = `node ${at + 1}`
    const app = await createGateway(config, { directory, stores, fastify: { logger: false } })
    try {
      // Loads the collections of all plugins.
      await app.ready()
      const names = new Map([...app.gateway.collections].map(({ uid, name }) => [uid, name]))
      process.stderr.write(`Comparing ${names.size} collections on ${records.nodes.length} nodes …\n`)
      const differences = await network.repair({ dryRun })
      const nodes = `${records.nodes.length} nodes`
      const lost = differences.filter(({ kind }) => kind === 'share').length
      const compared: Finding[] =
        differences.length === 0
          ? [{ state: 'ok', what: `records: ${nodes} hold the same records in ${names.size} collections` }]
          : differences.map(difference => findingOf(difference, names.get(difference.collection), dryRun))
      const what = `records: ${lost} lack shares, which only a backup of their node brings back`
      return [
        ...compared,
        ...(lost > 0 ? [{ state: 'note' as const, what }] : []),
        ...(await secretProgress(checked, network)),
      ]
    } finally {
      await app.close()
    }
  } finally {
    await stores.close()
  }
}

function findingOf(difference: Difference, collection = difference.collection, dryRun: boolean): Finding {
  const { id, kind, nodes, mended } = difference
  const record = `${collection} ${id}`
  const where = nodes.join(', ')
  if (mended && kind === 'share')
    return { state: 'note', what: `${record}: had no share on ${where}, now restored from the others` }
  if (mended) return { state: 'note', what: `${record}: was missing on ${where}, now copied` }
  switch (kind) {
    case 'missing':
      return {
        state: 'wrong',
        what: `${record}: missing on ${where}`,
        mend: dryRun
          ? 'Run andiron doctor --repair to copy it, if it is shared with only one builder.'
          : 'It could not be copied: a record with several readers can only be written by its owner, and its collection must accept it.',
      }
    case 'share':
      return {
        state: 'wrong',
        what: `${record}: no share on ${where}, so its secret fields cannot be read`,
        mend: dryRun
          ? 'With stores.records.threshold, run andiron doctor --repair; otherwise restore the database of that node from a backup with the record.'
          : 'Restore the database of that node from a backup with the record.',
      }
    case 'content':
      return {
        state: 'wrong',
        what: `${record}: the nodes hold different versions`,
        mend: 'The owner wrote to some nodes only. Only the owner can repeat the write.',
      }
  }
}
