/** Turns what a check found into issues. */
import { type Issue, MOST_ISSUES, type Severity } from './issue.ts'
import type { Finding, Findings, Rule } from './rule.ts'

/** Adds the findings of a rule at a place, until the list is full. */
export function addFindings(
  issues: Issue[],
  rule: Rule,
  severity: Severity,
  found: Findings,
  expression: string,
) {
  if (found === undefined) return
  for (const finding of isList(found) ? found : [found]) {
    if (issues.length >= MOST_ISSUES) return
    const said = typeof finding === 'string' ? { text: finding } : finding
    issues.push({
      severity: said.severity ?? severity,
      code: rule.code,
      rule: rule.id,
      expression: `${expression}${said.at ?? ''}`,
      text: said.text,
    })
  }
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found)
