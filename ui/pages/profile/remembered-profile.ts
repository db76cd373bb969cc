/** Remembers the label and the last use of the open profile in this browser, for the choice of a profile. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Memory, rememberIdentity } from '../keys/storage-keys.ts'
import type { Vault } from '../keys/vault.ts'
import type { StoredLabel } from './person-records.ts'

export interface UsedMemory {
  /** Absent until it is read. */
  readonly memory: Memory | undefined
  remember(changes: Memory): Promise<void>
}

/** @param label - the label on the nodes; absent until it is read */
export function useMemory(vault: Vault, did: string, label: StoredLabel | undefined): UsedMemory {
  const [memory, setMemory] = useState<Memory>()
  const last = useRef(Promise.resolve())
  const remember = useCallback(
    (changes: Parameters<typeof rememberIdentity>[2]) => {
      // At once, once it is known what was remembered before.
      setMemory(known => known && ({ ...known, ...changes } as Memory))
      // One after the other: each reads what the one before has written.
      last.current = last.current
        .then(() => rememberIdentity(vault, did, changes))
        // A full storage is no reason to refuse the profile.
        .catch(() => ({}))
        .then(stored => setMemory(known => ({ ...known, ...stored })))
      return last.current
    },
    [vault, did],
  )
  useEffect(() => void remember({ usedAt: new Date().toISOString() }), [remember])
  useEffect(() => {
    if (label?.isKnown) {
      const { name, colour, picture, recoverySaved } = label
      void remember({ name, colour, picture, ...(recoverySaved !== undefined && { recoverySaved }) })
    }
  }, [remember, label])
  return { memory, remember }
}
