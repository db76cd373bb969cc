/** The engine of units, loaded when a form needs it: it is large. */
import type { UcumLhcUtils } from '@lhncbc/ucum-lhc'
import type { ConvertUnit } from './engines.ts'

/** Digits that a conversion keeps: enough for any measurement, too few to show the noise of binary fractions. */
const PRECISION = 12

/** How a UCUM code is written; the longest in use have some forty characters. */
const CODE = /^[!-~]{1,100}$/

/** So many parsed units are kept. */
const MOST_UNITS = 1_000

/** Loads conversions between UCUM units. */
export async function loadUcum(): Promise<ConvertUnit> {
  const { UcumLhcUtils: Utils } = await import('@lhncbc/ucum-lhc')
  const utils = Utils.getInstance()
  const parsed = new Map<string, unknown>()
  // Parsing a unit takes a hundred times as long as converting by it.
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
    // The engine writes what it cannot read to the console, and takes longer than it is long.
    if (!CODE.test(from) || !CODE.test(to)) return undefined
    const { status, toVal } = converter.convertUnitTo(from, value, to)
    return status === 'succeeded' && toVal !== null ? Number(toVal.toPrecision(PRECISION)) : undefined
  }
}
