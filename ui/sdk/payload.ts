/** Validates a submission payload before it is sent, and reports every issue as the gateway would. */
import { isJsonObject } from '../../core/crypto/json.ts'
import type { Issue } from '../../schemas/issue.ts'
import { ApplicationId, type Submission } from '../../schemas/submission.ts'
import { uids } from '../../schemas/uids.ts'

/** A submission by a person through an application. */
export interface SubmissionPayload<T = Readonly<Record<string, unknown>>> {
  readonly applicationId: string
  /** ISO 8601. */
  readonly timestamp: string | Date
  /** The uid of the collection. */
  readonly schemaId: string
  /** The record. */
  readonly submission: T
}

const APPLICATION_ID = new RegExp(ApplicationId.pattern)
const UUID = /^(urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T\s]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** The payload in its wire format. */
export function wireOf({
  applicationId,
  timestamp,
  schemaId,
  submission,
}: SubmissionPayload<object>): Submission {
  const at =
    timestamp instanceof Date && !Number.isNaN(timestamp.getTime()) ? timestamp.toISOString() : timestamp
  return {
    applicationId,
    timestamp: at as string,
    schemaId,
    submission: submission as Submission['submission'],
  }
}

/** The issues of a payload; empty if it can be sent. The gateway validates the record itself. */
export function checkPayload({ applicationId, timestamp, schemaId, submission }: Submission): Issue[] {
  const issues: Issue[] = []
  const demand = (holds: boolean, expression: string, text: string) => {
    if (!holds) issues.push({ severity: 'error', code: 'value', rule: 'sdk.payload', expression, text })
  }
  demand(
    matches(APPLICATION_ID, applicationId),
    'body.applicationId',
    'This must be the id of a registered application.',
  )
  demand(isDateTime(timestamp), 'body.timestamp', 'This must be a date and time with a time zone (ISO 8601).')
  demand(matches(UUID, schemaId), 'body.schemaId', 'This must be the uid of a collection.')
  demand(
    isJsonObject(submission) && hasJson(submission),
    'body.submission',
    'This must be a record that can be written as JSON.',
  )
  if (schemaId === uids.QuestionnaireResponse && isJsonObject(submission)) {
    const { resourceType, questionnaire } = submission
    demand(
      resourceType === 'QuestionnaireResponse',
      'QuestionnaireResponse.resourceType',
      "This must be 'QuestionnaireResponse'.",
    )
    demand(
      typeof questionnaire === 'string' && questionnaire !== '',
      'QuestionnaireResponse.questionnaire',
      'This must be the id of a questionnaire.',
    )
  }
  return issues
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isDateTime(value: unknown): boolean {
  const [text, day] = typeof value === 'string' ? (DATE_TIME.exec(value) ?? []) : []
  if (text === undefined || Number.isNaN(Date.parse(text))) return false
  // JavaScript reads a day beyond the end of a month as one of the next month.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(`${day}`)
}

function hasJson(value: object): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
