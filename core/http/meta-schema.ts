/**
 * The meta-schema, compiled once for all validators of the process: Ajv would compile it in each instance.
 */
import { createRequire } from 'node:module'
import type { Ajv, AnySchema } from 'ajv'
import type { FormatsPlugin } from 'ajv-formats'

// Loaded with the first compiled schema: most gateways start without one.
const require = createRequire(import.meta.url)
let draft07: Ajv | undefined

function metaSchema(): Ajv {
  if (draft07) return draft07
  const { Ajv } = require('ajv') as typeof import('ajv')
  draft07 = new Ajv({ strict: false, logger: false })
  addFormats(draft07)
  return draft07
}

/** Adds the formats of JSON Schema (`date-time`, `uri`, …) to an Ajv instance. */
export function addFormats(ajv: Ajv): void {
  ;(require('ajv-formats') as FormatsPlugin)(ajv)
}

/**
 * Makes an Ajv instance check schemas by the shared meta-schema (draft-07).
 * An invalid schema throws, as with Ajv's own.
 */
export function shareMetaSchema<T extends Pick<Ajv, 'validateSchema'>>(ajv: T): T {
  ajv.validateSchema = (schema: AnySchema) => {
    const checked = metaSchema()
    if (checked.validateSchema(schema)) return true
    throw new Error(`schema is invalid: ${checked.errorsText()}`)
  }
  return ajv
}
