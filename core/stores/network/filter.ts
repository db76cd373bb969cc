/** The filter language: the part of MongoDB's that is safe and cheap for a database. */
import { InvalidFilterError } from './errors.ts'

/** The condition of a filter on one field. */
export type Condition =
  | { readonly operator: '$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte'; readonly value: unknown }
  | { readonly operator: '$in' | '$nin' | '$all'; readonly values: readonly unknown[] }
  | { readonly operator: '$exists'; readonly exists: boolean }
  | { readonly operator: '$size'; readonly size: number }
  | { readonly operator: '$not'; readonly conditions: readonly Condition[] }
  | { readonly operator: '$elemMatch'; readonly filter: Clause }
  | { readonly operator: '$elemMatch'; readonly conditions: readonly Condition[] }

/** A parsed filter: a tree of fields and their conditions. */
export type Clause =
  | { readonly every: readonly Clause[] }
  | { readonly some: readonly Clause[] }
  | { readonly none: readonly Clause[] }
  | { readonly path: readonly string[]; readonly conditions: readonly Condition[] }

/** Thrown for a filter outside the language. The message names operators and fields, never values. */
export class FilterError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FilterError'
  }
}

/**
 * Limits on the cost of one filter. `owners` is for `$nin` with did:key on the owner of a document: nodes store that
 * spelling, and a database looks it up in one list.
 */
export const filterLimits = { depth: 12, values: 2_000, owners: 50_000, segments: 16 } as const

/**
 * Reads a filter. `$regex`, `$where`, `$expr` and similar operators are refused: a pattern or a program of a
 * client could keep a node busy for an unlimited time.
 */
export function readFilter(filter: Readonly<Record<string, unknown>>): Clause {
  return new Reader().filter(filter, 0)
}

/**
 * Refuses an operand of `$pull` that is no value, condition or filter of the language: it is evaluated as a
 * query.
 */
export function assertElementTest(operand: unknown): void {
  const reader = new Reader()
  if (isPlainObject(operand) && !isOperatorObject(operand)) reader.filter(operand, 0, true)
  else reader.conditions(operand, 0)
}

/** Refuses a filter outside the language, with the error for the gateway's callers. */
export function assertFilter(filter: Readonly<Record<string, unknown>>): void {
  try {
    readFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) throw new InvalidFilterError(error.message)
    throw error
  }
}

/** True for DIDs in the spelling that nodes store; decoding thousands of others would hold up a node. */
export const hasStoredSpelling = (values: readonly unknown[]): values is readonly string[] =>
  values.every(value => typeof value === 'string' && value.startsWith('did:key:'))

class Reader {
  private valuesLeft: number = filterLimits.values
  private ownersLeft: number = filterLimits.owners

  /** @param isElement - the filter is on an element of a list, which has no owner */
  filter(filter: unknown, depth: number, isElement = false): Clause {
    if (!isPlainObject(filter)) throw new FilterError('a filter must be an object')
    if (depth > filterLimits.depth) throw new FilterError('it is nested too deeply')
    return {
      every: Object.entries(filter).map(([key, operand]) => {
        if (key === '$and') return { every: this.filters(key, operand, depth, isElement) }
        if (key === '$or') return { some: this.filters(key, operand, depth, isElement) }
        if (key === '$nor') return { none: this.filters(key, operand, depth, isElement) }
        if (key.startsWith('$')) throw new FilterError(`the operator '${key}' is not known here`)
        const others = key === '_owner' && !isElement ? this.otherOwners(operand) : undefined
        return { path: readPath(key), conditions: others ?? this.conditions(operand, depth) }
      }),
    }
  }

  private filters(key: string, operand: unknown, depth: number, isElement: boolean): Clause[] {
    if (!Array.isArray(operand) || operand.length === 0) {
      throw new FilterError(`'${key}' takes a list of filters`)
    }
    return operand.map(each => this.filter(each, depth + 1, isElement))
  }

  /** Reads `$nin` alone; its values have a limit of their own. */
  private otherOwners(operand: unknown): Condition[] | undefined {
    if (!isPlainObject(operand) || !Array.isArray(operand['$nin'])) return undefined
    if (Object.keys(operand).length > 1) return undefined
    const values: readonly unknown[] = operand['$nin']
    if (!hasStoredSpelling(values)) return undefined
    this.ownersLeft -= values.length
    if (this.ownersLeft < 0) throw new FilterError('it excludes too many owners')
    return [{ operator: '$nin', values }]
  }

  conditions(operand: unknown, depth: number): Condition[] {
    if (!isOperatorObject(operand)) return [{ operator: '$eq', value: this.value(operand) }]
    return Object.entries(operand).map(([operator, value]) => this.condition(operator, value, depth))
  }

  private condition(operator: string, operand: unknown, depth: number): Condition {
    switch (operator) {
      case '$eq':
      case '$ne':
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return { operator, value: this.value(operand) }
      case '$in':
      case '$nin':
      case '$all':
        if (!Array.isArray(operand)) throw new FilterError(`'${operator}' takes a list`)
        return { operator, values: operand.map(each => this.value(each)) }
      case '$exists':
        if (typeof operand !== 'boolean') throw new FilterError("'$exists' takes true or false")
        return { operator, exists: operand }
      case '$size':
        if (!Number.isSafeInteger(operand)) throw new FilterError("'$size' takes a whole number")
        return { operator, size: operand as number }
      case '$not':
        if (!isOperatorObject(operand)) throw new FilterError("'$not' takes operators")
        return { operator, conditions: this.nested(operand, depth) }
      case '$elemMatch':
        if (!isPlainObject(operand)) throw new FilterError("'$elemMatch' takes a filter or operators")
        return isOperatorObject(operand)
          ? { operator, conditions: this.nested(operand, depth) }
          : { operator, filter: this.filter(operand, depth + 1, true) }
      default:
        throw new FilterError(`the operator '${operator}' is not known here`)
    }
  }

  private nested(operand: Record<string, unknown>, depth: number): Condition[] {
    if (depth >= filterLimits.depth) throw new FilterError('it is nested too deeply')
    return Object.entries(operand).map(([key, value]) => this.condition(key, value, depth + 1))
  }

  private value(value: unknown): unknown {
    if (this.valuesLeft-- <= 0) throw new FilterError('it lists too many values')
    return value
  }
}

const OPERATORS_OF_LISTS = new Set(['$and', '$or', '$nor'])

/** `{$gt: 1}` has operators, `{code: 'a'}` is a value to compare with, a mixture is an error. */
function isOperatorObject(operand: unknown): operand is Record<string, unknown> {
  if (!isPlainObject(operand)) return false
  const keys = Object.keys(operand)
  const operators = keys.filter(key => key.startsWith('$') && !OPERATORS_OF_LISTS.has(key)).length
  if (operators > 0 && operators < keys.length) throw new FilterError('it mixes operators with fields')
  return operators > 0
}

/** Splits `item.linkId` into its segments. */
export function readPath(path: string): string[] {
  const segments = path.split('.')
  const sound = segments.every(
    segment =>
      segment !== '' &&
      !segment.startsWith('$') &&
      !segment.includes('\u0000') &&
      !/\p{Surrogate}/u.test(segment),
  )
  if (!sound) throw new FilterError(`'${path}' is not a field path`)
  if (segments.length > filterLimits.segments) throw new FilterError('a field path is too long')
  return segments
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
