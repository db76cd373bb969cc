/** Turns what a check found into issues. */
import { type Issue, MOST_ISSUES, refused, type Severity } from './issue.ts'
import type { Finding, Findings, Rule } from './rule.ts'

/** Lists that are full and refuse what they are about: nothing that follows can change what they say. */
const closed = new WeakSet<readonly Issue[]>()

/** Tells whether a list of issues takes no more of this severity. A full list still takes its first error. */
export function isFull(issues: readonly Issue[], severity: Severity = 'error'): boolean {
  if (issues.length < MOST_ISSUES) return false
  if (closed.has(issues)) return true
  if (severity === 'warning' || severity === 'information') return true
  if (!refused(issues)) return false
  closed.add(issues)
  return true
}

/** Adds the findings of a rule at a place, until the list is full; warnings never keep an error out. */
export function addFindings(
  issues: Issue[],
  rule: Rule,
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
    issues.push({
      severity: own,
      code: rule.code,
      rule: rule.id,
      expression: `${expression}${said.at ?? ''}`,
      text: said.text,
    })
  }
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found)

/** As many issues as a list may have; the first error among the others replaces the last where all else only warns. */
export function cut(issues: readonly Issue[]): Issue[] {
  const list = issues.slice(0, MOST_ISSUES)
  const error = refused(list) ? undefined : issues.slice(MOST_ISSUES).find(issue => refused([issue]))
  if (error !== undefined) list[MOST_ISSUES - 1] = error
  return list
}
