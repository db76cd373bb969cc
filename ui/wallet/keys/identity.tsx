/** The choice of an identity: one that this browser knows, or that of a wallet. */
import type { ReactNode } from 'react'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { Choice, Choices, type ChoicesProps, WalletChoices } from './choices.tsx'
import type { Keyring } from './keyring.ts'
import { usePerson } from './questions.tsx'
import { createIdentity, type KnownIdentity, openIdentity } from './storage-keys.ts'

export interface IdentityChoiceProps extends Pick<ChoicesProps, 'legend' | 'step'> {
  readonly keyring: Keyring
  /** The status while the step runs, for the person: `Signing …`. */
  readonly doing: string
  /** Called with the key pair; its promise is part of the step. */
  readonly onChosen: (keyPair: StorageKeyPair) => Promise<void> | void
  /** More about a profile that this browser knows: what is in it. */
  readonly about?: (identity: KnownIdentity) => ReactNode
  /** Called before a key is made in this browser: `make` goes on. */
  readonly onNew?: (make: () => void) => void
}

/**
 * The choice of an identity. Prompts about a wallet replace it while they are open.
 * @example
 * ```tsx
 * const step = useStep()
 * <IdentityChoice {...{ keyring, step }} legend="Store with the key of" doing="Storing …" onChosen={store} />
 * ```
 */
export function IdentityChoice(props: IdentityChoiceProps): ReactNode {
  const { keyring, legend, step, doing, onChosen, about, onNew } = props
  const { vault, environment, known } = keyring
  const { person, question } = usePerson()
  if (question) return question
  const choose = (keyOf: () => Promise<StorageKeyPair>) =>
    step.run(doing, async () => onChosen(await keyOf()))
  return (
    <Choices {...{ legend, step }}>
      {known.map(identity => (
        <Choice key={identity.name} onChoose={() => choose(() => openIdentity(vault, identity, environment))}>
          The profile you used here before {known.length > 1 && <small>{endOf(identity.did)}</small>}
          <small>{about?.(identity)}</small>
        </Choice>
      ))}
      <WalletChoices
        {...{ vault, person, onNew }}
        onChoose={wallet => choose(() => createIdentity(vault, wallet, environment, person))}
      />
    </Choices>
  )
}

/** The end of a DID: it tells the profiles of a browser apart. */
export const endOf = (did: string): string => `ending in ${did.slice(-6)}`

/** A DID, shortened so that people can still tell it apart. */
export const shortened = (did: string): string => `${did.slice(0, 16)}…${did.slice(-6)}`
