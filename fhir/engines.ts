/** The heavy helpers and the registries that only some forms need, handed in so that the rules stay pure and synchronous. */
import type { Json } from './shape.ts'

/** Converts a number between two UCUM units; undefined when there is no way from one to the other. */
export type ConvertUnit = (value: number, from: string, to: string) => number | undefined

/** Finds a registered ValueSet, CodeSystem or Questionnaire by its canonical URL as it is written, `|version` included or not. */
export type FindResource = (canonical: string) => Json | undefined

/** Runs an expression on a focus, with variables by name (`resource` for `%resource`). */
export type RunExpression = (
  focus: unknown,
  variables: Readonly<Record<string, unknown>>,
) => readonly unknown[]

/**
 * Compiles a FHIRPath expression; throws what is wrong with it.
 *
 * @param base The element that it runs on, `QuestionnaireResponse.item`, or the type of a resource.
 */
export type CompileExpression = (expression: string, base: string) => RunExpression

/** What a check may use beside the form. Where an engine is missing, what needs it is told as a warning, never guessed. */
export interface Engines {
  readonly convertUnit?: ConvertUnit | undefined
  readonly compileExpression?: CompileExpression | undefined
  /** Finds value sets and code systems that the form refers to and does not contain. */
  readonly valueSets?: FindResource | undefined
  /** Finds the forms that a form is derived from. */
  readonly questionnaires?: FindResource | undefined
  /** What expressions see beside the form and the response, by name: `patient` for `%patient`. */
  readonly launch?: Readonly<Record<string, unknown>> | undefined
  /** How long the expressions of one response may take, in milliseconds. @default 50 */
  readonly expressionBudget?: number | undefined
  /** Milliseconds that only grow, for the budget of expressions: `() => performance.now()`. */
  readonly clock?: (() => number) | undefined
}
