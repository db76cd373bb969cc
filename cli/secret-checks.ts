/** The doctor's findings about secret fields: how many records do not allow the loss of a node yet. */
import type { NetworkStore } from '../core/stores/network/network.ts'
import type { StoredCollection } from '../core/stores/records.ts'
import type { Checked, Finding } from './checks.ts'
import { secretsIn } from './describe.ts'

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
