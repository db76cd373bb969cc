/**
 * Finds the question of a service issue: resolves `QuestionnaireResponse.item[2].answer[0]` to a slot of the
 * form.
 */
import type { Branch, Slot } from './answer-tree.ts'
import type { LiveForm } from './live-form.ts'
import type { QuestionnaireResponse, QuestionnaireResponseItem } from './types.ts'

/** The slot of the innermost item in an expression; undefined if it does not resolve. */
export function locate(
  live: LiveForm,
  response: QuestionnaireResponse,
  expression: string,
): Slot | undefined {
  let items: readonly QuestionnaireResponseItem[] = response.item ?? []
  let branch: Branch | undefined = live.root
  let item: QuestionnaireResponseItem | undefined
  let slot: Slot | undefined
  for (const [, kind, at] of expression.matchAll(/\.(item|answer)\[(\d+)\]/g)) {
    const index = Number(at)
    if (kind === 'answer') {
      items = item?.answer?.[index]?.item ?? []
      branch = slot?.occurrences[0]?.inner[index]
      continue
    }
    item = items[index]
    if (item === undefined || branch === undefined) return slot
    const { linkId } = item
    slot = live.find(linkId, branch)
    const earlier = items.slice(0, index).filter(other => other.linkId === linkId).length
    branch = slot?.occurrences[earlier]?.inner[0]
    items = item.item ?? []
  }
  return slot
}
