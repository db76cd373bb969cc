/**
 * Checks the spec of a plugin as strictly as a config: an unknown key is an error. Written by hand, because
 * every start checks every plugin and would load and compile a validator for nothing else.
 */
import { type ConfigProblem, describe, nearestOf, show } from '../config/config.ts'
import { InvalidPlugin } from '../errors.ts'
import type { JobSpec } from '../jobs.ts'
import type { Collection } from './collections.ts'
import type { FhirOffer } from './fhir-types.ts'
import type { HookKind } from './hooks.ts'
import type { Manifest } from './plugin.ts'
import type { Prompt, Resource, Tool } from './tools.ts'

/** Returns the problems of a value at a path. */
type Check = (value: unknown, path: readonly string[]) => readonly ConfigProblem[]

/** A row for every key of a type: the compiler reports a missing one. */
type Rows<T> = { readonly [K in keyof T]-?: Check }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const accept =
  (expected: string, accepts: (value: unknown) => boolean): Check =>
  (value, path) =>
    accepts(value) ? [] : [{ path, expected, got: show(value) }]

const NAME = accept('a text', value => typeof value === 'string' && value !== '')
/** A text for people; it may be empty while a plugin is under development. */
const LABEL = accept('a text', value => typeof value === 'string')
const FLAG = accept('true or false', value => typeof value === 'boolean')
const OBJECT = accept('an object', isObject)
const FUNCTION = accept('a function', value => typeof value === 'function')

const oneOf =
  (words: readonly string[]): Check =>
  (value, path) => {
    if (typeof value === 'string' && words.includes(value)) return []
    const nearest = typeof value === 'string' ? nearestOf(value, words) : undefined
    return [{ path, expected: `one of ${words.join(', ')}`, got: show(value), ...(nearest && { nearest }) }]
  }

const listOf =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((each, at) => check(each, [...path, String(at)]))
      : [{ path, expected: 'a list', got: show(value) }]

const namesOf =
  (check: Check): Check =>
  (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, each]) => check(each, [...path, name]))
      : OBJECT(value, path)

/** An object with these keys; others are refused, or ignored if the object may be a class instance. */
function withKeys<T>(required: readonly (keyof T)[], rows: Rows<T>, isStrict = true): Check {
  const checks = new Map<string, Check>(Object.entries(rows))
  const known = [...checks.keys()]
  return (value, path) => {
    if (!isObject(value)) return OBJECT(value, path)
    const unknown = isStrict ? Object.keys(value).filter(key => !checks.has(key)) : []
    const problems = unknown.map((key): ConfigProblem => {
      const nearest = nearestOf(key, known)
      const expected = `one of ${known.join(', ')}`
      return { path: [...path, key], expected, got: `the unknown key '${key}'`, ...(nearest && { nearest }) }
    })
    for (const [key, check] of checks) {
      if (value[key] !== undefined) problems.push(...check(value[key], [...path, key]))
      else if (required.includes(key as keyof T))
        problems.push({ path: [...path, key], expected: 'a value', got: 'nothing' })
    }
    return problems
  }
}

const COLLECTION_KEYS = withKeys<Collection>(['uid', 'name', 'kind', 'schema'], {
  uid: NAME,
  name: NAME,
  kind: oneOf(['owned', 'standard']),
  schema: OBJECT,
  secrets: listOf(NAME),
  personal: FLAG,
  applicationField: NAME,
  enrich: FUNCTION,
  validate: FUNCTION,
})

/** The service sets the field of an application in each record: the schema must have it. */
const COLLECTION: Check = (value, path) => {
  const problems = COLLECTION_KEYS(value, path)
  if (problems.length > 0 || !isObject(value) || value['applicationField'] === undefined) return problems
  const { schema, kind, applicationField } = value
  const { properties } = isObject(schema) ? schema : {}
  const name = String(applicationField)
  const at = [...path, 'applicationField']
  if (kind !== 'owned') return [{ path: at, expected: "a collection of the kind 'owned'", got: show(kind) }]
  return isObject(properties) && Object.hasOwn(properties, name)
    ? []
    : [{ path: at, expected: 'a property of the schema', got: show(name) }]
}

const TOOL = withKeys<Tool>(['name', 'title', 'description', 'input', 'run'], {
  name: NAME,
  title: LABEL,
  description: LABEL,
  annotations: OBJECT,
  input: OBJECT,
  output: OBJECT,
  run: FUNCTION,
})

const RESOURCE = withKeys<Resource>(['uri', 'name', 'title', 'description', 'read'], {
  uri: NAME,
  name: NAME,
  title: LABEL,
  description: LABEL,
  mimeType: NAME,
  list: FUNCTION,
  read: FUNCTION,
})

const PROMPT = withKeys<Prompt>(['name', 'title', 'description', 'messages'], {
  name: NAME,
  title: LABEL,
  description: LABEL,
  arguments: listOf(OBJECT),
  messages: FUNCTION,
})

const SCHEME = withKeys<NonNullable<Manifest['security']>[string]>(
  ['describe', 'errors', 'authenticate'],
  { describe: OBJECT, errors: listOf(() => []), authenticate: FUNCTION },
  false,
)

const DIRECTORY = accept(
  "the URL of a directory, ending in '/'",
  value => value instanceof URL && value.pathname.endsWith('/'),
)

const JOB = withKeys<JobSpec<unknown>>(['description', 'run'], {
  description: LABEL,
  times: accept('an object or a function', value => isObject(value) || typeof value === 'function'),
  atOnce: accept('a whole number from 1', value => Number.isInteger(value) && Number(value) >= 1),
  run: FUNCTION,
})

const KINDS: readonly HookKind[] = ['guard', 'transform', 'notice']

const SPEC = withKeys<Manifest>(['name', 'version'], {
  name: NAME,
  version: NAME,
  optIn: FLAG,
  dependencies: listOf(NAME),
  schemas: listOf(withKeys<{ $id: string }>(['$id'], { $id: NAME }, false)),
  openHooks: namesOf(oneOf(KINDS)),
  hooks: namesOf(FUNCTION),
  security: namesOf(SCHEME),
  tools: listOf(TOOL),
  resources: listOf(RESOURCE),
  prompts: listOf(PROMPT),
  fhir: withKeys<FhirOffer>([], {
    types: listOf(OBJECT),
    operations: listOf(OBJECT),
    listed: listOf(OBJECT),
    listedTypes: listOf(OBJECT),
  }),
  startLocalNodes: FUNCTION,
  migrations: DIRECTORY,
  jobs: namesOf(JOB),
  tag: withKeys<NonNullable<Manifest['tag']>>(['name', 'description'], { name: NAME, description: LABEL }),
  config: OBJECT,
  collections: listOf(COLLECTION),
  setup: FUNCTION,
  routes: FUNCTION,
})

/** @throws InvalidPlugin with every problem, and the nearest known key of each unknown one */
export function checkSpec(spec: unknown): void {
  const problems = SPEC(spec, ['spec'])
  if (problems.length === 0) return
  const name = isObject(spec) && typeof spec['name'] === 'string' ? spec['name'] : '(without a name)'
  throw new InvalidPlugin(name, problems.map(describe).join('\n'))
}
