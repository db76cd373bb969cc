/** The update language: MongoDB's field operators, applied to one document in memory. */
import { update as apply, type Modifier } from 'mingo/updater'
import { resolve } from 'mingo/util'
import { refusal } from '../../../core/stores/network/errors.ts'
import { FilterError, isPlainObject, readPath } from '../../../core/stores/network/filter.ts'

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

/** An update that has been read: gives the document as it is afterwards, or `undefined` if nothing changes. */
export type Change = (body: Readonly<Record<string, unknown>>) => Record<string, unknown> | undefined

/** Reads an update. Whole replacements, and operators on what the node keeps itself (`_id`, `_acl` …), are refused. */
export function readUpdate(update: Readonly<Record<string, unknown>>): Change {
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
    }
  }
  const counted = ['$inc', '$mul'].flatMap(operator => Object.entries(update[operator] ?? {}))
  return body => {
    // mingo would add a number to a text.
    for (const [path, operand] of counted) assertNumbers(operand, resolve(body, path))
    const changed = structuredClone(body) as Record<string, unknown>
    try {
      return apply(changed, structuredClone(update) as Modifier<Record<string, unknown>>).length > 0
        ? changed
        : undefined
    } catch {
      throw refusal('DataValidationError', 'The update does not fit the document')
    }
  }
}

function assertNumbers(operand: unknown, value: unknown): void {
  if (typeof operand === 'number' && (value === undefined || typeof value === 'number')) return
  throw refusal('DataValidationError', 'Only numbers can be counted with')
}

/** What the node keeps itself. */
const KEPT = new Set(['_id', '_created', '_updated', '_owner', '_acl'])
/** Names that would reach into the prototype instead of the document. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

function assertWritable(path: string): void {
  try {
    const segments = readPath(path)
    if (KEPT.has(segments[0] ?? '') || segments.some(segment => UNSAFE.has(segment))) {
      throw new FilterError(`'${path}' cannot be updated`)
    }
  } catch (error) {
    if (error instanceof FilterError) throw refusal('DataValidationError', error.message)
    throw error
  }
}
