/** Places of a response where resources are extracted, with the variables that expressions see there. */
import type { Questionnaire, QuestionnaireResponseItem } from 'fhir/r5.js'
import { evaluate, NAME } from '../expressions/expression-run.ts'
import { entryExpression, isAnswered } from '../model/entry-queries.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import { type ExpressionSource, expressionsOf, FHIRPATH } from '../model/expressions.ts'
import { extended, URLS } from '../model/extraction-extensions.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import { type Issue, MOST_ISSUES } from '../model/issue.ts'
import type { Entry } from '../model/response-tree.ts'
import { type Json, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'

export type Variables = Readonly<Record<string, unknown>>

/** The element that an expression is evaluated on. An empty `base` means that the engine knows its type. */
export interface Focus {
  readonly element: unknown
  readonly base: string
  readonly variables: Variables
}

/** One iteration of an item of the response, or the response itself. */
export interface Place {
  readonly entry: Entry | undefined
  /** The answer of an item that repeats; -1 for all answers. */
  readonly answer: number
  readonly focus: Focus
}

/** The limits of one extraction. */
export const MOST_RESOURCES = 500
export const MOST_ELEMENTS = 20_000
export const MOST_CHARACTERS = 1_000_000
export const DEEPEST_TEMPLATE = 64
const MOST_RUNS = 20_000
const LONGEST_TEXT = 1_000
const BUDGET = 500

/** The text of a nested part, or an Expression. */
export function expressionIn(value: Json | undefined): ExpressionSource | undefined {
  const expression = object<{ expression: string; language: string; name: string }>(
    value?.['valueExpression'],
  )
  const words = text(expression?.expression) ?? text(value?.['valueString'])
  if (words === undefined) return undefined
  return { text: words, name: text(expression?.name), language: text(expression?.language) ?? FHIRPATH }
}

/** The work went beyond a limit: nothing is extracted. */
export class Excess extends Error {
  override readonly name = 'Excess'
}

export interface PlacesOptions {
  /** Makes an id of a name; the same name gives the same id. */
  readonly idOf: (name: string) => string
  readonly responseId: string
}

/** Evaluates expressions at the places of one response, within the limits of one extraction. */
export class Places {
  readonly form: Form
  readonly issues: Issue[] = []
  readonly root: Place
  readonly #response: Json
  readonly #options: PlacesOptions
  readonly #known = new Map<Entry, Map<number, Variables>>()
  readonly #start: number
  #runs = 0
  #elements = 0
  #characters = 0

  constructor(form: Form, response: Json, options: PlacesOptions) {
    this.form = form
    this.#response = response
    this.#options = options
    this.#start = form.engines.clock?.() ?? 0
    const base = 'QuestionnaireResponse'
    const variables = this.#declare(form.raw, undefined, { element: response, base, variables: {} }, [])
    this.root = { entry: undefined, answer: -1, focus: { element: response, base, variables } }
  }

  /** The iterations of an item: each answer of a question that repeats, otherwise the item once, if answered. */
  of(entry: Entry): readonly Place[] {
    if (!isAnswered(entry)) return []
    const { item, raw } = entry
    if (item === undefined) return []
    const answers = objects(raw.answer)
    if (!item.repeats || answers.length < 2) return [this.#place(entry, -1, raw)]
    return answers.map((answer, at) => this.#place(entry, at, { ...raw, answer: [answer] }))
  }

  /** All answers of an item as one place. */
  whole(entry: Entry): Place {
    return this.#place(entry, -1, entry.raw)
  }

  /** An id that is the same in every extraction of this response. */
  id(place: Place, ...names: readonly unknown[]): string {
    return this.#options.idOf(JSON.stringify([this.#options.responseId, ...pathOf(place), ...names]))
  }

  /** Evaluates an expression, and reports its failure with the item that it belongs to. */
  run(expression: ExpressionSource, focus: Focus, place: Place, purpose: string): readonly unknown[] {
    try {
      return this.#run(expression, focus)
    } catch (cause) {
      if (cause instanceof Excess) throw cause
      const reason = cause instanceof ExpressionFailure ? cause.message : 'it cannot be evaluated'
      this.tell('error', 'exception', place, `The expression of ${purpose} has no result, because ${reason}.`)
      return []
    }
  }

  /** Reports an issue once, with its item. */
  tell(severity: Issue['severity'], code: Issue['code'], { entry }: Place, words: string): void {
    const linkId = entry?.item?.linkId.slice(0, 100)
    const sentence = (linkId === undefined ? words : `Item '${linkId}': ${words}`).slice(0, LONGEST_TEXT)
    const expression = entry === undefined ? 'QuestionnaireResponse' : entryExpression(entry)
    const isKnown = this.issues.some(each => each.text === sentence && each.expression === expression)
    if (!isKnown && this.issues.length < MOST_ISSUES)
      this.issues.push({ severity, code, rule: 'extract', expression, text: sentence })
  }

  /** Counts an element that is written. @throws Excess */
  count(value: unknown): void {
    this.#elements++
    if (typeof value === 'string') this.#characters += value.length
    if (this.#elements > MOST_ELEMENTS || this.#characters > MOST_CHARACTERS)
      throw new Excess('The extracted resources are too large')
  }

  /** A copy of a result, counted by its size. @throws Excess */
  copy(result: unknown): unknown {
    if (typeof result !== 'object' || result === null) {
      this.count(result)
      return result
    }
    const json = JSON.stringify(result) ?? 'null'
    this.count(json)
    return JSON.parse(json)
  }

  #place(entry: Entry, answer: number, element: unknown): Place {
    const base = 'QuestionnaireResponse.item'
    return { entry, answer, focus: { element, base, variables: this.#variables(entry, answer, element) } }
  }

  #variables(entry: Entry, answer: number, element: unknown): Variables {
    const known = this.#known.get(entry)?.get(answer)
    if (known !== undefined) return known
    const above = entry.scope.entry
    const outer =
      above === undefined
        ? this.root.focus.variables
        : this.#variables(above, this.#iteration(above, entry.scope.answer), above.raw)
    const item = entry.item
    const focus = { element, base: 'QuestionnaireResponse.item', variables: { ...outer, qitem: item?.raw } }
    const variables =
      item === undefined
        ? focus.variables
        : this.#declare(item.raw, item, focus, pathOf({ entry, answer, focus }))
    const answers = this.#known.get(entry) ?? new Map<number, Variables>()
    this.#known.set(entry, answers.set(answer, variables))
    return variables
  }

  /** The iteration of an outer question whose answer holds an item. */
  #iteration(above: Entry, answer: number): number {
    const isIterated = above.item?.repeats === true && above.answers.length > 1
    return isIterated ? answer : -1
  }

  /** Adds the ids that an element allocates, then its variables; each may use those before it. */
  #declare(
    element: Unchecked<Questionnaire>,
    item: FormItem | undefined,
    focus: Focus,
    path: readonly unknown[],
  ): Variables {
    const seen: Record<string, unknown> = { ...focus.variables }
    for (const { valueString: name } of extended(element, URLS.allocateId)) {
      if (typeof name !== 'string' || !NAME.test(name)) continue
      const id = this.#options.idOf(JSON.stringify([this.#options.responseId, ...path, 'allocate', name]))
      seen[name] = `urn:uuid:${id}`
    }
    for (const variable of expressionsOf(this.form).get(item)?.variables ?? []) {
      const { name } = variable
      if (name === undefined || !NAME.test(name)) continue
      // A variable for another purpose, of a language or a context that is absent here, is merely unknown.
      try {
        seen[name] = this.#run(variable, { ...focus, variables: seen })
      } catch (cause) {
        if (cause instanceof Excess) throw cause
      }
    }
    return seen
  }

  #run(expression: ExpressionSource, { element, base, variables }: Focus): readonly unknown[] {
    const { engines } = this.form
    const spent = (engines.clock?.() ?? 0) - this.#start
    if (++this.#runs > MOST_RUNS || spent > (engines.expressionBudget ?? BUDGET))
      throw new Excess('The time for the expressions is used up')
    return evaluate(expression, this.form, base, { element, variables, response: this.#response })
  }
}

/** The path of a place from the top: linkId, repetition, and answer. */
function pathOf({ entry, answer }: Place): readonly unknown[] {
  if (entry === undefined) return []
  const above = entry.scope.entry
  const outer =
    above === undefined ? [] : pathOf({ entry: above, answer: entry.scope.answer, focus: NOWHERE })
  const { linkId } = entry.raw as Unchecked<QuestionnaireResponseItem>
  return [...outer, linkId, entry.earlier, answer]
}

const NOWHERE: Focus = { element: undefined, base: '', variables: {} }
