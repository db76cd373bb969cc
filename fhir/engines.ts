/**
 * Large libraries and registries that only some forms need. They are passed in, so that rules stay pure and
 * synchronous.
 */
import type { Json } from './shape.ts'

/** Converts a number between two UCUM units; undefined if there is no conversion. */
export type ConvertUnit = (value: number, from: string, to: string) => number | undefined

/**
 * Finds a registered ValueSet, CodeSystem or Questionnaire by its canonical URL, with or without `|version`.
 */
export type FindResource = (canonical: string) => Json | undefined

/** Evaluates an expression on a focus, with variables by name (`resource` for `%resource`). */
export type RunExpression = (
  focus: unknown,
  variables: Readonly<Record<string, unknown>>,
) => readonly unknown[]

/**
 * Compiles a FHIRPath expression.
 *
 * @param base - the element it is evaluated on, `QuestionnaireResponse.item`, or the type of a resource
 * @throws if the expression cannot be parsed
 */
export type CompileExpression = (expression: string, base: string) => RunExpression

/**
 * The engines that a check may use beside the form. A check that lacks its engine warns and never guesses.
 */
export interface Engines {
  /** Compares quantities in different units. */
  readonly convertUnit?: ConvertUnit | undefined
  /** Runs the FHIRPath expressions of the form. */
  readonly compileExpression?: CompileExpression | undefined
  /** Finds value sets and code systems that the form refers to but does not contain. */
  readonly valueSets?: FindResource | undefined
  /** Finds the forms that a form is derived from. */
  readonly questionnaires?: FindResource | undefined
  /** Variables for expressions beside the form and the response: `patient` for `%patient`. */
  readonly launch?: Readonly<Record<string, unknown>> | undefined
  /** Time limit for the expressions of one response, in milliseconds. @default 50 */
  readonly expressionBudget?: number | undefined
  /** A monotonic clock in milliseconds, for the time limit of expressions: `() => performance.now()`. */
  readonly clock?: (() => number) | undefined
}
