/**
 * A form while it is filled in. Changing a question updates its dependents and notifies only their listeners.
 */
import { isEnabled } from '../model/enabled.ts'
import { extension } from '../model/extensions.ts'
import type { Engines, Form, FormItem } from '../model/form-tree.ts'
import type { Issue } from '../model/issue.ts'
import { isQuestion } from '../model/read-form.ts'
import type { Decide } from '../model/response-tree.ts'
import { object } from '../values/unchecked-json.ts'
import {
  addOccurrence,
  type Branch,
  type Given,
  giveAnswers,
  growTree,
  type LiveWalk,
  type Occurrence,
  type Slot,
  slotsBelow,
} from './answer-tree.ts'
import { Audience } from './change-listeners.ts'
import { type Dependents, readDependents } from './dependents.ts'
import { type LeftOver, loadItems, signatureIn } from './load-response.ts'
import { isQuestionHidden } from './pages.ts'
import { Writer, writeAll, writeFlat } from './respond.ts'
import type { QuestionnaireItem, QuestionnaireResponse } from './types.ts'

/** Returns the issues of a slot, by one of the rule sets of `check.ts`. */
export type Check = (slot: Slot, walk: LiveWalk) => readonly Issue[]

/**
 * An issue that concerns more than one question, with the slot that shows it; undefined for the whole form.
 */
export interface Broken {
  readonly issue: Issue
  readonly slot: Slot | undefined
}

export interface LiveOptions {
  /** The response's reference to its form. */
  readonly questionnaire?: string | undefined
  /** The language in which the form is answered. */
  readonly language?: string | undefined
  /** `false` lists the answered questions without their groups. @default true */
  readonly nested?: boolean
  /** Answers given earlier. */
  readonly response?: unknown
  /** `enablement` of `enable-when.ts`. Without it, items with conditions are hidden until {@link LiveForm.decideBy}. */
  readonly decide?: Decide | undefined
}

const NO_ISSUES: readonly Issue[] = []

/** The repetition that a slot is in. */
const entryOf = ({ branch }: Slot): Occurrence | undefined => branch.entry

/** False for an item without a linkId, or with that of an earlier item: a response has no place for its answers. */
export const isPlaced = (item: FormItem, { index }: Form) =>
  item.linkId !== '' && index.get(item.linkId) === item

