/** Paths to the answers of a question in a response. */
import type { Path, Step } from '../../schemas/record-aggregate.ts'
import type { FormItem } from '../model/form-tree.ts'
import { isQuestion } from '../model/read-form.ts'
import type { Unit } from './counted-unit.ts'

/** The path to the answers of a question: through its groups and the answers of the questions above it. */
export function answerPath(item: FormItem): Path {
  return [...itemPath(item), { field: 'answer' }]
}

/** The path to a value of an answer: `valueInteger`, and its members. */
export const valuePath = (item: FormItem, ...members: readonly string[]): Path => [
  ...answerPath(item),
  ...members.map(field => ({ field })),
]

/**
 * The path to the number of an answer. Of quantities, only those in one unit and without a comparator (`<5`).
 */
export function numberPath(item: FormItem, unit: Unit | undefined): Path {
  if (unit === undefined) return valuePath(item, item.type === 'integer' ? 'valueInteger' : 'valueDecimal')
  const where = [
    { key: 'code', value: unit.code },
    { key: 'system', value: unit.system ?? null },
    { key: 'comparator', value: null },
  ]
  return [...answerPath(item), { field: 'valueQuantity', where }, { field: 'value' }]
}

function itemPath(item: FormItem): Path {
  const own: Step = { field: 'item', where: { key: 'linkId', value: item.linkId } }
  const { parent } = item
  if (parent === undefined) return [own]
  return [...(isQuestion(parent) ? answerPath(parent) : itemPath(parent)), own]
}

/** True if a response holds at most one answer. */
export const isSingular = (item: FormItem): boolean =>
  !item.repeats && (item.parent === undefined || isSingular(item.parent))
