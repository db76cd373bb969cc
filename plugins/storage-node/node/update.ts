/**
 * The update language: MongoDB's field operators on one document. Updates that are not linear run in a
 * thread.
 */
import { defineTask, loopTurn } from '../../../core/index.ts'
import { assertElementTest, FilterError, isPlainObject, readPath, refusal } from '../../../core/node.ts'
import type { NodeContext } from './node-context.ts'
import { runTask } from './pool.ts'
import { DOCUMENT_LIMIT } from './rows.ts'
import type { UpdateInput, UpdateOutput } from './update-task.ts'

const OPERATORS = new Set([
  '$set',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$push',
  '$addToSet',
  '$pop',
  '$pull',
  '$pullAll',
])

/** Imported with the first update: the library of operators is large. */
const applyHere = async (input: UpdateInput): Promise<UpdateOutput> => {
  const { default: apply } = await import('./update-task.ts')
  await loopTurn()
  return apply(input)
}

const UPDATE = defineTask<UpdateInput, UpdateOutput>('./update-task', import.meta.url)

/** A parsed update: returns the updated document, or `undefined` if nothing changes. */
export type Change = (body: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown> | undefined>

/**
 * Reads an update. Refuses whole replacements, and operators on fields that the node sets (`_id`, `_acl` …).
 * @param key - the caller whose share of the sandbox the update uses
 */
export function readUpdate(
  { sandbox }: Pick<NodeContext, 'sandbox'>,
  update: Readonly<Record<string, unknown>>,
  key: string,
): Change {
  const operators = Object.entries(update)
  if (operators.length === 0) throw refusal('DataValidationError', 'The update is empty')
  for (const [operator, fields] of operators) {
    if (!OPERATORS.has(operator)) {
      throw refusal('DataValidationError', `The update operator '${operator}' is not known here`)
    }
    if (!isPlainObject(fields))
      throw refusal('DataValidationError', `'${operator}' takes an object of fields`)
    for (const [path, operand] of Object.entries(fields)) {
      assertWritable(path)
      if (operator === '$rename') assertWritable(String(operand))
      if (operator === '$pull') reading(() => assertElementTest(operand))
    }
  }
  const isInline = isLinear(update)
  return async body => {
    const input = { body, update, most: DOCUMENT_LIMIT }
    const output = isInline ? await applyHere(input) : await runTask(sandbox, UPDATE, input, { key })
    if (output.refused !== undefined) throw refusal('DataValidationError', output.refused)
    if (output.body === undefined) return undefined
    await loopTurn()
    return JSON.parse(output.body) as Record<string, unknown>
  }
}

/**
 * True if an update sets and removes at most one hundred fields by name: its cost is that of copying the
 * document and the update once. An index may be any number, and other operators search lists.
 */
function isLinear(update: Readonly<Record<string, unknown>>): boolean {
  const paths = Object.values(update).flatMap(fields => Object.keys(fields as object))
  return (
    Object.keys(update).every(operator => operator === '$set' || operator === '$unset') &&
    paths.length <= 100 &&
    !paths.some(path => /(^|\.)\d/.test(path))
  )
}

/** Fields that the node sets. */
const KEPT = new Set(['_id', '_created', '_updated', '_owner', '_acl'])
/** Names that would access the prototype instead of the document. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

function assertWritable(path: string): void {
  const segments = reading(() => readPath(path))
  if (KEPT.has(segments[0] ?? '') || segments.some(segment => UNSAFE.has(segment))) {
    throw refusal('DataValidationError', `'${path}' cannot be updated`)
  }
}

function reading<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof FilterError) throw refusal('DataValidationError', error.message)
    throw error
  }
}
