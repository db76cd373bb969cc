/** Which wallet: for pages that need its account, and no profile. */
import type { ReactNode } from 'react'
import { Choices, type ChoicesProps, WalletChoices } from './choices.tsx'
import { usePerson } from './questions.tsx'
import type { Vault } from './vault.ts'
import type { Account } from './wallet.ts'

export interface WalletChoiceProps extends Pick<ChoicesProps, 'legend' | 'step'> {
  readonly vault: Vault
  /** What the page does meanwhile, as a person reads it: `Connecting …`. */
  readonly doing: string
  /** Told the account that the person connects; what it awaits belongs to the step. */
  readonly onChosen: (account: Account) => Promise<void> | void
}

/** The choice of a wallet; what opens it, where it is locked, is asked in its place. */
export function WalletChoice({ vault, legend, step, doing, onChosen }: WalletChoiceProps): ReactNode {
  const { person, question } = usePerson()
  if (question) return question
  return (
    <Choices {...{ legend, step }}>
      <WalletChoices
        {...{ vault, person }}
        onChoose={wallet => step.run(doing, async () => onChosen(await wallet.connect()))}
      />
    </Choices>
  )
}
