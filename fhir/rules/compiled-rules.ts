/** The rules of one form. The checks that each item needs are selected once, then run on every response. */
import { runsExpressions } from '../expressions/computed.ts'
import { ExpressionRun } from '../expressions/expression-run.ts'
import { answerExpression, entryExpression, scopeExpression } from '../model/entry-queries.ts'
import { addFindings, isFull } from '../model/findings.ts'
import type { Engines, Form, FormItem } from '../model/form-tree.ts'
import type { Findings, Issue, MOST_ISSUES } from '../model/issue.ts'
import { readForm } from '../model/read-form.ts'
import type { Answer, Entry, Occurrences, Scope, Walk } from '../model/response-tree.ts'
import type { FhirVersion } from '../model/version.ts'
import { walk } from '../model/walk.ts'
import { TooCostly } from '../values/step-budget.ts'
import { isObject } from '../values/unchecked-json.ts'
import { indexValues } from '../values/value-index.ts'
import { costRule, TOO_COSTLY } from './cost.ts'
import { type Chosen, type RuleSet, ruleSetOf } from './rule-set.ts'

/** Options for reading a form. */
export interface CompileOptions extends Engines {
  /** The version of the form and of its responses. */
  readonly fhirVersion: FhirVersion
}

/** Checks the responses to a form. */
export interface CompiledRules {
  /** The issues of the form itself. */
  readonly issues: readonly Issue[]
  /** The form as the rules read it. */
  readonly form: Form
  /**
   * True if checking a response evaluates FHIRPath of the form's author. Only ending its thread bounds such
   * an evaluation. Without expressions, the time of a check is linear in form and response.
   */
  readonly usesExpressions: boolean
  /**
   * Checks a response and returns every issue, at most {@link MOST_ISSUES}. An unanswered required question
   * is an error only in a `completed` or `amended` response: set the status before you validate.
   */
  validate(response: unknown): Issue[]
}

/** A check that an item needs, with its rule. */
interface Bound<Target> extends Chosen {
  readonly check: (target: Target, walk: Walk) => Findings
}

/** The checks of one item of the form. */
interface ItemChecks {
  readonly item: FormItem
  readonly entry: readonly Bound<Entry>[]
  readonly answer: readonly Bound<Answer>[]
  readonly occurrences: readonly Bound<Occurrences>[]
}

const NO_ENTRIES: readonly Entry[] = []

/**
 * Compiles only the rules of a form, without checking the structure of the JSON of the form or of responses: enough for
 * a browser that fills it in. `compileQuestionnaire` checks both. Never throws. Malformed parts read as absent.
 * @param questionnaire - the form, not necessarily valid
 * @param options - the version of FHIR and the engines
 * @returns the form's own `issues`, and `validate` for responses
 */
export function compileRulesOnly(questionnaire: unknown, options: CompileOptions): CompiledRules {
  const form = readForm(questionnaire, options.fhirVersion, options)
  const rules = ruleSetOf(options.fhirVersion)
  const checks = form.all.map(item => bind(item, form, rules))
  const expected = expectedBelow(checks)
  return {
    issues: isObject(questionnaire) ? checkWhole(form, rules) : [],
    form,
    usesExpressions: runsExpressions(form),
    validate(response) {
      const issues: Issue[] = []
      const here = begin(form, response)
      bounded(issues, 'QuestionnaireResponse', () => {
        for (const { rule, severity } of rules.response ?? []) {
          addFindings(issues, rule, severity, rule.check(here), 'QuestionnaireResponse')
        }
        for (const entry of here.entries) {
          if (isFull(issues)) return
          if (!entry.inPlace || !entry.inOrder || entry.earlier > 0) checkPlace(entry, here, rules, issues)
          const own = entry.item && checks[entry.item.position]
          if (own !== undefined) checkEntry(entry, own, here, issues)
        }
        for (const scope of here.scopes) {
          const wanted = expected.get(scope.entry?.item) ?? NO_CHECKS
          // The only product in a check: a form that repeats a long group, and a response that repeats it
          // empty.
          here.steps.spend(wanted.length)
          for (const own of wanted) checkOccurrences(own, scope, here, issues)
          if (isFull(issues)) return
        }
      })
      return issues
    },
  }
}

