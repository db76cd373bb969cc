/** The choice of a profile without a connection: those of which this device keeps a copy. */
import { useEffect, useState } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Known } from '../keys/identity-choice.tsx'
import type { Keyring } from '../keys/keyring.ts'
import { hasCopy } from '../keys/profile-copies.ts'
import { type KnownIdentity, knownIdentities, openIdentity } from '../keys/storage-keys.ts'
import { openVault } from '../keys/vault.ts'
import { Choice, Choices } from '../keys/wallet-list.tsx'
import { Failure } from '../shell/failure.tsx'
import { words } from '../shell/language/page-texts.ts'
import { Said, useStep } from '../shell/run-action.ts'
import { copyOf } from './device-copy.ts'
import { TryAgain, useWhenOnline } from './unreadable-notice.tsx'

export interface DisconnectedProps {
  /** Why the service could not be reached, in one sentence. */
  readonly failure: string
  retry(): void
  onOpened(keyring: Keyring, keyPair: StorageKeyPair): void
}

export function Disconnected({ failure, retry, onOpened }: DisconnectedProps) {
  const [kept, setKept] = useState<readonly KnownIdentity[]>([])
  const step = useStep()
  useEffect(() => void keptHere().then(setKept, () => {}), [])
  useWhenOnline(retry)
  const open = (identity: KnownIdentity) =>
    step.run(words.opening, async () => {
      const vault = await openVault()
      // The copy has the prefix, like all else of the deployment.
      const keyPair = await openIdentity(vault, identity, { didPrefix: prefixOf(identity.did) })
      const copy = await copyOf(keyPair)
      if (!copy) throw new Said(() => words.noCopyYet)
      onOpened({ environment: copy.environment, vault, known: await knownIdentities(vault) }, keyPair)
    })
  return (
    <>
      <Failure text={failure} />
      {kept.length > 0 && (
        <Choices legend={words.openWith} step={step}>
          {kept.map(identity => (
            <Choice key={identity.name} onChoose={() => void open(identity)}>
              <Known identity={identity} isOne={kept.length === 1} />
            </Choice>
          ))}
        </Choices>
      )}
      <TryAgain retry={retry} />
    </>
  )
}

/** The profiles that this browser knows and keeps a copy of. */
async function keptHere(): Promise<readonly KnownIdentity[]> {
  const known = await knownIdentities(await openVault())
  const copied = await Promise.all(known.map(({ did }) => hasCopy(did)))
  return known.filter((_, at) => copied[at])
}

/** A DID of this deployment ends in the hex of a key. */
const prefixOf = (did: string): string => did.slice(0, -KEY_LENGTH)

const KEY_LENGTH = 66
