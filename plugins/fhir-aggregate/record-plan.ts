/** Plans an aggregation of the records of a custom collection, by the types and limits in its JSON Schema. */
import { nearestOf } from '../../core/index.ts'
import type { AggregationPlan, Class, PlannedMeasure } from '../../fhir/results/aggregate.ts'
import { rangeOf } from '../../fhir/results/answer-classes.ts'
import { NotCounted } from '../../fhir/results/not-counted.ts'
import type { Issue } from '../../schemas/issue.ts'
import type { Classes, Path, Scalar, Statistic } from '../../schemas/record-aggregate.ts'
import type { RecordAggregation } from '../../schemas/record-aggregation.ts'

/** A property of the schema. */
interface Property {
  readonly name: string
  readonly path: Path
  readonly isWhole: boolean
  readonly isNumber: boolean
  /** The values of an enumeration or a boolean. */
  readonly values: readonly Scalar[] | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
}

type Buckets = RecordAggregation['measures'][number]['buckets']

const USUAL_RANGES = 10
const MOST_CLASSES = 100
/** The bounds of sums; see `fhir/results/aggregate.ts`. */
const MOST_RANGES_FROM_ZERO = 10_000

/** Reads a query, and reports all of its errors at once. */
export function planRecords(
  { measures, groupBy, filter }: RecordAggregation,
  schema: object,
): { readonly plan?: AggregationPlan; readonly issues: readonly Issue[] } {
  const issues: Issue[] = []
  const statistics = new Map<string, { readonly at: number; readonly statistic: Statistic }>()
  const indexOf = (statistic: Statistic): number => {
    const key = JSON.stringify(statistic)
    const known = statistics.get(key) ?? { at: statistics.size, statistic }
    statistics.set(key, known)
    return known.at
  }
  const about = <T>(name: string, place: string, read: (property: Property) => T): T | undefined => {
    try {
      return read(propertyOf(name, schema))
    } catch (error) {
      if (!(error instanceof NotCounted)) throw error
      const expression = `body.${place}${error.member}`
      issues.push({ severity: 'error', code: 'value', rule: 'aggregate', expression, text: error.message })
      return undefined
    }
  }
  const planned = measures.map((measure, at) =>
    about(measure.property, `measures[${at}]`, property => planMeasure(measure, property, indexOf)),
  )
  const grouping = typeof groupBy === 'string' ? { property: groupBy } : groupBy
  const by =
    grouping && about(grouping.property, 'groupBy', property => classesOf(property, grouping.buckets))
  const conditions = (filter?.properties ?? []).map((condition, at) =>
    about(condition.property, `filter.properties[${at}]`, property => conditionOn(property, condition)),
  )
  if (issues.length > 0) return { issues }
  // Equal queries have equal filters.
  const all = [...new Set(conditions.map(each => JSON.stringify(each)))].sort().map(each => JSON.parse(each))
  const plan = {
    filter: all.length === 0 ? {} : { $and: all },
    ...(by && { by }),
    statistics: [...statistics.values()].map(({ statistic }) => statistic),
    measures: planned.flatMap(measure => measure ?? []),
  }
  return { plan, issues }
}

function planMeasure(
  { op, buckets }: RecordAggregation['measures'][number],
  property: Property,
  indexOf: (statistic: Statistic) => number,
): PlannedMeasure {
  const { name: linkId, path } = property
  if (op === 'count') return { linkId, op, count: indexOf({ op, of: [path] }) }
  if (op !== 'histogram' && !property.isNumber)
    throw new NotCounted(`'${linkId}' is no number, and has no ${op}.`, '.op')
  if (op === 'histogram' || op === 'min' || op === 'max') {
    const { classes, labels } = classesOf(property, buckets)
    return { linkId, op, cells: indexOf({ op: 'classes', of: classes }), classes: labels }
  }
  const { low, high } = Array.isArray(buckets) ? rangeOf(buckets as readonly number[]) : limitsOf(property)
  const width = high - low
  if (!(width >= 1e-100 && width <= 1e100))
    throw new NotCounted(`Numbers from ${low} to ${high} cannot be added up.`, '.buckets')
  if (Math.max(Math.abs(low), Math.abs(high)) > MOST_RANGES_FROM_ZERO * width)
    throw new NotCounted(
      `The range from ${low} to ${high} is too narrow for its distance from 0 to have a ${op}.`,
      '.buckets',
    )
  const count = indexOf({ op: 'count', of: [path] })
  return { linkId, op, count, sum: indexOf({ op: 'sum', of: path, low, high }), low, high }
}

