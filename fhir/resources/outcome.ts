/** Converts issues to a FHIR OperationOutcome. */
import type { OperationOutcome } from 'fhir/r4.js'
import type { Issue } from '../model/issue.ts'

/** The code system of the rule ids. */
const RULES = 'urn:andiron:fhir-rule'

/**
 * The OperationOutcome of a check. FHIR requires at least one issue: if there is none, an informational one
 * says so.
 * @param issues - the result of a validation; may be empty
 * @returns an OperationOutcome (https://hl7.org/fhir/R4/operationoutcome.html)
 */
export const outcomeOf = (issues: readonly Issue[]): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: issues.length === 0 ? [ALL_WELL] : issues.map(entryOf),
})

const ALL_WELL: OperationOutcome['issue'][number] = {
  severity: 'information',
  code: 'informational',
  details: { text: 'Nothing is wrong with it.' },
}

const entryOf = ({ severity, code, rule, expression, text }: Issue): OperationOutcome['issue'][number] => ({
  severity,
  code,
  details: { coding: [{ system: RULES, code: rule }], text },
  expression: [expression],
})
