/** The answers in progress: a tree of scopes, slots and occurrences that the rules read like a response. */
import type { Form, FormItem, Option } from '../model/form-tree.ts'
import type { Issue } from '../model/issue.ts'
import { extensionNumber, isQuestion } from '../model/read-form.ts'
import type { Answer, Decide, Entry, Scope, Walk } from '../model/response-tree.ts'
import { Steps } from '../values/step-budget.ts'
import { choice, objects } from '../values/unchecked-json.ts'
import { Audience } from './change-listeners.ts'
import type { QuestionnaireResponseItemAnswer } from './types.ts'

/** An answer without nested items: `{valueCoding: {system, code}}`. */
export type Given = Omit<QuestionnaireResponseItemAnswer, 'item'>

/** A list of sibling items. */
export interface Branch extends Scope {
  readonly entry: Occurrence | undefined
  readonly children: Map<FormItem, Occurrence[]>
  /** One slot for each possible item, in the order of the form. */
  readonly slots: ReadonlyMap<FormItem, Slot>
}

/** The place of an item in a branch: one question, or one group with its repetitions. */
export interface Slot {
  readonly item: FormItem
  readonly branch: Branch
  /** Unique in the form; letters, digits and `-`. */
  readonly id: string
  /** One for a question, one per repetition for a group. */
  readonly occurrences: Occurrence[]
  enabled: boolean
  /** The last result of an `enableWhenExpression`; undefined before the first. */
  expressed: boolean | undefined
  /** The options on offer, if an expression decides them. */
  offered?: readonly Option[] | undefined
  /** The issues that are shown. */
  issues: readonly Issue[]
  /** Notified of every change of the slot. */
  readonly audience: Audience
}

/** One repetition of a group, or a question with its answers. */
export interface Occurrence extends Entry {
  readonly item: FormItem
  readonly slot: Slot
  /** Unique in the slot, even after others are removed. */
  readonly serial: number
  readonly scope: Branch
  /** Has the extension of its signature. */
  raw: Pick<Entry['raw'], 'extension'>
  answers: readonly Answer[]
  inner: readonly Branch[]
  /** Branches below deselected answers: nested answers return with the answer. */
  readonly kept: Branch[]
}

/** A tree that the rules can walk. */
export interface LiveWalk extends Walk {
  readonly root: Branch
  /** Has the extension of the signature of the response. */
  raw: Pick<Walk['raw'], 'extension'>
  decide: Decide | undefined
}

/** Opens a form with its initial answers. */
export function growTree(form: Form, decide: Decide | undefined): LiveWalk {
  return {
    form,
    decide,
    raw: {},
    root: growBranch(form.items, undefined, -1, ''),
    entries: [],
    scopes: [],
    completed: true,
    expressions: undefined,
    // Engines that are loaded later are added to the same object.
    engines: form.engines,
    index: undefined,
    // A person may fill in this form for any length of time.
    steps: new Steps(Number.POSITIVE_INFINITY),
    found: new Map(),
  }
}

function growBranch(
  items: readonly FormItem[],
  entry: Occurrence | undefined,
  answer: number,
  prefix: string,
): Branch {
  const slots = new Map<FormItem, Slot>()
  const branch: Branch = {
    entry,
    answer,
    depth: entry === undefined ? 0 : entry.scope.depth + 1,
    children: new Map(),
    enablement: new Map(),
    slots,
  }
  for (const item of items) {
    const occurrences: Occurrence[] = []
    const slot: Slot = {
      item,
      branch,
      id: `${prefix}q${item.position}`,
      occurrences,
      enabled: true,
      expressed: undefined,
      issues: [],
      audience: new Audience(),
    }
    slots.set(item, slot)
    branch.children.set(item, occurrences)
    for (let many = initialOccurrences(item); many > 0; many--) addOccurrence(slot)
  }
  return branch
}

/** Appends a repetition. */
export function addOccurrence(slot: Slot): Occurrence {
  const { item, branch, occurrences } = slot
  const occurrence: Occurrence = {
    raw: {},
    item,
    slot,
    serial: (occurrences.at(-1)?.serial ?? -1) + 1,
    scope: branch,
    index: occurrences.length,
    inPlace: true,
    inOrder: true,
    earlier: occurrences.length,
    answers: [],
    inner: [],
    kept: [],
  }
  occurrences.push(occurrence)
  if (isQuestion(item)) giveAnswers(occurrence, initialAnswers(item))
  else if (item.type === 'group')
    occurrence.inner = [growBranch(item.items, occurrence, -1, prefixOf(occurrence, 0))]
  return occurrence
}

/** The prefix of the ids below. */
const prefixOf = ({ slot, serial }: Occurrence, answer: number) =>
  slot.item.repeats ? `${slot.id}-${serial}-${answer}-` : `${slot.id}-`

/** Sets the answers of a question. Nested items stay with the index of their answer. */
export function giveAnswers(occurrence: Occurrence, given: readonly Given[]) {
  const { item, kept } = occurrence
  occurrence.answers = given.map((raw, index) => {
    // The type of the question decides if an answer has two values.
    const usual = item.valueKeys.find(key => (raw as Record<string, unknown>)[key] !== undefined)
    const found = usual === undefined ? choice(raw, 'value') : undefined
    const key = usual ?? (found && `value${found.type}`)
    const value = key === undefined ? undefined : (raw as Record<string, unknown>)[key]
    return { raw, entry: occurrence, index, key, value }
  })
  if (item.items.length === 0) return
  while (kept.length < given.length)
    kept.push(growBranch(item.items, occurrence, kept.length, prefixOf(occurrence, kept.length)))
  occurrence.inner = kept.slice(0, given.length)
}

/** The initial answers of the form. */
export function initialAnswers(item: FormItem): readonly Given[] {
  const initial = objects(item.raw.initial).flatMap(element => {
    const value = choice(element, 'value')
    return value === undefined ? [] : [{ [`value${value.type}`]: value.value } as Given]
  })
  if (initial.length > 0) return item.repeats ? initial : initial.slice(0, 1)
  return item.options
    .filter(option => option.selected)
    .map(({ type, value }) => ({ [`value${type}`]: value }) as Given)
    .slice(0, item.repeats ? undefined : 1)
}

/**
 * The initial number of repetitions of a group. An optional group with required items begins with none, so
 * that nobody has to fill in an optional part.
 */
function initialOccurrences(item: FormItem): number {
  if (item.type !== 'group' || !item.repeats) return 1
  const least = Math.max(extensionNumber(item, 'minOccurs') ?? 0, item.required ? 1 : 0)
  return least > 0 ? least : demands(item) ? 0 : 1
}

/** True if any item below is required. */
export const demands = (item: FormItem): boolean =>
  item.items.some(below => below.required || (below.type === 'group' && demands(below)))

/** Every slot below a branch, shown or not, outer slots first. */
export function slotsBelow(branch: Branch, found: Slot[] = []): Slot[] {
  for (const slot of branch.slots.values()) {
    found.push(slot)
    for (const occurrence of slot.occurrences) for (const inner of occurrence.inner) slotsBelow(inner, found)
  }
  return found
}
