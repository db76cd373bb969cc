/** A form while it is filled in: one question changes, those that depend on it follow, and only who listens to them is told. */

import { type Form, type FormItem, isQuestion } from '../definition.ts'
import { enablement } from '../enable-when.ts'
import type { Engines } from '../engines.ts'
import { extension } from '../extensions.ts'
import type { Issue } from '../issue.ts'
import { Audience } from './audience.ts'
import { type Dependents, readDependents } from './dependents.ts'
import { type LeftOver, loadItems } from './load.ts'
import { Writer, writeAll, writeFlat } from './respond.ts'
import {
  addStand,
  type Branch,
  type Given,
  giveAnswers,
  growTree,
  type LiveWalk,
  type Slot,
  type Stand,
  slotsBelow,
} from './tree.ts'
import type { QuestionnaireResponse } from './types.ts'

/** Says what is wrong with a slot: one of the rule sets of `check.ts`. */
export type Check = (slot: Slot, walk: LiveWalk) => readonly Issue[]

/** An issue that concerns more than one question, with the slot it is told at; undefined for the form as a whole. */
export interface Broken {
  readonly issue: Issue
  readonly slot: Slot | undefined
}

export interface LiveOptions {
  /** What the response names as its form. */
  readonly questionnaire?: string | undefined
  /** `false` lists the answered questions without their groups. @default true */
  readonly nested?: boolean
  /** Answers given before. */
  readonly response?: unknown
}

const NO_ISSUES: readonly Issue[] = []

/** A form with the answers that are being given to it. */
export class LiveForm {
  readonly form: Form
  /** LinkIds of the response that was loaded for which the form has no place. */
  leftOver: LeftOver = []
  /** The check of one slot; replaced when more rules have been loaded. */
  check: Check
  /** What the form's own constraints say; nothing until expressions have been loaded. */
  constraints: () => readonly Broken[] = () => []
  /** The tree as the rules see it. */
  readonly walk: LiveWalk
  /** Grows when something is shown or hidden, or told to be right or wrong; not with an answer that does nothing else. */
  outline = 0
  /** Whether anything was ever told to be wrong: while nothing was, nobody has to look for it. */
  marked = false
  /** Told of every change of anything. */
  readonly audience = new Audience()
  /** Items whose enablement an expression decides; they stay away until it was asked. */
  readonly expressed: ReadonlySet<FormItem>
  readonly #dependents: Dependents
  #writer = new Writer()
  readonly #slots = new Map<FormItem, Slot[]>()
  readonly #shown = new Set<(shown: number) => void>()
  readonly #options: LiveOptions
  #response: QuestionnaireResponse | undefined

  constructor(form: Form, check: Check, options: LiveOptions = {}) {
    this.form = form
    this.check = check
    this.#options = options
    this.walk = growTree(form)
    this.#dependents = readDependents(form)
    this.expressed = new Set(
      form.all.filter(
        ({ raw, conditions }) =>
          conditions.length === 0 && extension(raw, 'enableWhenExpression') !== undefined,
      ),
    )
    this.#fill(options.response)
  }

  /** Puts answers in that were given before, in place of those that are there. */
  load(response: unknown) {
    for (const slot of slotsBelow(this.root)) {
      if (isQuestion(slot.item)) for (const stand of slot.stands) giveAnswers(stand, [])
      slot.issues = NO_ISSUES
    }
    this.#fill(response)
    this.#tell(slotsBelow(this.root))
  }

