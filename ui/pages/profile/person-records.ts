/** Reads a person's records from the storage nodes with their own key, without the service. */
import type { ProfileLabel } from '../../../schemas/profile-label.ts'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { DataReference, NodeClient, NodeDocument } from '../../sdk/nodes.ts'
import type { Label } from '../keys/avatar.tsx'
import { openPicture } from './settings/profile-picture.ts'

export interface OwnRecord {
  /** Uid of the collection. */
  readonly collection: string
  readonly document: NodeDocument
}

export interface Own {
  /** The time of the reading: ISO 8601. */
  readonly at: string
  /** The label by which the person recognises this profile. It is none of the records. */
  readonly label: StoredLabel
  /** The locations of all records, oldest first. */
  readonly all: readonly DataReference[]
  /** The newest ones, newest first. */
  readonly records: readonly OwnRecord[]
  /** The number of records on which the nodes disagree, or that lack a share. */
  readonly unreadable: number
}

export interface StoredLabel extends Label {
  /** All labels of the profile; the last one applies. */
  readonly stored: readonly DataReference[]
  /** False if there is one that cannot be read now. */
  readonly isKnown: boolean
}

/** Maximum number of records to load and show. */
export const MOST = 300
/** Records that are read at once. */
const AT_ONCE = 100

/**
 * @param onRead - called with the number of records read so far
 * @param known - the locations, if they have just been listed
 */
export async function loadOwn(
  nodes: NodeClient,
  keyPair: StorageKeyPair,
  onRead: (read: number) => void,
  known?: readonly DataReference[],
): Promise<Own> {
  const at = new Date().toISOString()
  const listed = known ?? (await nodes.listData())
  const isLabel = ({ collection }: DataReference) => collection === uids.ProfileLabel
  const [all, labels] = [listed.filter(each => !isLabel(each)), listed.filter(isLabel)]
  const wanted = [...labels.slice(-1), ...all.slice(-MOST).reverse()]
  const records: OwnRecord[] = []
  let label: ProfileLabel | undefined
  let unreadable = 0
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const batch = wanted.slice(from, from + AT_ONCE)
    for (const [index, answer] of (await nodes.readAllData(batch)).entries()) {
      const { collection } = batch[index] as DataReference
      const document = answer.status === 'fulfilled' ? answer.value : undefined
      // A label that cannot be read now is no reason to show nothing.
      if (collection === uids.ProfileLabel) label = document as ProfileLabel | undefined
      else if (document) records.push({ collection, document })
      else unreadable += 1
    }
    onRead(records.length)
  }
  return { at, label: await labelOf(label, labels, keyPair), all, records, unreadable }
}

async function labelOf(
  label: ProfileLabel | undefined,
  stored: readonly DataReference[],
  keyPair: StorageKeyPair,
): Promise<StoredLabel> {
  const { name, colour, sealedPicture, recoverySaved, passkeyAdded } = label ?? {}
  const picture = sealedPicture && (await openPicture(keyPair, sealedPicture))
  return {
    ...{ stored, isKnown: stored.length === 0 || label !== undefined },
    ...(name !== undefined && { name }),
    ...(colour !== undefined && { colour }),
    ...(picture && { picture }),
    ...(recoverySaved !== undefined && { recoverySaved }),
    ...(passkeyAdded !== undefined && { passkeyAdded }),
  }
}

/** The records of one collection. */
export const ofCollection = <T>({ records }: Own, uid: string): readonly (T & NodeDocument)[] =>
  records.filter(({ collection }) => collection === uid).map(({ document }) => document as T & NodeDocument)
