/**
 * Plans an aggregation: reads a query against a form and returns the conditions, classes and sums to count.
 */
import type { Aggregation } from '../../schemas/aggregate.ts'
import type { Issue } from '../../schemas/issue.ts'
import type { Classes, Statistic } from '../../schemas/record-aggregate.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import { isQuestion } from '../model/read-form.ts'
import { readDateSearch } from '../values/date-search.ts'
import type { ConvertUnit } from '../values/unit-conversion.ts'
import { type Bounds, boundsOf, type Class, classesOf, isNumber, rangeOf } from './answer-classes.ts'
import { answered, narrowed } from './answer-filter.ts'
import { isSingular, numberPath, valuePath } from './answer-path.ts'
import { type Unit, unitOf } from './counted-unit.ts'
import { NotCounted } from './not-counted.ts'

export type { Class }

/** One measure, with the indexes of the statistics that it is computed from. */
export type PlannedMeasure = { readonly linkId: string; readonly unit?: Unit } & (
  | { readonly op: 'count'; readonly count: number }
  | ({ readonly op: 'sum' | 'mean'; readonly count: number; readonly sum: number } & Bounds)
  | { readonly op: 'min' | 'max' | 'histogram'; readonly cells: number; readonly classes: readonly Class[] }
)

export interface AggregationPlan {
  /** The filter that each record must match. Equal queries have equal filters, however they are written. */
  readonly filter: Readonly<Record<string, unknown>>
  readonly by?: { readonly classes: Classes; readonly labels: readonly Class[] }
  /** Each statistic once, even when several measures use it. */
  readonly statistics: readonly Statistic[]
  readonly measures: readonly PlannedMeasure[]
}

export interface AggregationContext {
  readonly form: Form
  /**
   * The times of the form's first registration and of the query, in UTC. Every response lies between them.
   */
  readonly since: string
  readonly until: string
  /** Converts answers in other units that the form offers; without it they do not count. */
  readonly convertUnit?: ConvertUnit | undefined
  /** The closest of the known words, for "Did you mean". */
  nearest(word: string, known: readonly string[]): string | undefined
}

/** Reads a query and reports all of its errors at once. */
export function planAggregation(
  question: Aggregation,
  context: AggregationContext,
): { readonly plan?: AggregationPlan; readonly issues: readonly Issue[] } {
  const issues: Issue[] = []
  const { groupBy, measures, filter } = question
  const { convertUnit } = context
  /**
   * The result of `read` for the question with this linkId; undefined if the question cannot be aggregated.
   */
  function about<T>(linkId: string, place: string, read: (item: FormItem) => T): T | undefined {
    try {
      return read(questionOf(linkId, context))
    } catch (error) {
      if (!(error instanceof NotCounted)) throw error
      issues.push(issueOf(`body.${place}${error.member}`, error.message))
      return undefined
    }
  }

  const statistics = new Map<string, { readonly at: number; readonly statistic: Statistic }>()
  const indexOf = (statistic: Statistic): number => {
    const key = JSON.stringify(statistic)
    const known = statistics.get(key) ?? { at: statistics.size, statistic }
    statistics.set(key, known)
    return known.at
  }
  const planned = measures.map((measure, at) =>
    about(measure.linkId, `measures[${at}]`, item => planMeasure(measure, item, indexOf, context)),
  )
  const grouping = typeof groupBy === 'string' ? { linkId: groupBy } : groupBy
  const by = grouping && about(grouping.linkId, 'groupBy', item => classesOf(item, grouping, convertUnit))
  const conditions = (filter?.answers ?? []).map((condition, at) =>
    about(condition.linkId, `filter.answers[${at}]`, item => answered(item, condition, convertUnit)),
  )
  const spans = (filter?.authored ?? []).map((date, at) => {
    const span = readDateSearch(date)
    if (span === undefined)
      issues.push(issueOf(`body.filter.authored[${at}]`, `'${date}' is no date of the calendar.`))
    return span ?? {}
  })
  if (issues.length > 0) return { issues }
  const plan = {
    filter: narrowed(conditions, spans, context),
    ...(by && { by }),
    statistics: [...statistics.values()].map(({ statistic }) => statistic),
    measures: planned.flatMap(measure => measure ?? []),
  }
  return { plan, issues }
}