  #fill(response: unknown) {
    const items = (response as { readonly item?: unknown } | undefined)?.item
    if (items !== undefined) this.leftOver = loadItems(this.root, items, linkId => this.find(linkId))
    this.#writer = new Writer()
    this.#slots.clear()
    const slots = slotsBelow(this.root)
    for (const slot of slots) {
      this.#enter(slot)
      if (slot.branch.enablement.size > 0) slot.branch.enablement.clear()
    }
    this.walk.found.clear()
    for (const slot of slots) this.#decide(slot)
  }

  get root(): Branch {
    return this.walk.root
  }

  /** The response so far; the same object until an answer changes. */
  get response(): QuestionnaireResponse {
    this.#response ??= {
      resourceType: 'QuestionnaireResponse',
      ...(this.#options.questionnaire !== undefined && { questionnaire: this.#options.questionnaire }),
      status: 'in-progress',
      item: [...(this.#options.nested === false ? writeFlat(this.root) : this.#writer.items(this.root))],
    } as QuestionnaireResponse
    return this.#response
  }

  /** The response as it is kept to go on later, with the answers to what is not asked at the moment. */
  get draft(): QuestionnaireResponse {
    return { ...this.response, item: [...writeAll(this.root)] }
  }

  /** Adds engines that were loaded after the form was opened. */
  equip(engines: Engines) {
    Object.assign(this.form.engines, engines)
    this.form.compiled.clear()
  }

  /** The slot of an item: the first one in the form, or in a branch and what stands above it. */
  find(linkId: string, from?: Branch): Slot | undefined {
    const item = this.form.index.get(linkId)
    if (item === undefined) return undefined
    for (let branch = from; branch !== undefined; branch = branch.entry?.scope) {
      const slot = branch.slots.get(item)
      if (slot !== undefined) return slot
    }
    const [first] = this.#slots.get(item) ?? []
    if (first !== undefined) return first
    // While a response is loaded nothing has been entered yet.
    return slotsBelow(this.root).find(slot => slot.item === item)
  }

  /** The answers of a question, without what follows them. */
  answers = (slot: Slot): readonly Given[] => slot.stands[0]?.answers.map(({ raw }) => raw as Given) ?? []

  /** Answers a question. */
  answer(slot: Slot, given: readonly Given[]) {
    const [stand] = slot.stands
    if (stand === undefined || !isQuestion(slot.item)) return
    this.#leave(stand)
    giveAnswers(stand, given)
    this.#arrive(stand)
    this.#changed(slot)
  }

  /** Adds a repetition of a group. */
  add(slot: Slot): Stand {
    const stand = addStand(slot)
    this.#arrive(stand)
    this.#changed(slot)
    return stand
  }

  /** Takes a repetition of a group away, with its answers. */
  remove(slot: Slot, stand: Stand) {
    const at = slot.stands.indexOf(stand)
    if (at < 0) return
    this.#leave(stand)
    slot.stands.splice(at, 1)
    slot.stands.forEach((other, index) => {
      Object.assign(other, { index, earlier: index })
    })
    this.#changed(slot)
  }

  /** Keeps what an expression decided about a slot. */
  express(slot: Slot, enabled: boolean) {
    if (slot.expressed === enabled) return
    slot.expressed = enabled
    const before = this.#decideAll([slot.item, ...this.#below(slot.item), ...this.#dependents(slot.item)])
    this.#tell(before)
  }

  /** Shows what is wrong with these slots, and returns those with which something is. */
  show(slots: Iterable<Slot>): Slot[] {
    const wrong: Slot[] = []
    for (const slot of slots) {
      const issues = slot.enabled ? this.errorsOf(slot) : NO_ISSUES
      if (issues.length > 0) wrong.push(slot)
      this.#mark(slot, issues)
    }
    this.audience.tell()
    return wrong
  }

  /** Shows issues that something else found: the service, or a constraint of the form. */
  showIssues(slot: Slot, issues: readonly Issue[]) {
    this.#mark(slot, issues)
    this.audience.tell()
  }

  /** Takes back everything that is shown to be wrong. */
  clear() {
    for (const slot of slotsBelow(this.root)) this.#mark(slot, NO_ISSUES)
    this.audience.tell()
  }

  /** What is wrong with a slot, whether it is shown or not. */
  errorsOf = (slot: Slot): readonly Issue[] =>
    this.check(slot, this.walk).filter(({ severity }) => severity === 'error' || severity === 'fatal')

  /** Calls back with how many questions more, or fewer, are asked after a change. */
  onShown(listener: (shown: number) => void): () => void {
    this.#shown.add(listener)
    return () => this.#shown.delete(listener)
  }

  /** Slots that a person can see below a branch: enabled, with everything above them. */
  *visible(branch: Branch = this.root): Generator<Slot> {
    for (const slot of branch.slots.values()) {
      if (!slot.enabled) continue
      yield slot
      for (const stand of slot.stands) for (const inner of stand.inner) yield* this.visible(inner)
    }
  }

  #changed(slot: Slot) {
    this.#writer.forgetSlot(slot)
    const before = this.#decideAll(this.#dependents(slot.item))
    if (slot.item.items.length > 0 || slot.issues.length > 0) this.outline++
    // What was shown to be wrong is looked at again, so that it goes away when it is mended.
    if (slot.issues.length > 0) slot.issues = this.errorsOf(slot)
    this.#tell(before, slot)
  }

  /** Decides items anew, in the order of the form; returns the slots that were shown or hidden by it. */
  #decideAll(items: readonly FormItem[]): Slot[] {
    const slots = items.flatMap(item => this.#slots.get(item) ?? [])
    for (const { branch, item } of slots) branch.enablement.delete(item)
    this.walk.found.clear()
    return slots.filter(slot => {
      const was = slot.enabled
      this.#decide(slot)
      if (slot.enabled === was) return false
      this.#writer.forget(slot.branch)
      return true
    })
  }

  #decide(slot: Slot) {
    const { item, branch } = slot
    if (this.expressed.has(item)) {
      const above = branch.entry?.slot.enabled ?? true
      const decided = above && slot.expressed === true ? 'enabled' : 'disabled'
      // What was decided on the way, before this item's turn came, is looked up again.
      if ((branch.enablement.get(item) ?? decided) !== decided) this.walk.found.clear()
      branch.enablement.set(item, decided)
    }
    slot.enabled = enablement(item, branch, this.walk) !== 'disabled'
  }

  #tell(toggled: readonly Slot[], changed?: Slot) {
    this.#response = undefined
    if (toggled.length > 0) {
      this.outline++
      const shown = toggled
        .filter(({ item }) => isQuestion(item))
        .reduce((sum, { enabled }) => sum + (enabled ? 1 : -1), 0)
      if (shown !== 0) for (const listener of this.#shown) listener(shown)
    }
    for (const slot of toggled) slot.audience.tell()
    changed?.audience.tell()
    this.audience.tell()
  }

  #mark(slot: Slot, issues: readonly Issue[]) {
    if (slot.issues.length === 0 && issues.length === 0) return
    this.marked = true
    slot.issues = issues
    this.outline++
    slot.audience.tell()
  }

  #enter(slot: Slot) {
    const known = this.#slots.get(slot.item)
    if (known === undefined) this.#slots.set(slot.item, [slot])
    else known.push(slot)
  }

  #arrive(stand: Stand) {
    this.walk.found.clear()
    for (const branch of stand.inner) {
      const slots = slotsBelow(branch)
      for (const slot of slots) this.#enter(slot)
      for (const slot of slots) this.#decide(slot)
    }
  }

  #leave(stand: Stand) {
    for (const branch of stand.inner) {
      for (const slot of slotsBelow(branch)) {
        const known = this.#slots.get(slot.item)
        known?.splice(known.indexOf(slot), 1)
      }
    }
  }

  #below = (item: FormItem): FormItem[] => item.items.flatMap(below => [below, ...this.#below(below)])
}
