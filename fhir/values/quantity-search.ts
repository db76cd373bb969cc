/** Parses a quantity parameter of a FHIR search to a comparison. */

/** Lowest and highest value that a quantity may have: equal, unless it has a comparator. */
type Bounds = readonly [low: number, high: number]

const SEARCH =
  /^(eq|ne|ge|gt|le|lt|sa|eb|ap)?([+-]?\d{1,18}(?:\.(\d{1,18}))?(?:[eE]([+-]?\d{1,2}))?)(?:\|([^|]*)\|([^|]*))?$/

/**
 * Reads parameters such as `5.4`, `gt140` or `lt7.0|http://unitsofmeasure.org|mmol/L` (FHIR R4, search, 3.1.1.4.11
 * Quantity). Without a prefix a number covers its implicit range: `5.4` is from 5.35 to below 5.45. The unit is
 * compared with `code` and, if no system is given, with `unit`; units are not converted.
 * @returns undefined if the parameter is malformed
 */
export function readQuantitySearch(parameter: string): ((value: unknown) => boolean) | undefined {
  const parts = SEARCH.exec(parameter)
  if (parts === null) return undefined
  const [, prefix = 'eq', number = '', fraction = '', exponent, system, code = ''] = parts
  const wanted = Number(number)
  // The examples of the specification: 100 is from 99.5 to 100.5, 1e2 from 95 to 105.
  const place = fraction.length + 1 - (exponent === undefined ? 0 : Number(exponent) - 1)
  const half = 5 * 10 ** -place
  const digits = Math.min(100, Math.max(0, place))
  // Rounded, because 5.4 - 0.05 is more than 5.35.
  const [from, before] = [wanted - half, wanted + half].map(end => Number(end.toFixed(digits))) as [
    number,
    number,
  ]
  const tenth = Math.abs(wanted) / 10
  const holds: Readonly<Record<string, (bounds: Bounds) => boolean>> = {
    eq: ([low, high]) => low >= from && high < before,
    ne: ([low, high]) => low < from || high >= before,
    ge: ([, high]) => high >= wanted,
    gt: ([, high]) => high > wanted,
    le: ([low]) => low <= wanted,
    lt: ([low]) => low < wanted,
    sa: ([low]) => low > wanted,
    eb: ([, high]) => high < wanted,
    ap: ([low, high]) => high >= wanted - tenth && low <= wanted + tenth,
  }
  const isWanted = holds[prefix]
  return quantity => {
    const { value, comparator, unit, code: ownCode, system: ownSystem } = (quantity ?? {}) as Quantity
    if (typeof value !== 'number') return false
    if (system && system !== ownSystem) return false
    if (code && code !== ownCode && (system || code !== unit)) return false
    return isWanted?.(boundsOf(value, comparator)) ?? false
  }
}

type Quantity = Readonly<Record<'value' | 'comparator' | 'unit' | 'code' | 'system', unknown>>

/** `<5` is any value below 5. */
function boundsOf(value: number, comparator: unknown): Bounds {
  if (comparator === '<' || comparator === '<=') return [Number.NEGATIVE_INFINITY, value]
  if (comparator === '>' || comparator === '>=') return [value, Number.POSITIVE_INFINITY]
  return [value, value]
}
