/** Errors of the export's routes, as FHIR tells them: an OperationOutcome. */
import type { FastifyInstance } from 'fastify'
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js'
import { PROBLEM_TYPE } from '../../core/problem.ts'
import { outcomeOf } from '../../fhir/index.ts'
import type { Problem } from '../../schemas/problem.ts'

/** Codes of the FHIR value set issue-type, by the status of the answer. */
const CODES: Readonly<Record<number, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

export const FHIR_JSON = 'application/fhir+json; charset=utf-8'

/** In a scope whose failures would be told as problems. */
export function answerOutcomes(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.getHeader('content-type') !== PROBLEM_TYPE || typeof payload !== 'string') return payload
    reply.header('content-type', FHIR_JSON)
    return JSON.stringify(outcomeOfProblem(JSON.parse(payload) as Problem))
  })
}

function outcomeOfProblem({ status, detail, code, requestId, issues = [] }: Problem): OperationOutcome {
  const details = { coding: [{ system: 'urn:andiron:error', code }], text: detail }
  return {
    resourceType: 'OperationOutcome',
    ...(requestId !== undefined && { id: requestId }),
    issue: [
      { severity: 'error', code: CODES[status] ?? 'exception', details },
      ...(issues.length > 0 ? outcomeOf(issues as never).issue : []),
    ],
  }
}
