/** Where in a response the answers to a question lie. */
import type { Path, Step } from '../schemas/tally.ts'
import { type FormItem, isQuestion } from './definition.ts'
import type { Unit } from './units.ts'

/** The way to the answers of a question: down its groups, and through the answers of the questions it stands below. */
export function answerPath(item: FormItem): Path {
  return [...itemPath(item), { field: 'answer' }]
}

/** The way to a value of its answers: `valueInteger`, and members of it. */
export const valuePath = (item: FormItem, ...members: readonly string[]): Path => [
  ...answerPath(item),
  ...members.map(field => ({ field })),
]

/** The way to the number of its answers: of quantities those in one unit, and no bounds such as `<5`. */
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

/** Whether a response holds one answer at most. */
export const isSingular = (item: FormItem): boolean =>
  !item.repeats && (item.parent === undefined || isSingular(item.parent))
