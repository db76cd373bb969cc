/** The answers of a response to each question, as text and in an order. */
import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import type { Given } from '../../../../../fhir/form/answer-tree.ts'
import { isOption } from '../../../../../fhir/form/choose.ts'
import type { FormItem } from '../../../../../fhir/model/form-tree.ts'
import { answerText } from '../../../profile/answers/answer-text.ts'

type Answer = QuestionnaireResponseItemAnswer

/** Every answer to a question, also of repeated groups and below other answers. */
export function answersTo(linkId: string, response: QuestionnaireResponse): readonly Answer[] {
  const inItems = (items: readonly QuestionnaireResponseItem[] = []): Answer[] =>
    items.flatMap(({ linkId: own, answer = [], item }) => [
      ...(own === linkId ? answer : []),
      ...answer.flatMap(({ item }) => inItems(item)),
      ...inItems(item),
    ])
  return inItems(response.item)
}

/** Empty if the question was not answered. */
export const textOf = (answers: readonly Answer[]): string => answers.map(answerText).join(', ')

/** 0 for other types than numbers. */
const amountOf = ([answer]: readonly Answer[]): number =>
  answer?.valueInteger ?? answer?.valueDecimal ?? answer?.valueQuantity?.value ?? 0

/** ISO 8601, which is in the order of time; empty for other types than dates and times. */
const momentOf = ([answer]: readonly Answer[]): string =>
  answer?.valueDate ?? answer?.valueDateTime ?? answer?.valueTime ?? ''

/** Compares answers: options as the form lists them, numbers by value, dates by time, then texts. */
export function compareAnswers(question: FormItem, a: readonly Answer[], b: readonly Answer[]): number {
  const rank = ([answer]: readonly Answer[]) =>
    answer === undefined ? -1 : question.options.findIndex(option => isOption(option, answer as Given))
  return (
    rank(a) - rank(b) ||
    amountOf(a) - amountOf(b) ||
    momentOf(a).localeCompare(momentOf(b)) ||
    textOf(a).localeCompare(textOf(b), undefined, { numeric: true })
  )
}
