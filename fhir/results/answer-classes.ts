/** The classes into which the answers to a question fall. They come from the form, never from the answers. */
import type { Classes, Scalar } from '../../schemas/record-aggregate.ts'
import { ownExtensions } from '../model/extensions.ts'
import type { FormItem, Option } from '../model/form-tree.ts'
import { sliderOf } from '../model/item-controls.ts'
import { object, text } from '../values/unchecked-json.ts'
import type { ConvertUnit } from '../values/unit-conversion.ts'
import { isSingular, numberPath, valuePath } from './answer-path.ts'
import { type CountedUnit, limitOf, type Unit, unitOf } from './counted-unit.ts'
import { NotCounted } from './not-counted.ts'

/** The name of a class: an answer, or a range of numbers. */
export type Class =
  | { readonly value: string | number | boolean; readonly system?: string; readonly display?: string }
  | { readonly from: number; readonly below: number }

export interface Bounds {
  readonly low: number
  readonly high: number
}

interface Named {
  readonly classes: Classes
  readonly labels: readonly Class[]
}

type Buckets = number | readonly number[]

const MOST_CLASSES = 100
/**
 * Up to this many whole numbers each form a class of their own, unless the query sets a number of classes.
 */
const MOST_SINGLE = 21
const USUAL_RANGES = 10

/** Divides a question into classes: the unit of its quantities, and the edges of its numbers. */
export interface Cut {
  readonly unit?: Partial<Unit>
  readonly buckets?: Buckets
}

/**
 * The classes of a question: its options, yes and no, or ranges of numbers.
 * @throws NotCounted
 */
export function classesOf(
  item: FormItem,
  { unit: requestedUnit, buckets }: Cut = {},
  convert?: ConvertUnit,
): Named {
  if (!isSingular(item))
    throw new NotCounted(
      `'${item.linkId}' can be answered several times in a response; ask for each of its answers by a filter.`,
      '.linkId',
    )
  const unit = unitOf(item, requestedUnit, convert)
  if (isNumber(item)) return rangesOf(item, unit, buckets)
  if (buckets !== undefined)
    throw new NotCounted(
      `The answers to '${item.linkId}' are no plain numbers, and have no buckets.`,
      '.buckets',
    )
  if (item.type === 'boolean')
    return {
      classes: { of: [valuePath(item, 'valueBoolean')], options: [[false], [true]] },
      labels: [{ value: false }, { value: true }],
    }
  if (item.type === 'coding') return optionsOf(item)
  throw new NotCounted(
    `The answers to '${item.linkId}' fall into no classes: it is a ${item.type}.`,
    '.linkId',
  )
}

/** One class for each option. An answer that is not an option belongs to no class. */
function optionsOf(item: FormItem): Named {
  const { options, linkId } = item
  if (options.length === 0)
    throw new NotCounted(`The form does not list the options of '${linkId}'.`, '.linkId')
  if (options.length > MOST_CLASSES)
    throw new NotCounted(`'${linkId}' has more than ${MOST_CLASSES} options.`, '.linkId')
  const codes = options.flatMap(({ type, value }) => (type === 'Coding' ? [object<Coding>(value)?.code] : []))
  const isAmbiguous = new Set(codes).size < codes.length
  const others = new Set(options.flatMap(({ type }) => (type === 'Coding' ? [] : [`value${type}`])))
  const of = [
    ...(codes.length === 0 ? [] : [valuePath(item, 'valueCoding', 'code')]),
    ...(isAmbiguous ? [valuePath(item, 'valueCoding', 'system')] : []),
    ...[...others].map(key => valuePath(item, key)),
  ]
  const valuesOf = ({ type, value }: Option): Scalar[] => {
    const { code, system } = codingOf(type, value)
    return [
      ...(codes.length === 0 ? [] : [code ?? null]),
      ...(isAmbiguous ? [system ?? null] : []),
      ...[...others].map(key => (key === `value${type}` ? (value as Scalar) : null)),
    ]
  }
  return { classes: { of, options: options.map(valuesOf) }, labels: options.map(labelOf) }
}

