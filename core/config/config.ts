/** Checks a config against the schemas, fills in defaults, and reports errors that an operator can act on. */
import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, Options } from 'ajv'
import { closest, distance } from 'fastest-levenshtein'
import { InvalidConfig } from '../errors.ts'
import { shareMetaSchema } from '../http/meta-schema.ts'
import { isNetwork } from '../http/trust-proxy.ts'
import { type Accepts, acceptingAhead, digestOf } from './ahead.ts'
import { concealUserinfo } from './conceal.ts'
import { type Config, type ConfigInput, ConfigSchema } from './config-schema.ts'
import { copied, retype } from './from-environment.ts'

/** One problem in a config. */
export interface ConfigProblem {
  /** Keys from the root: `['plugins', 'delegation', 'expiresIn']`. */
  readonly path: readonly string[]
  readonly expected: string
  /** The value in the config, without secrets and long values. */
  readonly got: string
  /** The nearest known key. */
  readonly nearest?: string
}

/** Thrown with every problem at once; the message lists them. */
export class ConfigError extends InvalidConfig {
  readonly problems: readonly ConfigProblem[]
  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(describe).join('\n'))
    this.problems = problems
  }
}

/** Returns a copy of the config with defaults. @throws ConfigError */
export function checkConfig(input: ConfigInput): Config {
  const config = check<Config>(ConfigSchema, input, [], true)
  const { nodes, threshold } = config.stores.records
  const count = typeof nodes === 'number' ? nodes : nodes.length
  if (threshold === undefined || threshold <= count) return config
  const expected = `at most the number of storage nodes, ${count}`
  throw new ConfigError([{ path: ['stores', 'records', 'threshold'], expected, got: String(threshold) }])
}

/**
 * Checks the options of one plugin and fills in defaults.
 * @param isOurs - false for a plugin of an integrator, for which the schema is checked as well
 * @throws ConfigError that locates problems under `plugins`
 */
export const checkOptions = (
  plugin: string,
  schema: object | undefined,
  options: object,
  isOurs = false,
): object => check(schema ?? NO_OPTIONS, options, ['plugins', plugin], isOurs)

/** The schema of a plugin without options. */
export const NO_OPTIONS = { type: 'object', additionalProperties: false, properties: {} } as const

const require = createRequire(import.meta.url)

/** Ajv as configs are checked with it. */
export function createAjv(options: Options): Ajv {
  const { Ajv } = require('ajv') as typeof import('ajv')
  const ajv = new Ajv({ code: { optimize: false }, ...options, useDefaults: true, strict: false })
  return ajv.addFormat('network', isNetwork)
}

/**
 * Accepts a value and fills in defaults, without errors: code that collects errors takes twice as long to
 * compile.
 */
let accepting: Ajv | undefined
/** The options of an Ajv that only accepts. */
export const ACCEPTING: Options = { validateSchema: false, addUsedSchema: false }
const accepted = new WeakMap<object, Accepts>()

function accepts(schema: object, value: unknown): boolean {
  let validate = accepted.get(schema)
  if (validate === undefined) {
    validate = acceptingAhead.get(digestOf(schema)) ?? compileAccepting(schema)
    accepted.set(schema, validate)
  }
  return validate(value)
}

function compileAccepting(schema: object): Accepts {
  accepting ??= createAjv(ACCEPTING)
  return accepting.compile(schema) as Accepts
}

function check<T>(schema: object, input: object, at: readonly string[], isOurs: boolean): T {
  if (isOurs) {
    const accepted = copied(input)
    if (accepts(schema, accepted)) return accepted as T
  }
  const ajv = shareMetaSchema(createAjv({ allErrors: true, verbose: true }))
  const value = copied(input)
  const { $id: _, ...anonymous } = schema as { $id?: string }
  if (ajv.validate(anonymous, value)) return value as T
  // A text may be a number in one alternative and a text in another: the converted value is checked again as
  // a whole.
  const converted = (ajv.errors ?? []).filter(({ keyword, instancePath, params }) => {
    const path = instancePath.split('/').slice(1).map(unescapePointer)
    return keyword === 'type' && retype(value, path, [params['type']].flat())
  })
  if (converted.length > 0 && ajv.validate(anonymous, value)) return value as T
  throw new ConfigError(problemsOf(ajv.errors ?? [], at))
}

