/** Matches a response with its form: every item with its definition, in its scope. */
import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import { DEEPEST_ITEM, type Form, type FormItem } from './definition.ts'
import { enablement } from './enable-when.ts'
import type { Decide, Enablement } from './enabled.ts'
import type { Engines } from './engines.ts'
import type { ExpressionRun } from './expression-run.ts'
import { choice, type Json, object, objects, text, type Unchecked } from './shape.ts'
import { metered, type Steps, stepsFor } from './steps.ts'
import type { IndexValues, Values } from './values.ts'

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
  readonly expressions: ExpressionRun | undefined
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

type Growing<T> = { -readonly [Property in keyof T]: T[Property] }

const NO_ANSWERS: readonly Answer[] = []
const NO_SCOPES: readonly Scope[] = []

/**
 * Matches a response with its form. Never refuses: items without a place are kept for the rules to report.
 */
export function walk(form: Form, response: unknown, expressions?: ExpressionRun, index?: IndexValues): Walk {
  const raw = object<QuestionnaireResponse>(response) ?? {}
  const entries: Entry[] = []
  const root = openScope(undefined, -1)
  const scopes: Scope[] = [root]
  enter(raw.item, root, form.byLinkId, form, entries, scopes)
  let size = form.size + entries.length + scopes.length
  let characters = 0
  for (const { answers } of entries) {
    size += answers.length
    for (const { value } of answers) if (typeof value === 'string') characters += value.length
  }
  const steps = stepsFor(size, characters)
  const { engines } = form
  const { convertUnit } = engines
  return {
    form,
    decide: enablement,
    steps,
    engines: convertUnit === undefined ? engines : { ...engines, convertUnit: metered(convertUnit, steps) },
    index,
    found: new Map(),
    raw,
    root,
    entries,
    scopes,
    completed: raw.status === 'completed' || raw.status === 'amended',
    expressions,
  }
}

const openScope = (entry: Entry | undefined, answer: number): Scope => ({
  entry,
  answer,
  depth: entry === undefined ? 0 : entry.scope.depth + 1,
  children: new Map(),
  enablement: new Map(),
})

function enter(
  raws: unknown,
  scope: Scope,
  expected: ReadonlyMap<string, FormItem>,
  form: Form,
  entries: Entry[],
  scopes: Scope[],
) {
  if (scope.depth > DEEPEST_ITEM) return
  let last = -1
  const list = objects<QuestionnaireResponseItem>(raws)
  for (let index = 0; index < list.length; index++) {
    const raw = list[index] ?? {}
    const linkId = text(raw.linkId) ?? ''
    const here = expected.get(linkId)
    const item = here ?? form.index.get(linkId)
    const entry: Growing<Entry> = {
      raw,
      item,
      scope,
      index,
      inPlace: here !== undefined,
      inOrder: here === undefined || here.order >= last,
      earlier: 0,
      answers: NO_ANSWERS,
      inner: NO_SCOPES,
    }
    entries.push(entry)
    if (here !== undefined) {
      last = Math.max(last, here.order)
      const same = scope.children.get(here)
      if (same === undefined) scope.children.set(here, [entry])
      else entry.earlier = same.push(entry) - 1
    }
    if (raw.answer !== undefined) entry.answers = readAnswers(raw.answer, entry)
    if (item !== undefined) entry.inner = enterBelow(entry, item, form, entries, scopes)
  }
}

/** Children of a group are nested in its item, children of a question in each of its answers. */
function enterBelow(entry: Entry, item: FormItem, form: Form, entries: Entry[], scopes: Scope[]) {
  const inner: Scope[] = []
  const open = (raws: unknown, answer: number) => {
    const scope = openScope(entry, answer)
    inner.push(scope)
    scopes.push(scope)
    enter(raws, scope, item.byLinkId, form, entries, scopes)
  }
  if (item.type === 'group' || entry.raw.item !== undefined) open(entry.raw.item, -1)
  for (const answer of entry.answers) {
    const follows = item.items.length > 0 && answer.key !== undefined
    if (answer.raw.item !== undefined || follows) open(answer.raw.item, answer.index)
  }
  return inner
}

function readAnswers(raws: unknown, entry: Entry): readonly Answer[] {
  const usual = entry.item?.valueKeys[0]
  const answers: Answer[] = []
  for (const raw of objects<QuestionnaireResponseItemAnswer>(raws)) {
    const value = usual === undefined ? undefined : (raw as Json)[usual]
    const found = value === undefined || value === null ? choice(raw, 'value') : undefined
    const key =
      found === undefined ? (value === undefined || value === null ? undefined : usual) : `value${found.type}`
    answers.push({ raw, entry, index: answers.length, key, value: found === undefined ? value : found.value })
  }
  return answers
}
