/** Checks records against the schemas of their collections, each compiled once. */
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { Issue } from '../../schemas/issue.ts'
import type { Collection } from '../contract/collections.ts'
import { issuesOf } from '../http/issues.ts'
import { shareMetaSchema } from '../http/meta-schema.ts'

/**
 * @param schemas - what the collections' schemas may refer to by `$id`
 * @returns the issues a collection's schema has with a record: nothing is coerced, removed or filled in
 */
export function createRecordCheck(
  schemas: readonly object[],
): (collection: Collection, record: object) => Issue[] {
  const ajv = shareMetaSchema(new Ajv({ allErrors: true, strict: false }))
  formats.default(ajv)
  for (const schema of schemas) ajv.addSchema(schema)
  const compiled = new Map<string, ValidateFunction>()

  return ({ uid, schema }, record) => {
    let validate = compiled.get(uid)
    if (!validate) {
      validate = ajv.getSchema((schema as { $id?: string }).$id ?? uid) ?? ajv.compile(schema)
      compiled.set(uid, validate)
    }
    return validate(record) ? [] : issuesOf(validate.errors ?? [], rootOf(record))
  }
}

/** FHIR resources are named by their type, everything else is the submission. */
const rootOf = (record: object): string =>
  typeof (record as { resourceType?: unknown }).resourceType === 'string'
    ? (record as { resourceType: string }).resourceType
    : 'submission'
