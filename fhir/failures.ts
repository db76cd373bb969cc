/** What goes wrong, as FHIR tells it: an OperationOutcome in place of a problem. */
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js'
import type { Problem } from '../schemas/problem.ts'
import { outcomeOf } from './outcome.ts'

/** Where the codes of errors are explained. */
const ERRORS = 'urn:andiron:error'

/** Codes of the FHIR value set issue-type, by the status of the answer. */
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

/** Every issue with its place and its rule; the error itself where it has none. The id finds the request in the log. */
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

/** The form of failures below a path of FHIR's. */
export const fhirFailures = {
  type: 'application/fhir+json; charset=utf-8',
  write: (problem: Problem) => JSON.stringify(outcomeOfProblem(problem)),
}
