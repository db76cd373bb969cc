/** The unit in which the answers to a question are counted. */
import {
  extensionNumber,
  extensionText,
  extensionValue,
  extensionValues,
  type FormItem,
} from './definition.ts'
import { NotCounted } from './not-counted.ts'
import { number, object, text } from './shape.ts'

/** A coded unit; without a system if the form gives none. */
export interface Unit {
  readonly system?: string
  readonly code: string
}

interface Coded {
  readonly system: string
  readonly code: string
}

const UCUM = 'http://unitsofmeasure.org'

/**
 * The unit of a query; undefined for plain numbers, which have none.
 * @throws NotCounted for a quantity without a unit, a unit that the form does not offer, or a unit on another
 * type
 */
export function unitOf(item: FormItem, requested: Partial<Coded> | undefined): Unit | undefined {
  if (item.type !== 'quantity') {
    if (requested === undefined) return undefined
    throw new NotCounted(`The answers to '${item.linkId}' have no unit: its type is ${item.type}.`, '.unit')
  }
  const offered = extensionValues(item, 'unitOption').flatMap(value => {
    const { code, system } = object<Coded>(value) ?? {}
    const named = text(code)
    return named === undefined
      ? []
      : [{ code: named, ...(text(system) !== undefined && { system: text(system) }) }]
  }) as Unit[]
  const names = offered.map(({ code }) => `'${code}'`).join(', ')
  if (requested?.code === undefined)
    throw new NotCounted(
      `Name the unit in which the answers to '${item.linkId}' count${names && `: ${names}`}.`,
      '.unit',
    )
  const { code, system } = requested
  const found = offered.find(each => each.code === code && (system === undefined || each.system === system))
  if (found !== undefined) return found
  const isClosed = offered.length > 0 && extensionText(item, 'unitOpen') === undefined
  if (isClosed && extensionValue(item, 'unitValueSet') === undefined)
    throw new NotCounted(`'${item.linkId}' is not answered in '${code}', but in: ${names}.`, '.unit')
  return { system: system ?? UCUM, code }
}

/** A limit of the form for the numbers of a question; of quantities, only a limit in this unit. */
export function limitOf(item: FormItem, which: 'min' | 'max', unit: Unit | undefined): number | undefined {
  if (unit === undefined) return extensionNumber(item, `${which}Value`)
  const limit = object<Coded & { value: number }>(extensionValue(item, `${which}Quantity`))
  return limit?.code === unit.code && limit.system === unit.system ? number(limit.value) : undefined
}
