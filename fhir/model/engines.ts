/**
 * Large libraries and registries that only some forms need. They are passed in, so that rules stay pure and
 * synchronous.
 */
import type { Coding } from 'fhir/r5.js'
import type { Json } from '../values/unchecked-json.ts'

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
