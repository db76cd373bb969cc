/** Writes the answers as a QuestionnaireResponse. Unchanged parts keep their identity. */
import { isQuestion } from '../model/read-form.ts'
import { type Branch, demands, type Occurrence, type Slot } from './answer-tree.ts'
import type { QuestionnaireResponseItem, QuestionnaireResponseItemAnswer } from './types.ts'

type Items = readonly QuestionnaireResponseItem[]

/** Writes responses of one tree and caches the parts. */
export class Writer {
  readonly #items = new WeakMap<Occurrence, QuestionnaireResponseItem | 'none'>()
  readonly #lists = new WeakMap<Branch, Items>()

  /** Drops the cache of a branch and its ancestors after a change. */
  forget(branch: Branch) {
    for (let scope: Branch | undefined = branch; scope !== undefined; scope = scope.entry?.scope) {
      this.#lists.delete(scope)
      if (scope.entry !== undefined) this.#items.delete(scope.entry)
    }
  }

  /** Drops the cache of a slot's answers. */
  forgetSlot({ branch, occurrences }: Slot) {
    for (const occurrence of occurrences) this.#items.delete(occurrence)
    this.forget(branch)
  }

  /** The items of a branch, in the structure of the form. */
  items(branch: Branch): Items {
    const known = this.#lists.get(branch)
    if (known !== undefined) return known
    const list = write(branch, false, occurrence => this.#item(occurrence))
    this.#lists.set(branch, list)
    return list
  }

  #item(occurrence: Occurrence): QuestionnaireResponseItem | undefined {
    const known = this.#items.get(occurrence)
    if (known !== undefined) return known === 'none' ? undefined : known
    const item = writeItem(occurrence, branch => this.items(branch))
    this.#items.set(occurrence, item ?? 'none')
    return item
  }
}

/** All answers, including those to disabled items; `standing` also writes empty groups. */
export const writeAll = (branch: Branch, emptyGroups = false): Items =>
  write(branch, true, occurrence => {
    const item = writeItem(occurrence, inner => writeAll(inner, emptyGroups))
    return (
      item ??
      (emptyGroups && occurrence.item.type === 'group' ? { linkId: occurrence.item.linkId } : undefined)
    )
  })

/** The answered questions as a flat list. A response to a form with groups is then no longer valid. */
export function writeFlat(branch: Branch): Items {
  return [...branch.slots.values()]
    .filter(slot => slot.enabled)
    .flatMap(({ item, occurrences }) =>
      occurrences.flatMap(occurrence => {
        const { raw } = occurrence
        const answer = occurrence.answers.map(({ raw }) => raw as QuestionnaireResponseItemAnswer)
        const below = occurrence.inner.flatMap(writeFlat)
        return isQuestion(item) && answer.length > 0
          ? [{ linkId: item.linkId, ...raw, answer } as QuestionnaireResponseItem, ...below]
          : below
      }),
    )
}

/** The items of a branch; `disabled` includes disabled items, for a draft. */
function write(
  { slots }: Branch,
  disabled: boolean,
  itemOf: (occurrence: Occurrence) => QuestionnaireResponseItem | undefined,
): QuestionnaireResponseItem[] {
  const list: QuestionnaireResponseItem[] = []
  for (const { enabled, occurrences } of slots.values()) {
    if (!enabled && !disabled) continue
    for (const occurrence of occurrences) {
      const item = itemOf(occurrence)
      if (item !== undefined) list.push(item)
    }
  }
  return list
}

/**
 * A group is written if it holds an answer or a required item, so that the service demands what the form did.
 */
function writeItem(
  occurrence: Occurrence,
  itemsOf: (branch: Branch) => Items,
): QuestionnaireResponseItem | undefined {
  const { item, answers, inner, raw } = occurrence
  const own = { linkId: item.linkId, ...raw } as QuestionnaireResponseItem
  if (isQuestion(item)) {
    if (answers.length === 0) return undefined
    const answer = answers.map(({ raw }, index) => {
      const branch = inner[index]
      const below = branch === undefined ? [] : itemsOf(branch)
      return { ...raw, ...(below.length > 0 && { item: [...below] }) } as QuestionnaireResponseItemAnswer
    })
    return { ...own, answer }
  }
  const below = inner.flatMap(branch => itemsOf(branch))
  if (below.length > 0) return { ...own, item: below }
  return raw.extension !== undefined || (item.type === 'group' && demands(item)) ? own : undefined
}
