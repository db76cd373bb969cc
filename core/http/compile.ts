/** Compiles JSON Schemas to functions: on first use, and once for all gateways of a process. */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, Options } from 'ajv'
import { LRUCache } from 'lru-cache'
import { growing } from '../growing.ts'
import { addFormats, shareMetaSchema } from './meta-schema.ts'

/** True for a value that matches its schema; `errors` holds the errors of the last call, as in Ajv. */
export interface Validate {
  (value: unknown, context?: object): boolean
  errors?: ErrorObject[] | null
  /** Makes Fastify pass the location of the value, so that a value may be converted as a whole. */
  schemaEnv?: unknown
}

/** The options of {@link createCompiler}. */
export interface CompilerOptions {
  /** @default draft-07 */
  readonly draft?: 'draft-07' | '2019-09' | '2020-12'
  readonly ajv: Options
  /** Schemas that others may refer to by `$id`. */
  readonly schemas?: readonly object[]
}

/** Compiles JSON Schemas into functions; equal schemas are compiled once per process. */
export interface Compiler {
  /** Compiles now. @throws Error for an invalid schema, or one with an unresolved reference */
  compile(schema: object | boolean): Validate
  /**
   * Compiles at the first check of a value: for our own schemas, which a test compiles. Costs nothing until
   * then.
   */
  onFirstUse(schema: object | boolean): Validate
}

const require = createRequire(import.meta.url)

/** By the digest of the texts of a schema and of the schemas it may refer to, and of the options. */
const compiled = new LRUCache<string, Validate>(growing(2_000))

/**
 * Cheap to create: the first compiled schema loads Ajv and adds the other schemas.
 * @param given - the draft of JSON Schema, the options of Ajv and the schemas for `$ref`
 * @returns the compiler
 */
export function createCompiler(given: CompilerOptions): Compiler {
  const { ajv: options, schemas = [], draft = 'draft-07' } = given
  const instances = new Map<boolean, Ajv>()
  let others: string | undefined

  /** @param validateSchema - false skips the meta-schema, which costs as much as ten schemas to compile */
  function start(validateSchema: boolean): Ajv {
    // Ajv's own optimizer takes a third of the time, for optimizations that V8 does anyway.
    const ajv = create({ ...options, validateSchema, code: { optimize: false } })
    addFormats(ajv)
    for (const schema of schemas) ajv.addSchema(schema)
    instances.set(validateSchema, ajv)
    return ajv
  }

  function create(options: Options): Ajv {
    if (draft === '2019-09') {
      const { Ajv2019 } = require('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')
      return new Ajv2019(options) as unknown as Ajv
    }
    if (draft === '2020-12') {
      const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
      return new Ajv2020(options) as unknown as Ajv
    }
    const { Ajv } = require('ajv') as typeof import('ajv')
    const ajv = new Ajv(options)
    return options.validateSchema ? shareMetaSchema(ajv) : ajv
  }

  function compile(schema: object | boolean, validateSchema = true): Validate {
    const text = JSON.stringify(schema)
    if (text.includes('"$ref"')) others ??= JSON.stringify(schemas)
    const name = createHash('sha256')
      .update(JSON.stringify([draft, options, validateSchema, text]))
      .update(text.includes('"$ref"') ? (others ?? '') : '')
      .digest('base64')
    const known = compiled.get(name)
    if (known !== undefined) return known
    const instance = instances.get(validateSchema) ?? start(validateSchema)
    const { $id } = typeof schema === 'object' ? (schema as { $id?: string }) : {}
    const validate = (($id !== undefined && instance.getSchema($id)) || instance.compile(schema)) as Validate
    compiled.set(name, validate)
    return validate
  }

  return { compile: schema => compile(schema), onFirstUse: schema => lazily(() => compile(schema, false)) }
}

function lazily(compile: () => Validate): Validate {
  let validate: Validate | undefined
  const first: Validate = (value, context) => {
    validate ??= compile()
    const isValid = validate(value, context)
    first.errors = validate.errors ?? null
    return isValid
  }
  first.schemaEnv = true
  return first
}
