/** Finds the option of a question for an answer, in constant time for any number of options. */
import { CodingIndex } from '../values/coding-index.ts'
import type { Option } from './form-tree.ts'
import { optionKey } from './read-form.ts'

/** An answer of a response: `valueCoding` and its value. */
interface Answering {
  readonly key: string | undefined
  readonly value: unknown
}

/** Finds the first option that equals an answer, compared as by `matchesOption`. */
export function optionFinder(options: readonly Option[]): (answer: Answering) => Option | undefined {
  const codings = new CodingIndex()
  const others = new Map<unknown, number>()
  options.forEach(({ type, value, key }, place) => {
    if (type === 'Coding') codings.add(value, place)
    else if (key !== undefined && !others.has(key)) others.set(key, place)
  })
  return ({ key, value }) => {
    if (key === undefined) return undefined
    const place = key === 'valueCoding' ? codings.find(value) : others.get(optionKey(key.slice(5), value))
    return place === undefined ? undefined : options[place]
  }
}
