/** The rules of one form: which of them each of its items needs is decided once, then its responses run through them. */
import { type Form, type FormItem, readForm } from './definition.ts'
import type { Engines } from './engines.ts'
import { ExpressionRun } from './expressions.ts'
import { type Issue, MOST_ISSUES, type Severity } from './issue.ts'
import type { Finding, Findings, Rule } from './rule.ts'
import { FORM_RULES } from './rules/form.ts'
import { isObject } from './shape.ts'
import type { FhirVersion } from './version.ts'
import {
  type Answer,
  answerExpression,
  type Entry,
  entryExpression,
  type Occurrences,
  type Scope,
  scopeExpression,
  type Walk,
  walk,
} from './walk.ts'

/** How a form is to be read. */
export interface CompileOptions extends Engines {
  readonly fhirVersion: FhirVersion
}

/** A form that can check its responses. */
export interface CompiledRules {
  /** What is wrong with the form itself. */
  readonly issues: readonly Issue[]
  /** The form as the rules see it. */
  readonly form: Form
  /**
   * Checks a response and returns every issue, at most {@link MOST_ISSUES}. What is required is an error only in a
   * `completed` or `amended` response: set the status first, then validate.
   */
  validate(response: unknown): Issue[]
}

/** A check together with the rule it belongs to. */
interface Bound<Check> {
  readonly rule: Rule
  readonly severity: Severity
  readonly check: Check
}

/** The checks of one item of the form. */
interface ItemChecks {
  readonly entry: readonly Bound<(entry: Entry, walk: Walk) => Findings>[]
  readonly answer: readonly Bound<(answer: Answer, walk: Walk) => Findings>[]
}

type OccurrenceCheck = Bound<(occurrences: Occurrences, walk: Walk) => Findings>

/**
 * Compiles the rules of a form, without the structure of its JSON: what a browser needs while a form is filled in. It
 * never throws; what is malformed reads as absent.
 */
export function compileRules(questionnaire: unknown, options: CompileOptions): CompiledRules {
  const { fhirVersion: version } = options
  const form = readForm(questionnaire, version, options)
  const rules = FORM_RULES.flatMap(rule => {
    const severity = rule.severity[version]
    return severity === undefined ? [] : [{ rule, severity }]
  })
  const checks = form.all.map(item => bindItem(item, form, rules))
  const watched = new Map<FormItem | undefined, { item: FormItem; checks: OccurrenceCheck[] }[]>()
  for (const item of form.all) {
    const bound = bindOccurrences(item, form, rules)
    if (bound.length === 0) continue
    const siblings = watched.get(item.parent)
    if (siblings === undefined) watched.set(item.parent, [{ item, checks: bound }])
    else siblings.push({ item, checks: bound })
  }
  const ofResponse = rules.flatMap(({ rule, severity }) =>
    rule.looksAt === 'response' ? [{ rule, severity, check: rule.check }] : [],
  )
  const ofPlace = rules.flatMap(({ rule, severity }) =>
    rule.looksAt === 'place' ? [{ rule, severity, check: rule.check }] : [],
  )

  const checkEntry = (entry: Entry, here: Walk, issues: Issue[]) => {
    if (!entry.inPlace || !entry.inOrder || entry.earlier > 0) {
      for (const bound of ofPlace) {
        const found = bound.check(entry, here)
        if (found !== undefined) tell(issues, bound, here, found, entryExpression(entry))
      }
    }
    const own = entry.item && checks[entry.item.position]
    if (own === undefined) return
    for (const bound of own.entry) {
      const found = bound.check(entry, here)
      if (found !== undefined) tell(issues, bound, here, found, entryExpression(entry))
    }
    for (const answer of entry.answers) {
      for (const bound of own.answer) {
        const found = bound.check(answer, here)
        if (found !== undefined) tell(issues, bound, here, found, answerExpression(answer))
      }
    }
  }

  const checkScope = (scope: Scope, here: Walk, issues: Issue[]) => {
    const expected = watched.get(scope.entry?.item)
    if (expected === undefined) return
    for (const { item, checks: bounds } of expected) {
      const entries = scope.children.get(item) ?? []
      for (const bound of bounds) {
        const found = bound.check({ item, scope, entries }, here)
        if (found === undefined) continue
        const last = entries.at(-1)
        tell(issues, bound, here, found, last === undefined ? scopeExpression(scope) : entryExpression(last))
      }
    }
  }

  return {
    issues: checkForm(form, rules, questionnaire),
    form,
    validate(response) {
      const issues: Issue[] = []
      const here = begin(form, response)
      for (const bound of ofResponse) {
        const found = bound.check(here)
        if (found !== undefined) tell(issues, bound, here, found, 'QuestionnaireResponse')
      }
      for (const entry of here.entries) checkEntry(entry, here, issues)
      for (const scope of here.scopes) checkScope(scope, here, issues)
      return issues
    },
  }
}

/** Begins a check. The engine of expressions may mark what it reads, so it reads a copy. */
function begin(form: Form, response: unknown): Walk {
  if (form.expressions.size === 0) return walk(form, response)
  const copy = structuredClone(response)
  return walk(form, copy, new ExpressionRun(form, copy))
}

type Chosen = readonly { readonly rule: Rule; readonly severity: Severity }[]

function bindItem(item: FormItem, form: Form, rules: Chosen): ItemChecks {
  const entry: ItemChecks['entry'][number][] = []
  const answer: ItemChecks['answer'][number][] = []
  for (const { rule, severity } of rules) {
    if (rule.looksAt === 'response item') {
      const check = rule.on(item, form)
      if (check !== undefined) entry.push({ rule, severity, check })
    } else if (rule.looksAt === 'answer') {
      const check = rule.on(item, form)
      if (check !== undefined) answer.push({ rule, severity, check })
    }
  }
  return { entry, answer }
}

const bindOccurrences = (item: FormItem, form: Form, rules: Chosen): OccurrenceCheck[] =>
  rules.flatMap(({ rule, severity }) => {
    const check = rule.looksAt === 'occurrences' ? rule.on(item, form) : undefined
    return check === undefined ? [] : [{ rule, severity, check }]
  })

function checkForm(form: Form, rules: Chosen, questionnaire: unknown): Issue[] {
  const issues: Issue[] = []
  if (!isObject(questionnaire)) return issues
  for (const { rule, severity } of rules) {
    if (rule.looksAt === 'questionnaire') {
      add(issues, rule, severity, rule.check(form), 'Questionnaire')
    } else if (rule.looksAt === 'questionnaire item') {
      for (const item of form.all) add(issues, rule, severity, rule.check(item, form), item.expression)
    }
  }
  return issues
}

/** Tells a finding about a response, milder where the response is not finished. */
const tell = (issues: Issue[], { rule, severity }: Bound<unknown>, here: Walk, found: Findings, at: string) =>
  add(issues, rule, here.completed ? severity : (rule.unfinished ?? severity), found, at)

function add(issues: Issue[], rule: Rule, severity: Severity, found: Findings, at: string) {
  if (found === undefined) return
  for (const finding of isList(found) ? found : [found]) {
    if (issues.length >= MOST_ISSUES) return
    const said = typeof finding === 'string' ? { text: finding } : finding
    issues.push({
      severity: said.severity ?? severity,
      code: rule.code,
      rule: rule.id,
      expression: `${at}${said.at ?? ''}`,
      text: said.text,
    })
  }
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found)
