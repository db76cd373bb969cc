/** The contents of a profile, counted on the storage nodes with its own key. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Environment } from '../../../schemas/environment.ts'
import { uids } from '../../../schemas/uids.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { Keyring } from '../keys/keyring.ts'
import { type KnownIdentity, openIdentity } from '../keys/storage-keys.ts'
import { joined } from '../shell/language/formats.ts'
import { useLanguage, words } from '../shell/language/page-texts.ts'

const KINDS = [
  [uids.QuestionnaireResponse, 'answeredForms'],
  [uids.Observation, 'measurementsHeld'],
  [uids.Binary, 'filesHeld'],
] as const

/** The number of records of each kind. */
export interface Held {
  readonly kind: (typeof KINDS)[number][1]
  readonly many: number
}

/** The client of the storage nodes: most of what signs, which this page does without until a profile is chosen. */
export const loadNodes = () => import('../../sdk/nodes.ts')

/** The contents of a profile, without the kinds of which there are none. */
export async function contentsOf(
  keypair: StorageKeyPair,
  { nodes: addresses, didPrefix }: Environment,
): Promise<readonly Held[]> {
  const { createNodeClient } = await loadNodes()
  const nodes = createNodeClient({ keypair, nodes: addresses, didPrefix })
  const all = await nodes.listData()
  return KINDS.map(([uid, kind]) => ({
    kind,
    many: all.filter(({ collection }) => collection === uid).length,
  })).filter(({ many }) => many > 0)
}

/** The contents of a profile that this browser knows, beside its choice. */
export function Contents(props: { readonly keyring: Keyring; readonly identity: KnownIdentity }): ReactNode {
  const { keyring, identity } = props
  useLanguage()
  const [held, setHeld] = useState<readonly Held[] | 'unread'>()
  useEffect(() => {
    const { vault, environment } = keyring
    let isOpen = true
    openIdentity(vault, identity, environment)
      .then(keyPair => contentsOf(keyPair, environment))
      .then(
        found => isOpen && setHeld(found),
        // The choice remains; its contents are an aid.
        () => isOpen && setHeld('unread'),
      )
    return () => {
      isOpen = false
    }
  }, [keyring, identity])
  if (held === undefined) return ''
  if (held === 'unread') return words.contentsUnread
  return held.length === 0 ? words.nothingInIt : joined(held.map(({ kind, many }) => words[kind]({ many })))
}
