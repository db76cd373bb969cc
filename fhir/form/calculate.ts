/**
 * Evaluates the expressions of a form on the answers so far: initial and calculated values, and enablement.
 */
import { sameCoding } from '../compare.ts'
import type { FormItem } from '../definition.ts'
import { enablement } from '../enable-when.ts'
import { ExpressionFailure, ExpressionRun } from '../expression-run.ts'
import { type ExpressionSource, expressionOf } from '../expressions.ts'
import { extension } from '../extensions.ts'
import { addFindings } from '../findings.ts'
import type { Issue } from '../issue.ts'
import { expressionRules } from '../rules/expressions.ts'
import { isObject, object, objects } from '../shape.ts'
import { type Scope, type Walk, walk } from '../walk.ts'
import type { Broken, LiveForm } from './live.ts'
import { locate } from './locate.ts'
import { writeAll } from './respond.ts'
import { type Branch, type Given, initialAnswers, type Slot } from './tree.ts'
import type { Coding, QuestionnaireResponse } from './types.ts'

/** The maximum number of rounds in which calculated answers may change others. */
const MOST_ROUNDS = 8

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
      const calculated = expressionOf(extension(item.raw, 'calculatedExpression'))
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
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const shown = this.#decide()
      if (!this.#answerAll('calculated', () => true) && !shown) break
    }
    this.#running = false
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
    return issues
      .filter(({ severity }) => severity === 'error')
      .map(issue => ({ issue, slot: locate(this.#live, response, issue.expression) }))
  }

  #decide(): boolean {
    const { expressed } = this.#live
    if (expressed.size === 0) return false
    let changed = false
    const here = this.#walk(this.#standing())
    pair(here.root, this.#live.root, (item, scope, slot) => {
      if (!expressed.has(item)) return
      // If an expression cannot be evaluated, its item is shown, as the service treats it.
      const enabled = enablement(item, scope, here) !== 'disabled'
      if (slot.expressed === enabled) return
      changed = true
      this.#live.express(slot, enabled)
    })
    return changed
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
    for (const [slot, given] of answers) this.#live.answer(slot, given)
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
      const values = here.expressions.onItem(expression, item, scope).slice(0, item.repeats ? undefined : 1)
      return values.map(
        value => ({ [key]: key === 'valueCoding' ? chosen(item, value) : fitted(key, value) }) as Given,
      )
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

/**
 * Converts a code to the option that has it, and a CodeableConcept to the one of its codings that is an
 * option.
 */
function chosen({ options }: FormItem, value: unknown): unknown {
  const codings = object<{ coding: unknown }>(value)?.coding
  if (typeof value !== 'string' && codings === undefined) return value
  const wanted = typeof value === 'string' ? [{ code: value }] : objects<Coding>(codings)
  const option = options.find(
    ({ type, key, value: own }) =>
      type === 'Coding' &&
      (typeof value === 'string' ? key === value : wanted.some(each => sameCoding(own, each))),
  )
  if (option !== undefined) return option.value
  if (typeof value !== 'string' && options.length === 0 && wanted[0] !== undefined) return wanted[0]
  throw new ExpressionFailure('its code is none of the options')
}

/** Converts a value to the type of the answer. */
function fitted(key: string, value: unknown): unknown {
  if (key === 'valueQuantity') return isObject(value) ? value : { value }
  if (key === 'valueInteger' || key === 'valueDecimal')
    return typeof value === 'bigint' ? Number(value) : value
  if (isObject(value) && key !== 'valueCoding' && key !== 'valueReference') return String(value)
  return value
}

const same = (a: readonly Given[], b: readonly Given[]) => JSON.stringify(a) === JSON.stringify(b)
