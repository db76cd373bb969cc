/** The body of every error response: RFC 9457, with a stable code and all issues. */
import { Issue } from './issue.ts'
import type { Infer } from './types.ts'

export const Problem = {
  $id: 'Problem',
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Where this kind of error is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong with this request, in one sentence.' },
    code: { type: 'string', pattern: '^[A-Z]+_[A-Z0-9_]+$', description: 'Stable; made for programs.' },
    requestId: { type: 'string', description: 'Finds this request in the log of the gateway.' },
    issues: { type: 'array', items: Issue, description: 'Everything that is wrong, not only the first.' },
  },
} as const

export type Problem = Infer<typeof Problem>
