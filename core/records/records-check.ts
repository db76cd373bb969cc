/** Validates records against the schemas of their collections, each compiled once. */
import type { Issue } from '../../schemas/issue.ts'
import type { Collection } from '../contract/collections.ts'
import { UnusableSchema } from '../errors.ts'
import { createCompiler, type Validate } from '../http/compile.ts'
import { issuesOf } from '../http/issues.ts'

/** Returns the issues of a record by its collection's schema: nothing is coerced, removed or filled in. */
export type RecordCheck = (collection: Collection, record: object) => Issue[]

/**
 * @param schemas - schemas that the collections' schemas may refer to by `$id`
 * @param foreign - collections of integrators: their schemas are compiled now, others on first use
 * @throws UnusableSchema
 */
export function createRecordCheck(
  schemas: readonly object[],
  foreign: Iterable<Collection> = [],
): RecordCheck {
  const { compile, onFirstUse } = createCompiler({ ajv: { allErrors: true, strict: false }, schemas })
  const validators = new Map<string, Validate>()
  for (const { uid, name, schema } of foreign)
    try {
      validators.set(uid, compile(schema))
    } catch (cause) {
      throw new UnusableSchema(name, (cause as Error).message, { cause })
    }

  return ({ uid, schema }, record) => {
    const validate = validators.get(uid) ?? onFirstUse(schema)
    validators.set(uid, validate)
    return validate(record) ? [] : issuesOf(validate.errors ?? [], rootOf(record))
  }
}

/** A FHIR resource is named by its type, any other record `submission`. */
const rootOf = (record: object): string =>
  typeof (record as { resourceType?: unknown }).resourceType === 'string'
    ? (record as { resourceType: string }).resourceType
    : 'submission'
