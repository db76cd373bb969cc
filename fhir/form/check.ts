/** What the rules of the validator say of one question while it is answered: the same rules, ids and sentences. */
import type { Form, FormItem } from '../definition.ts'
import { addFindings } from '../findings.ts'
import type { Issue } from '../issue.ts'
import type { AnswerRule, EntryRule, OccurrenceRule } from '../rule.ts'
import { occurrenceRules } from '../rules/occurrences.ts'
import { answerExpression, entryExpression, scopeExpression } from '../walk.ts'
import type { Check } from './live.ts'

/** Rules that look at one item with its answers. */
export interface AnsweringRules {
  readonly entry: readonly EntryRule[]
  readonly answer: readonly AnswerRule[]
  readonly occurrences: readonly OccurrenceRule[]
}

/** What is needed at once: what is required, and how often. The rest is in `answering.ts`, to be loaded later. */
export const FIRST_RULES: AnsweringRules = { entry: [], answer: [], occurrences: occurrenceRules }

/** The check of one form; which rules an item needs is decided when it is first asked about. */
export function checkWith(rules: AnsweringRules, form: Form): Check {
  const bound = new Map<FormItem, ReturnType<typeof bind>>()
  const of = (item: FormItem) => {
    const known = bound.get(item) ?? bind(item, form, rules)
    bound.set(item, known)
    return known
  }
  return (slot, walk) => {
    const { item, branch, stands } = slot
    const own = of(item)
    const issues: Issue[] = []
    for (const { rule, severity, check } of own.occurrences) {
      const found = check({ item, scope: branch, entries: stands }, walk)
      const last = stands.at(-1)
      const answered = last !== undefined && last.answers.length > 0
      if (found !== undefined)
        addFindings(issues, rule, severity, found, answered ? entryExpression(last) : scopeExpression(branch))
    }
    for (const stand of stands) {
      for (const { rule, severity, check } of own.entry)
        addFindings(issues, rule, severity, check(stand, walk), entryExpression(stand))
      for (const answer of stand.answers)
        for (const { rule, severity, check } of own.answer)
          addFindings(issues, rule, severity, check(answer, walk), answerExpression(answer))
    }
    return issues
  }
}

function bind(item: FormItem, form: Form, rules: AnsweringRules) {
  const choose = <R extends EntryRule | AnswerRule | OccurrenceRule>(list: readonly R[]) =>
    list.flatMap(rule => {
      const severity = rule.severity[form.version]
      const check = severity === undefined ? undefined : (rule.on(item, form) as ReturnType<R['on']>)
      return severity === undefined || check === undefined
        ? []
        : [{ rule, severity, check: check as NonNullable<ReturnType<R['on']>> }]
    })
  return {
    entry: choose(rules.entry),
    answer: choose(rules.answer),
    occurrences: choose(rules.occurrences),
  }
}
