/** Shows the key prompts in the page. */
import { type ReactNode, useMemo, useState } from 'react'
import type { KeyPrompts, Opening } from '../../sdk/keys/prompts.ts'
import type { Sealing } from '../../sdk/keys/wrapped-key.ts'
import { allWords, useLanguage } from '../shell/language/page-texts.ts'
import { TurnedBack } from '../shell/run-action.ts'

/** The prompts, and the element to render while one is open. */
export interface Asking {
  readonly person: KeyPrompts
  /** Replaces the content that triggered it. */
  readonly question: ReactNode
}

/** Callbacks with which a rendered prompt ends. */
export interface Answers<T> {
  readonly answer: (given: T) => void
  readonly turnBack: () => void
}

type Drawings = typeof import('./key-prompt-views.tsx')

export function usePerson(): Asking {
  useLanguage()
  const [draw, setDraw] = useState<() => ReactNode>()
  const person = useMemo((): KeyPrompts => {
    /** Rejects if the rendering code cannot be loaded; shown like any failure of a step. */
    async function put<T>(draw: (drawings: Drawings, answers: Answers<T>) => ReactNode): Promise<T> {
      const [drawings] = await Promise.all([import('./key-prompt-views.tsx'), allWords()])
      return new Promise((give, fail) => {
        const close = (end: () => void) => {
          setDraw(undefined)
          end()
        }
        const answers: Answers<T> = {
          answer: given => close(() => give(given)),
          turnBack: () => close(() => fail(new TurnedBack())),
        }
        // Drawn again in another language.
        setDraw(() => () => draw(drawings, answers))
      })
    }
    return {
      sealWith: question => put<Sealing>(({ Seal }, answers) => <Seal {...question} {...answers} />),
      openWith: question => put<Opening>(({ Open }, answers) => <Open {...question} {...answers} />),
      keepRecovery: file => put<void>(({ Recovery }, answers) => <Recovery file={file} {...answers} />),
      giveUp: (did, loss) => put<void>(({ GiveUp }, answers) => <GiveUp {...{ did, loss }} {...answers} />),
    }
  }, [])
  return { person, question: draw?.() }
}
