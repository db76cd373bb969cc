/** Checks one question while it is answered, with the rules, ids and messages of the validator. */
import { addFindings } from '../model/findings.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import type { Findings, Issue, Severity } from '../model/issue.ts'
import type { AnswerRule, Bare, CheckedRule, EntryRule, OccurrenceRule } from '../model/rule.ts'
import { requiredRules } from '../rules/required.ts'
import type { Check } from './live-form.ts'

/** Rules that check one item with its answers. */
export interface AnsweringRules {
  readonly entry: readonly Bare<EntryRule>[]
  readonly answer: readonly Bare<AnswerRule>[]
  readonly occurrences: readonly Bare<OccurrenceRule>[]
}

/** The rules needed at once: required questions. `answering.ts` has the rest and is loaded later. */
export const FIRST_RULES: AnsweringRules = { entry: [], answer: [], occurrences: requiredRules }

/**
 * Creates the check of one form. It reports places by the path of the item in the form. The rules of an item
 * are selected when it is first checked.
 */
export function checkWith(rules: AnsweringRules, form: Form): Check {
  const bound = new Map<FormItem, ReturnType<typeof bind>>()
  const of = (item: FormItem) => {
    const known = bound.get(item) ?? bind(item, form, rules)
    bound.set(item, known)
    return known
  }
  return ({ item, branch, occurrences }, walk) => {
    const own = of(item)
    const issues: Issue[] = []
    const tell = ({ rule, severity }: Bound, found: Findings) =>
      addFindings(issues, rule, severity, found, item.expression)
    for (const bound of own.occurrences)
      tell(bound, bound.check({ item, scope: branch, entries: occurrences }, walk))
    for (const occurrence of occurrences) {
      for (const bound of own.entry) tell(bound, bound.check(occurrence, walk))
      for (const answer of occurrence.answers)
        for (const bound of own.answer) tell(bound, bound.check(answer, walk))
    }
    return issues
  }
}

interface Bound {
  readonly rule: CheckedRule
  readonly severity: Severity
}

function bind(item: FormItem, form: Form, rules: AnsweringRules) {
  const choose = <R extends Bare<EntryRule> | Bare<AnswerRule> | Bare<OccurrenceRule>>(list: readonly R[]) =>
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
