/** Converts Ajv's errors to issues: the location, the error, and a correct value. */
import type { ErrorObject } from 'ajv'
import type { Issue } from '../../schemas/issue.ts'

/** More would not be read, and cost memory for a body made to be wrong everywhere. */
export const MAX_ISSUES = 100

/**
 * Converts the errors of Ajv to issues with locations.
 * @param root - the name of the document in the locations: `body`, or a resource type
 * @param errors - the `errors` of a validation function
 * @returns one issue per error, at most 100
 */
export function issuesOf(errors: readonly ErrorObject[], root: string): Issue[] {
  return errors
    .filter(error => error.keyword !== 'if')
    .slice(0, MAX_ISSUES)
    .map(error => ({
      severity: 'error' as const,
      code: CODES[error.keyword] ?? 'value',
      rule: `schema.${error.keyword}`,
      expression: locate(root, error),
      text: sentence(error),
    }))
}

/** Codes of FHIR's issue-type that are more specific than `value`. */
const CODES: Readonly<Record<string, Issue['code']>> = {
  required: 'required',
  type: 'structure',
  additionalProperties: 'structure',
  unevaluatedProperties: 'structure',
}

function locate(root: string, { instancePath, params, keyword }: ErrorObject): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') path.push(String(params['missingProperty']))
  if (keyword === 'additionalProperties') path.push(String(params['additionalProperty']))
  if (keyword === 'unevaluatedProperties') path.push(String(params['unevaluatedProperty']))
  return path.reduce((at, part) => (/^\d+$/.test(part) ? `${at}[${part}]` : `${at}.${part}`), root)
}

/** Describes a correct value; the value itself may be a health datum and is not repeated. */
function sentence({ keyword, params, message = 'is not accepted' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `'${params['missingProperty']}' is missing.`
    case 'additionalProperties':
      return `'${params['additionalProperty']}' is not known here.`
    case 'unevaluatedProperties':
      return `'${params['unevaluatedProperty']}' is not known here.`
    case 'enum':
      return `This must be one of ${(params['allowedValues'] as unknown[]).map(value => `'${value}'`).join(', ')}.`
    case 'const':
      return `This must be '${params['allowedValue']}'.`
    case 'type':
      return `This must be of type ${params['type']}.`
    case 'format':
      return `This must be in the format '${params['format']}'.`
    default:
      return `This ${message}.`
  }
}
