/** The doctor's findings about secret fields: how many nodes may be lost, and how many records do not allow it yet. */
import type { NetworkStore } from '../core/stores/network/network.ts'
import type { StoredCollection } from '../core/stores/records.ts'
import type { Checked, Finding } from './checks.ts'
import { secretsIn } from './describe.ts'

/** The nodes that may be lost, by the config. */
export async function secretSharing({ config }: Pick<Checked, 'config'>): Promise<Finding[]> {
  const { driver, nodes: given, threshold } = config.stores.records
  const nodes = typeof given === 'number' ? given : given.length
  if (driver === 'memory') return []
  if (nodes === 1)
    return [
      {
        state: 'note',
        what: 'secrets: on a single node, sealed with a key of the service',
        mend: ALL_NEEDED,
      },
    ]
  if (threshold === undefined || threshold === nodes)
    return [
      { state: 'note', what: `secrets: all of the ${nodes} nodes are needed to read them`, mend: ALL_NEEDED },
    ]
  const spare = nodes - threshold
  const what = `secrets: ${threshold} of the ${nodes} nodes are enough to read them; ${spare} may be lost`
  return [{ state: 'ok', what }]
}

const ALL_NEEDED =
  'A node that is lost without a fresh backup takes every secret with it, such as the keys of files: back up each node every day, or see stores.records.threshold.'

/** The records whose owners have not opened them since the deployment has a threshold. */
export async function secretProgress(
  { config, plugins }: Pick<Checked, 'config' | 'plugins'>,
  network: Pick<NetworkStore, 'countSecrets'> | undefined,
  collections: readonly Pick<StoredCollection, 'uid' | 'secrets'>[] = secretsIn(plugins),
): Promise<Finding[]> {
  if (network === undefined || config.stores.records.threshold === undefined) return []
  const { some, all } = await network.countSecrets(collections)
  if (all === 0) return [{ state: 'ok', what: `secrets: ${some} records, all with the threshold` }]
  return [
    {
      state: 'note',
      what: `secrets: ${some} records with the threshold; ${all} still need all nodes`,
      mend: 'Each gets its threshold when its owner opens it with this release of the SDK. Keep backing up every node until then.',
    },
  ]
}
