/** FHIR error bodies: an OperationOutcome in place of a problem document. */
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js'
import type { Problem } from '../../schemas/problem.ts'
import { OperationOutcome as OutcomeSchema } from '../../schemas/questionnaire.ts'
import { outcomeOf } from './outcome.ts'

/** The code system of the error codes. */
const ERRORS = 'urn:andiron:error'

/** FHIR issue-type codes by HTTP status. */
const CODES: Readonly<Record<number, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  412: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'processing',
  429: 'throttled',
  503: 'transient',
}

/**
 * One issue per finding, with its place and rule; or the error itself. The id finds the request in the log.
 */
export function outcomeOfProblem({
  status,
  detail,
  code,
  requestId,
  issues = [],
}: Problem): OperationOutcome {
  const coding = { system: ERRORS, code }
  const found = issues.length > 0 ? outcomeOf(issues as never).issue : undefined
  return {
    resourceType: 'OperationOutcome',
    ...(requestId !== undefined && { id: requestId }),
    issue: found?.map(issue => ({
      ...issue,
      details: { ...issue.details, coding: [coding, ...(issue.details?.coding ?? [])] },
    })) ?? [
      { severity: 'error', code: CODES[status] ?? 'exception', details: { coding: [coding], text: detail } },
    ],
  }
}

/** The format of errors below a FHIR path. */
export const fhirFailures = {
  type: 'application/fhir+json; charset=utf-8',
  schema: OutcomeSchema,
  write: (problem: Problem) => JSON.stringify(outcomeOfProblem(problem)),
}
