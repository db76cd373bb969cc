/** Warnings about a successful request, as an OperationOutcome. */
import type { OperationOutcome } from 'fhir/r4.js'

export const tellings = (
  severity: 'warning' | 'information',
  texts: readonly string[],
): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: texts.map(text => ({
    severity,
    code: severity === 'warning' ? 'not-supported' : 'informational',
    details: { text },
  })),
})
