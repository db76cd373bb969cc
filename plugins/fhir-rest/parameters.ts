/** The declared parameters of an operation, from the query or from Parameters in the body. */
import type { FhirOperationInput, FhirOperationParameter } from '../../core/index.ts'
import { choice, get, isObject, objects, text } from '../../fhir/values/unchecked-json.ts'
import { InvalidParameter } from './errors.ts'

type Given = NonNullable<FhirOperationInput['given']>
type Value = Given extends ReadonlyMap<string, infer V> ? V : never

/** Maximum characters of a text. */
const LONGEST = 2048

/** In words, for the refusal of another value. */
const EXPECTED: Readonly<Record<FhirOperationParameter['type'], string>> = {
  string: `a text of at most ${LONGEST} characters`,
  boolean: 'true or false',
  integer: 'a whole number from 0 to 2147483647',
  object: 'a Coding or a CodeableConcept in the body',
  resource: 'a resource in the body',
}

/**
 * The first value of each declared parameter; the body takes precedence over the query. Others are ignored, as
 * FHIR servers do.
 * @throws InvalidParameter
 */
export function givenIn(parameters: readonly FhirOperationParameter[], body: unknown, query: unknown): Given {
  const parts = new Map<unknown, object>()
  if (isObject(body) && body['resourceType'] === 'Parameters')
    for (const part of objects<{ name: string }>(body['parameter']))
      if (!parts.has(part.name)) parts.set(part.name, part)
  const given = new Map<string, Value>()
  for (const { name, type } of parameters) {
    const part = parts.get(name)
    const [written] = (isObject(query) && Object.hasOwn(query, name) ? [query[name]].flat() : []) as string[]
    const found = part === undefined ? read(type, written) : valueIn(part)
    if (part === undefined && written === undefined) continue
    const value = found === undefined ? undefined : accepted(type, found)
    if (value === undefined) throw new InvalidParameter(name, EXPECTED[type])
    given.set(name, value)
  }
  return given
}

const valueIn = (part: object): unknown => choice(part, 'value')?.value ?? get(part as never, 'resource')

/** A value of the query in its type. */
function read(type: FhirOperationParameter['type'], written: string | undefined): unknown {
  if (type === 'boolean') return written === 'true' ? true : written === 'false' ? false : undefined
  if (type === 'integer') return /^\d{1,10}$/.test(written ?? '') ? Number(written) : undefined
  return type === 'string' ? written : undefined
}

function accepted(type: FhirOperationParameter['type'], value: unknown): Value | undefined {
  switch (type) {
    case 'string': {
      const found = text(value)
      return found !== undefined && found.length <= LONGEST ? found : undefined
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'integer':
      return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 2_147_483_647
        ? (value as number)
        : undefined
    case 'resource':
      return isObject(value) && typeof value['resourceType'] === 'string' ? value : undefined
    default:
      return isObject(value) ? value : undefined
  }
}
