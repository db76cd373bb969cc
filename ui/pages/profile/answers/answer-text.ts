/** Formats answers as text. */
import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r5.js'
import { dateOf, exactOf, timeOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'

/** The text of each question, by linkId. */
export function textsIn(form: Questionnaire | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const walk = (items: readonly QuestionnaireItem[]) => {
    for (const { linkId, text, item = [] } of items) {
      if (text !== undefined) texts.set(linkId, text)
      walk(item)
    }
  }
  walk(form?.item ?? [])
  return texts
}

/** A short text of one answer, with numbers and dates as the language of the page writes them. */
export function answerText(answer: QuestionnaireResponseItemAnswer): string {
  const {
    valueCoding,
    valueQuantity,
    valueAttachment,
    valueBoolean,
    valueReference,
    valueInteger,
    valueDecimal = valueInteger,
    valueDate,
    valueDateTime = valueDate,
    valueTime,
    item: _,
    ...rest
  } = answer
  if (valueCoding) return valueCoding.display ?? valueCoding.code ?? ''
  if (valueQuantity) {
    const { value, unit, code = '' } = valueQuantity
    return `${value === undefined ? '' : exactOf(value)} ${unit ?? code}`.trim()
  }
  if (valueAttachment) return valueAttachment.title ?? words.aFile
  if (valueBoolean !== undefined) return valueBoolean ? words.yes : words.no
  if (valueReference) return valueReference.display ?? valueReference.reference ?? ''
  if (valueDecimal !== undefined) return exactOf(valueDecimal)
  // A text that is not a date is shown as it was stored.
  if (valueDateTime !== undefined) return dateOf(valueDateTime) || valueDateTime
  if (valueTime !== undefined) return timeOf(`1970-01-01T${valueTime}`)
  return Object.values(rest).map(String).join(' ')
}

/** The items below an item: its own, and those of its answers. */
export const itemsBelow = ({
  item = [],
  answer = [],
}: Pick<QuestionnaireResponseItem, 'answer' | 'item'>): readonly QuestionnaireResponseItem[] => [
  ...answer.flatMap(({ item = [] }) => item),
  ...item,
]
