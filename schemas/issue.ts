/** An issue of a document: FHIR's OperationOutcome.issue, flattened. */
import type { Infer } from './types.ts'

/** An issue of an input: its location, its kind and the expected value. */
export const Issue = {
  $id: 'Issue',
  type: 'object',
  description: 'One thing that is wrong, where it is, and what would be right.',
  required: ['severity', 'code', 'rule', 'expression', 'text'],
  additionalProperties: false,
  properties: {
    severity: { type: 'string', enum: ['fatal', 'error', 'warning', 'information'] },
    code: { type: 'string', description: 'A code of the FHIR value set issue-type.' },
    rule: { type: 'string', description: 'The rule that is broken.' },
    expression: { type: 'string', description: 'Where: a FHIRPath-like location.' },
    text: { type: 'string', description: 'A sentence a person can act on.' },
  },
} as const

export type Issue = Infer<typeof Issue>