/** The path in the notation `a.b.c`. */
export const dotted = (path: readonly string[]): string => path.join('.') || 'the config'

/** A problem as a sentence. */
export function describe({ path, expected, got, nearest }: ConfigProblem): string {
  return `${dotted(path)}: expected ${expected}, got ${got}${nearest ? `. Did you mean '${nearest}'?` : ''}`
}

/** Converts Ajv's errors to problems, omitting those that repeat another one (`if`, branches of `oneOf`). */
function problemsOf(errors: readonly ErrorObject[], at: readonly string[]): ConfigProblem[] {
  const ofAlternatives = errors
    .filter(error => error.keyword === 'oneOf')
    .map(error => `${error.schemaPath}/`)
  return errors
    .filter(
      error => error.keyword !== 'if' && !ofAlternatives.some(path => error.schemaPath.startsWith(path)),
    )
    .map(error => problemOf(error, at))
}

function problemOf(error: ErrorObject, at: readonly string[]): ConfigProblem {
  const path = [...at, ...error.instancePath.split('/').slice(1).map(unescapePointer)]
  const { params, parentSchema, data } = error
  const got = show(data, parentSchema?.['writeOnly'] === true)
  switch (error.keyword) {
    case 'additionalProperties': {
      const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {})
      const key = String(params['additionalProperty'])
      const nearest = nearestOf(key, known)
      const expected = known.length ? `one of ${known.join(', ')}` : 'no options'
      return { path: [...path, key], expected, got: `the unknown key '${key}'`, ...(nearest && { nearest }) }
    }
    case 'required':
      return { path: [...path, String(params['missingProperty'])], expected: 'a value', got: 'nothing' }
    case 'dependencies':
      return {
        path: [...path, String(params['missingProperty'])],
        expected: `a value, as ${String(params['property'])} has one`,
        got: 'nothing',
      }
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String)
      const nearest = typeof data === 'string' ? nearestOf(data, allowed) : undefined
      return { path, expected: `one of ${allowed.join(', ')}`, got, ...(nearest && { nearest }) }
    }
    case 'oneOf':
    case 'type':
    case 'minimum':
    case 'maximum':
      return { path, expected: expectedBy((parentSchema ?? {}) as Schema), got }
    default:
      return { path, expected: `a value that ${error.message ?? 'is valid'}`, got }
  }
}

/** A schema in words: `an integer from 1 to 9, or a list`. Alternatives are followed by their description. */
function expectedBy(schema: Schema): string {
  const { type, minimum, maximum } = schema
  if (schema.oneOf !== undefined) {
    const forms = schema.oneOf.map(expectedBy).join(', or ')
    return schema.description === undefined ? forms : `${forms} (${schema.description.replace(/\.$/, '')})`
  }
  if (schema.enum !== undefined) return `${schema.enum.length > 1 ? 'one of ' : ''}${schema.enum.join(', ')}`
  const noun = type === 'array' ? 'a list' : [type].flat().map(withArticle).join(' or ')
  if (minimum === undefined) return maximum === undefined ? noun : `${noun} of at most ${maximum}`
  return maximum === undefined ? `${noun} of at least ${minimum}` : `${noun} from ${minimum} to ${maximum}`
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly description?: string
}

const withArticle = (noun = 'value'): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The nearest known word, if one is near enough. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const nearest = closest(word, known)
  return distance(word, nearest) <= Math.max(2, word.length / 3) ? nearest : undefined
}

/** The value in the config, without repeating possible secrets. */
export function show(value: unknown, isSecret = false): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return 'an object'
  if (typeof value === 'string')
    return isSecret || value.length > 40
      ? `a text of ${value.length} characters`
      : `'${concealUserinfo(value)}'`
  return typeof value === 'function' ? 'a function' : String(value)
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
