/** The form rules of a dialect, sorted once by their target. */
import type { Severity } from '../model/issue.ts'
import type { Bare, Rule } from '../model/rule.ts'
import type { FhirVersion } from '../model/version.ts'
import { FORM_RULES } from './form.ts'

/** A rule with its severity in a dialect. */
export interface Chosen<R extends Rule = Rule> {
  readonly rule: Bare<R>
  readonly severity: Severity
}

/** The rules of one dialect, by their target. */
export type RuleSet = {
  readonly [Look in Rule['looksAt']]?: readonly Chosen<Extract<Rule, { looksAt: Look }>>[]
}

const sets = new Map<FhirVersion, RuleSet>()

/** The rules of a dialect. */
export function ruleSetOf(version: FhirVersion): RuleSet {
  const known = sets.get(version)
  if (known !== undefined) return known
  const set: { [look: string]: Chosen[] } = {}
  for (const rule of FORM_RULES) {
    const severity = rule.severity[version]
    if (severity === undefined) continue
    const chosen = set[rule.looksAt] ?? []
    chosen.push({ rule, severity })
    set[rule.looksAt] = chosen
  }
  sets.set(version, set as RuleSet)
  return set as RuleSet
}
