/** Personal details that the application's page does not see: the wallet adds them to a response. */

/** Details that a person may have to enter. */
export interface Details {
  readonly emailAddress?: string
  readonly twitter?: string
}

/** The `linkId` of the question that takes each detail. */
export type DetailLinks = Readonly<Partial<Record<keyof Details, string | undefined>>>

/** The entered details as answers, by the `linkId` of their question. */
export function answersIn(details: Details, links: DetailLinks = {}): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  for (const detail of ['emailAddress', 'twitter'] as const) {
    const [linkId, value] = [links[detail], details[detail]]
    if (linkId !== undefined && value) answers.set(linkId, value)
  }
  return answers
}

/** The part of a questionnaire or response item that is needed to locate an item. */
interface Item {
  readonly linkId?: string
  readonly text?: string
  readonly item?: readonly Item[]
}

type Members = Readonly<Record<string, unknown>>

/** True if the form asks a question under this `linkId`. */
export const asks = ({ item = [] }: { readonly item?: readonly Item[] }, linkId: unknown): boolean =>
  item.some(each => each.linkId === linkId || asks(each, linkId))

/** Sets the answer to a question, replacing any other; missing groups are added. */
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

/** The parent with the answer below it; `undefined` if the question is not among these. */
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

/** Keeps response items in the order of their questions. */
function inserted(items: readonly Members[], item: Members, questions: readonly Item[]): readonly Members[] {
  const placeOf = ({ linkId }: Members) => questions.findIndex(question => question.linkId === linkId)
  const after = items.findIndex(other => placeOf(other) > placeOf(item))
  return after < 0 ? [...items, item] : items.toSpliced(after, 0, item)
}
