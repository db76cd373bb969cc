/** The engine of units, loaded when a form needs it: it is large. */
import type { ConvertUnit } from './engines.ts'

/** Digits that a conversion keeps: enough for any measurement, too few to show the noise of binary fractions. */
const PRECISION = 12

/** Loads conversions between UCUM units. */
export async function loadUcum(): Promise<ConvertUnit> {
  const { UcumLhcUtils } = await import('@lhncbc/ucum-lhc')
  const utils = UcumLhcUtils.getInstance()
  return (value, from, to) => {
    const { status, toVal } = utils.convertUnitTo(from, value, to)
    return status === 'succeeded' && toVal !== null ? Number(toVal.toPrecision(PRECISION)) : undefined
  }
}
