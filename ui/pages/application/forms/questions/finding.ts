/** A finding: an issue with its position in the text of a form. */
import type { Issue } from '../../../../../fhir/model/issue.ts'
import type { Flaw, FormText, Place } from './form-text.ts'

export interface Finding extends Place {
  readonly severity: Issue['severity']
  /** Id of the rule; `JSON` if the text is malformed. */
  readonly rule: string
  /** The sentence of the rule; empty for a flaw. */
  readonly text: string
  /** Said by the page, in its language. */
  readonly flaw?: Flaw
}

/** Adds positions to issues and sorts them by position. */
export function placed(
  issues: readonly Pick<Issue, 'severity' | 'rule' | 'text' | 'expression'>[],
  { placeOf }: FormText,
): readonly Finding[] {
  return issues
    .map(({ severity, rule, text, expression }) => ({ severity, rule, text, ...placeOf(expression) }))
    .sort((a, b) => a.start - b.start)
}

/** True if a finding prevents publishing. */
export const refuses = ({ severity }: Pick<Finding, 'severity'>): boolean =>
  severity === 'error' || severity === 'fatal'