type Condition = NonNullable<NonNullable<RecordAggregation['filter']>['properties']>[number]

/** The filter that a record must match to meet the condition. @throws NotCounted */
function conditionOn(
  property: Property,
  { anyOf, from, below }: Condition,
): Readonly<Record<string, unknown>> {
  const { name, values, isNumber, isWhole } = property
  if (!/^[^.$]+$/.test(name)) throw new NotCounted(`'${name}' cannot be compared.`, '.property')
  const isRange = from !== undefined || below !== undefined
  if ((anyOf === undefined) === !isRange)
    throw new NotCounted(`Say which values of '${name}' are meant: 'anyOf', or 'from' and 'below'.`)
  if (anyOf !== undefined) {
    if (values === undefined && !isWhole)
      throw new NotCounted(
        `The values of '${name}' cannot be listed: it is no boolean, enumeration or integer.`,
        '.anyOf',
      )
    const list = [...new Set(anyOf)].sort()
    for (const value of list)
      if (values === undefined ? !Number.isInteger(value) : !values.includes(value))
        throw new NotCounted(`${JSON.stringify(value)} is no value of '${name}'.`, '.anyOf')
    return { [name]: { $in: list } }
  }
  if (!isNumber) throw new NotCounted(`'${name}' is no number.`, from === undefined ? '.below' : '.from')
  const end = (edge: number) => (isWhole ? Math.ceil(edge) : edge)
  const { minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE } = property
  return {
    [name]: {
      $gte: Math.max(from === undefined ? minimum : end(from), minimum),
      ...(below !== undefined && end(below) <= maximum && { $lt: end(below) }),
    },
  }
}

/** @throws NotCounted */
function classesOf(
  property: Property,
  buckets: Buckets,
): { readonly classes: Classes; readonly labels: readonly Class[] } {
  const { name, path, values, isNumber, isWhole } = property
  if (values !== undefined) {
    if (buckets !== undefined) throw new NotCounted(`The values of '${name}' are listed.`, '.buckets')
    if (values.length > MOST_CLASSES)
      throw new NotCounted(`'${name}' has more than ${MOST_CLASSES} values.`, '.property')
    return {
      classes: { of: [path], options: values.map(value => [value]) },
      labels: values.map(value => ({ value: value ?? 'null' })),
    }
  }
  if (!isNumber)
    throw new NotCounted(
      `'${name}' falls into no classes: it is no number, boolean or enumeration.`,
      '.property',
    )
  const edges = Array.isArray(buckets) ? buckets : equalEdges(property, buckets as number | undefined)
  rangeOf(edges)
  const labels = edges.slice(0, -1).map((from, at): Class => {
    const below = edges[at + 1] ?? from
    return isWhole && below - from === 1 && Number.isInteger(from) ? { value: from } : { from, below }
  })
  return { classes: { of: path, edges }, labels }
}

function equalEdges(property: Property, wanted = USUAL_RANGES): readonly number[] {
  const { low, high } = limitsOf(property)
  const end = property.isWhole ? Math.floor(high) + 1 : high
  const edges = Array.from({ length: wanted + 1 }, (_, at) => low + ((end - low) * at) / wanted)
  return property.isWhole ? [...new Set(edges.map(edge => Math.ceil(edge)))] : edges
}

function limitsOf({ name, minimum: low, maximum: high }: Property) {
  if (low === undefined || high === undefined || !(low < high))
    throw new NotCounted(
      `The schema does not say between which numbers '${name}' lies: give the edges of 'buckets'.`,
      '.buckets',
    )
  return { low, high }
}

/** @throws NotCounted */
function propertyOf(name: string, schema: object): Property {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> }
  const found = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (found === undefined) {
    const meant = nearestOf(name, Object.keys(properties))
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`
    throw new NotCounted(`The collection has no property '${name}'.${hint}`, '.property')
  }
  const { type, enum: values, minimum, maximum } = found
  return {
    ...{ name, path: [{ field: name }], minimum, maximum },
    isWhole: type === 'integer',
    isNumber: (type === 'integer' || type === 'number') && values === undefined,
    values: type === 'boolean' ? [false, true] : values,
  }
}

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly Scalar[]
  readonly minimum?: number
  readonly maximum?: number
}
