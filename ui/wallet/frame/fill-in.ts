/** Details of a person that the page of an application does not see: put into a response by the wallet. */

/** What a person may be asked for. */
export interface Details {
  readonly emailAddress?: string
  readonly twitter?: string
}

/** As much of a questionnaire, or of a response, as the place of an item needs. */
interface Item {
  readonly linkId?: string
  readonly text?: string
  readonly item?: readonly Item[]
}

type Members = Readonly<Record<string, unknown>>

/** Puts an answer where its question stands, in the place of another one; groups that are not there yet come with it. */
export function fillIn(
  response: Members,
  questionnaire: { readonly item?: readonly Item[] },
  answers: ReadonlyMap<string, string>,
): Members {
  let filled = response
  for (const [linkId, value] of answers)
    filled = placed(filled, questionnaire.item ?? [], linkId, value) ?? filled
  return filled
}

/** The parent with the answer somewhere below it; `undefined` when none of these questions is the one. */
function placed(
  parent: Members,
  questions: readonly Item[],
  linkId: string,
  value: string,
): Members | undefined {
  const items = (Array.isArray(parent['item']) ? parent['item'] : []) as readonly Members[]
  for (const question of questions) {
    const at = items.findIndex(item => item['linkId'] === question.linkId)
    const found = items[at] ?? { linkId: question.linkId }
    const item =
      question.linkId === linkId
        ? { ...found, answer: [{ valueString: value }] }
        : placed(found, question.item ?? [], linkId, value)
    if (item) return { ...parent, item: at < 0 ? inserted(items, item, questions) : items.with(at, item) }
  }
  return undefined
}

/** Items of a response stand in the order of their questions. */
function inserted(items: readonly Members[], item: Members, questions: readonly Item[]): readonly Members[] {
  const placeOf = ({ linkId }: Members) => questions.findIndex(question => question.linkId === linkId)
  const after = items.findIndex(other => placeOf(other) > placeOf(item))
  return after < 0 ? [...items, item] : items.toSpliced(after, 0, item)
}