interface Coding {
  readonly system: string
  readonly code: string
  readonly display: string
}

function codingOf(type: string, value: unknown) {
  const coding = type === 'Coding' ? object<Coding>(value) : undefined
  return { system: text(coding?.system), code: text(coding?.code), display: text(coding?.display) }
}

function labelOf({ type, value, label }: Option): Class {
  if (type !== 'Coding') return { value: typeof value === 'number' ? value : String(value) }
  const { system, code, display } = codingOf(type, value)
  return {
    value: code ?? label,
    ...(system !== undefined && { system }),
    ...(display !== undefined && { display }),
  }
}

/** True if the answers are numbers, plain or quantities. */
export const isNumber = ({ type }: FormItem): boolean =>
  type === 'integer' || type === 'decimal' || type === 'quantity'

function rangesOf(item: FormItem, unit: CountedUnit | undefined, buckets: Buckets | undefined): Named {
  const isWhole = item.type === 'integer'
  const edges = Array.isArray(buckets) ? buckets : equalEdges(item, unit, buckets as number | undefined)
  rangeOf(edges)
  const labels = edges.slice(0, -1).map((from, at): Class => {
    const below = edges[at + 1] ?? from
    return isWhole && below - from === 1 && Number.isInteger(from) ? { value: from } : { from, below }
  })
  const or = (unit?.others ?? []).map(other => ({
    of: numberPath(item, other),
    edges: edges.map(other.original),
  }))
  return { classes: { of: numberPath(item, unit), edges, ...(or.length > 0 && { or }) }, labels }
}

/** Divides the permitted range into equal ranges; if it holds few whole numbers, each is a class. */
function equalEdges(
  item: FormItem,
  unit: CountedUnit | undefined,
  wanted: number | undefined,
): readonly number[] {
  const isWhole = item.type === 'integer'
  const { low, high } = boundsOf(item, unit)
  const end = isWhole ? Math.floor(high) + 1 : high
  const count = wanted ?? (isWhole && end - low <= MOST_SINGLE ? end - low : USUAL_RANGES)
  const edges = Array.from({ length: count + 1 }, (_, at) => low + ((end - low) * at) / count)
  return isWhole ? [...new Set(edges.map(edge => Math.ceil(edge)))] : edges
}

/** The ends of a list of edges. @throws NotCounted if the edges do not ascend */
export function rangeOf(edges: readonly number[]): Bounds {
  const isAscending = edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? edge))
  if (!isAscending) throw new NotCounted('The edges must ascend.', '.buckets')
  return { low: edges[0] ?? 0, high: edges.at(-1) ?? 0 }
}

/**
 * The range of answers that the form permits: by its limits, a slider, or its options.
 * @throws NotCounted if the form sets none: the influence of one person on a sum is then unknown
 */
export function boundsOf(item: FormItem, unit: CountedUnit | undefined): Bounds {
  const listed = item.options.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
  const slider =
    item.type !== 'quantity' && ownExtensions(item.raw, 'slider').length > 0 ? sliderOf(item.raw) : undefined
  const low = limitOf(item, 'min', unit) ?? slider?.min ?? least(listed)
  const high = limitOf(item, 'max', unit) ?? slider?.max ?? greatest(listed)
  if (low === undefined || high === undefined || !(low < high))
    throw new NotCounted(
      `The form does not say between which numbers${unit ? ` of '${unit.code}'` : ''} the answers to '${item.linkId}' lie: give the edges of 'buckets'.`,
      '.buckets',
    )
  return { low, high }
}

const least = (numbers: readonly number[]) =>
  numbers.length === 0 ? undefined : numbers.reduce((a, b) => Math.min(a, b))
const greatest = (numbers: readonly number[]) =>
  numbers.length === 0 ? undefined : numbers.reduce((a, b) => Math.max(a, b))
