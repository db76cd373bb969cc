/**
 * The rules that an answer can break while a form is filled in. Rules about forms and their JSON are not
 * included.
 */
import { extension } from '../model/extensions.ts'
import type { Form } from '../model/form-tree.ts'
import { answerRules } from '../rules/answers.ts'
import { entryRules } from '../rules/entries.ts'
import { limitRules } from '../rules/limits.ts'
import { occurrenceRules } from '../rules/occurrences.ts'
import type { AnsweringRules } from './check.ts'

/**
 * Every rule that the questions of a form can need. Pattern and value set rules are loaded only if the form
 * uses them, because their engines are large.
 */
export async function answeringRules({ all }: Form): Promise<AnsweringRules> {
  const has = (name: 'regex' | 'unitValueSet') => all.some(({ raw }) => extension(raw, name) !== undefined)
  const [patterns, valueSets] = await Promise.all([
    has('regex') ? import('../rules/pattern.ts') : undefined,
    all.some(({ valueSet }) => valueSet !== undefined) || has('unitValueSet')
      ? import('../rules/value-sets.ts')
      : undefined,
  ])
  return {
    entry: entryRules,
    answer: [
      ...answerRules,
      ...limitRules,
      ...(patterns?.patternRules ?? []),
      ...(valueSets?.valueSetRules.filter(rule => rule.looksAt === 'answer') ?? []),
    ],
    occurrences: occurrenceRules,
  }
}
