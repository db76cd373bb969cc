/** Every rule that an answer can break while a form is filled in; none of the rules about forms and their JSON. */
import { answerRules } from '../rules/answers.ts'
import { entryRules } from '../rules/entries.ts'
import { limitRules } from '../rules/limits.ts'
import { occurrenceRules } from '../rules/occurrences.ts'
import { valueSetRules } from '../rules/value-sets.ts'
import type { AnsweringRules } from './check.ts'

export const ANSWERING_RULES: AnsweringRules = {
  entry: entryRules,
  answer: [...answerRules, ...limitRules, ...valueSetRules.filter(rule => rule.looksAt === 'answer')],
  occurrences: occurrenceRules,
}
