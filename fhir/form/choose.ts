/** Chooses among options, with exclusive options and the maximum number of answers. */
import type { FormItem, Option } from '../model/form-tree.ts'
import { extensionNumber, matchesOption } from '../model/read-form.ts'
import { choice } from '../values/unchecked-json.ts'
import type { Given } from './answer-tree.ts'

/** The answers after a choice, and the effect on the other answers. */
export interface Choice {
  readonly given: readonly Given[]
  /**
   * `limit`: nothing changed, because the question has its maximum of answers. `exclusive`: others were
   * deselected.
   */
  readonly became?: 'limit' | 'exclusive'
}

/** The answer that selects an option. */
export const answerOf = ({ type, value }: Option): Given => ({ [`value${type}`]: value }) as Given

/** True if an answer selects this option. */
export function isOption(option: Option, given: Given): boolean {
  const value = choice(given, 'value')
  return value !== undefined && matchesOption(option, { key: `value${value.type}`, value: value.value })
}

/** The maximum number of answers to a question. */
export const mostAnswers = (item: FormItem): number =>
  item.repeats ? (extensionNumber(item, 'maxOccurs') ?? Number.POSITIVE_INFINITY) : 1

/** Selects an option, or deselects it if the question takes several. */
export function choose(item: FormItem, given: readonly Given[], option: Option): Choice {
  const others = given.filter(answer => !isOption(option, answer))
  if (!item.repeats) return { given: [answerOf(option)] }
  if (others.length < given.length) return { given: others }
  return join(item, given, answerOf(option), option.exclusive)
}

/**
 * Sets a free-text answer beside the options: replaces the answer to a single choice, adds to a multiple
 * choice.
 */
export function write(item: FormItem, given: readonly Given[], words: string): Choice {
  const options = given.filter(answer => !isOpenAnswer(item, answer))
  if (words === '') return { given: item.repeats ? options : [] }
  const openAnswer = { valueString: words } as Given
  return item.repeats ? join(item, options, openAnswer, false) : { given: [openAnswer] }
}

/** The free-text answer beside the options. */
export const openAnswerOf = (item: FormItem, given: readonly Given[]): string | undefined =>
  given.find(answer => isOpenAnswer(item, answer))?.valueString

const isOpenAnswer = (item: FormItem, answer: Given) =>
  answer.valueString !== undefined && !item.options.some(option => isOption(option, answer))

function join(item: FormItem, given: readonly Given[], added: Given, exclusive: boolean): Choice {
  const exclusives = item.options.filter(option => option.exclusive)
  const stays = exclusive ? [] : given.filter(answer => !exclusives.some(option => isOption(option, answer)))
  if (stays.length >= mostAnswers(item)) return { given, became: 'limit' }
  return { given: [...stays, added], ...(stays.length < given.length && { became: 'exclusive' as const }) }
}
