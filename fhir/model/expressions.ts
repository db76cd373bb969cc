/** Reads the FHIRPath expressions of a form; `expression-run.ts` evaluates them. */
import type { Expression } from 'fhir/r5.js'
import { object, text } from '../values/unchecked-json.ts'
import { extension, extensions, nested, type UncheckedExtension } from './extensions.ts'
import type { Form, FormItem } from './form-tree.ts'

/** One expression of the form. */
export interface ExpressionSource {
  readonly text: string
  /** The name of a variable. */
  readonly name: string | undefined
  /** `text/fhirpath`, or a language that is not supported. */
  readonly language: string
}

/** An invariant that the form's author wrote. */
export interface Constraint {
  readonly key: string
  readonly expression: ExpressionSource
  readonly isWarning: boolean
  /** The author's message for a response that breaks it. */
  readonly human: string | undefined
}

/** The expressions of the form or of one of its items. */
export interface OwnExpressions {
  readonly variables: readonly ExpressionSource[]
  readonly constraints: readonly Constraint[]
  readonly enableWhen: ExpressionSource | undefined
  readonly answers: ExpressionSource | undefined
}

/**
 * Every expression of a form. Items without expressions have no entry; the key undefined is the form itself.
 */
export type FormExpressions = ReadonlyMap<FormItem | undefined, OwnExpressions>

const read = new WeakMap<Form, FormExpressions>()

/** The expressions of a form, read on first use: a form that is drawn without them needs no code to find them. */
export function expressionsOf(form: Form): FormExpressions {
  const known = read.get(form) ?? readExpressions(form)
  read.set(form, known)
  return known
}

function readExpressions({ raw, all }: Form): FormExpressions {
  const found = new Map<FormItem | undefined, OwnExpressions>()
  const add = (item: FormItem | undefined, element: { readonly extension?: unknown }) => {
    if (element.extension === undefined) return
    const own: OwnExpressions = {
      variables: extensions(element, 'variable').flatMap(expressionsIn),
      constraints: [
        ...extensions(element, 'constraint').flatMap(readConstraint),
        ...extensions(element, 'targetConstraint').flatMap(readConstraint),
      ],
      enableWhen: expressionOf(extension(element, 'enableWhenExpression')),
      answers: expressionOf(extension(element, 'answerExpression')),
    }
    const isNone = own.variables.length === 0 && own.constraints.length === 0
    if (!isNone || own.enableWhen !== undefined || own.answers !== undefined) found.set(item, own)
  }
  add(undefined, raw)
  for (const item of all) add(item, item.raw)
  return found
}

/** The language that is supported. */
export const FHIRPATH = 'text/fhirpath'

/** Every expression of one element. */
export const allExpressions = (own: OwnExpressions): readonly ExpressionSource[] => [
  ...own.variables,
  ...own.constraints.map(constraint => constraint.expression),
  ...(own.enableWhen === undefined ? [] : [own.enableWhen]),
  ...(own.answers === undefined ? [] : [own.answers]),
]

function expressionsIn(extension: UncheckedExtension): ExpressionSource[] {
  const found = expressionOf(extension)
  return found === undefined ? [] : [found]
}

/** The expression in an extension. */
export function expressionOf(extension: UncheckedExtension | undefined): ExpressionSource | undefined {
  if (extension === undefined) return undefined
  const expression = object<Expression>(extension.valueExpression)
  const words = text(expression?.expression) ?? text(extension.valueString)
  if (words === undefined) return undefined
  return { text: words, name: text(expression?.name), language: text(expression?.language) ?? FHIRPATH }
}

function readConstraint(extension: UncheckedExtension): Constraint[] {
  const expression = expressionOf(nested(extension, 'expression'))
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
