/** The FHIRPath expressions of a form, where they are written; `expression-run.ts` runs them. */
import type { Expression, Questionnaire } from 'fhir/r5.js'
import type { FormItem } from './definition.ts'
import { extension, extensions, nested, type UncheckedExtension } from './extensions.ts'
import { object, text, type Unchecked } from './shape.ts'
import type { Scope, Walk } from './walk.ts'

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

/** The language that is run. */
export const FHIRPATH = 'text/fhirpath'

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
