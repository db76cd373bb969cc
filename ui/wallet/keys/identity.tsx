/** Whose key: an identity that this browser knows, or that of a wallet. */
import type { ReactNode } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Choice, Choices, type ChoicesProps, WalletChoices } from './choices.tsx'
import type { Keyring } from './keyring.ts'
import { usePerson } from './questions.tsx'
import { createIdentity, openIdentity } from './storage-keys.ts'

export interface IdentityChoiceProps extends Pick<ChoicesProps, 'legend' | 'step'> {
  readonly keyring: Keyring
  /** What the page does meanwhile, as a person reads it: `Signing …`. */
  readonly doing: string
  /** Told the key pair; what it awaits belongs to the step. */
  readonly onChosen: (keyPair: StorageKeyPair) => Promise<void> | void
}

/**
 * The choice of an identity; what has to be asked about a wallet is asked in its place.
 * @example
 * const step = useStep()
 * <IdentityChoice {...{ keyring, step }} legend="Store with the key of" doing="Storing …" onChosen={store} />
 */
export function IdentityChoice({ keyring, legend, step, doing, onChosen }: IdentityChoiceProps): ReactNode {
  const { vault, environment, known } = keyring
  const { person, question } = usePerson()
  if (question) return question
  const choose = (keyOf: () => Promise<StorageKeyPair>) =>
    step.run(doing, async () => onChosen(await keyOf()))
  return (
    <Choices {...{ legend, step }}>
      {known.map(identity => (
        <Choice key={identity.name} onChoose={() => choose(() => openIdentity(vault, identity, environment))}>
          The profile you used here before <small>{shortened(identity.did)}</small>
        </Choice>
      ))}
      <WalletChoices
        {...{ vault, person }}
        onChoose={wallet => choose(() => createIdentity(vault, wallet, environment, person))}
      />
    </Choices>
  )
}

/** A DID as a person can tell it from another. */
export const shortened = (did: string): string => `${did.slice(0, 16)}…${did.slice(-6)}`
