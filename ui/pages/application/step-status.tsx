/** The status of a step, in a live region: in progress, done, or its error. */
import { Failure } from '../shell/failure.tsx'
import type { Step } from '../shell/run-action.ts'

export interface StepStatusProps {
  readonly step: Step
  /** The result, shown while no step is in progress. */
  readonly done?: string
}

export function StepStatus({ step: { doing, failure }, done = '' }: StepStatusProps) {
  return (
    <>
      {failure && <Failure text={failure} />}
      <p role="status">{doing || done}</p>
    </>
  )
}
