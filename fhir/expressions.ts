/** The FHIRPath expressions of a form: where they are written, and how they are run on a response. */
import type { Expression, Questionnaire } from 'fhir/r5.js'
import type { Form, FormItem } from './definition.ts'
import type { RunExpression } from './engines.ts'
import { extension, extensions, nested, type UncheckedExtension } from './extensions.ts'
import { object, text, type Unchecked } from './shape.ts'
import type { Entry, Scope, Walk } from './walk.ts'

/** One expression as it is written. */
export interface Written {
  readonly text: string
  /** Names the value of a variable. */
  readonly name: string | undefined
  /** `text/fhirpath`, or a language that is not run here. */
  readonly language: string
}

/** An invariant of the form's author. */
export interface Constraint {
  readonly key: string
  readonly expression: Written
  readonly isWarning: boolean
  /** What the author says of a response that breaks it. */
  readonly human: string | undefined
}

/** The expressions written on the form or on one of its items. */
export interface OwnExpressions {
  readonly variables: readonly Written[]
  readonly constraints: readonly Constraint[]
  readonly enableWhen: Written | undefined
  readonly answers: Written | undefined
}

/** Every expression of a form; an item without any has no entry. The key undefined stands for the form itself. */
export type FormExpressions = ReadonlyMap<FormItem | undefined, OwnExpressions>

/** Reads what a form carries of expressions. */
export function readExpressions(raw: Unchecked<Questionnaire>, items: readonly FormItem[]): FormExpressions {
  const found = new Map<FormItem | undefined, OwnExpressions>()
  const read = (item: FormItem | undefined, element: { readonly extension?: unknown }) => {
    if (element.extension === undefined) return
    const own: OwnExpressions = {
      variables: extensions(element, 'variable').flatMap(written),
      constraints: [
        ...extensions(element, 'constraint').flatMap(readConstraint),
        ...extensions(element, 'targetConstraint').flatMap(readConstraint),
      ],
      enableWhen: writtenOf(extension(element, 'enableWhenExpression')),
      answers: writtenOf(extension(element, 'answerExpression')),
    }
    const isNone = own.variables.length === 0 && own.constraints.length === 0
    if (!isNone || own.enableWhen !== undefined || own.answers !== undefined) found.set(item, own)
  }
  read(undefined, raw)
  for (const item of items) read(item, item.raw)
  return found
}

/** Every expression that is written somewhere. */
export const allWritten = (own: OwnExpressions): readonly Written[] => [
  ...own.variables,
  ...own.constraints.map(constraint => constraint.expression),
  ...(own.enableWhen === undefined ? [] : [own.enableWhen]),
  ...(own.answers === undefined ? [] : [own.answers]),
]

function written(extension: UncheckedExtension): Written[] {
  const found = writtenOf(extension)
  return found === undefined ? [] : [found]
}

/** The expression that an extension holds. */
export function writtenOf(extension: UncheckedExtension | undefined): Written | undefined {
  if (extension === undefined) return undefined
  const expression = object<Expression>(extension.valueExpression)
  const words = text(expression?.expression) ?? text(extension.valueString)
  if (words === undefined) return undefined
  return { text: words, name: text(expression?.name), language: text(expression?.language) ?? FHIRPATH }
}

function readConstraint(extension: UncheckedExtension): Constraint[] {
  const expression = writtenOf(nested(extension, 'expression'))
  if (expression === undefined) return []
  const key = nested(extension, 'key')
  const severity = nested(extension, 'severity')
  const human = nested(extension, 'human')
  return [
    {
      key: text(key?.valueId) ?? '',
      expression,
      isWarning: severity?.valueCode === 'warning',
      human: text(human?.valueString) ?? text(human?.valueMarkdown),
    },
  ]
}

/** What expressions run on. */
const RESPONSE = 'QuestionnaireResponse'
const ITEM = 'QuestionnaireResponse.item'

/** The language that is run. */
export const FHIRPATH = 'text/fhirpath'

/** Why an expression has no result: it is broken, needs what is not here, or the time is used up. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure'
}

/** The names that variables may have; `__proto__` is none. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

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
    const environment = { ...variables, resource: this.#response, context: element, questionnaire: raw }
    try {
      return run(element, environment)
    } catch (cause) {
      throw new ExpressionFailure('it cannot be evaluated', { cause })
    }
  }
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
  const made = compileWords(words, base, form.engines.compileExpression)
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

/** What an enableWhenExpression decides: enabled by true, disabled by false or nothing; undefined when it fails. */
export function decideByExpression(item: FormItem, scope: Scope, walk: Walk): boolean | undefined {
  const expression = walk.form.expressions.get(item)?.enableWhen
  if (expression === undefined || walk.expressions === undefined) return undefined
  try {
    const result = walk.expressions.onItem(expression, item, scope)
    if (result.length === 0) return false
    return typeof result[0] === 'boolean' && result.length === 1 ? result[0] : undefined
  } catch {
    return undefined
  }
}
