/** Choosing among options: what an exclusive option takes away, and where the limit of a question is. */
import { extensionNumber, type FormItem, matchesOption, type Option } from '../definition.ts'
import { choice } from '../shape.ts'
import type { Given } from './tree.ts'

/** The answers after a choice, and what became of the others. */
export interface Choice {
  readonly given: readonly Given[]
  /** `limit`: nothing changed, as many are chosen as the question takes. `alone`: others were taken back. */
  readonly became?: 'limit' | 'alone'
}

/** The answer that an option is. */
export const answerOf = ({ type, value }: Option): Given => ({ [`value${type}`]: value }) as Given

/** Tells whether an answer is this option. */
export function isOption(option: Option, given: Given): boolean {
  const value = choice(given, 'value')
  return value !== undefined && matchesOption(option, { key: `value${value.type}`, value: value.value })
}

/** How many answers a question takes. */
export const mostAnswers = (item: FormItem): number =>
  item.repeats ? (extensionNumber(item, 'maxOccurs') ?? Number.POSITIVE_INFINITY) : 1

/** Chooses an option, or takes it back where several can be chosen. */
export function choose(item: FormItem, given: readonly Given[], option: Option): Choice {
  const others = given.filter(answer => !isOption(option, answer))
  if (!item.repeats) return { given: [answerOf(option)] }
  if (others.length < given.length) return { given: others }
  return join(item, given, answerOf(option), option.exclusive)
}

/** Writes an answer beside the options: in place of them where one is taken, among them where several are. */
export function write(item: FormItem, given: readonly Given[], words: string): Choice {
  const options = given.filter(answer => !isWritten(item, answer))
  if (words === '') return { given: item.repeats ? options : [] }
  const written = { valueString: words } as Given
  return item.repeats ? join(item, options, written, false) : { given: [written] }
}

/** What was written beside the options. */
export const writtenOf = (item: FormItem, given: readonly Given[]): string | undefined =>
  given.find(answer => isWritten(item, answer))?.valueString

const isWritten = (item: FormItem, answer: Given) =>
  answer.valueString !== undefined && !item.options.some(option => isOption(option, answer))

function join(item: FormItem, given: readonly Given[], added: Given, exclusive: boolean): Choice {
  const exclusives = item.options.filter(option => option.exclusive)
  const stays = exclusive ? [] : given.filter(answer => !exclusives.some(option => isOption(option, answer)))
  if (stays.length >= mostAnswers(item)) return { given, became: 'limit' }
  return { given: [...stays, added], ...(stays.length < given.length && { became: 'alone' as const }) }
}
