/** Loads the unit engine on demand, because it is large. */
import type { UcumLhcUtils } from '@lhncbc/ucum-lhc'
import type { ConvertUnit } from '../values/unit-conversion.ts'

/** Significant digits of a conversion: enough for any measurement, too few to show binary rounding. */
const PRECISION = 12

/** The syntax of a UCUM code; the longest in use have some forty characters. */
const CODE = /^[!-~]{1,100}$/

/** The number of parsed units to keep. */
const MOST_UNITS = 1_000

/** Loads conversions between UCUM units. */
export async function loadUcum(): Promise<ConvertUnit> {
  const { UcumLhcUtils: Utils } = await import('@lhncbc/ucum-lhc')
  const utils = Utils.getInstance()
  const parsed = new Map<string, unknown>()
  // Parsing a unit takes a hundred times as long as a conversion.
  const converter = Object.create(utils, {
    getSpecifiedUnit: {
      value(code: string, purpose: string, suggest?: boolean) {
        if (!parsed.has(code)) {
          if (parsed.size >= MOST_UNITS) parsed.clear()
          parsed.set(code, utils.getSpecifiedUnit(code, purpose, suggest))
        }
        return parsed.get(code)
      },
    },
  }) as UcumLhcUtils
  return (value, from, to) => {
    // The engine logs codes that it cannot parse, in more than linear time.
    if (!CODE.test(from) || !CODE.test(to)) return undefined
    const { status, toVal } = converter.convertUnitTo(from, value, to)
    return status === 'succeeded' && toVal !== null ? Number(toVal.toPrecision(PRECISION)) : undefined
  }
}
