/** Stores the label of a profile on the nodes, readable by the person alone. */
import type { ProfileLabel } from '../../../schemas/profile-label.ts'
import { uids } from '../../../schemas/uids.ts'
import { fetchDelegation } from '../../sdk/delegation.ts'
import { words } from '../language.ts'
import { Said } from '../step.ts'
import type { Scene } from './scene.ts'

/** Changes the label. A repeated call completes an interrupted one. */
export async function storeLabel(
  { keyPair, keyring, nodes, own, reload }: Scene,
  changes: ProfileLabel,
): Promise<void> {
  const { stored, isKnown, ...before } = own.label
  if (!isKnown) throw new Said(() => words.nameUnread)
  const { name = '', ...label } = { ...before, ...changes }
  const { environment } = keyring
  const { delegation } = await fetchDelegation(keyPair, environment)
  await nodes.createData(delegation, {
    ...{ collection: uids.ProfileLabel, owner: keyPair.did },
    data: { ...label, ...(name !== '' && { name: { '%allot': name } }) },
    // A node demands a grantee: the owner, who has every permission anyway.
    acl: { grantee: keyPair.did, read: true, write: false, execute: false },
  })
  for (const earlier of stored) await nodes.deleteData(earlier)
  await reload()
}

/** False in a deployment without the plugin that declares labels. */
export const hasLabels = ({ keyring }: Pick<Scene, 'keyring'>): boolean =>
  Object.values(keyring.environment.collections).includes(uids.ProfileLabel)
