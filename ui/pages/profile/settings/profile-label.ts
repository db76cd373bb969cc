/** Stores the label of a profile on the nodes, readable by the person alone. */
import { uids } from '../../../../schemas/uids.ts'
import { fetchDelegation } from '../../../sdk/delegation.ts'
import type { Label } from '../../keys/avatar.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { Said } from '../../shell/run-action.ts'
import type { Scene } from '../page-context.ts'
import { sealPicture } from './profile-picture.ts'

/** Changes the label; an empty name or picture removes it. A repeated call completes an interrupted one. */
export async function storeLabel(
  { keyPair, keyring, nodes, own, reload }: Scene,
  changes: Label,
): Promise<void> {
  const { stored, isKnown, ...before } = own.label
  if (!isKnown) throw new Said(() => words.nameUnread)
  const { name = '', picture = '', ...label } = { ...before, ...changes }
  const { environment } = keyring
  const { delegation } = await fetchDelegation(keyPair, environment)
  await nodes.createData(delegation, {
    ...{ collection: uids.ProfileLabel, owner: keyPair.did },
    data: {
      ...label,
      ...(name !== '' && { name: { '%allot': name } }),
      ...(picture !== '' && { sealedPicture: await sealPicture(keyPair, picture) }),
    },
    // A node demands a grantee: the owner, who has every permission anyway.
    acl: { grantee: keyPair.did, read: true, write: false, execute: false },
  })
  for (const earlier of stored) await nodes.deleteData(earlier)
  await reload()
}

/** False in a deployment without the plugin that declares labels. */
export const hasLabels = ({ keyring }: Pick<Scene, 'keyring'>): boolean =>
  Object.values(keyring.environment.collections).includes(uids.ProfileLabel)
