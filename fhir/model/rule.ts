/** The types of rules: one row of the table, with the one function that checks it. */
import type { Json } from '../values/unchecked-json.ts'
import type { Form, FormItem } from './form-tree.ts'
import type { Findings, IssueCode, Severity } from './issue.ts'
import type { Answer, Entry, Occurrences, Walk } from './response-tree.ts'
import type { FhirVersion, Severities } from './version.ts'

/** The columns that every rule has. */
interface Row {
  /** Stable id, `QR-MAX`; or the key of an invariant of the specification, `que-4`. */
  readonly id: string
  /** The requirement, in one sentence. */
  readonly text: string
  /** The source, and where a known implementation or the published expression differs from the text. */
  readonly source: string
  readonly code: IssueCode
  readonly severity: Severities
  /** Severity while the response is in progress, stopped or entered in error. */
  readonly unfinished?: Severity
}

/** A rule without its description, as browsers load it. */
export type Bare<R extends Rule> = Omit<R, 'text' | 'source'>

/** The columns of a rule that an issue needs. */
export type CheckedRule = Pick<Row, 'id' | 'code'>

/** A rule about the form as a whole. */
export interface FormRule extends Row {
  readonly looksAt: 'questionnaire'
  check(form: Form): Findings
}

/** A rule about one item of the form. */
export interface FormItemRule extends Row {
  readonly looksAt: 'questionnaire item'
  check(item: FormItem, form: Form): Findings
}

/** A rule about the response as a whole. */
export interface ResponseRule extends Row {
  readonly looksAt: 'response'
  check(walk: Walk): Findings
}

/** A rule about the place of an item in the response; runs only if the item may be misplaced. */
export interface PlaceRule extends Row {
  readonly looksAt: 'place'
  check(entry: Entry, walk: Walk): Findings
}

/** A rule about an item of the response with its answers; `on` returns the check for items that need it. */
export interface EntryRule extends Row {
  readonly looksAt: 'response item'
  on(item: FormItem, form: Form): ((entry: Entry, walk: Walk) => Findings) | undefined
}

/** A rule about the number of occurrences of an item under its parent, including none. */
export interface OccurrenceRule extends Row {
  readonly looksAt: 'occurrences'
  on(item: FormItem, form: Form): ((occurrences: Occurrences, walk: Walk) => Findings) | undefined
}

/** A rule about one answer. */
export interface AnswerRule extends Row {
  readonly looksAt: 'answer'
  on(item: FormItem, form: Form): ((answer: Answer, walk: Walk) => Findings) | undefined
}

/** A rule about one primitive value; `on` returns the check for the FHIR primitives that it applies to. */
export interface PrimitiveRule extends Row {
  readonly looksAt: 'primitive'
  on(kind: string, version: FhirVersion): ((value: unknown) => string | undefined) | undefined
}

/** A rule about one element or resource of certain types. */
export interface ElementRule extends Row {
  readonly looksAt: 'element'
  /** Types of elements: `Quantity`, `Questionnaire.item`; `*` for every one. */
  readonly types: readonly string[]
  check(element: Json, place: Place): Findings
}

/** A rule about the shape of JSON, found during the walk; `tell` formats it for a property of a type. */
export interface ShapeRule extends Row {
  readonly looksAt: 'shape'
  tell(property: string, type: string): string
}

/** The context of an element for an {@link ElementRule}. */
export interface Place {
  readonly version: FhirVersion
  /** Types that a reference may target here; undefined for any. */
  readonly targets: readonly string[] | undefined
  /** Types of the contained resources that can be referred to here, by id. */
  readonly contained: ReadonlyMap<string, string>
  /** Every resource type of the version. */
  readonly resources: ReadonlySet<string>
  /** True for a contained resource. */
  readonly isContained: boolean
}

/** A row of the table. */
export type Rule =
  | FormRule
  | FormItemRule
  | ResponseRule
  | PlaceRule
  | EntryRule
  | OccurrenceRule
  | AnswerRule
  | PrimitiveRule
  | ElementRule
  | ShapeRule
