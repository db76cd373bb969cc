/** The questions about keys, put to a person in the page: who is asked, and the question while it is open. */
import { type ReactNode, useMemo, useState } from 'react'
import './keys.css'
import type { KeyPrompts, Opening } from '../../sdk/keys/prompts.ts'
import type { Sealing } from '../../sdk/keys/wrapped-key.ts'
import { TurnedBack } from '../step.ts'

/** Who is asked, and the question to draw while one is open. */
export interface Asking {
  readonly person: KeyPrompts
  /** Stands in place of what led to it. */
  readonly question: ReactNode
}

/** What the drawing of a question is given: how it ends. */
export interface Answers<T> {
  readonly answer: (given: T) => void
  readonly turnBack: () => void
}

type Drawings = typeof import('./asked.tsx')

export function usePerson(): Asking {
  const [question, setQuestion] = useState<ReactNode>()
  const person = useMemo((): KeyPrompts => {
    /** Rejects when the drawings cannot be loaded, which is told like all that fails in a step. */
    async function put<T>(draw: (drawings: Drawings, answers: Answers<T>) => ReactNode): Promise<T> {
      const drawings = await import('./asked.tsx')
      return new Promise((give, fail) => {
        const close = (end: () => void) => {
          setQuestion(undefined)
          end()
        }
        setQuestion(
          draw(drawings, {
            answer: given => close(() => give(given)),
            turnBack: () => close(() => fail(new TurnedBack())),
          }),
        )
      })
    }
    return {
      sealWith: question => put<Sealing>(({ Seal }, answers) => <Seal {...question} {...answers} />),
      openWith: question => put<Opening>(({ Open }, answers) => <Open {...question} {...answers} />),
      keepRecovery: file => put<void>(({ Recovery }, answers) => <Recovery file={file} {...answers} />),
      giveUp: (did, loss) => put<void>(({ GiveUp }, answers) => <GiveUp {...{ did, loss }} {...answers} />),
    }
  }, [])
  return { person, question }
}
