/**
 * Parses the body of an error response: a gateway's problem, a FHIR OperationOutcome, an OAuth error, or a storage
 * node's error.
 */
import { isJsonObject, type JsonObject } from '../../core/crypto/json.ts'
import type { Issue } from '../../schemas/issue.ts'
import type { Problem } from '../../schemas/problem.ts'
import { AndironError, type AndironErrorOptions, type SdkErrorCode, sdkError } from './errors.ts'

/** Maximum length of untrusted text in a message. */
const LONGEST = 300

/**
 * Converts an error response.
 * @param otherwise - the code if the response has none
 */
export function failureOf(
  endpoint: string,
  status: number,
  text: string,
  otherwise: SdkErrorCode,
): AndironError {
  const body = parsed(text)
  if (isProblem(body)) return problemError(endpoint, body)
  if (body?.['resourceType'] === 'OperationOutcome') return outcomeError(endpoint, status, body, otherwise)
  const oauth = [body?.['error'], body?.['error_description']].filter(isText)
  const detail = Array.isArray(body?.['errors'])
    ? body['errors'].filter(isText).join(': ')
    : oauth.join(': ') || plain(text)
  return sdkError(otherwise, [endpoint, detail ? `${status}: ${detail.slice(0, LONGEST)}` : status], {
    status,
  })
}

function problemError(endpoint: string, problem: Problem): AndironError {
  const { code, status, detail, issues } = problem
  return new AndironError(code, `${endpoint} answered ${status}: ${detail}`, {
    status,
    problem,
    ...(issues && { issues }),
  })
}

function outcomeError(
  endpoint: string,
  status: number,
  outcome: JsonObject,
  otherwise: SdkErrorCode,
): AndironError {
  const all = Array.isArray(outcome['issue']) ? outcome['issue'].filter(isJsonObject) : []
  const issues = all.map(issueOf)
  const options: AndironErrorOptions = { status, issues }
  const code = all.flatMap(codesOf).find(each => /^[A-Z]+_[A-Z0-9_]+$/.test(each))
  const message = `${endpoint} answered ${status}${issues[0] ? `: ${issues[0].text}` : ''}`
  return new AndironError(code ?? otherwise, message, options)
}

function issueOf(issue: JsonObject): Issue {
  const details = isJsonObject(issue['details']) ? issue['details'] : {}
  const [expression] = Array.isArray(issue['expression']) ? issue['expression'] : []
  return {
    severity: (issue['severity'] ?? 'error') as Issue['severity'],
    code: String(issue['code'] ?? 'processing'),
    rule: codesOf(issue)[0] ?? '',
    expression: String(expression ?? ''),
    text: String(details['text'] ?? issue['diagnostics'] ?? ''),
  }
}

function codesOf({ details }: JsonObject): string[] {
  const codings = isJsonObject(details) && Array.isArray(details['coding']) ? details['coding'] : []
  return codings.filter(isJsonObject).flatMap(({ code }) => (isText(code) ? [code] : []))
}

function isProblem(body: JsonObject | undefined): body is JsonObject & Problem {
  return isText(body?.['code']) && isText(body['detail']) && typeof body['status'] === 'number'
}

function parsed(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isJsonObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** A reason phrase, but never the HTML of a proxy. */
const plain = (text: string): string => (/^[\w ,.'-]*$/.test(text) ? text.trim() : '')

const isText = (value: unknown): value is string => typeof value === 'string'
