/** The contents of a profile, counted on the storage nodes with its own key. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { createNodeClient } from '../../sdk/nodes.ts'
import type { Keyring } from '../keys/keyring.ts'
import { type KnownIdentity, openIdentity } from '../keys/storage-keys.ts'

const KINDS: readonly [collection: string, one: string, several: string][] = [
  [uids.QuestionnaireResponse, 'answered form', 'answered forms'],
  [uids.Observation, 'measurement', 'measurements'],
  [uids.Binary, 'file', 'files'],
]

/** The contents of a profile in words: `2 answered forms, 40 measurements`; empty if there is nothing. */
export async function contentsOf(
  keypair: StorageKeyPair,
  { nodes: addresses, didPrefix }: Environment,
): Promise<string> {
  const nodes = createNodeClient({ keypair, nodes: addresses, didPrefix })
  const all = await nodes.listData()
  return KINDS.flatMap(([collection, one, several]) => {
    const n = all.filter(each => each.collection === collection).length
    return n === 0 ? [] : [`${n.toLocaleString()} ${n === 1 ? one : several}`]
  }).join(', ')
}

/** The contents of a profile that this browser knows, beside its choice. */
export function Contents(props: { readonly keyring: Keyring; readonly identity: KnownIdentity }): ReactNode {
  const { keyring, identity } = props
  const [words, setWords] = useState('')
  useEffect(() => {
    const { vault, environment } = keyring
    let isOpen = true
    openIdentity(vault, identity, environment)
      .then(keyPair => contentsOf(keyPair, environment))
      .then(
        found => isOpen && setWords(found || 'nothing in it yet'),
        // The choice remains; its contents are an aid.
        () => isOpen && setWords('its contents cannot be read now'),
      )
    return () => {
      isOpen = false
    }
  }, [keyring, identity])
  return words
}
