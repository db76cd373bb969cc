/** An issue of a document: FHIR's OperationOutcome.issue, flattened. */
import type { Infer } from './types.ts'

/** An issue of an input: its location, its kind and the expected value. */
export const Issue = {
  $id: 'Issue',
  type: 'object',
  description: 'One error, its location and its remedy.',
  required: ['severity', 'code', 'rule', 'expression', 'text'],
  additionalProperties: false,
  properties: {
    severity: { type: 'string', enum: ['fatal', 'error', 'warning', 'information'] },
    code: { type: 'string', description: 'A code of the FHIR value set issue-type.' },
    rule: { type: 'string', description: 'The violated rule.' },
    expression: { type: 'string', description: 'A FHIRPath-like location.' },
    text: { type: 'string', description: 'One sentence that a person can act on.' },
  },
} as const

export type Issue = Infer<typeof Issue>
