/** Aggregation pipelines: the permitted stages, and the places of their variables. */
import { isPlainObject, type NewQuery, refusal } from '../../../core/node.ts'

type Pipeline = NewQuery['pipeline']

/** The permitted stages of a stored pipeline, at every depth. All are read-only. */
const STAGES = new Set([
  '$match',
  '$lookup',
  '$project',
  '$group',
  '$sort',
  '$limit',
  '$skip',
  '$unwind',
  '$addFields',
  '$set',
  '$unset',
  '$count',
  '$replaceRoot',
  '$replaceWith',
  '$facet',
  '$bucket',
  '$bucketAuto',
  '$sortByCount',
])
/** Operators that run a program or a pattern of the client, refused everywhere. */
const REFUSED = new Set([
  '$where',
  '$function',
  '$accumulator',
  '$jsonSchema',
  '$regex',
  '$regexMatch',
  '$regexFind',
  '$regexFindAll',
])
const DEPTH = 5
const LENGTH = 50

/** Refuses a pipeline outside the language. */
export function assertPipeline(pipeline: unknown, depth = 0): asserts pipeline is Pipeline {
  if (depth > DEPTH) throw refusal('DataValidationError', 'pipeline: is nested too deeply')
  if (!Array.isArray(pipeline) || pipeline.length > LENGTH) {
    throw refusal('DataValidationError', `pipeline: must be a list of at most ${LENGTH} stages`)
  }
  for (const stage of pipeline) {
    const [[name, operand] = ['', undefined], ...others] = isPlainObject(stage) ? Object.entries(stage) : []
    if (others.length > 0 || !STAGES.has(name)) {
      throw refusal('DataValidationError', `pipeline: '${name}' is not a stage that is known here`)
    }
    assertOperators(operand)
    if (name === '$facet' && isPlainObject(operand)) {
      for (const facet of Object.values(operand)) assertPipeline(facet, depth + 1)
    }
    if (name === '$lookup' && isPlainObject(operand) && operand['pipeline'] !== undefined) {
      assertPipeline(operand['pipeline'], depth + 1)
    }
  }
}

function assertOperators(value: unknown): void {
  if (Array.isArray(value)) value.forEach(assertOperators)
  if (!isPlainObject(value)) return
  for (const [key, operand] of Object.entries(value)) {
    if (REFUSED.has(key)) throw refusal('DataValidationError', `pipeline: '${key}' is not known here`)
    if (key === '__proto__') throw refusal('DataValidationError', 'pipeline: a field name is not accepted')
    assertOperators(operand)
  }
}

/** The `$lookup` collections of a pipeline, at every depth. */
export function lookedUp(pipeline: Pipeline): string[] {
  return pipeline.flatMap(({ $lookup, $facet }) => [
    ...(isPlainObject($lookup)
      ? [String($lookup['from']), ...lookedUp(($lookup['pipeline'] as Pipeline | undefined) ?? [])]
      : []),
    ...(isPlainObject($facet) ? (Object.values($facet) as Pipeline[]).flatMap(lookedUp) : []),
  ])
}

const PATH = /^\$\.pipeline((?:\.[$a-zA-Z_][$\w-]*|\[\d{1,3}\])+)$/

function stepsOf(path: string): (string | number)[] {
  const [, rest] = PATH.exec(path) ?? []
  if (rest === undefined) throw refusal('VariableInjectionError', `'${path}' is not a path into the pipeline`)
  const steps = [...rest.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  if (steps.some(step => step === '__proto__'))
    throw refusal('VariableInjectionError', `'${path}' is refused`)
  return steps
}

/** Refuses variables with a path that the pipeline does not have. */
export function assertVariables(pipeline: Pipeline, variables: NewQuery['variables']): void {
  for (const { path } of Object.values(variables)) place(structuredClone(pipeline), path)
}

/** The object and the name under which a variable is set. */
function place(
  pipeline: Pipeline,
  path: string,
): { in: Record<string | number, unknown>; at: string | number } {
  const steps = stepsOf(path)
  const at = steps.pop() ?? ''
  let holder: unknown = pipeline
  for (const step of steps) {
    holder =
      typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step)
        ? (holder as Record<string | number, unknown>)[step]
        : undefined
  }
  if (typeof holder !== 'object' || holder === null) {
    throw refusal('VariableInjectionError', `The pipeline has no place '${path}'`)
  }
  return { in: holder as Record<string | number, unknown>, at }
}

/** The pipeline with the values of one run. Values are plain: no variable can contain an operator. */
export function inject(
  { pipeline, variables }: Pick<NewQuery, 'pipeline' | 'variables'>,
  values: Readonly<Record<string, unknown>>,
): Pipeline {
  const missing = Object.entries(variables)
    .filter(([name, { optional }]) => !optional && !Object.hasOwn(values, name))
    .map(([name]) => `missing=${name}`)
  const unexpected = Object.keys(values)
    .filter(name => !Object.hasOwn(variables, name))
    .map(name => `unexpected=${name}`)
  if (missing.length + unexpected.length > 0) {
    throw refusal('DataValidationError', 'Query execution variables mismatch: ', ...missing, ...unexpected)
  }
  const filled = structuredClone(pipeline)
  for (const [name, value] of Object.entries(values)) {
    if (!isPlainValue(value))
      throw refusal('DataValidationError', 'Unsupported value type', `variable: ${name}`)
    const { in: holder, at } = place(filled, variables[name]?.path ?? '')
    holder[at] = value
  }
  return filled
}

function isPlainValue(value: unknown): boolean {
  if (!Array.isArray(value)) return ['string', 'number', 'boolean'].includes(typeof value)
  return value.every(each => !Array.isArray(each) && isPlainValue(each) && typeof each === typeof value[0])
}
