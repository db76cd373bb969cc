/**
 * Checks the spec of a plugin as strictly as a config: an unknown key is an error. Written by hand, because
 * every start checks every plugin and would load and compile a validator for nothing else.
 */
import { isUuid } from '../../schemas/identity.ts'
import { type ConfigProblem, describe, nearestOf, show } from '../config/config.ts'
import { InvalidPlugin } from '../errors.ts'
import type { JobSpec, JobTimes } from '../jobs.ts'
import type { Collection } from './collections.ts'
import type {
  FhirListedOperation,
  FhirListedType,
  FhirNewest,
  FhirOffer,
  FhirOperation,
  FhirOperationParameter,
  FhirPublishing,
  FhirType,
  SearchParameter,
  SearchPart,
} from './fhir-types.ts'
import type { HookKind } from './hooks.ts'
import type { Manifest } from './plugin.ts'
import type { Prompt, Resource, Tool, ToolAnnotations } from './tools.ts'

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

/** An object whose keys are checked, or a function that returns one. */
const orFunction =
  (check: Check): Check =>
  (value, path) =>
    typeof value === 'function' ? [] : check(value, path)

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
  uid: accept('a UUID in lower case', value => isUuid(value)),
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

const ANNOTATIONS = withKeys<ToolAnnotations>([], {
  readOnlyHint: FLAG,
  destructiveHint: FLAG,
  idempotentHint: FLAG,
  openWorldHint: FLAG,
})

const TOOL = withKeys<Tool>(['name', 'title', 'description', 'input', 'run'], {
  name: NAME,
  title: LABEL,
  description: LABEL,
  annotations: ANNOTATIONS,
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

const MILLISECONDS = accept('milliseconds', value => typeof value === 'number' && value > 0)

const JOB_TIMES = withKeys<JobTimes>([], {
  lease: MILLISECONDS,
  pause: MILLISECONDS,
  longestPause: MILLISECONDS,
  every: MILLISECONDS,
})

const JOB = withKeys<JobSpec<unknown>>(['description', 'run'], {
  description: LABEL,
  times: orFunction(JOB_TIMES),
  atOnce: accept('a whole number from 1', value => Number.isInteger(value) && Number(value) >= 1),
  run: FUNCTION,
})

const SEARCH_TYPE = oneOf(['token', 'date', 'string', 'uri', 'reference', 'quantity', 'composite'])
const CALLERS = listOf(oneOf(['anyone', 'person', 'application']))
const RELEASES = listOf(oneOf(['R4', 'R4B', 'R5']))

const SEARCH_PARAMETER = withKeys<SearchParameter>(['name', 'type', 'description', 'values'], {
  name: NAME,
  type: SEARCH_TYPE,
  description: LABEL,
  values: FUNCTION,
  parts: listOf(withKeys<SearchPart>(['type', 'values'], { type: SEARCH_TYPE, values: FUNCTION })),
  field: NAME,
  target: listOf(NAME),
  byCompartment: FLAG,
})

const FHIR_TYPE = withKeys<FhirType>(['type', 'collection', 'description'], {
  type: NAME,
  collection: NAME,
  description: LABEL,
  example: OBJECT,
  readers: CALLERS,
  search: listOf(SEARCH_PARAMETER),
  newest: withKeys<FhirNewest>(['definition', 'groupOf', 'by'], {
    definition: NAME,
    groupOf: FUNCTION,
    by: NAME,
  }),
  summary: listOf(NAME),
  mandatory: listOf(NAME),
  compartment: FUNCTION,
  find: FUNCTION,
  complete: FUNCTION,
  inLanguage: FUNCTION,
  content: FUNCTION,
  creatable: FLAG,
  publishing: withKeys<FhirPublishing>(['scope', 'create', 'replace'], {
    scope: NAME,
    create: FUNCTION,
    replace: FUNCTION,
  }),
  applicationOf: FUNCTION,
})

const FHIR_OPERATION = withKeys<FhirOperation>(
  ['name', 'type', 'level', 'description', 'definition', 'run'],
  {
    name: NAME,
    type: NAME,
    level: oneOf(['type', 'instance']),
    description: LABEL,
    definition: NAME,
    callers: CALLERS,
    submits: FLAG,
    parameters: listOf(
      withKeys<FhirOperationParameter>(['name', 'type', 'description'], {
        name: NAME,
        type: oneOf(['string', 'boolean', 'integer', 'object', 'resource']),
        description: LABEL,
      }),
    ),
    example: OBJECT,
    run: FUNCTION,
  },
)

const FHIR_LISTED = withKeys<FhirListedOperation>(['name', 'definition'], {
  name: NAME,
  definition: NAME,
  type: NAME,
  releases: RELEASES,
})

const FHIR_LISTED_TYPE = withKeys<FhirListedType>(['type', 'description', 'interactions'], {
  type: NAME,
  description: LABEL,
  interactions: listOf(NAME),
  search: listOf(
    withKeys<NonNullable<FhirListedType['search']>[number]>(['name', 'type', 'description'], {
      name: NAME,
      type: SEARCH_TYPE,
      description: LABEL,
    }),
  ),
  releases: RELEASES,
  elements: FUNCTION,
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
    types: listOf(FHIR_TYPE),
    operations: listOf(FHIR_OPERATION),
    listed: listOf(FHIR_LISTED),
    listedTypes: listOf(FHIR_LISTED_TYPE),
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
