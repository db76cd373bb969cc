/**
 * Large libraries and registries that only some forms need. They are passed in, so that rules stay pure and
 * synchronous.
 */
import type { Coding } from 'fhir/r5.js'
import type { Form } from './definition.ts'
import type { Finding } from './rule.ts'
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

/** A search in a value set that neither the form nor {@link Engines.valueSets} has. */
export interface CodeSearch {
  /** The canonical of the value set, as the form names it. */
  readonly valueSet: string
  /** The id of the form, and the linkId of the question. */
  readonly questionnaireId: string
  readonly linkId: string
  /** The words that the person typed; may be empty. */
  readonly filter: string
  /** Maximum codes. */
  readonly count: number
  readonly lang: string | undefined
  /** Aborted when the person types on. */
  readonly signal: AbortSignal
}

/** The codes of a search, and the number of all that match if it is known. */
export interface FoundCodes {
  readonly codes: readonly Coding[]
  readonly total?: number | undefined
}

/** Searches a value set while a person types. */
export type SearchCodes = (search: CodeSearch) => Promise<FoundCodes>

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
  /** Searches other value sets: the URL of a gateway's FHIR API, or a function. Only for input, never for a check. */
  readonly searchCodes?: string | SearchCodes | undefined
  /** Finds the forms that a form is derived from. */
  readonly questionnaires?: FindResource | undefined
  /** Finds faults in the templates and definitions of extraction: `loadEngines` loads it. */
  readonly extractionFaults?: ((form: Form) => Finding[]) | undefined
  /** Variables for expressions beside the form and the response: `patient` for `%patient`. */
  readonly launch?: Readonly<Record<string, unknown>> | undefined
  /** Time limit for the expressions of one response, in milliseconds. @default 50 */
  readonly expressionBudget?: number | undefined
  /** A monotonic clock in milliseconds, for the time limit of expressions: `() => performance.now()`. */
  readonly clock?: (() => number) | undefined
}
