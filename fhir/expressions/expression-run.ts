/** Evaluates the expressions of a form on a response. */
import type { RunExpression } from '../model/engines.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import { type ExpressionSource, expressionsOf, FHIRPATH } from '../model/expressions.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import type { Entry, Expressions, Scope } from '../model/response-tree.ts'

/** The type that expressions are evaluated on. */
const RESPONSE = 'QuestionnaireResponse'
const ITEM = 'QuestionnaireResponse.item'

/** Permitted variable names; excludes `__proto__`. */
export const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Default limits for one response: the number of expressions, and their time in milliseconds. */
const MOST_RUNS = 5_000
const BUDGET = 50

type Variables = Readonly<Record<string, unknown>>

/** Evaluates the expressions of a form on one response. Variables are computed once per scope. */
export class ExpressionRun implements Expressions {
  readonly #form: Form
  readonly #response: unknown
  readonly #variables = new Map<Entry, Variables>()
  #formVariables: Variables | undefined
  readonly #start: number
  #runs = 0

  constructor(form: Form, response: unknown) {
    this.#form = form
    this.#response = response
    this.#start = form.engines.clock?.() ?? 0
  }

  /** Evaluates an expression on the whole response. */
  onResponse(expression: ExpressionSource) {
    return this.#run(expression, undefined, this.#ofForm())
  }

  /** Evaluates an expression of an item on one of its entries, or on its parent if it has none. */
  onItem(expression: ExpressionSource, item: FormItem, scope: Scope, entry = scope.children.get(item)?.[0]) {
    return this.#run(expression, this.#focus(scope, entry), this.#ofItem(item, scope, entry))
  }

  /** Evaluates an enableWhenExpression: true enables, false or empty disables; undefined if it fails. */
  enables(item: FormItem, scope: Scope): boolean | undefined {
    const expression = expressionsOf(this.#form).get(item)?.enableWhen
    if (expression === undefined) return undefined
    try {
      const result = this.onItem(expression, item, scope)
      if (result.length === 0) return false
      return typeof result[0] === 'boolean' && result.length === 1 ? result[0] : undefined
    } catch {
      return undefined
    }
  }

  /** The element that an expression of an item is evaluated on; undefined for the response itself. */
  #focus(scope: Scope, entry: Entry | undefined): unknown {
    return entry?.raw ?? scope.entry?.raw
  }

  #ofForm(): Variables {
    this.#formVariables ??= this.#declare(undefined, undefined, {})
    return this.#formVariables
  }

  /** The variables in scope of an item: those of the form, of the items above, and its own. */
  #ofItem(item: FormItem, scope: Scope, entry: Entry | undefined): Variables {
    const known = entry && this.#variables.get(entry)
    if (known !== undefined) return known
    const above = scope.entry
    const outer = above?.item === undefined ? this.#ofForm() : this.#ofItem(above.item, above.scope, above)
    const seen = { ...this.#declare(item, this.#focus(scope, entry), outer), qitem: item.raw }
    if (entry !== undefined) this.#variables.set(entry, seen)
    return seen
  }

  /** Adds the variables of an item. Each may refer to those before it. */
  #declare(item: FormItem | undefined, focus: unknown, outer: Variables): Variables {
    const seen: Record<string, unknown> = { ...outer }
    for (const variable of expressionsOf(this.#form).get(item)?.variables ?? []) {
      if (variable.name !== undefined && NAME.test(variable.name))
        seen[variable.name] = this.#run(variable, focus, seen)
    }
    return seen
  }

  #run(expression: ExpressionSource, focus: unknown, variables: Variables): readonly unknown[] {
    const { engines } = this.#form
    const spent = (engines.clock?.() ?? 0) - this.#start
    if (++this.#runs > MOST_RUNS || spent > (engines.expressionBudget ?? BUDGET)) {
      throw new ExpressionFailure('the time for expressions is used up')
    }
    const response = this.#response
    const base = focus === undefined ? RESPONSE : ITEM
    return evaluate(expression, this.#form, base, { element: focus ?? response, variables, response })
  }
}

/** Evaluates an expression on an element of a response. @throws ExpressionFailure */
export function evaluate(
  expression: ExpressionSource,
  form: Form,
  base: string,
  given: { readonly element: unknown; readonly variables: Variables; readonly response: unknown },
): readonly unknown[] {
  const run = compileExpression(expression, form, base)
  if (run instanceof ExpressionFailure) throw run
  const { element, variables, response } = given
  const environment = {
    ...form.engines.launch,
    ...variables,
    resource: response,
    context: element,
    questionnaire: form.raw,
  }
  try {
    return run(element, environment)
  } catch (cause) {
    throw new ExpressionFailure('it cannot be evaluated', { cause })
  }
}

/** The maximum length of an expression, in characters. */
export const LONGEST_EXPRESSION = 5_000
/** The maximum nesting of parentheses and brackets in an expression. */
export const DEEPEST_EXPRESSION = 64
/** The maximum total length of the expressions of one form. Duplicates count once. */
export const LONGEST_EXPRESSIONS = 50_000

/** The reason why an expression is too costly to parse: parsing time grows with its length and depth. */
export function expressionFault(words: string): 'long' | 'deep' | undefined {
  if (words.length > LONGEST_EXPRESSION) return 'long'
  let depth = 0
  let signs = 0
  // Strings and comments count too: an expression with 64 parentheses in a string can be written otherwise.
  for (const character of words) {
    // The parser also recurses once for each sign of a number.
    signs = character === '-' || character === '+' ? signs + 1 : /\s/.test(character) ? signs : 0
    if (character === '(' || character === '[' || character === '{') depth++
    else if (character === ')' || character === ']' || character === '}') depth--
    if (depth + signs > DEEPEST_EXPRESSION) return 'deep'
  }
  return undefined
}

/** Compiles an expression once per form. */
export function compileExpression(
  { text: words, language }: ExpressionSource,
  form: Form,
  base: string = RESPONSE,
): RunExpression | ExpressionFailure {
  if (language !== FHIRPATH) {
    return new ExpressionFailure(`it is written in ${language}, which is not evaluated here`)
  }
  const key = `${base} ${words}`
  const known = form.compiled.get(key)
  if (known !== undefined) return known
  const fault = expressionFault(words)
  const made =
    fault === undefined
      ? compileWords(words, base, form.engines.compileExpression)
      : new ExpressionFailure(`it is too ${fault}`)
  form.compiled.set(key, made)
  return made
}

function compileWords(
  words: string,
  base: string,
  compile: Form['engines']['compileExpression'],
): RunExpression | ExpressionFailure {
  if (compile === undefined) return new ExpressionFailure('expressions are not evaluated here')
  try {
    return compile(words, base)
  } catch (cause) {
    return new ExpressionFailure('it is no FHIRPath', { cause })
  }
}
