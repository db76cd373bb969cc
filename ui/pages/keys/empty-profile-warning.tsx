/** A second look before an empty profile is opened: a new one, or the one of a wallet that has nothing in it. */
import type { ReactNode } from 'react'
import { words } from '../shell/language/page-texts.ts'
import type { Step } from '../shell/run-action.ts'
import { Question } from './key-prompt.tsx'
import { Choice } from './wallet-list.tsx'

export interface Doubt {
  readonly why: 'new' | 'empty'
  /** Opens it all the same. */
  go(): void
  /** Returns to the choice, and leaves nothing behind. */
  back(): void
}

export function Doubted({ why, go, back, step }: Doubt & { readonly step: Step }): ReactNode {
  const isNew = why === 'new'
  const title = isNew ? words.makeNewTitle : words.openEmptyTitle
  return (
    <Question title={title} failure={step.failure}>
      <p>{isNew ? words.makeNewAbout : words.openEmptyAbout}</p>
      <fieldset className="choices" aria-label={title} disabled={step.doing !== ''}>
        <Choice onChoose={back}>{words.haveProfile}</Choice>
        <Choice onChoose={go}>{isNew ? words.makeNew : words.openEmpty}</Choice>
      </fieldset>
      <p role="status">{step.doing}</p>
    </Question>
  )
}
