/** The answers to a form while they are given: a tree of scopes, slots and stands, which the rules read as they read a response. */

import { extensionNumber, type Form, type FormItem, isQuestion } from '../definition.ts'
import type { Issue } from '../issue.ts'
import { choice, objects } from '../shape.ts'
import { Steps } from '../steps.ts'
import type { Answer, Entry, Scope, Walk } from '../walk.ts'
import { Audience } from './audience.ts'
import type { QuestionnaireResponseItemAnswer } from './types.ts'

/** An answer without what follows it: `{valueCoding: {system, code}}`. */
export type Given = Omit<QuestionnaireResponseItemAnswer, 'item'>

/** Where items stand side by side. */
export interface Branch extends Scope {
  readonly entry: Stand | undefined
  readonly children: Map<FormItem, Stand[]>
  /** One slot for every item that can stand here, in the order of the form. */
  readonly slots: ReadonlyMap<FormItem, Slot>
}

/** The place of an item in a branch: what a person sees as one question, or as one group with its repetitions. */
export interface Slot {
  readonly item: FormItem
  readonly branch: Branch
  /** Unique in the form, made of letters, digits, `-`. */
  readonly id: string
  /** One for a question, one for each repetition of a group. */
  readonly stands: Stand[]
  enabled: boolean
  /** What an `enableWhenExpression` said last; undefined while it has not been asked. */
  expressed: boolean | undefined
  /** What is shown to be wrong with it. */
  issues: readonly Issue[]
  /** Told of every change that concerns it. */
  readonly audience: Audience
}

/** One repetition of a group, or a question with its answers. */
export interface Stand extends Entry {
  readonly item: FormItem
  readonly slot: Slot
  /** Unique among the stands of a slot, also after others were removed. */
  readonly serial: number
  readonly scope: Branch
  answers: readonly Answer[]
  inner: readonly Branch[]
  /** Branches below answers that were taken back: what was said there returns with the answer. */
  readonly kept: Branch[]
}

/** A tree that the rules can walk. */
export interface LiveWalk extends Walk {
  readonly root: Branch
}

/** Opens a form without answers but those it begins with. */
export function growTree(form: Form): LiveWalk {
  return {
    form,
    raw: {},
    root: growBranch(form.items, undefined, -1, ''),
    entries: [],
    scopes: [],
    completed: true,
    expressions: undefined,
    // Engines that are loaded later are put into the same object.
    engines: form.engines,
    index: undefined,
    // A person fills this form in for as long as they like.
    steps: new Steps(Number.POSITIVE_INFINITY),
    found: new Map(),
  }
}

function growBranch(
  items: readonly FormItem[],
  entry: Stand | undefined,
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
    const stands: Stand[] = []
    const slot: Slot = {
      item,
      branch,
      id: `${prefix}q${item.position}`,
      stands,
      enabled: true,
      expressed: undefined,
      issues: [],
      audience: new Audience(),
    }
    slots.set(item, slot)
    branch.children.set(item, stands)
    for (let many = firstStands(item); many > 0; many--) addStand(slot)
  }
  return branch
}

/** Adds a repetition at the end. */
export function addStand(slot: Slot): Stand {
  const { item, branch, stands } = slot
  const stand: Stand = {
    raw: {},
    item,
    slot,
    serial: (stands.at(-1)?.serial ?? -1) + 1,
    scope: branch,
    index: stands.length,
    inPlace: true,
    inOrder: true,
    earlier: stands.length,
    answers: [],
    inner: [],
    kept: [],
  }
  stands.push(stand)
  if (isQuestion(item)) giveAnswers(stand, initialAnswers(item))
  else if (item.type === 'group') stand.inner = [growBranch(item.items, stand, -1, prefixOf(stand, 0))]
  return stand
}

/** Ids of what stands below begin with this. */
const prefixOf = ({ slot, serial }: Stand, answer: number) =>
  slot.item.repeats ? `${slot.id}-${serial}-${answer}-` : `${slot.id}-`

/** Sets the answers of a question. What stands below an answer stays with its place in the list. */
export function giveAnswers(stand: Stand, given: readonly Given[]) {
  const { item, kept } = stand
  stand.answers = given.map((raw, index) => {
    // The type of the question decides where an answer has two values.
    const usual = item.valueKeys.find(key => (raw as Record<string, unknown>)[key] !== undefined)
    const found = usual === undefined ? choice(raw, 'value') : undefined
    const key = usual ?? (found && `value${found.type}`)
    const value = key === undefined ? undefined : (raw as Record<string, unknown>)[key]
    return { raw, entry: stand, index, key, value }
  })
  if (item.items.length === 0) return
  while (kept.length < given.length)
    kept.push(growBranch(item.items, stand, kept.length, prefixOf(stand, kept.length)))
  stand.inner = kept.slice(0, given.length)
}

/** The answers that the form itself gives. */
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
 * How often a group stands at first. An optional repetition in which something is required begins with none, so that
 * nobody has to fill in what is optional.
 */
function firstStands(item: FormItem): number {
  if (item.type !== 'group' || !item.repeats) return 1
  const least = Math.max(extensionNumber(item, 'minOccurs') ?? 0, item.required ? 1 : 0)
  return least > 0 ? least : demands(item) ? 0 : 1
}

/** Tells whether something below an item is required. */
export const demands = (item: FormItem): boolean =>
  item.items.some(below => below.required || (below.type === 'group' && demands(below)))

/** Every slot below a branch, outer ones first, also those that are not shown. */
export function slotsBelow(branch: Branch, found: Slot[] = []): Slot[] {
  for (const slot of branch.slots.values()) {
    found.push(slot)
    for (const stand of slot.stands) for (const inner of stand.inner) slotsBelow(inner, found)
  }
  return found
}
