/**
 * Evaluates the expressions of a form on the answers so far: initial and calculated values, and enablement.
 */
import { computedAnswers, computedOf, fitted, optionOf, withdrawn } from '../expressions/computed.ts'
import { ExpressionRun } from '../expressions/expression-run.ts'
import { enablement } from '../model/enable-when.ts'
import { entryExpression } from '../model/entry-queries.ts'
import { type ExpressionSource, expressionOf, expressionsOf } from '../model/expressions.ts'
import { extension } from '../model/extensions.ts'
import { addFindings } from '../model/findings.ts'
import type { FormItem, Option } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Issue } from '../model/issue.ts'
import { optionFinder } from '../model/option-index.ts'
import type { Entry, Scope, Walk } from '../model/response-tree.ts'
import type { AnswerRule, Bare, EntryRule } from '../model/rule.ts'
import { walk } from '../model/walk.ts'
import { computedRules } from '../rules/computed.ts'
import { expressionRules } from '../rules/expressions.ts'
import { limitRules } from '../rules/limits.ts'
import { object, objects } from '../values/unchecked-json.ts'
import { type Branch, type Given, initialAnswers, type Slot } from './answer-tree.ts'
import { isOption } from './choose.ts'
import type { Broken, LiveForm } from './live-form.ts'
import { locate } from './locate.ts'
import { optionsOf } from './options.ts'
import { writeAll } from './respond.ts'
import type { QuestionnaireResponse } from './types.ts'

/** The maximum number of rounds in which calculated answers may change others. */
const MOST_ROUNDS = 8
/** The maximum number of options that an expression gives; more are cut. */
const MOST_OPTIONS = 1_000

/** An item with the expressions that compute its answers. */
interface Computed {
  readonly item: FormItem
  readonly initial: ExpressionSource | undefined
  readonly calculated: ExpressionSource | undefined
}

/** Called with an item whose expression gave no usable answer, and the failure if there is one. */
type Failed = (item: FormItem, kind: 'initial' | 'calculated', cause?: unknown) => void

/** The expressions of one form, ready to evaluate. */
export class Calculation {
  readonly #live: LiveForm
  readonly #failed: Failed | undefined
  readonly #computed: readonly Computed[]
  #running = false

