/** The types of a response that is matched with its form: its items and answers by the items of the form. */
import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import type { IndexValues, Values } from '../values/answer-values.ts'
import type { Steps } from '../values/step-budget.ts'
import type { Unchecked } from '../values/unchecked-json.ts'
import type { ExpressionSource } from './expressions.ts'
import type { Engines, Form, FormItem } from './form-tree.ts'

/** A list of sibling items: of the response, of a group, or of one answer. */
export interface Scope {
  /** The item that it belongs to; undefined for the response itself. */
  readonly entry: Entry | undefined
  /** The index of the answer that it belongs to; -1 for the response and for groups. */
  readonly answer: number
  /** The number of items above. */
  readonly depth: number
  /** Its items, by definition. */
  readonly children: Map<FormItem, Entry[]>
  /** The enablement of the items that are possible here; filled on demand. */
  readonly enablement: Map<FormItem, Enablement | 'pending'>
}

/** One item of the response. */
export interface Entry {
  readonly raw: Unchecked<QuestionnaireResponseItem>
  /** The item of the form; undefined if the form has no such linkId. */
  readonly item: FormItem | undefined
  readonly scope: Scope
  /** Index in its array. */
  readonly index: number
  /** False if its linkId belongs to another place of the form. */
  readonly inPlace: boolean
  /** False if it follows an item that comes later in the form. */
  readonly inOrder: boolean
  /** The number of earlier items with the same linkId in its scope. */
  readonly earlier: number
  readonly answers: readonly Answer[]
  readonly inner: readonly Scope[]
}

/** One answer. An extension without a value is no answer and has no key. */
export interface Answer {
  readonly raw: Unchecked<QuestionnaireResponseItemAnswer>
  readonly entry: Entry
  readonly index: number
  /** The property that holds the value: `valueCoding`. */
  readonly key: string | undefined
  readonly value: unknown
}

/** All items of one linkId in one scope; possibly none. */
export interface Occurrences {
  readonly item: FormItem
  readonly scope: Scope
  readonly entries: readonly Entry[]
}

/** The state of an item. `undecided` (2020 > 2020-05?) counts as enabled and is reported as a warning. */
export type Enablement = 'enabled' | 'disabled' | 'undecided'

/** Decides one item in the scope where it is or could be. */
export type Decide = (item: FormItem, scope: Scope, walk: Walk) => Enablement

/** Evaluates the expressions of a form on one response: `expression-run.ts`, which few forms load. */
export interface Expressions {
  /** Evaluates an expression on the whole response. */
  onResponse(expression: ExpressionSource): readonly unknown[]
  /** Evaluates an expression of an item on one of its entries, or on its parent if it has none. */
  onItem(expression: ExpressionSource, item: FormItem, scope: Scope, entry?: Entry): readonly unknown[]
  /** Evaluates an enableWhenExpression: true enables, false or empty disables; undefined if it fails. */
  enables(item: FormItem, scope: Scope): boolean | undefined
}

/** A response during a check. */
export interface Walk {
  readonly form: Form
  readonly raw: Unchecked<QuestionnaireResponse>
  readonly root: Scope
  /** Every item in document order, including those that are not in the form. */
  readonly entries: readonly Entry[]
  /** Every scope, outer ones first. */
  readonly scopes: readonly Scope[]
  /** True for `completed` and `amended`: only then are required items enforced. */
  readonly completed: boolean
  /** Decides which items are enabled; undefined until a form in a browser has loaded it. */
  readonly decide: Decide | undefined
  /** Evaluates the form's expressions; undefined if it has none. */
  readonly expressions: Expressions | undefined
  /** The engines of the form, with metered use. */
  readonly engines: Engines
  /** The remaining steps of the check. */
  readonly steps: Steps
  /** Indexes the answers that conditions use; without it they are compared one by one. */
  readonly index: IndexValues | undefined
  /** The answers that conditions use, by the scope of the lookup. */
  readonly found: Map<Scope, Map<FormItem, Found>>
}

/** The answers to one item below one scope. */
export interface Found {
  /** Every answer. */
  given?: Values
  /** Those of enabled items. */
  counted?: Values
}
