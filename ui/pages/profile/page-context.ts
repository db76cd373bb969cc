/** Context of the views: the profile, its contents, and the keys of this browser. */
import { createContext, useContext } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { NodeClient } from '../../sdk/nodes.ts'
import type { ProfileDeletion } from '../../sdk/profile.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Memory } from '../keys/storage-keys.ts'
import type { Trail } from './activity/audit-trail.ts'
import type { Copying } from './device-copy.ts'
import type { Series } from './measurements/series.ts'
import type { Own } from './person-records.ts'
import type { Readership } from './sharing/readership.ts'

export interface Scene {
  readonly keyring: Keyring
  readonly keyPair: StorageKeyPair
  readonly nodes: NodeClient
  readonly own: Own
  /** True if `own` is the copy of this device: the nodes could not be reached, or not yet. */
  readonly isCopy: boolean
  readonly copying: Copying
  /** The measurements, the latest first. */
  readonly series: readonly Series[]
  readonly readership: Readership
  readonly trail: Trail
  /** The entry of the profile in this browser; absent until it is read. */
  readonly memory: Memory | undefined
  remember(changes: Memory): Promise<void>
  /** The deletion of the profile, once it has begun. */
  readonly deletion: ProfileDeletion | undefined
  setDeletion(deletion: ProfileDeletion): void
  /** Keeps the documents in the page, hidden behind another view. */
  keepDocuments(keeps: boolean): void
  /** Loads everything again after a change. */
  reload(): Promise<void>
  /** Returns to the choice of a key. */
  leave(): void
}

const SceneContext = createContext<Scene | undefined>(undefined)

export const SceneProvider = SceneContext.Provider

export function useScene(): Scene {
  const scene = useContext(SceneContext)
  if (!scene) throw new Error('This part of the page stands in no profile')
  return scene
}
