/** The unit in which the answers to a question are counted. */
import type { FormItem } from '../model/form-tree.ts'
import { extensionNumber, extensionText, extensionValue, extensionValues } from '../model/read-form.ts'
import { number, object, text } from '../values/unchecked-json.ts'
import type { ConvertUnit } from '../values/unit-conversion.ts'
import { NotCounted } from './not-counted.ts'

/** A coded unit; without a system if the form gives none. */
export interface Unit {
  readonly system?: string
  readonly code: string
}

/** Another unit that the form offers, whose numbers convert to the counted unit by `factor` and `offset`. */
export interface ConvertedUnit extends Unit {
  readonly factor: number
  readonly offset: number
  /** A number of this unit in the counted one. */
  readonly counted: (value: number) => number
  /** A number of the counted unit in this one. */
  readonly original: (value: number) => number
}

/** The unit in which answers count, with the units that are converted to it. */
export interface CountedUnit extends Unit {
  readonly others: readonly ConvertedUnit[]
}

interface Coded {
  readonly system: string
  readonly code: string
}

const UCUM = 'http://unitsofmeasure.org'

/** Maximum units that are converted to another. */
const MOST_OTHERS = 9

/**
 * The unit of a query; undefined for plain numbers, which have none.
 * @param convert - without it, only answers in the unit itself count
 * @throws NotCounted for a quantity without a unit, a unit that the form does not offer, or a unit on another
 * type
 */
export function unitOf(
  item: FormItem,
  requested: Partial<Coded> | undefined,
  convert: ConvertUnit | undefined,
): CountedUnit | undefined {
  if (item.type !== 'quantity') {
    if (requested === undefined) return undefined
    throw new NotCounted(`The answers to '${item.linkId}' have no unit: its type is ${item.type}.`, '.unit')
  }
  const offered = unitsOffered(item)
  const names = offered.map(({ code }) => `'${code}'`).join(', ')
  if (requested?.code === undefined)
    throw new NotCounted(
      `Name the unit in which the answers to '${item.linkId}' count${names && `: ${names}`}.`,
      '.unit',
    )
  const { code, system } = requested
  const found = offered.find(each => each.code === code && (system === undefined || each.system === system))
  if (found !== undefined) return { ...found, others: conversionsTo(found, offered, convert) }
  const isClosed = offered.length > 0 && extensionText(item, 'unitOpen') === undefined
  if (isClosed && extensionValue(item, 'unitValueSet') === undefined)
    throw new NotCounted(`'${item.linkId}' is not answered in '${code}', but in: ${names}.`, '.unit')
  const unit = { system: system ?? UCUM, code }
  return { ...unit, others: conversionsTo(unit, offered, convert) }
}

/** The coded units that a question offers. */
export const unitsOffered = (item: FormItem): Unit[] =>
  extensionValues(item, 'unitOption').flatMap(value => {
    const { code, system } = object<Coded>(value) ?? {}
    const [named, of] = [text(code), text(system)]
    return named === undefined ? [] : [{ code: named, ...(of !== undefined && { system: of }) }]
  })

/** The offered units of UCUM that convert to this one by a factor and an offset. */
function conversionsTo(
  unit: Unit,
  offered: readonly Unit[],
  convert: ConvertUnit | undefined,
): ConvertedUnit[] {
  if (convert === undefined || unit.system !== UCUM) return []
  const codes = new Set(offered.flatMap(({ system, code }) => (system === UCUM ? [code] : [])))
  codes.delete(unit.code)
  return [...codes].slice(0, MOST_OTHERS).flatMap(code => {
    const [zero, million, thousand] = [0, 1e6, 1e3].map(value => convert(value, code, unit.code))
    if (zero === undefined || million === undefined || thousand === undefined) return []
    const factor = (million - zero) / 1e6
    // A logarithm, such as pH, is no multiple.
    const isLinear = factor > 0 && Math.abs(zero + 1e3 * factor - thousand) <= 1e-9 * Math.abs(million - zero)
    if (!isLinear) return []
    const counted = (value: number) => convert(value, code, unit.code) ?? zero + value * factor
    const original = (value: number) => convert(value, unit.code, code) ?? (value - zero) / factor
    return [{ system: UCUM, code, factor, offset: zero, counted, original }]
  })
}

/**
 * A limit of the form for the numbers of a question; of quantities, a limit in this unit or one that converts to it.
 */
export function limitOf(
  item: FormItem,
  which: 'min' | 'max',
  unit: CountedUnit | undefined,
): number | undefined {
  if (unit === undefined) return extensionNumber(item, `${which}Value`)
  const limit = object<Coded & { value: number }>(extensionValue(item, `${which}Quantity`))
  const value = number(limit?.value)
  if (limit === undefined || value === undefined) return undefined
  const isIn = ({ code, system }: Unit) => limit.code === code && limit.system === system
  return isIn(unit) ? value : unit.others.find(isIn)?.counted(value)
}
