/** Loads a response into its form: a saved draft, or one that is partly answered. */
import type { FormItem } from '../model/form-tree.ts'
import { isQuestion } from '../model/read-form.ts'
import { object, objects, text } from '../values/unchecked-json.ts'
import { addOccurrence, type Branch, type Given, giveAnswers, type Slot } from './answer-tree.ts'
import type { QuestionnaireResponseItem, QuestionnaireResponseItemAnswer } from './types.ts'

/** LinkIds and answers that no longer fit the form, because it has changed. */
export type LeftOver = readonly string[]

/**
 * Fills a new tree with the items of a response, nested or flat. Answers of another type than their question,
 * and items that the form does not have, are left out.
 */
export function loadItems(
  root: Branch,
  items: unknown,
  place: (linkId: string) => Slot | undefined,
): LeftOver {
  const left: string[] = []
  fill(root, items, place, left)
  return left
}

/** The signatures among the extensions of a response or an item. */
export function signatureIn(extension: unknown): { readonly extension?: readonly object[] } {
  const signatures = objects(extension).filter(({ url }) => /-signature$/.test(String(url)))
  return signatures.length > 0 ? { extension: signatures } : {}
}

function fill(
  branch: Branch,
  items: unknown,
  place: (linkId: string) => Slot | undefined,
  left: string[],
): void {
  const used = new Map<Slot, number>()
  // The first of two items with one linkId.
  const here = new Map([...branch.slots].reverse().map(([item, slot]) => [item.linkId, slot]))
  for (const raw of objects<QuestionnaireResponseItem>(items)) {
    const linkId = text(raw.linkId) ?? ''
    const slot = here.get(linkId) ?? place(linkId)
    if (slot === undefined) {
      left.push(linkId)
      continue
    }
    const earlier = used.get(slot) ?? 0
    used.set(slot, earlier + 1)
    const occurrence =
      slot.occurrences[earlier] ??
      (slot.item.repeats && !isQuestion(slot.item) ? addOccurrence(slot) : slot.occurrences[0])
    if (occurrence) occurrence.raw = signatureIn(raw.extension)
    if (isQuestion(slot.item)) fillQuestion(slot, raw.answer, earlier > 0, place, left)
    else {
      for (const inner of occurrence?.inner ?? []) fill(inner, raw.item, place, left)
    }
  }
  // The number of repetitions in the response, not the initial number of the form.
  for (const [{ item, occurrences }, count] of used)
    if (item.type === 'group' && item.repeats) occurrences.length = Math.max(count, 1)
}

function fillQuestion(
  slot: Slot,
  answers: unknown,
  more: boolean,
  place: (linkId: string) => Slot | undefined,
  left: string[],
) {
  const occurrence = slot.occurrences[0]
  if (occurrence === undefined) return
  const raws = objects<QuestionnaireResponseItemAnswer>(answers).filter(raw => fits(slot.item, raw))
  if (raws.length === 0) return
  const given = raws.map(({ item: _, ...raw }) => raw as Given)
  const earlier = more ? occurrence.answers.map(answer => answer.raw as Given) : []
  giveAnswers(occurrence, [...earlier, ...given])
  raws.forEach((raw, index) => {
    const inner = occurrence.inner[earlier.length + index]
    if (inner !== undefined && raw.item !== undefined) fill(inner, raw.item, place, left)
  })
}

const fits = (item: FormItem, raw: object) =>
  item.valueKeys.some(key => object<Record<string, unknown>>(raw)?.[key] !== undefined)
