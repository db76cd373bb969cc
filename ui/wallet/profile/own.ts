/** Reads a person's records from the storage nodes with their own key, without the service. */
import type { ProfileLabel } from '../../../schemas/profile-label.ts'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { DataReference, NodeClient, NodeDocument } from '../../sdk/nodes.ts'
import type { Label } from '../keys/face.tsx'
import { openPicture } from './picture.ts'

export interface OwnRecord {
  /** Uid of the collection. */
  readonly collection: string
  readonly document: NodeDocument
}

export interface Own {
  /** When it was read: ISO 8601. */
  readonly at: string
  /** How the person tells this profile from others. It is none of the records. */
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
/** Records that are read concurrently. */
const AT_ONCE = 6

/** @param onRead - called with the number of records read so far */
export async function loadOwn(
  nodes: NodeClient,
  keyPair: StorageKeyPair,
  onRead: (read: number) => void,
): Promise<Own> {
  const at = new Date().toISOString()
  const listed = await nodes.listData()
  const isLabel = ({ collection }: DataReference) => collection === uids.ProfileLabel
  const all = listed.filter(each => !isLabel(each))
  const label = await readLabel(nodes, keyPair, listed.filter(isLabel))
  const wanted = all.slice(-MOST).reverse()
  const records: OwnRecord[] = []
  let unreadable = 0
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const batch = wanted.slice(from, from + AT_ONCE)
    const read = await Promise.allSettled(batch.map(address => nodes.readData(address)))
    for (const [index, answer] of read.entries()) {
      const { collection = '' } = batch[index] ?? {}
      if (answer.status === 'fulfilled') records.push({ collection, document: answer.value })
      else unreadable += 1
    }
    onRead(records.length)
  }
  return { at, label, all, records, unreadable }
}

/** A label that cannot be read now is no reason to show nothing. */
async function readLabel(
  nodes: NodeClient,
  keyPair: StorageKeyPair,
  stored: readonly DataReference[],
): Promise<StoredLabel> {
  const newest = stored.at(-1)
  const label = newest && (await nodes.readData(newest).catch(() => undefined))
  const { name, colour, sealedPicture, recoverySaved, passkeyAdded } = (label ?? {}) as ProfileLabel
  const picture = sealedPicture && (await openPicture(keyPair, sealedPicture))
  return {
    ...{ stored, isKnown: newest === undefined || label !== undefined },
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
