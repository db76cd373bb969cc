/** Queries of the items in a response: their values and their FHIRPath. */
import type { Answer, Entry, Scope } from './response-tree.ts'

/** The type of an answer's value, `Coding`; empty if there is no value. */
export const typeOf = (answer: Answer) => (answer.key ?? '').slice('value'.length)

/** The answers that have a value. */
export const answered = (entry: Entry) => entry.answers.filter(answer => answer.key !== undefined)

/** True if an item, or anything below it, has an answer. */
export function isAnswered(entry: Entry): boolean {
  return (
    entry.answers.some(answer => answer.key !== undefined) ||
    entry.inner.some(scope => [...scope.children.values()].some(entries => entries.some(isAnswered)))
  )
}

/** FHIRPath of an item of the response. */
export const entryExpression = (entry: Entry): string =>
  `${scopeExpression(entry.scope)}.item[${entry.index}]`

/** FHIRPath of the element whose `item` a scope is. */
export function scopeExpression(scope: Scope): string {
  if (scope.entry === undefined) return 'QuestionnaireResponse'
  const below = entryExpression(scope.entry)
  return scope.answer < 0 ? below : `${below}.answer[${scope.answer}]`
}

/** FHIRPath of an answer; its value follows as `.value`. */
export const answerExpression = (answer: Answer) => `${entryExpression(answer.entry)}.answer[${answer.index}]`
