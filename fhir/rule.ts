/** What a rule is: one row of the table, with the one function that checks it. */
import type { Form, FormItem } from './definition.ts'
import type { IssueCode, Severity } from './issue.ts'
import type { Json } from './shape.ts'
import type { FhirVersion, Severities } from './version.ts'
import type { Answer, Entry, Occurrences, Walk } from './walk.ts'

/** What a check found: the sentence alone, or with a place inside of what it looked at, or a milder severity. */
export type Finding =
  | string
  | {
      readonly text: string
      /** Continues the location of what was looked at: `.enableWhen[0].question`. */
      readonly at?: string
      readonly severity?: Severity
    }

/** What a check returns; nothing when all is well. */
export type Findings = Finding | readonly Finding[] | undefined

/** The columns that every rule has. */
interface Row {
  /** Stable id, `QR-MAX`; the key of an invariant where the specification has one, `que-4`. */
  readonly id: string
  /** What has to hold, in one sentence. */
  readonly text: string
  /** Where it comes from, and where a known implementation or the published expression differs from the text. */
  readonly source: string
  readonly code: IssueCode
  readonly severity: Severities
  /** Severity while the response is in progress, stopped or entered in error. */
  readonly unfinished?: Severity
}

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

/** A rule about the place of an item in the response; asked only where an item is not plainly in its place. */
export interface PlaceRule extends Row {
  readonly looksAt: 'place'
  check(entry: Entry, walk: Walk): Findings
}

/** A rule about an item of the response and its answers together; `on` gives the check for items that need it. */
export interface EntryRule extends Row {
  readonly looksAt: 'response item'
  on(item: FormItem, form: Form): ((entry: Entry, walk: Walk) => Findings) | undefined
}

/** A rule about how often an item stands under its parent, not at all included. */
export interface OccurrenceRule extends Row {
  readonly looksAt: 'occurrences'
  on(item: FormItem, form: Form): ((occurrences: Occurrences, walk: Walk) => Findings) | undefined
}

/** A rule about one answer. */
export interface AnswerRule extends Row {
  readonly looksAt: 'answer'
  on(item: FormItem, form: Form): ((answer: Answer, walk: Walk) => Findings) | undefined
}

/** A rule about one primitive value; `on` gives the check for the FHIR primitives it concerns. */
export interface PrimitiveRule extends Row {
  readonly looksAt: 'primitive'
  on(kind: string, version: FhirVersion): ((value: unknown) => string | undefined) | undefined
}

/** A rule about one element or resource of a certain type, at the place where it stands. */
export interface ElementRule extends Row {
  readonly looksAt: 'element'
  /** Types of elements: `Quantity`, `Questionnaire.item`; `*` for every one. */
  readonly types: readonly string[]
  check(element: Json, place: Place): Findings
}

/** A rule about the shape of JSON, found while it is walked; `tell` says it of a property of a type. */
export interface ShapeRule extends Row {
  readonly looksAt: 'shape'
  tell(property: string, type: string): string
}

/** What an {@link ElementRule} may ask about where its element stands. */
export interface Place {
  readonly version: FhirVersion
  /** Types that a reference here may point to; undefined for any. */
  readonly targets: readonly string[] | undefined
  /** The types of the contained resources that can be referred to here, by their id. */
  readonly contained: ReadonlyMap<string, string>
  /** Every resource type of the version. */
  readonly resources: ReadonlySet<string>
  /** True for a resource that another one contains. */
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
