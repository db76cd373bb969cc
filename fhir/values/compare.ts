/** Compares the values of answers for limits, options and the conditions of `enableWhen`. */
import type { Coding, Quantity, Reference } from 'fhir/r5.js'
import { type Comparison, compareDates, compareTimes } from './dates.ts'
import { number, object, text } from './unchecked-json.ts'
import type { ConvertUnit, UnitConversion } from './unit-conversion.ts'

const UCUM = 'http://unitsofmeasure.org'

/** Orders two values of these types; undefined if they cannot be compared. */
export function compare(
  leftType: string,
  left: unknown,
  rightType: string,
  right: unknown,
  engines: UnitConversion = {},
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

/** True if two values are equal; undefined if their precision does not decide it. */
export function equal(
  leftType: string,
  left: unknown,
  rightType: string,
  right: unknown,
  engines: UnitConversion = {},
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

/** Compares two Codings by system and code. Versions count only if both have one, displays never. */
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
 * Orders two quantities: directly if they share a unit, by UCUM conversion if both are coded in it and the
 * engine is loaded, by the text of the unit if neither is coded.
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

/** True if comparing these two needs a unit conversion. */
export function needsConversion(left: unknown, right: unknown): boolean {
  const a = object<Quantity>(left)
  const b = object<Quantity>(right)
  return a?.system === UCUM && b?.system === UCUM && a.code !== b.code
}

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Decimal'])
const DATES: ReadonlySet<string> = new Set(['Date', 'DateTime', 'Instant'])
const STRINGS: ReadonlySet<string> = new Set(['String', 'Uri', 'Url', 'Code', 'Markdown'])

/** The class of a type. Only values of one class can be compared. */
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
