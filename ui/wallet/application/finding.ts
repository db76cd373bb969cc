/** What was found in the text of a form: an issue, at its place in the text. */
import type { Issue } from '../../../fhir/issue.ts'
import type { FormText, Place } from './form-text.ts'

export interface Finding extends Place {
  readonly severity: Issue['severity']
  /** Id of the rule; `JSON` where the text is none. */
  readonly rule: string
  readonly text: string
}

/** Issues at their places in a text, in its order. */
export function placed(
  issues: readonly Pick<Issue, 'severity' | 'rule' | 'text' | 'expression'>[],
  { placeOf }: FormText,
): readonly Finding[] {
  return issues
    .map(({ severity, rule, text, expression }) => ({ severity, rule, text, ...placeOf(expression) }))
    .sort((a, b) => a.start - b.start)
}

/** Whether a finding keeps a form from being published. */
export const refuses = ({ severity }: Pick<Finding, 'severity'>): boolean =>
  severity === 'error' || severity === 'fatal'
