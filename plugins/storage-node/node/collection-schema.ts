/** The JSON Schema of a collection: compiled once, applied to arrays of documents. */
import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'
import { addFormats, type NewDocument, refusal, shareMetaSchema } from '../../../core/node.ts'

/** Refuses documents that do not match the collection's schema; returns them after its coercions. */
export type AssertDocuments = (documents: readonly NewDocument[]) => readonly NewDocument[]

/** Maximum bytes of a schema's JSON. */
export const SCHEMA_LIMIT = 256 * 1024
const REPORTED_ISSUES = 20

/**
 * Compiles a draft-07 schema. Its patterns run on an engine that is linear in its input, because builders are
 * untrusted and one backtracking pattern would block the node.
 */
export function compileCollectionSchema(schema: object): AssertDocuments {
  const text = JSON.stringify(schema)
  if (text.length > SCHEMA_LIMIT) throw refusal('DataValidationError', 'The schema is too large')
  const validate = compiled(schema, text)
  const coerces = text.includes('"coerce"')
  return documents => {
    const checked = coerces ? structuredClone(documents) : documents
    if (validate(checked)) return checked
    throw refusal('DataValidationError', ...(validate.errors ?? []).slice(0, REPORTED_ISSUES).map(describe))
  }
}

/** The nodes of a process have the same collections: each schema is compiled once. */
const remembered = new LRUCache<string, ValidateFunction>({ max: 100 })

function compiled(schema: object, text: string): ValidateFunction {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const validate = compile(schema)
  remembered.set(text, validate)
  return validate
}

// Loaded with the first compiled schema.
const require = createRequire(import.meta.url)

function compile(schema: object): ValidateFunction {
  const { Ajv } = require('ajv') as typeof import('ajv')
  const ajv = new Ajv({
    strict: false,
    allErrors: false,
    logger: false,
    validateSchema: true,
    code: { optimize: false, regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  })
  shareMetaSchema(ajv)
  addFormats(ajv)
  ajv.addFormat('numeric', {
    type: 'string',
    validate: text => text.trim() !== '' && Number.isFinite(Number(text)),
  })
  ajv.addKeyword({ keyword: 'coerce', type: 'string', modifying: true, compile: compileCoercion })
  try {
    return ajv.compile(schema)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown'
    throw refusal('DataValidationError', `The schema does not compile: ${reason}`)
  }
}

function linearPattern(pattern: string, _flags: string) {
  const compiled = RE2JS.compile(pattern)
  // Ajv caches one matcher per text form: without a distinct one, all patterns of a schema would share the
  // first.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}

const coercions: Readonly<Record<string, (text: string) => unknown>> = {
  'date-time': text => new Date(text).toISOString(),
  numeric: Number,
  uuid: text => text.toLowerCase(),
}

/** `coerce: true` beside a format stores the value in that format's canonical form. */
function compileCoercion(wanted: boolean, parent: Readonly<Record<string, unknown>>) {
  const format = String(parent['format'])
  const coercion = coercions[format]
  if (coercion === undefined) throw new Error(`'coerce' is not known for the format '${format}'`)
  return (
    text: string,
    at?: { parentData: Record<string | number, unknown>; parentDataProperty: string | number },
  ) => {
    if (wanted && at !== undefined && text !== '') at.parentData[at.parentDataProperty] = coercion(text)
    return true
  }
}

/** The location and the error, never the value. */
function describe({ instancePath, message }: ErrorObject): string {
  return `${instancePath}: ${message ?? 'is not valid'}`
}
