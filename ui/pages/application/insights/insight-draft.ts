/** A question about the answers to a form, as it is put together by clicking, and the query that it becomes. */
import type { Form, FormItem } from '../../../../fhir/model/form-tree.ts'
import { isQuestion } from '../../../../fhir/model/read-form.ts'
import { planAggregation } from '../../../../fhir/results/aggregate.ts'
import { costOf } from '../../../../fhir/results/aggregation-cost.ts'
import { boundsOf, type Class, classesOf, isNumber } from '../../../../fhir/results/answer-classes.ts'
import { isSingular } from '../../../../fhir/results/answer-path.ts'
import { unitsOffered } from '../../../../fhir/results/counted-unit.ts'
import { NotCounted } from '../../../../fhir/results/not-counted.ts'
import type { Aggregation } from '../../../sdk/aggregations.ts'

export type Op = Aggregation['measures'][number]['op']
export type Condition = NonNullable<NonNullable<Aggregation['filter']>['answers']>[number]
export type Value = NonNullable<Condition['anyOf']>[number]

/** A condition on the answers to one question. */
export interface DraftCondition {
  readonly linkId: string
  /** For options, yes and no. */
  readonly values: readonly Value[]
  /** For numbers, as typed. */
  readonly from: string
  readonly below: string
}

export interface Draft {
  readonly linkId: string
  readonly op: Op
  /** The code of the unit; empty if the answers have none. */
  readonly unit: string
  /** The limits of a number for which the form sets none, as typed. */
  readonly low: string
  readonly high: string
  /** The linkId of the question whose answers are the groups; empty without groups. */
  readonly groupBy: string
  readonly conditions: readonly DraftCondition[]
  /** The first and the last day of submission; empty if there is none. */
  readonly since: string
  readonly until: string
}

const MOST_EDGES = 21
const USUAL_CLASSES = 10

/** The questions that can be counted. */
export const questionsIn = (form: Form): readonly FormItem[] => form.all.filter(isQuestion)

/** The questions whose answers make groups: those with classes that the form defines. */
export const groupingIn = (form: Form): readonly FormItem[] =>
  questionsIn(form).filter(item => hasClasses(item))

/** The questions on which a condition can be set. */
export const conditionalIn = (form: Form): readonly FormItem[] =>
  questionsIn(form).filter(item => isCounted(item) || valuesOf(item).length > 0)

/** The ways to count a question, the usual one first. */
export function opsFor(item: FormItem): readonly Op[] {
  const isOne = isSingular(item)
  if (isCounted(item) && isOne) return ['histogram', 'mean', 'sum', 'count']
  return isOne && hasClasses(item) ? ['histogram', 'count'] : ['count']
}

/** True for numbers, and for quantities of which the form names a unit. */
export const isCounted = (item: FormItem): boolean =>
  isNumber(item) && (item.type !== 'quantity' || unitsOffered(item).length > 0)

/** True if the form does not say between which numbers the answers lie. */
export const needsLimits = (item: FormItem, { op, unit }: Pick<Draft, 'op' | 'unit'>): boolean =>
  op !== 'count' &&
  isNumber(item) &&
  isRefused(() => boundsOf(item, unit ? { code: unit, others: [] } : undefined))

/** The options of a condition, with their names; none if the form does not list them, or lists too many. */
export function valuesOf(item: FormItem): readonly (Class & { readonly value: Value })[] {
  if (item.type === 'boolean') return [{ value: true }, { value: false }]
  if (item.type !== 'coding') return []
  const single = { ...item, repeats: false, parent: undefined }
  if (isRefused(() => classesOf(single))) return []
  return classesOf(single).labels.flatMap(label => ('value' in label ? [label] : []))
}

/** A question to begin with: the distribution of the score, or else of the first question that has one. */
export function draftFor(form: Form): Draft | undefined {
  const questions = questionsIn(form)
  const first = questions.find(item => opsFor(item).length > 1) ?? questions[0]
  const empty = { groupBy: '', conditions: [], low: '', high: '', since: '', until: '' }
  return first && { ...empty, ...aboutQuestion(first) }
}

