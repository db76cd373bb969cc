/** The spec of a plugin, checked as strictly as a config: a key that the gateway would pass over is a mistake. */
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, problemsOf } from '../config/config.ts'
import { InvalidPlugin } from '../errors.ts'
import { shareMetaSchema } from '../http/meta-schema.ts'
import type { Collection } from './collections.ts'
import type { FhirOffer } from './fhir-types.ts'
import type { HookKind } from './hooks.ts'
import type { Manifest } from './plugin.ts'
import type { Prompt, Resource, Tool } from './tools.ts'

/** A row for every key of a type, so that a key that is added there cannot be forgotten here. */
type Rows<T> = { readonly [K in keyof T]-?: object }

const TEXT = { type: 'string', minLength: 1 } as const
/** Written for people; it may be empty while a plugin is being made. */
const LABEL = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const SHAPE = { type: 'object' } as const
const FUNCTION = { callable: true } as const
const KINDS: readonly HookKind[] = ['guard', 'transform', 'notice']

const listOf = (items: object) => ({ type: 'array', items })
const namesOf = (additionalProperties: object) => ({ type: 'object', additionalProperties })
const only = <T>(required: readonly (keyof T)[], properties: Rows<T>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const CollectionRows = only<Collection>(['uid', 'name', 'kind', 'schema'], {
  uid: TEXT,
  name: TEXT,
  kind: { enum: ['owned', 'standard'] },
  schema: SHAPE,
  secrets: listOf(TEXT),
  personal: FLAG,
  enrich: FUNCTION,
  validate: FUNCTION,
})

const ToolRows = only<Tool>(['name', 'title', 'description', 'input', 'run'], {
  name: TEXT,
  title: LABEL,
  description: LABEL,
  annotations: SHAPE,
  input: SHAPE,
  output: SHAPE,
  run: FUNCTION,
})

const ResourceRows = only<Resource>(['uri', 'name', 'title', 'description', 'read'], {
  uri: TEXT,
  name: TEXT,
  title: LABEL,
  description: LABEL,
  mimeType: TEXT,
  list: FUNCTION,
  read: FUNCTION,
})

const PromptRows = only<Prompt>(['name', 'title', 'description', 'messages'], {
  name: TEXT,
  title: LABEL,
  description: LABEL,
  arguments: listOf(SHAPE),
  messages: FUNCTION,
})

const Spec = only<Manifest>(['name', 'version'], {
  name: TEXT,
  version: TEXT,
  optIn: FLAG,
  dependencies: listOf(TEXT),
  schemas: listOf({ type: 'object', required: ['$id'], properties: { $id: TEXT } }),
  openHooks: namesOf({ enum: KINDS }),
  hooks: namesOf(FUNCTION),
  security: namesOf({
    type: 'object',
    required: ['describe', 'errors', 'authenticate'],
    properties: { describe: SHAPE, errors: { type: 'array' }, authenticate: FUNCTION },
  }),
  tools: listOf(ToolRows),
  resources: listOf(ResourceRows),
  prompts: listOf(PromptRows),
  fhir: only<FhirOffer>([], { types: listOf(SHAPE), operations: listOf(SHAPE), elsewhere: listOf(SHAPE) }),
  startLocalNodes: FUNCTION,
  tag: only<NonNullable<Manifest['tag']>>(['name', 'description'], { name: TEXT, description: LABEL }),
  config: SHAPE,
  collections: listOf(CollectionRows),
  setup: FUNCTION,
  routes: FUNCTION,
})

let validator: ValidateFunction | undefined

function compiled(): ValidateFunction {
  const ajv = shareMetaSchema(new Ajv({ allErrors: true, verbose: true, strict: false }))
  ajv.addKeyword({
    keyword: 'callable',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => typeof value === 'function',
    error: { message: 'is a function' },
  })
  return ajv.compile(Spec)
}

/** @throws InvalidPlugin with every problem, and the nearest known key of each that is unknown */
export function checkSpec(spec: unknown): void {
  validator ??= compiled()
  if (validator(spec)) return
  const { name } = (spec ?? {}) as { readonly name?: unknown }
  const problems = problemsOf(validator.errors ?? [], ['spec'])
  throw new InvalidPlugin(
    typeof name === 'string' ? name : '(without a name)',
    problems.map(describe).join('\n'),
  )
}
