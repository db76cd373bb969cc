/** Issues as FHIR itself tells them: an OperationOutcome. */
import type { OperationOutcome } from 'fhir/r4.js'
import type { Issue } from './issue.ts'

/** Where the ids of the rules are explained. */
const RULES = 'urn:andiron:fhir-rule'

/**
 * The OperationOutcome of a check. FHIR wants at least one issue: where there is none it says so, as information.
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