type Measure = Aggregation['measures'][number]

/** The farthest that a range may lie from 0, in multiples of its width, if its answers are to be summed. */
const MOST_RANGES_FROM_ZERO = 10_000
/** Below this width, or above its inverse, floating point leaves no room for a sum. */
const NARROWEST = 1e-100

function planMeasure(
  measure: Measure,
  item: FormItem,
  indexOf: (statistic: Statistic) => number,
  { convertUnit }: Pick<AggregationContext, 'convertUnit'>,
): PlannedMeasure {
  const { linkId, op, buckets } = measure
  if (op === 'count' && measure.unit === undefined)
    return { linkId, op, count: indexOf({ op, of: item.valueKeys.map(key => valuePath(item, key)) }) }
  if (op !== 'count' && op !== 'histogram') demandNumber(item, op)
  const unit = unitOf(item, measure.unit, convertUnit)
  const { others = [], ...own } = unit ?? {}
  const named = { linkId, ...(unit && { unit: own as Unit }) }
  const numbers = [numberPath(item, unit), ...others.map(other => numberPath(item, other))]
  if (op === 'count') return { ...named, op, count: indexOf({ op, of: numbers }) }
  if (op === 'histogram' || op === 'min' || op === 'max') {
    const { classes, labels } = classesOf(item, measure, convertUnit)
    return { ...named, op, cells: indexOf({ op: 'classes', of: classes }), classes: labels }
  }
  const { low, high } = Array.isArray(buckets) ? rangeOf(buckets as readonly number[]) : boundsOf(item, unit)
  const width = high - low
  if (!(width >= NARROWEST && width <= 1 / NARROWEST))
    throw new NotCounted(`Numbers from ${low} to ${high} cannot be added up.`, '.buckets')
  // With numbers this large, rounding loses the range of one answer; noise scaled to that range would not
  // hide it.
  if (Math.max(Math.abs(low), Math.abs(high)) > MOST_RANGES_FROM_ZERO * width)
    throw new NotCounted(
      `The range from ${low} to ${high} is too narrow for its distance from 0 to have a ${op}.`,
      '.buckets',
    )
  const of = numberPath(item, unit)
  const or = others.map(other => {
    const { factor, offset } = other
    return { of: numberPath(item, other), factor, offset }
  })
  const count = indexOf({ op: 'count', of: numbers })
  return {
    ...named,
    op,
    count,
    sum: indexOf({ op: 'sum', of, low, high, ...(or.length > 0 && { or }) }),
    low,
    high,
  }
}

function demandNumber(item: FormItem, op: string): void {
  if (!isNumber(item))
    throw new NotCounted(`The answers to '${item.linkId}' are no plain numbers, and have no ${op}.`, '.op')
  if (!isSingular(item))
    throw new NotCounted(
      `'${item.linkId}' can be answered several times in a response, and has no one ${op}.`,
      '.op',
    )
}

function questionOf(linkId: string, { form, nearest }: AggregationContext): FormItem {
  const item = form.index.get(linkId)
  if (item !== undefined && isQuestion(item)) return item
  if (item !== undefined)
    throw new NotCounted(`'${linkId}' is a ${item.type}, which has no answers.`, '.linkId')
  const meant = nearest(
    linkId,
    form.all.filter(isQuestion).map(each => each.linkId),
  )
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`
  throw new NotCounted(`The form has no question '${linkId}'.${hint}`, '.linkId')
}

const issueOf = (expression: string, text: string): Issue => ({
  ...{ severity: 'error', code: 'value', rule: 'aggregate' },
  ...{ expression, text },
})
