/** Turns the findings of a check into issues. */
import type { Finding, Findings } from './issue.ts'
import { type Issue, MOST_ISSUES, refused, type Severity } from './issue.ts'
import type { CheckedRule } from './rule.ts'
import type { Sentence } from './sentence.ts'

/** Full lists that already refuse the resource; further findings cannot change the result. */
const closed = new WeakSet<readonly Issue[]>()

/** The sentences of issues: beside them, because an issue is data that is compared and sent. */
const sentences = new WeakMap<Issue, Partial<Sentence>>()

/** The sentence of an issue that a rule has just reported, for its translation. */
export function sentenceOf(issue: Issue): Sentence | undefined {
  const said = sentences.get(issue)
  return said?.parts === undefined ? undefined : (said as Sentence)
}

/** True if a list accepts no more issues of this severity. A full list still accepts its first error. */
export function isFull(issues: readonly Issue[], severity: Severity = 'error'): boolean {
  if (issues.length < MOST_ISSUES) return false
  if (closed.has(issues)) return true
  if (severity === 'warning' || severity === 'information') return true
  if (!refused(issues)) return false
  closed.add(issues)
  return true
}

/** Adds the findings of a rule at a place until the list is full. Warnings never displace an error. */
export function addFindings(
  issues: Issue[],
  rule: CheckedRule,
  severity: Severity,
  found: Findings,
  expression: string,
) {
  if (found === undefined) return
  for (const finding of isList(found) ? found : [found]) {
    const said = typeof finding === 'string' ? { text: finding } : finding
    const own = said.severity ?? severity
    if (isFull(issues, own)) continue
    if (issues.length >= MOST_ISSUES) issues.pop()
    const issue: Issue = {
      severity: own,
      code: rule.code,
      rule: rule.id,
      expression: `${expression}${said.at ?? ''}`,
      text: said.text,
    }
    sentences.set(issue, said as Sentence)
    issues.push(issue)
  }
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found)

/**
 * Cuts a list to its maximum. If only warnings remain, the first error after the cut replaces the last one.
 */
export function cut(issues: readonly Issue[]): Issue[] {
  const list = issues.slice(0, MOST_ISSUES)
  const error = refused(list) ? undefined : issues.slice(MOST_ISSUES).find(issue => refused([issue]))
  if (error !== undefined) list[MOST_ISSUES - 1] = error
  return list
}
