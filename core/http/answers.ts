/** Checks answers of integrators against the schemas that they declare: what is not declared does not leave. */
import { InvalidAnswer, withIssues } from '../errors.ts'
import { type CompilerOptions, createCompiler } from './compile.ts'
import { issuesOf } from './issues.ts'

/**
 * Throws for a value that does not match its schema.
 * @throws InvalidAnswer with every issue; none names a value
 */
export type AnswerCheck = (value: unknown) => void

/**
 * Compiles a schema of answers. An object with `properties` has no others, unless its schema says so by
 * `additionalProperties`; one without `properties` is open.
 * @param name - the subject of the error: `GET /nights`
 * @param options - the draft, 2019-09 (which has all keywords of draft-07) by default, and schemas that it may refer to
 * by `$id`
 * @throws Error for an invalid schema
 */
export function createAnswerCheck(
  name: string,
  schema: object,
  { draft = '2019-09', schemas = [] }: Pick<CompilerOptions, 'draft' | 'schemas'> = {},
): AnswerCheck {
  const compiler = createCompiler({
    draft,
    ajv: { allErrors: true, strict: false, addUsedSchema: false },
    schemas: schemas.map(each => closed(each, false) as object),
  })
  const validate = compiler.compile(closed(schema, true) as object)
  return value => {
    if (validate(value)) return
    const issues = issuesOf(validate.errors ?? [], 'answer')
    const text = issues.map(({ expression, text }) => `${expression}: ${text}`).join('; ')
    throw withIssues(new InvalidAnswer(name, text), issues)
  }
}

/** The keywords of JSON Schema by the schemas in them: of values of their own, or of the same value. */
const OF_PARTS = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
])
const OF_NAMED_PARTS = new Set(['properties', 'patternProperties'])
const OF_THE_SAME = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'])
const OF_NAMED = new Set(['definitions', '$defs'])
const COMPOSED = ['$ref', 'properties', ...OF_THE_SAME]
const LIMITS = ['additionalProperties', 'unevaluatedProperties', 'patternProperties']

/**
 * A copy of a schema that refuses undeclared properties.
 * @param isWhole - true for the schema of a value, false for a part of it that others complete
 */
function closed(schema: unknown, isWhole: boolean): unknown {
  if (Array.isArray(schema)) return schema.map(each => closed(each, isWhole))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema))
    if (OF_PARTS.has(keyword)) copy[keyword] = closed(value, true)
    else if (OF_NAMED_PARTS.has(keyword)) copy[keyword] = closedEach(value, true)
    else if (OF_THE_SAME.has(keyword)) copy[keyword] = closed(value, false)
    else if (OF_NAMED.has(keyword)) copy[keyword] = closedEach(value, false)
    // The draft is the compiler's.
    else if (keyword !== '$schema') copy[keyword] = value
  const has = (keyword: string) => copy[keyword] !== undefined
  if (LIMITS.some(has)) return copy
  if (COMPOSED.some(has)) return isWhole ? { ...copy, unevaluatedProperties: false } : copy
  return copy['type'] === 'object' ? { ...copy, additionalProperties: true } : copy
}

const closedEach = (schemas: unknown, isWhole: boolean): unknown =>
  Object.fromEntries(
    Object.entries(schemas as object).map(([name, schema]) => [name, closed(schema, isWhole)]),
  )
