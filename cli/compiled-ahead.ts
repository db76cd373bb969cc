/** The schemas of the config and of the options of built-in plugins as code: see `core/config/ahead.ts`. */
import { createRequire } from 'node:module'
import { digestOf } from '../core/config/ahead.ts'
import { ACCEPTING, createAjv, NO_OPTIONS } from '../core/config/config.ts'
import { ConfigSchema } from '../core/config/config-schema.ts'
import { builtIn } from '../plugins/index.ts'

const require = createRequire(import.meta.url)
const { _ } = require('ajv') as typeof import('ajv')
const { default: standaloneCode } =
  require('ajv/dist/standalone') as typeof import('ajv/dist/standalone/index.js')

/** The code that a build adds to `core/config/ahead.ts`. */
export function compiledAhead(): string {
  const ajv = createAjv({
    ...ACCEPTING,
    code: { source: true, esm: true, lines: true, optimize: false, formats: _`formats` },
  })
  const schemas = [ConfigSchema, NO_OPTIONS, ...builtIn.flatMap(({ manifest }) => manifest.config ?? [])]
  const byDigest = new Map(schemas.map(schema => [digestOf(schema), schema]))
  const names = [...byDigest.keys()]
  for (const [at, schema] of [...byDigest.values()].entries()) {
    const { $id: _id, ...anonymous } = schema as { $id?: string }
    ajv.addSchema(anonymous, `accepts${at}`)
  }
  const code = standaloneCode(
    ajv,
    Object.fromEntries(names.map((_name, at) => [`accepts${at}`, `accepts${at}`])),
  )
  return [
    "import { createRequire } from 'node:module'",
    "import { isNetwork } from '../http/trust-proxy.js'",
    'const require = createRequire(import.meta.url)',
    'const formats = { network: isNetwork }',
    code,
    ...names.map((name, at) => `acceptingAhead.set(${JSON.stringify(name)}, accepts${at})`),
  ].join('\n')
}
