/** What a step does, did, or why it failed: in a place where screen readers listen. */
import type { Step } from '../step.ts'

export interface ToldProps {
  readonly step: Step
  /** What was done, while nothing else is. */
  readonly done?: string
}

export function Told({ step: { doing, failure }, done = '' }: ToldProps) {
  return (
    <>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      <p role="status">{doing || done}</p>
    </>
  )
}
