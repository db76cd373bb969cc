/** A question to the person, in the place of what they were doing. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Failure } from '../shell/failure.tsx'
import { words } from '../shell/language/page-texts.ts'

export interface QuestionProps {
  readonly title: string
  readonly failure?: string
  readonly turnBack?: () => void
  readonly children: ReactNode
}

/** A prompt with its heading, which takes the focus for screen readers. */
export function Question({ title, failure, turnBack, children }: QuestionProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className="question" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {failure && <Failure text={failure} />}
      {children}
      {turnBack && (
        <button type="button" className="quiet" onClick={turnBack}>
          {words.back}
        </button>
      )}
    </section>
  )
}
