/** Filters responses by conditions on answers and time. Equal queries give equal filters. */
import type { Aggregation } from '../../schemas/aggregate.ts'
import type { FormItem } from '../model/form-tree.ts'
import { isQuestion } from '../model/read-form.ts'
import type { Span } from '../values/date-search.ts'
import { object } from '../values/unchecked-json.ts'
import type { ConvertUnit } from '../values/unit-conversion.ts'
import { boundsOf, isNumber } from './answer-classes.ts'
import { type CountedUnit, type Unit, unitOf } from './counted-unit.ts'
import { NotCounted } from './not-counted.ts'

type Condition = NonNullable<NonNullable<Aggregation['filter']>['answers']>[number]
type Filter = Readonly<Record<string, unknown>>

/** The filter that a record must match to meet the condition. @throws NotCounted */
export function answered(
  item: FormItem,
  { anyOf, unit, from, below }: Condition,
  convert?: ConvertUnit,
): Filter {
  const isRange = from !== undefined || below !== undefined
  if ((anyOf === undefined) === !isRange)
    throw new NotCounted(`Say which answers to '${item.linkId}' are meant: 'anyOf', or 'from' and 'below'.`)
  if (anyOf !== undefined && unit !== undefined)
    throw new NotCounted(`A unit goes with 'from' and 'below', not with 'anyOf'.`, '.unit')
  const answer = anyOf === undefined ? ranging(item, unit, from, below, convert) : oneOf(item, anyOf)
  return within(item.parent, { linkId: item.linkId, answer: { $elemMatch: answer } })
}

/** Wraps the filter of an item in those of the items above it. */
function within(parent: FormItem | undefined, inner: Filter): Filter {
  const here = { item: { $elemMatch: inner } }
  if (parent === undefined) return here
  const at = isQuestion(parent) ? { answer: { $elemMatch: here } } : here
  return within(parent.parent, { linkId: parent.linkId, ...at })
}

function oneOf(item: FormItem, values: NonNullable<Condition['anyOf']>): Filter {
  const { type, linkId } = item
  const list = [...new Set(values)].sort()
  const refuse = (value: unknown, is: string) => {
    throw new NotCounted(`${JSON.stringify(value)} is no answer to '${linkId}', which is ${is}.`, '.anyOf')
  }
  if (type === 'boolean') {
    for (const value of list) if (typeof value !== 'boolean') refuse(value, 'true or false')
    return { valueBoolean: { $in: list } }
  }
  if (type === 'integer') {
    for (const value of list) if (!Number.isInteger(value)) refuse(value, 'a whole number')
    return { valueInteger: { $in: list } }
  }
  if (type !== 'coding')
    throw new NotCounted(`The answers to '${linkId}' cannot be listed: it is a ${type}.`, '.anyOf')
  return oneOfOptions(item, list, refuse)
}

function oneOfOptions(
  { options }: FormItem,
  list: readonly (string | number | boolean)[],
  refuse: (value: unknown, is: string) => void,
): Filter {
  const named = list.flatMap(value => {
    const known = options.filter(option => nameOf(option.value) === value)
    // A form that takes its options from a value set does not list them.
    if (known.length === 0 && options.length > 0) refuse(value, 'one of the options of the form')
    return known.length === 0 ? [{ type: 'Coding', value }] : known.map(({ type }) => ({ type, value }))
  })
  const keys = [
    ...new Set(named.map(({ type }) => (type === 'Coding' ? 'valueCoding.code' : `value${type}`))),
  ]
  const alternatives = keys.sort().map(key => ({ [key]: { $in: list } }))
  const [only] = alternatives
  return alternatives.length === 1 && only ? only : { $or: alternatives }
}

/** The name of an option in a query. */
const nameOf = (value: unknown): unknown => object<{ code: string }>(value)?.code ?? value

function ranging(
  item: FormItem,
  requestedUnit: Partial<Unit> | undefined,
  from: number | undefined,
  below: number | undefined,
  convert: ConvertUnit | undefined,
): Filter {
  const { type, linkId } = item
  if (!isNumber(item))
    throw new NotCounted(
      `The answers to '${linkId}' are no plain numbers.`,
      from === undefined ? '.below' : '.from',
    )
  const unit = unitOf(item, requestedUnit, convert)
  const end = (edge: number) => (type === 'integer' ? Math.ceil(edge) : edge)
  const { low, high } = limitsOf(item, unit)
  const first = Math.max(from === undefined ? low : end(from), low)
  const last = below !== undefined && end(below) <= high ? end(below) : undefined
  const range = (read = (edge: number) => edge) => ({
    $gte: Math.abs(first) === Number.MAX_VALUE ? first : read(first),
    ...(last !== undefined && { $lt: read(last) }),
  })
  if (unit === undefined) return { [type === 'integer' ? 'valueInteger' : 'valueDecimal']: range() }
  const own = quantitiesIn(unit, range())
  if (unit.others.length === 0) return own
  return { $or: [own, ...unit.others.map(other => quantitiesIn(other, range(other.original)))] }
}

const quantitiesIn = ({ code, system }: Unit, range: Filter): Filter => ({
  'valueQuantity.value': range,
  'valueQuantity.code': code,
  'valueQuantity.system': system ?? { $exists: false },
  'valueQuantity.comparator': { $exists: false },
})

/** The limits of the form, if any. Conditions are clamped to them, so that equivalent queries are equal. */
function limitsOf(item: FormItem, unit: CountedUnit | undefined) {
  try {
    return boundsOf(item, unit)
  } catch (error) {
    if (error instanceof NotCounted) return { low: -Number.MAX_VALUE, high: Number.MAX_VALUE }
    throw error
  }
}

/**
 * Joins all conditions and periods into one filter. Duplicates and conditions that always hold are removed;
 * the rest are sorted.
 */
export function narrowed(
  conditions: readonly (Filter | undefined)[],
  spans: readonly Span[],
  { since, until }: { readonly since: string; readonly until: string },
): Filter {
  const serialized = new Set(conditions.flatMap(each => (each === undefined ? [] : [JSON.stringify(each)])))
  const all: Filter[] = [...serialized].sort().map(each => JSON.parse(each))
  const from = spans.flatMap(span => (span.from !== undefined && span.from > since ? [span.from] : [])).sort()
  const before = spans
    .flatMap(({ before }) => (before !== undefined && before <= until ? [before] : []))
    .sort()
  const [first] = before
  const last = from.at(-1)
  if (first !== undefined || last !== undefined)
    all.push({
      authored: { ...(last !== undefined && { $gte: last }), ...(first !== undefined && { $lt: first }) },
    })
  return all.length === 0 ? {} : { $and: all }
}
