/** The issues of a validation: one per finding, in the shape of an OperationOutcome. */
import type { Sentence } from './sentence.ts'

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

/** A finding: a message, optionally with a place inside the target or a lower severity. */
export type Finding =
  | string
  | {
      readonly text: string
      /** The template of the text; without it, the text is said in English alone. */
      readonly parts?: Sentence['parts']
      readonly values?: Sentence['values']
      /** Appended to the path of the target: `.enableWhen[0].question`. */
      readonly at?: string
      readonly severity?: Severity
    }

/** The result of a check; undefined if it passes. */
export type Findings = Finding | readonly Finding[] | undefined

/**
 * True if the issues refuse the resource.
 * @param issues - the result of a validation
 * @returns true if an issue has the severity `error` or `fatal`
 */
export const refused = (issues: readonly Issue[]) =>
  issues.some(issue => issue.severity === 'error' || issue.severity === 'fatal')

/** The maximum number of issues of one check. A resource with more is broken as a whole. */
export const MOST_ISSUES = 500
