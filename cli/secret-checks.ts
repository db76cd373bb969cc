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
  const { threshold, nodes } = config.stores.records
  if (network === undefined || (threshold === undefined && typeof nodes === 'number')) return []
  const { some, all, former } = await network.countSecrets(collections)
  if (former > 0)
    return [...(threshold === undefined ? [] : counts(some, all)), ofFormerNodes(former, threshold)]
  return threshold === undefined ? [] : counts(some, all)
}

/** Secrets of before the last node was added. */
const ofFormerNodes = (former: number, threshold: number | undefined): Finding => ({
  state: 'note',
  what: `secrets: ${former} of before the last node was added, with shares on the other nodes alone`,
  mend:
    threshold === undefined
      ? 'Nothing: they read as before, from the nodes that have them. A new share needs a new secret, such as a file that its owner uploads again.'
      : 'Nothing: they read as before, from the nodes that have them. One that still needs every share is shared among all nodes when its owner opens it.',
})

function counts(some: number, all: number): Finding[] {
  if (all === 0) return [{ state: 'ok', what: `secrets: ${some} records, all with the threshold` }]
  return [
    {
      state: 'note',
      what: `secrets: ${some} records with the threshold; ${all} still need all nodes`,
      mend: 'Each gets its threshold when its owner opens it with this release of the SDK. Keep backing up every node until then.',
    },
  ]
}
