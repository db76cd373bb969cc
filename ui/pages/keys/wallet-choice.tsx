/** The choice of a wallet, for pages that need its account but no profile. */
import type { ReactNode } from 'react'
import { usePerson } from './key-prompts.tsx'
import type { Vault } from './vault.ts'
import type { Account } from './wallet.ts'
import { Choices, type ChoicesProps, WalletChoices } from './wallet-list.tsx'

export interface WalletChoiceProps extends Pick<ChoicesProps, 'legend' | 'step'> {
  readonly vault: Vault
  /** The status while the step runs, for the person: `Connecting …`. */
  readonly doing: string
  /** Called with the connected account; its promise is part of the step. */
  readonly onChosen: (account: Account) => Promise<void> | void
}

/** The choice of a wallet. A prompt to unlock it replaces the choice while it is open. */
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
