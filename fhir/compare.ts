/** Compares the values of answers: for limits, for options, and for the conditions of `enableWhen`. */
import type { Coding, Quantity, Reference } from 'fhir/r5.js'
import { type Comparison, compareDates, compareTimes } from './dates.ts'
import type { ConvertUnit, Engines } from './engines.ts'
import { number, object, text } from './shape.ts'

const UCUM = 'http://unitsofmeasure.org'

/** Orders two values of these types; undefined when they cannot be compared. */
export function compare(
  leftType: string,
  left: unknown,
  rightType: string,
  right: unknown,
  engines: Engines = {},
): Comparison | undefined {
  if (NUMBERS.has(leftType) && NUMBERS.has(rightType)) return compareNumbers(number(left), number(right))
  if (DATES.has(leftType) && DATES.has(rightType)) {
    return compareDates(text(left) ?? '', text(right) ?? '')
  }
  if (leftType === 'Time' && rightType === 'Time') return compareTimes(text(left) ?? '', text(right) ?? '')
  if (STRINGS.has(leftType) && STRINGS.has(rightType)) return compareStrings(text(left), text(right))
  if (leftType === 'Quantity' && rightType === 'Quantity') {
    return compareQuantities(left, right, engines.convertUnit)
  }
  return undefined
}

/** Tells whether two values are the same; undefined when precision does not decide it. */
export function equal(
  leftType: string,
  left: unknown,
  rightType: string,
  right: unknown,
  engines: Engines = {},
): boolean | undefined {
  if (leftType === 'Coding' && rightType === 'Coding') return sameCoding(left, right)
  if (leftType === 'Reference' && rightType === 'Reference') {
    const target = text(object<Reference>(left)?.reference)
    return target !== undefined && target === object<Reference>(right)?.reference
  }
  if (leftType === 'Boolean' && rightType === 'Boolean') return left === right
  const comparison = compare(leftType, left, rightType, right, engines)
  if (comparison === undefined) return false
  if (comparison.order !== 0) return false
  return comparison.certain ? true : undefined
}

/** Two Codings are the same by system and code; versions differ only when both name one, displays never matter. */
export function sameCoding(left: unknown, right: unknown): boolean {
  const a = object<Coding>(left)
  const b = object<Coding>(right)
  if (a === undefined || b === undefined) return false
  if (a.code === undefined && b.code === undefined) {
    return a.display !== undefined && a.display === b.display && a.system === b.system
  }
  if (a.code !== b.code || a.system !== b.system) return false
  return a.version === undefined || b.version === undefined || a.version === b.version
}

/**
 * Orders two quantities: at once when they share a unit, by UCUM conversion when both are coded in it and the
 * engine is there, by the unit's text when neither is coded.
 */
export function compareQuantities(
  left: unknown,
  right: unknown,
  convert: ConvertUnit | undefined,
): Comparison | undefined {
  const a = object<Quantity>(left)
  const b = object<Quantity>(right)
  const value = number(a?.value)
  const limit = number(b?.value)
  if (a === undefined || b === undefined || value === undefined || limit === undefined) return undefined
  if (a.code === b.code && a.system === b.system && (a.code !== undefined || a.unit === b.unit)) {
    return compareNumbers(value, limit)
  }
  const [from, to] = [text(a.code), text(b.code)]
  if (from === undefined || to === undefined || a.system !== UCUM || b.system !== UCUM) return undefined
  return compareNumbers(convert?.(value, from, to), limit)
}

/** Tells whether comparing these two takes a conversion between units. */
export function needsConversion(left: unknown, right: unknown): boolean {
  const a = object<Quantity>(left)
  const b = object<Quantity>(right)
  return a?.system === UCUM && b?.system === UCUM && a.code !== b.code
}

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Decimal'])
const DATES: ReadonlySet<string> = new Set(['Date', 'DateTime', 'Instant'])
const STRINGS: ReadonlySet<string> = new Set(['String', 'Uri', 'Url', 'Code', 'Markdown'])

/** The class of a type: only values of one class can be compared with each other. */
export const classOf = (type: string): string =>
  NUMBERS.has(type) ? 'number' : DATES.has(type) ? 'date' : STRINGS.has(type) ? 'string' : type

function compareNumbers(a: number | undefined, b: number | undefined): Comparison | undefined {
  if (a === undefined || b === undefined) return undefined
  return { order: Math.sign(a - b) as -1 | 0 | 1, certain: true }
}

function compareStrings(a: string | undefined, b: string | undefined): Comparison | undefined {
  if (a === undefined || b === undefined) return undefined
  return { order: a === b ? 0 : a < b ? -1 : 1, certain: true }
}