/** The measure and unit that a question begins with. */
export const aboutQuestion = (item: FormItem): Pick<Draft, 'linkId' | 'op' | 'unit'> => ({
  linkId: item.linkId,
  op: opsFor(item)[0] ?? 'count',
  unit: unitFor(item),
})

const unitFor = (item: FormItem): string =>
  item.type === 'quantity' ? (unitsOffered(item)[0]?.code ?? '') : ''

/** The query of a draft; undefined while something is missing. */
export function queryOf(draft: Draft, form: Form): Aggregation | undefined {
  const { linkId, op, unit, groupBy, since, until } = draft
  const item = form.index.get(linkId)
  if (!item) return undefined
  const isLimited = needsLimits(item, draft)
  const [low, high] = [numberIn(draft.low), numberIn(draft.high)]
  if (isLimited && (low === undefined || high === undefined || !(low < high))) return undefined
  const groups = groupBy === '' ? undefined : form.index.get(groupBy)
  const answers = draft.conditions.flatMap(condition => conditionOf(condition, form))
  const authored = [...(since ? [`ge${since}`] : []), ...(until ? [`le${until}`] : [])]
  return {
    measures: [
      {
        ...{ linkId, op },
        ...(unit && !(op === 'count') && { unit: { code: unit } }),
        ...(isLimited && { buckets: edgesOf(low ?? 0, high ?? 1, op, item.type === 'integer') }),
      },
    ],
    ...(groups && { groupBy: groups.type === 'quantity' ? inUnit(groups) : groups.linkId }),
    ...(answers.length + authored.length > 0 && {
      filter: { ...(authored.length > 0 && { authored }), ...(answers.length > 0 && { answers }) },
    }),
  }
}

const inUnit = (item: FormItem) => ({ linkId: item.linkId, unit: { code: unitFor(item) } })

/** A condition of the query; none while nothing is chosen. */
function conditionOf({ linkId, values, ...typed }: DraftCondition, form: Form): Condition[] {
  const item = form.index.get(linkId)
  if (!item) return []
  if (!isNumber(item)) return values.length > 0 ? [{ linkId, anyOf: [...values] }] : []
  const [from, below] = [numberIn(typed.from), numberIn(typed.below)]
  if (from === undefined && below === undefined) return []
  const unit = unitFor(item)
  return [
    {
      linkId,
      ...(unit && { unit: { code: unit } }),
      ...(from !== undefined && { from }),
      ...(below !== undefined && { below }),
    },
  ]
}

/** The edges of classes between two numbers; a class for each whole number if they are few. */
function edgesOf(low: number, high: number, op: Op, isWhole: boolean): number[] {
  if (op !== 'histogram') return [low, high]
  const end = isWhole ? Math.floor(high) + 1 : high
  const first = isWhole ? Math.ceil(low) : low
  const count = isWhole && end - first <= MOST_EDGES ? end - first : USUAL_CLASSES
  const edges = Array.from({ length: count + 1 }, (_, at) => first + ((end - first) * at) / count)
  return isWhole ? [...new Set(edges.map(Math.ceil))] : edges
}

/** A number as people of several languages type it. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  return plain === '' || !Number.isFinite(Number(plain)) ? undefined : Number(plain)
}

/** The plan of a query, from which its cost and the names of its groups follow. */
export function planOf(query: Aggregation, form: Form) {
  const bounds = { since: '0000', until: '9999', nearest: () => undefined }
  const { plan } = planAggregation(query, { form, ...bounds })
  return plan && { ...plan, cost: costOf(plan) }
}

const hasClasses = (item: FormItem): boolean => {
  const unit = unitFor(item)
  return !isRefused(() => classesOf(item, unit ? { unit: { code: unit } } : {}))
}

function isRefused(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch (error) {
    if (error instanceof NotCounted) return true
    throw error
  }
}
