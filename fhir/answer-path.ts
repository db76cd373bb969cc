/** Where in a response the answers to a question lie. */
import type { Path, Step } from '../schemas/tally.ts'
import { type FormItem, isQuestion } from './definition.ts'

/** The way to the answers of a question: down its groups, and through the answers of the questions it stands below. */
export function answerPath(item: FormItem): Path {
  return [...itemPath(item), { field: 'answer' }]
}

/** The way to a value of its answers: `valueInteger`, and members of it. */
export const valuePath = (item: FormItem, ...members: readonly string[]): Path => [
  ...answerPath(item),
  ...members.map(field => ({ field })),
]

function itemPath(item: FormItem): Path {
  const own: Step = { field: 'item', where: { key: 'linkId', value: item.linkId } }
  const { parent } = item
  if (parent === undefined) return [own]
  return [...(isQuestion(parent) ? answerPath(parent) : itemPath(parent)), own]
}

/** Whether a response holds one answer at most. */
export const isSingular = (item: FormItem): boolean =>
  !item.repeats && (item.parent === undefined || isSingular(item.parent))
