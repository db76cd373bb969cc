/** A second look before an empty profile is opened: a new one, or the one of a wallet that has nothing in it. */
import type { ReactNode } from 'react'
import type { Step } from '../step.ts'
import { Choice } from './choices.tsx'
import { Question } from './question.tsx'

export interface Doubt {
  readonly why: 'new' | 'empty'
  /** Opens it all the same. */
  go(): void
  /** Returns to the choice, and leaves nothing behind. */
  back(): void
}

const WORDS = {
  new: {
    title: 'Make a new profile?',
    happens: 'This makes a new, empty profile, whose key only this browser has.',
    yes: 'Make a new, empty profile',
  },
  empty: {
    title: 'Open the empty profile?',
    happens: 'Nothing is stored in the profile of this wallet yet.',
    yes: 'Open the empty profile',
  },
} as const

export function Doubted({ why, go, back, step }: Doubt & { readonly step: Step }): ReactNode {
  const { title, happens, yes } = WORDS[why]
  return (
    <Question title={title} failure={step.failure}>
      <p>{happens} If you have a profile already, go back and bring it.</p>
      <fieldset className="choices" aria-label={title} disabled={step.doing !== ''}>
        <Choice onChoose={back}>Go back, I have a profile</Choice>
        <Choice onChoose={go}>{yes}</Choice>
      </fieldset>
      <p role="status">{step.doing}</p>
    </Question>
  )
}
