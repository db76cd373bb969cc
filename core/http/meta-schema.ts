/** One compiled meta-schema for every validator of the process: Ajv would compile it anew in each instance. */
import { Ajv, type AnySchema } from 'ajv'
import formats from 'ajv-formats'

const draft07 = new Ajv({ strict: false, logger: false })
formats.default(draft07)

/**
 * Lets an Ajv instance check schemas by the shared meta-schema (draft-07).
 * A schema that is none throws, as it does with Ajv's own.
 */
export function shareMetaSchema<T extends Pick<Ajv, 'validateSchema'>>(ajv: T): T {
  ajv.validateSchema = (schema: AnySchema) => {
    if (draft07.validateSchema(schema)) return true
    throw new Error(`schema is invalid: ${draft07.errorsText()}`)
  }
  return ajv
}
