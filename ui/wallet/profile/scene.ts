/** What every part of the page works with: whose profile it is, what is in it, and the keys of this browser. */
import { createContext, useContext } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { NodeClient } from '../../sdk/nodes.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Own } from './own.ts'

export interface Scene {
  readonly keyring: Keyring
  readonly keyPair: StorageKeyPair
  readonly nodes: NodeClient
  readonly own: Own
  /** Reads everything again, after a change. */
  reload(): Promise<void>
  /** Chooses another key. */
  leave(): void
}

const SceneContext = createContext<Scene | undefined>(undefined)

export const SceneProvider = SceneContext.Provider

export function useScene(): Scene {
  const scene = useContext(SceneContext)
  if (!scene) throw new Error('This part of the page stands in no profile')
  return scene
}
