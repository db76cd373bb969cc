/** Formats answers as text. */
import type { Questionnaire, QuestionnaireItem, QuestionnaireResponseItemAnswer } from 'fhir/r5.js'
import { words } from '../language.ts'

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

/** A short text of one answer; other types are shown unformatted. */
export function answerText(answer: QuestionnaireResponseItemAnswer): string {
  const {
    valueCoding,
    valueQuantity,
    valueAttachment,
    valueBoolean,
    valueReference,
    item: _,
    ...rest
  } = answer
  if (valueCoding) return valueCoding.display ?? valueCoding.code ?? ''
  if (valueQuantity)
    return `${valueQuantity.value ?? ''} ${valueQuantity.unit ?? valueQuantity.code ?? ''}`.trim()
  if (valueAttachment) return valueAttachment.title ?? words.aFile
  if (valueBoolean !== undefined) return valueBoolean ? words.yes : words.no
  if (valueReference) return valueReference.display ?? valueReference.reference ?? ''
  return Object.values(rest)
    .map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' ')
}
