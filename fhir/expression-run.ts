/** How the expressions of a form are run on a response. */
import type { Form, FormItem } from './definition.ts'
import type { RunExpression } from './engines.ts'
import { FHIRPATH, type Written } from './expressions.ts'
import type { Entry, Scope } from './walk.ts'

/** What expressions run on. */
const RESPONSE = 'QuestionnaireResponse'
const ITEM = 'QuestionnaireResponse.item'

/** Why an expression has no result: it is broken, needs what is not here, or the time is used up. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure'
}

/** The names that variables may have; `__proto__` is none. */
export const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** How many expressions one response may run, and how many milliseconds they may take, where nothing else is said. */
const MOST_RUNS = 5_000
const BUDGET = 50

type Variables = Readonly<Record<string, unknown>>

/** Runs the expressions of a form on one response; variables are computed once for each place. */
export class ExpressionRun {
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

  /** Runs an expression on the whole response. */
  onResponse(expression: Written) {
    return this.#run(expression, undefined, this.#ofForm())
  }

  /** Runs an expression of an item on one of its entries, or on what stands above where there is none. */
  onItem(expression: Written, item: FormItem, scope: Scope, entry = scope.children.get(item)?.[0]) {
    return this.#run(expression, this.#focus(scope, entry), this.#ofItem(item, scope, entry))
  }

  /** The element that an expression of an item runs on; undefined for the response itself. */
  #focus(scope: Scope, entry: Entry | undefined): unknown {
    return entry?.raw ?? scope.entry?.raw
  }

  #ofForm(): Variables {
    this.#formVariables ??= this.#declare(undefined, undefined, {})
    return this.#formVariables
  }

  /** The variables that can be seen from an item: those of the form, of the items above, and its own. */
  #ofItem(item: FormItem, scope: Scope, entry: Entry | undefined): Variables {
    const known = entry && this.#variables.get(entry)
    if (known !== undefined) return known
    const above = scope.entry
    const outer = above?.item === undefined ? this.#ofForm() : this.#ofItem(above.item, above.scope, above)
    const seen = { ...this.#declare(item, this.#focus(scope, entry), outer), qitem: item.raw }
    if (entry !== undefined) this.#variables.set(entry, seen)
    return seen
  }

  /** Adds the variables of an item, each of which may use those before it. */
  #declare(item: FormItem | undefined, focus: unknown, outer: Variables): Variables {
    const seen: Record<string, unknown> = { ...outer }
    for (const variable of this.#form.expressions.get(item)?.variables ?? []) {
      if (variable.name !== undefined && NAME.test(variable.name))
        seen[variable.name] = this.#run(variable, focus, seen)
    }
    return seen
  }

  #run(expression: Written, focus: unknown, variables: Variables): readonly unknown[] {
    const { engines, raw } = this.#form
    const spent = (engines.clock?.() ?? 0) - this.#start
    if (++this.#runs > MOST_RUNS || spent > (engines.expressionBudget ?? BUDGET)) {
      throw new ExpressionFailure('the time for expressions is used up')
    }
    const run = compileWritten(expression, this.#form, focus === undefined ? RESPONSE : ITEM)
    if (run instanceof ExpressionFailure) throw run
    const element = focus ?? this.#response
    const environment = {
      ...engines.launch,
      ...variables,
      resource: this.#response,
      context: element,
      questionnaire: raw,
    }
    try {
      return run(element, environment)
    } catch (cause) {
      throw new ExpressionFailure('it cannot be evaluated', { cause })
    }
  }
}

/** The longest expression that is read, in characters. */
export const LONGEST_EXPRESSION = 5_000
/** How deep the parentheses and brackets of an expression may go. */
export const DEEPEST_EXPRESSION = 64
/** How long the expressions of one form may be together; the same text counts once. */
export const LONGEST_EXPRESSIONS = 50_000

/** Tells why an expression is not read: the time of its parser grows with its length and its depth. */
export function expressionFault(words: string): 'long' | 'deep' | undefined {
  if (words.length > LONGEST_EXPRESSION) return 'long'
  let depth = 0
  let signs = 0
  // Texts and comments count too: an expression with 64 parentheses in a text can be written otherwise.
  for (const character of words) {
    // The parser goes a level down for each sign of a number, too.
    signs = character === '-' || character === '+' ? signs + 1 : /\s/.test(character) ? signs : 0
    if (character === '(' || character === '[' || character === '{') depth++
    else if (character === ')' || character === ']' || character === '}') depth--
    if (depth + signs > DEEPEST_EXPRESSION) return 'deep'
  }
  return undefined
}

/** Compiles an expression once per form. */
export function compileWritten(
  { text: words, language }: Written,
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
