/** Pages and progress of a form, and queries of items for applications. */
import { extension, ownExtensions } from '../model/extensions.ts'
import { choice, object, objects, text } from '../values/unchecked-json.ts'
import type { AnyQuestionnaire, QuestionnaireItem } from './types.ts'

/** A page, or the items on it. */
export type Page = QuestionnaireItem | readonly QuestionnaireItem[]

/** True if a question is never shown (`questionnaire-hidden`). */
export const isQuestionHidden = (item: QuestionnaireItem): boolean =>
  extension(item, 'hidden')?.valueBoolean === true

/** Finds an item at any depth, in a form or among items. */
export function findQuestionnaireItem(
  where: AnyQuestionnaire | readonly QuestionnaireItem[] | undefined,
  linkId: string,
): QuestionnaireItem | undefined {
  for (const item of itemsOf(where)) {
    const found = item.linkId === linkId ? item : findQuestionnaireItem(item.item, linkId)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The pages of a form. If every top-level item is a group, each is a page; otherwise the whole form is one
 * page whose `linkId` is `page`. Hidden groups are left out.
 */
export function getVisiblePages(
  form: AnyQuestionnaire | readonly QuestionnaireItem[] | undefined,
): QuestionnaireItem[] {
  const shown = itemsOf(form).filter(item => !isQuestionHidden(item))
  if (shown.length === 0 || shown.every(item => item.type === 'group')) return shown
  return [{ linkId: 'page', type: 'group', item: shown }]
}

/**
 * The steps of a form that asks one question at a time: each question, with the texts before it, is a page with the
 * title of its group. A group that repeats, or is signed, is one step.
 */
export function getSteps(
  items: readonly QuestionnaireItem[],
  group?: QuestionnaireItem,
): QuestionnaireItem[] {
  const steps: QuestionnaireItem[] = []
  let item: QuestionnaireItem[] = []
  const end = () => {
    if (item.length > 0) steps.push({ ...group, linkId: 'page', type: 'group', item })
    item = []
  }
  for (const each of items) {
    if (isQuestionHidden(each)) continue
    if (each.type === 'group' && !each.repeats && !isSigned(each) && each.linkId) {
      end()
      steps.push(...getSteps(each.item ?? [], each.text === undefined ? group : each))
    } else {
      item.push(each)
      if (each.type !== 'display') end()
    }
  }
  end()
  return steps
}

const isSigned = ({ extension }: QuestionnaireItem) =>
  objects<{ url: unknown }>(extension).some(({ url }) => /-signatureRequired$/.test(String(url)))

/** Every question on a page that can be shown, including those nested in groups and answers. */
export const getAllQuestionsFromPage = (page: Page): QuestionnaireItem[] =>
  (isList(page) ? page : [page]).flatMap(item => {
    if (isQuestionHidden(item)) return []
    const below = getAllQuestionsFromPage(item.item ?? [])
    return item.type === 'group' || item.type === 'display' ? below : [item, ...below]
  })

/** Progress through the pages in percent; the last page is 100. */
export const calculateProgress = (currentPageIndex: number, pageCount: number): number =>
  pageCount <= 0 ? 0 : Math.min(100, Math.max(0, ((currentPageIndex + 1) / pageCount) * 100))

/** True if an answer has content: not an empty text, not a quantity without a number. */
export function hasAnswerValue(answer: object | undefined): boolean {
  const value = answer === undefined ? undefined : choice(answer, 'value')
  if (value === undefined || value.value === '') return false
  return value.type !== 'Quantity' || object<{ value: number }>(value.value)?.value !== undefined
}

/** The code of the exclusive option of a question, from our own extension or HL7's. */
export function getExclusiveOptionCode(item: QuestionnaireItem): string | undefined {
  const own = text(ownExtensions(item, 'exclusiveOption')[0]?.valueString)
  if (own !== undefined) return own
  const exclusive = objects<NonNullable<QuestionnaireItem['answerOption']>[number]>(item.answerOption).find(
    option => extension(option, 'optionExclusive')?.valueBoolean === true,
  )
  const value = exclusive && choice(exclusive, 'value')?.value
  return text(object<{ code: string }>(value)?.code) ?? text(value)
}

const isList = (page: Page): page is readonly QuestionnaireItem[] => Array.isArray(page)

const itemsOf = (
  where: AnyQuestionnaire | readonly QuestionnaireItem[] | undefined,
): readonly QuestionnaireItem[] =>
  where === undefined
    ? []
    : Array.isArray(where)
      ? where
      : // The differences between the versions are in parts that are read as `unknown`.
        (((where as AnyQuestionnaire).item ?? []) as readonly QuestionnaireItem[])
