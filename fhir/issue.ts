/** What a validation says: one issue per finding, in the shape that an OperationOutcome carries. */

/** How bad an issue is. `fatal` stops the check, `error` refuses the resource, the others only tell. */
export type Severity = 'fatal' | 'error' | 'warning' | 'information'

/** The codes of FHIR's `issue-type` that this validator uses. */
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

/** One finding. */
export interface Issue {
  readonly severity: Severity
  /** FHIR issue-type code. */
  readonly code: IssueCode
  /** Id of the rule that was broken: a row of the table in `rules/index.ts`. */
  readonly rule: string
  /** FHIRPath of the place, for example `QuestionnaireResponse.item[2].answer[0].value`. */
  readonly expression: string
  /** A sentence that the person who reads it can act on. */
  readonly text: string
}

/** Tells whether the issues refuse the resource. */
export const refused = (issues: readonly Issue[]) =>
  issues.some(issue => issue.severity === 'error' || issue.severity === 'fatal')

/** How many issues one check lists at most. A resource with more is broken as a whole. */
export const MOST_ISSUES = 500