/** A form and the answers in progress. */
export class LiveForm {
  readonly form: Form
  /** LinkIds of the loaded response that the form does not have. */
  leftOver: LeftOver = []
  /** The language in which the loaded response was given. */
  loadedIn: unknown
  /** The check of one slot; replaced when more rules are loaded. */
  check: Check
  /** The violated constraints of the form; empty until expressions are loaded. */
  constraints: () => readonly Broken[] = () => []
  /** Resolves when the rules that are loaded after the form is drawn are there; undefined from then on. */
  ready: Promise<void> | undefined
  /** Further parts of the renderer, once a form that needs them has loaded them. */
  drawing: object | undefined
  /** The tree as the rules read it. */
  readonly walk: LiveWalk
  /** Incremented when an item is shown, hidden, marked or cleared; other answers do not change it. */
  outline = 0
  /** True once an issue has been shown; until then no search for issues is needed. */
  marked = false
  /** True while an expression sets answers: these changes are not the person's. */
  declare isComputing?: boolean
  /** Notified of every change. */
  readonly audience = new Audience()
  /** Items whose enablement an expression decides; hidden until it has been evaluated. */
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
    this.walk = growTree(form, options.decide)
    this.#dependents = readDependents(form)
    this.expressed = new Set(
      form.all.filter(
        ({ raw, conditions }) =>
          conditions.length === 0 && extension(raw, 'enableWhenExpression') !== undefined,
      ),
    )
    this.#fill(options.response)
  }

  /** Replaces the answers with those of an earlier response. */
  load(response: unknown) {
    for (const slot of slotsBelow(this.root)) {
      for (const occurrence of slot.occurrences) {
        occurrence.raw = {}
        if (isQuestion(slot.item)) giveAnswers(occurrence, [])
      }
      slot.issues = NO_ISSUES
    }
    this.#fill(response)
    this.#tell(slotsBelow(this.root))
  }

  #fill(response: unknown) {
    const { item: items, extension, language } = object<QuestionnaireResponse>(response) ?? {}
    this.loadedIn = language
    this.walk.raw = signatureIn(extension)
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
      ...(this.#options.language !== undefined && { language: this.#options.language }),
      status: 'in-progress',
      ...this.walk.raw,
      item: [...(this.#options.nested === false ? writeFlat(this.root) : this.#writer.items(this.root))],
    } as QuestionnaireResponse
    return this.#response
  }

  /** The response to save for later, including the answers to disabled items. */
  get draft(): QuestionnaireResponse {
    return { ...this.response, item: [...writeAll(this.root)] }
  }

  /** Decides the items with conditions, by code that was loaded after the form was opened. */
  decideBy(decide: Decide) {
    if (this.walk.decide !== undefined) return
    this.walk.decide = decide
    this.#tell(this.#decideAll(this.form.all.filter(({ gated }) => gated)))
  }

  /** Adds engines that were loaded after the form was opened. */
  equip(engines: Engines) {
    Object.assign(this.form.engines, engines)
    this.form.compiled.clear()
  }

  /** The slot of an item: the first one in the form, or the nearest one in a branch and its ancestors. */
  find(linkId: string, from?: Branch): Slot | undefined {
    const item = this.form.index.get(linkId)
    if (item === undefined) return undefined
    for (let branch = from; branch !== undefined; branch = branch.entry?.scope) {
      const slot = branch.slots.get(item)
      if (slot !== undefined) return slot
    }
    const [first] = this.#slots.get(item) ?? []
    if (first !== undefined) return first
    // While a response is loading, the index is still empty.
    return slotsBelow(this.root).find(slot => slot.item === item)
  }

  /** The answers of a question, without nested items. */
  answers = (slot: Slot): readonly Given[] =>
    slot.occurrences[0]?.answers.map(({ raw }) => raw as Given) ?? []

  /** Answers a question. */
  answer(slot: Slot, given: readonly Given[]) {
    const [occurrence] = slot.occurrences
    if (occurrence === undefined || !isQuestion(slot.item)) return
    this.#leave(occurrence)
    giveAnswers(occurrence, given)
    this.#arrive(occurrence)
    this.#changed(slot)
  }

  /**
   * Signs one repetition of an item, or the whole response, by the extension of a signature; undefined removes it. Any
   * change of what is signed removes it, too.
   */
  sign(extension: object | undefined, occurrence?: Occurrence) {
    const slot = occurrence?.slot
    this.#unsign([occurrence?.scope.entry])
    const signed = occurrence ?? this.walk
    signed.raw = signatureIn(extension && [extension])
    if (slot) {
      this.#writer.forgetSlot(slot)
      if (slot.issues.length > 0) this.#mark(slot, this.errorsOf(slot))
    }
    this.#tell([], slot)
  }

  /** Adds a repetition of a group. */
  add(slot: Slot): Occurrence {
    const occurrence = addOccurrence(slot)
    this.#arrive(occurrence)
    this.#changed(slot)
    return occurrence
  }

  /** Removes a repetition of a group, with its answers. */
  remove(slot: Slot, occurrence: Occurrence) {
    const at = slot.occurrences.indexOf(occurrence)
    if (at < 0) return
    this.#leave(occurrence)
    slot.occurrences.splice(at, 1)
    slot.occurrences.forEach((other, index) => {
      Object.assign(other, { index, earlier: index })
    })
    this.#changed(slot)
  }

  /** Stores the enablement of a slot that an expression decided. */
  express(slot: Slot, enabled: boolean) {
    if (slot.expressed === enabled) return
    const isFirst = slot.expressed === undefined
    slot.expressed = enabled
    const before = this.#decideAll([slot.item, ...this.#below(slot.item), ...this.#dependents(slot.item)])
    // The first evaluation changes nothing that was signed before.
    if (!isFirst) this.#unsign([slot, ...before].map(entryOf))
    this.#tell(before)
  }

  /** Shows the issues of these slots and returns the slots that have any. */
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

  /** Shows issues from another source: the service, or a constraint of the form. */
  showIssues(slot: Slot, issues: readonly Issue[]) {
    this.#mark(slot, issues)
    this.audience.tell()
  }

  /** Hides all issues. */
  clear() {
    for (const slot of slotsBelow(this.root)) this.#mark(slot, NO_ISSUES)
    this.audience.tell()
  }

  /** The issues of a slot, shown or not. */
  errorsOf = (slot: Slot): readonly Issue[] =>
    this.check(slot, this.walk).filter(
      // A missing signature is a warning of the service, because it verifies none; here it can still be given.
      ({ severity, rule }) =>
        severity === 'error' ||
        severity === 'fatal' ||
        (rule === 'QR-SIGN' && !isQuestionHidden(slot.item.raw as QuestionnaireItem)),
    )

  /** Subscribes to the change in the number of enabled questions; negative if there are fewer. */
  onShown(listener: (shown: number) => void): () => void {
    this.#shown.add(listener)
    return () => this.#shown.delete(listener)
  }

  /** Visible slots below a branch: enabled, with all ancestors enabled. */
  *visible(branch: Branch = this.root): Generator<Slot> {
    for (const slot of branch.slots.values()) {
      if (!slot.enabled) continue
      yield slot
      for (const occurrence of slot.occurrences)
        for (const inner of occurrence.inner) yield* this.visible(inner)
    }
  }

  #changed(slot: Slot) {
    this.#writer.forgetSlot(slot)
    const before = this.#decideAll(this.#dependents(slot.item))
    this.#unsign([isQuestion(slot.item) ? slot.occurrences[0] : entryOf(slot), ...before.map(entryOf)])
    if (slot.item.items.length > 0 || slot.issues.length > 0) this.outline++
    // Checks shown issues again, so that they disappear once corrected.
    if (slot.issues.length > 0) slot.issues = this.errorsOf(slot)
    this.#tell(before, slot)
  }

  /** Removes the signatures of repetitions, of those around them, and of the response. */
  #unsign(occurrences: readonly (Occurrence | undefined)[]) {
    this.walk.raw = {}
    for (let at of occurrences)
      for (; at; at = at.scope.entry)
        if (at.raw.extension) {
          at.raw = {}
          this.#writer.forgetSlot(at.slot)
          at.slot.audience.tell()
        }
  }

  /** Decides items again, in the order of the form; returns the slots that were shown or hidden. */
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
      // Drop the results that were cached with the item's earlier state.
      if ((branch.enablement.get(item) ?? decided) !== decided) this.walk.found.clear()
      branch.enablement.set(item, decided)
    }
    slot.enabled = isPlaced(item, this.form) && isEnabled(item, branch, this.walk)
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

  #arrive(occurrence: Occurrence) {
    this.walk.found.clear()
    for (const branch of occurrence.inner) {
      const slots = slotsBelow(branch)
      for (const slot of slots) this.#enter(slot)
      for (const slot of slots) this.#decide(slot)
    }
  }

  #leave(occurrence: Occurrence) {
    for (const branch of occurrence.inner) {
      for (const slot of slotsBelow(branch)) {
        const known = this.#slots.get(slot.item)
        known?.splice(known.indexOf(slot), 1)
      }
    }
  }

  #below = (item: FormItem): FormItem[] => item.items.flatMap(below => [below, ...this.#below(below)])
}