const NO_CHECKS: readonly ItemChecks[] = []

/** Runs a check until its steps are used up. That is an error, because the rest is unchecked. */
function bounded(issues: Issue[], at: string, check: () => void) {
  try {
    check()
  } catch (cause) {
    if (!(cause instanceof TooCostly)) throw cause
    addFindings(issues, costRule, 'error', TOO_COSTLY, at)
  }
}

/** Begins a check on a copy, because the expression engine may mark the objects it reads. */
function begin(form: Form, response: unknown): Walk {
  if (!runsExpressions(form)) return walk(form, response, undefined, indexValues)
  const copy = structuredClone(response)
  return walk(form, copy, new ExpressionRun(form, copy), indexValues)
}

/** Collects the checks that the rules have for this item. */
function bind(item: FormItem, form: Form, rules: RuleSet): ItemChecks {
  const entry: Bound<Entry>[] = []
  const answer: Bound<Answer>[] = []
  const occurrences: Bound<Occurrences>[] = []
  for (const { rule, severity } of rules['response item'] ?? []) {
    const check = rule.on(item, form)
    if (check !== undefined) entry.push({ rule, severity, check })
  }
  for (const { rule, severity } of rules.answer ?? []) {
    const check = rule.on(item, form)
    if (check !== undefined) answer.push({ rule, severity, check })
  }
  for (const { rule, severity } of rules.occurrences ?? []) {
    const check = rule.on(item, form)
    if (check !== undefined) occurrences.push({ rule, severity, check })
  }
  return { item, entry, answer, occurrences }
}

/** The items whose absence matters, by their parent. */
function expectedBelow(
  checks: readonly ItemChecks[],
): ReadonlyMap<FormItem | undefined, readonly ItemChecks[]> {
  const expected = new Map<FormItem | undefined, ItemChecks[]>()
  for (const own of checks) {
    if (own.occurrences.length === 0) continue
    const siblings = expected.get(own.item.parent)
    if (siblings === undefined) expected.set(own.item.parent, [own])
    else siblings.push(own)
  }
  return expected
}

function checkWhole(form: Form, rules: RuleSet): Issue[] {
  const issues: Issue[] = []
  bounded(issues, 'Questionnaire', () => checkForm(form, rules, issues))
  return issues
}

function checkForm(form: Form, rules: RuleSet, issues: Issue[]) {
  for (const { rule, severity } of rules.questionnaire ?? []) {
    addFindings(issues, rule, severity, rule.check(form), 'Questionnaire')
  }
  const ofItems = rules['questionnaire item'] ?? []
  for (const item of form.all) {
    for (const { rule, severity } of ofItems) {
      const found = rule.check(item, form)
      if (found !== undefined) addFindings(issues, rule, severity, found, item.expression)
    }
  }
}

function checkPlace(entry: Entry, here: Walk, rules: RuleSet, issues: Issue[]) {
  for (const { rule, severity } of rules.place ?? []) {
    const found = rule.check(entry, here)
    if (found !== undefined) addFindings(issues, rule, severity, found, entryExpression(entry))
  }
}

function checkEntry(entry: Entry, own: ItemChecks, here: Walk, issues: Issue[]) {
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

function checkOccurrences({ item, occurrences }: ItemChecks, scope: Scope, here: Walk, issues: Issue[]) {
  const entries = scope.children.get(item) ?? NO_ENTRIES
  const target = { item, scope, entries }
  for (const bound of occurrences) {
    const found = bound.check(target, here)
    if (found === undefined) continue
    const last = entries.at(-1)
    tell(issues, bound, here, found, last === undefined ? scopeExpression(scope) : entryExpression(last))
  }
}

/** Reports a finding about a response, with a lower severity if the response is not finished. */
const tell = (issues: Issue[], { rule, severity }: Chosen, here: Walk, found: Findings, at: string) =>
  addFindings(issues, rule, here.completed ? severity : (rule.unfinished ?? severity), found, at)
