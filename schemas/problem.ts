/** The body of every error response: RFC 9457, with a stable code and all issues. */
import { Issue } from './issue.ts'
import type { Infer } from './types.ts'

export const Problem = {
  $id: 'Problem',
  type: 'object',
  description: 'An error (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The documentation of this kind of error.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The cause of the error, in one sentence.' },
    code: { type: 'string', pattern: '^[A-Z]+_[A-Z0-9_]+$', description: 'A stable code for programs.' },
    requestId: { type: 'string', description: 'Identifies this request in the log of the gateway.' },
    issues: { type: 'array', items: Issue, description: 'Every issue, not only the first.' },
  },
} as const

export type Problem = Infer<typeof Problem>
