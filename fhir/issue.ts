/** The issues of a validation: one per finding, in the shape of an OperationOutcome. */

/** Severity of an issue. `fatal` ends the check, `error` refuses the resource, the others only inform. */
export type Severity = 'fatal' | 'error' | 'warning' | 'information'

/** The FHIR `issue-type` codes that this validator uses. */
export type IssueCode =
  | 'structure'
  | 'required'
  | 'value'
  | 'invariant'
  | 'business-rule'
  | 'code-invalid'
  | 'not-found'
  | 'not-supported'
  | 'duplicate'
  | 'too-long'
  | 'too-costly'
  | 'extension'
  | 'exception'
  | 'transient'

/** One finding. */
export interface Issue {
  /** `fatal` and `error` refuse the resource. */
  readonly severity: Severity
  /** FHIR issue-type code. */
  readonly code: IssueCode
  /** Id of the rule that was broken: a row of the table in `rules/index.ts`. */
  readonly rule: string
  /** FHIRPath of the element, for example `QuestionnaireResponse.item[2].answer[0].value`. */
  readonly expression: string
  /** A sentence for the person who has to act on it. */
  readonly text: string
}

/**
 * True if the issues refuse the resource.
 * @param issues - the result of a validation
 * @returns true if an issue has the severity `error` or `fatal`
 */
export const refused = (issues: readonly Issue[]) =>
  issues.some(issue => issue.severity === 'error' || issue.severity === 'fatal')

/** The maximum number of issues of one check. A resource with more is broken as a whole. */
export const MOST_ISSUES = 500
