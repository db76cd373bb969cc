/** The types of a form that was read: a tree of its items, with the engines that its checks may use. */
import type { Questionnaire, QuestionnaireItem } from 'fhir/r5.js'
import type { Unchecked } from '../values/unchecked-json.ts'
import type { UnitConversion } from '../values/unit-conversion.ts'
import type { CompileExpression, FindResource, RunExpression, SearchCodes } from './engines.ts'
import type { ExpressionFailure } from './expression-failure.ts'
import type { Finding } from './issue.ts'
import type { FhirVersion } from './version.ts'

/** The item types of all versions: `choice` and `open-choice` read as `coding`. */
export type ItemType =
  | 'group'
  | 'display'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'string'
  | 'text'
  | 'url'
  | 'coding'
  | 'attachment'
  | 'reference'
  | 'quantity'
  | 'unknown'

/** The answers that are permitted beside the options. */
export type AnswerConstraint = 'optionsOnly' | 'optionsOrType' | 'optionsOrString'

/** One permitted answer. */
export interface Option {
  /** The type of its value: `Coding`, `Integer`, `Date`, `Time`, `String`, `Reference`. */
  readonly type: string
  readonly value: unknown
  /** Equal values have equal keys; see `optionKey`. */
  readonly key: unknown
  /** The text that a person reads, in the language of the form. */
  readonly label: string
  /** The element with the text and its translations: a Coding, otherwise the option. */
  readonly element: object
  /** Excludes every other answer. */
  readonly exclusive: boolean
  readonly selected: boolean
}

/** One `enableWhen`, with its target resolved. */
export interface Condition {
  readonly question: string | undefined
  readonly operator: string | undefined
  readonly answer: { readonly type: string; readonly value: unknown } | undefined
  /** The item that it refers to; undefined if no item has that linkId. */
  readonly target: FormItem | undefined
  readonly route: Route | undefined
  /** True if the target's enablement depends in turn on the item of this condition. */
  readonly inCircle: boolean
}

/**
 * The route from the scope of an item to another item: leave some scopes, then descend through these items.
 */
export interface Route {
  readonly up: number
  /** Ends at the other item; empty if that item is above. */
  readonly down: readonly FormItem[]
}

/** One item of the form. */
export interface FormItem {
  readonly raw: Unchecked<QuestionnaireItem>
  readonly linkId: string
  readonly type: ItemType
  /** The name of the item in issues. */
  readonly name: string
  readonly text: string | undefined
  readonly parent: FormItem | undefined
  readonly items: readonly FormItem[]
  /** Direct children by linkId. */
  readonly byLinkId: ReadonlyMap<string, FormItem>
  /** Index among the siblings, and in the document. */
  readonly order: number
  readonly position: number
  /** The number of items above it. */
  readonly depth: number
  /** FHIRPath of the item in the Questionnaire. */
  readonly expression: string
  readonly required: boolean
  readonly repeats: boolean
  readonly options: readonly Option[]
  readonly valueSet: string | undefined
  readonly constraint: AnswerConstraint
  readonly conditions: readonly Condition[]
  /** True if one met condition is enough. */
  readonly anyCondition: boolean
  /** True if the item or one above it can be disabled. */
  readonly gated: boolean
  /** The properties that its answers may use, the usual one first: `valueCoding`, `valueString`. */
  readonly valueKeys: readonly string[]
}

/** The whole form. */
export interface Form {
  readonly raw: Unchecked<Questionnaire>
  readonly version: FhirVersion
  readonly engines: Engines
  readonly items: readonly FormItem[]
  /** Top-level items by linkId. */
  readonly byLinkId: ReadonlyMap<string, FormItem>
  /** Every item in document order, including those that reuse a linkId. */
  readonly all: readonly FormItem[]
  /** Every item by linkId; the first one wins. */
  readonly index: ReadonlyMap<string, FormItem>
  /** The compiled expressions, by their text. */
  readonly compiled: Map<string, RunExpression | ExpressionFailure>
  /** The items that were ignored because they nest too deeply. */
  readonly tooDeep: readonly string[]
  /** The number of items, conditions and options; the step budget of a check grows with it. */
  readonly size: number
}

/**
 * The engines that a check may use beside the form. A check that lacks its engine warns and never guesses.
 */
export interface Engines extends UnitConversion {
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