  constructor(live: LiveForm, failed?: Failed) {
    this.#live = live
    this.#failed = failed
    this.#computed = live.form.all.flatMap(item => {
      const initial = expressionOf(extension(item.raw, 'initialExpression'))
      const calculated = expressionOf(extension(item.raw, FURTHER.calculatedExpression))
      return initial === undefined && calculated === undefined ? [] : [{ item, initial, calculated }]
    })
  }

  /** Sets the initial answers of the questions that have no answer. */
  begin() {
    this.#answerAll('initial', slot => this.#live.answers(slot).length === 0)
    this.run()
  }

  /** Decides enablement and calculates until nothing changes. */
  run() {
    if (this.#running) return
    this.#running = true
    try {
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const shown = this.#decide()
        if (!this.#answerAll('calculated', () => true) && !shown) break
      }
      this.#offer()
    } finally {
      this.#running = false
    }
  }

  /** Decides enablement alone: every answer stays as it was recorded. */
  show() {
    for (let round = 0; round < MOST_ROUNDS && this.#decide(); round++);
  }

  /** The constraints of the form that the answers violate. */
  broken(): readonly Broken[] {
    const response = { ...this.#live.response, status: 'completed' as const }
    const here = this.#walk(response)
    const issues: Issue[] = []
    for (const rule of expressionRules) {
      if (rule.looksAt === 'response')
        addFindings(issues, rule, 'error', rule.check(here), 'QuestionnaireResponse')
    }
    const computed = computedOf(this.#live.form)
    for (const entry of here.entries) {
      if (entry.item === undefined || !computed.has(entry.item)) continue
      for (const rule of [...limitRules, ...computedRules]) checkEntry(rule, entry, entry.item, here, issues)
    }
    return issues
      .filter(({ severity }) => severity === 'error')
      .map(issue => ({ issue, slot: locate(this.#live, response, issue.expression) }))
  }

  #decide(): boolean {
    const { expressed } = this.#live
    if (expressed.size === 0) return false
    let changed = false
    const here = this.#walk(this.#standing())
    this.#compute(() =>
      pair(here.root, this.#live.root, (item, scope, slot) => {
        if (!expressed.has(item)) return
        // If an expression cannot be evaluated, its item is shown, as the service treats it.
        const enabled = enablement(item, scope, here) !== 'disabled'
        if (slot.expressed === enabled) return
        changed = true
        this.#live.express(slot, enabled)
      }),
    )
    return changed
  }

  /** Changes the form; a listener of an application may throw. */
  #compute(change: () => void) {
    this.#live.isComputing = true
    try {
      change()
    } finally {
      this.#live.isComputing = false
    }
  }

  /** Finds the options of the questions whose options an expression gives or withdraws. */
  #offer() {
    const { form } = this.#live
    const computed = computedOf(form)
    if (!form.all.some(item => this.#offers(item))) return
    const here = this.#walk(this.#standing())
    pair(here.root, this.#live.root, (item, scope, slot) => {
      if (!this.#offers(item)) return
      const given = this.#live.answers(slot)
      const { options } = withdrawn(computed.get(item)?.toggles ?? [], item, scope, undefined, here)
      const isOff = optionFinder(options)
      // An option that was chosen before stays, so that it can be taken back.
      const offered = this.#options(item, scope, here)?.filter(
        option =>
          isOff({ key: `value${option.type}`, value: option.value }) === undefined ||
          given.some(answer => isOption(option, answer)),
      )
      if (same(offered?.map(keyOf) ?? [], slot.offered?.map(keyOf) ?? [])) return
      slot.offered = offered
      slot.audience.tell()
    })
  }

  #offers = (item: FormItem): boolean =>
    expressionsOf(this.#live.form).get(item)?.answers !== undefined ||
    (computedOf(this.#live.form).get(item)?.toggles.length ?? 0) > 0

  /** The options before any is withdrawn; undefined if their expression cannot be evaluated. */
  #options(item: FormItem, scope: Scope, here: Walk): readonly Option[] | undefined {
    const { form } = this.#live
    const expression = expressionsOf(form).get(item)?.answers
    const [key = 'value'] = item.valueKeys
    if (expression === undefined || here.expressions === undefined) return optionsOf(item, form)
    try {
      const values = here.expressions.onItem(expression, item, scope).slice(0, MOST_OPTIONS)
      return values.flatMap(value => codingsIn(value).map(each => optionOf(key.slice(5), fitted(key, each))))
    } catch (cause) {
      this.#failed?.(item, 'calculated', cause)
      return undefined
    }
  }

  #answerAll(kind: 'initial' | 'calculated', wants: (slot: Slot) => boolean): boolean {
    const wanted = new Map(this.#computed.flatMap(each => (each[kind] ? [[each.item, each[kind]]] : [])))
    if (wanted.size === 0) return false
    const here = this.#walk(this.#standing())
    const answers: [Slot, readonly Given[]][] = []
    pair(here.root, this.#live.root, (item, scope, slot) => {
      const expression = wanted.get(item)
      if (expression === undefined || !wants(slot)) return
      const given = this.#run(here, expression, kind, item, scope)
      if (given === undefined || same(given, this.#live.answers(slot))) return
      if (given.length === 0 && initialAnswers(item).length > 0) return
      answers.push([slot, given])
    })
    this.#compute(() => {
      for (const [slot, given] of answers) this.#live.answer(slot, given)
    })
    return answers.length > 0
  }

  /** The answers that an expression computes; undefined if it fails, which keeps the present ones. */
  #run(
    here: Walk,
    expression: ExpressionSource,
    kind: 'initial' | 'calculated',
    item: FormItem,
    scope: Scope,
  ): readonly Given[] | undefined {
    const [key] = item.valueKeys
    if (here.expressions === undefined || key === undefined) return undefined
    try {
      const values = computedAnswers(item, here.expressions.onItem(expression, item, scope))
      return values.map(value => ({ [key]: value }) as Given)
    } catch (cause) {
      this.#failed?.(item, kind, cause)
      return undefined
    }
  }

  /** The response with every group present, so that expressions find the places of their items. */
  #standing = (): QuestionnaireResponse => ({
    ...this.#live.response,
    item: [...writeAll(this.#live.root, true)],
  })

  /** Walks a copy, because the expression engine may mark the objects it reads. */
  #walk(response: QuestionnaireResponse): Walk {
    const copy = structuredClone(response)
    return walk(this.#live.form, copy, new ExpressionRun(this.#live.form, copy))
  }
}

/** Checks an item against a rule of limits or options that an expression may give. */
function checkEntry(
  rule: Bare<AnswerRule> | Bare<EntryRule>,
  entry: Entry,
  item: FormItem,
  here: Walk,
  issues: Issue[],
) {
  const at = entryExpression(entry)
  if (rule.looksAt === 'response item') {
    addFindings(
      issues,
      rule,
      rule.severity[here.form.version] ?? 'error',
      rule.on(item, here.form)?.(entry, here),
      at,
    )
    return
  }
  const check = rule.on(item, here.form)
  if (check === undefined) return
  for (const answer of entry.answers)
    addFindings(issues, rule, 'error', check(answer, here), `${at}.answer[${answer.index}]`)
}

/** Traverses a walk and the live tree in parallel. */
function pair(scope: Scope, branch: Branch, meet: (item: FormItem, scope: Scope, slot: Slot) => void) {
  for (const [item, slot] of branch.slots) {
    meet(item, scope, slot)
    const entries = scope.children.get(item) ?? []
    slot.occurrences.forEach((occurrence, at) => {
      occurrence.inner.forEach((inner, index) => {
        const below = entries[at]?.inner[index]
        if (below !== undefined) pair(below, inner, meet)
      })
    })
  }
}

/** Equal for equal options. */
const keyOf = ({ type, key, label }: Option) => [type, key, label]

/** The codings of a CodeableConcept, or the value itself. */
function codingsIn(value: unknown): readonly unknown[] {
  const codings = object<{ coding: unknown }>(value)?.coding
  return codings === undefined ? [value] : objects(codings)
}

const same = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b)
