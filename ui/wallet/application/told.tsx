/** The status of a step, in a live region: in progress, done, or its error. */
import type { Step } from '../step.ts'

export interface ToldProps {
  readonly step: Step
  /** The result, shown while no step is in progress. */
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
