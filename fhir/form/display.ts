/** Formats answers for people. */
import type { Coding, Quantity } from 'fhir/r5.js'
import { textIn } from '../model/translated-text.ts'
import { dateOf } from '../values/date-text.ts'
import { choice, object, text } from '../values/unchecked-json.ts'
import type { Given } from './answer-tree.ts'
import { writeNumber } from './numbers.ts'

/** The words for yes and no. */
export interface YesNo {
  readonly yes: string
  readonly no: string
}

/**
 * Formats an answer, with dates and numbers in the given language.
 * @param named - the unit of the form, with its translations
 */
export function displayOf(
  given: Given,
  lang: string | undefined,
  { yes, no }: YesNo,
  named?: object,
): string {
  const value = choice(given, 'value')
  if (value === undefined) return ''
  const plain = value.value
  if (plain === true) return yes
  if (plain === false) return no
  if (typeof plain === 'number') return writeNumber(plain, lang ?? 'en')
  if (value.type === 'Date' || value.type === 'DateTime') return dateOf(String(plain), lang)
  if (value.type === 'Time') return String(plain).slice(0, 5)
  const coding = object<Coding>(plain)
  if (value.type === 'Coding' && coding !== undefined) {
    return textIn(coding, 'display', lang) ?? text(coding.code) ?? ''
  }
  const quantity = object<Quantity>(plain)
  if (value.type === 'Quantity') {
    const known = named && textIn(named, 'display', lang)
    const unit = known ?? text(quantity?.unit) ?? text(quantity?.code) ?? ''
    return `${writeNumber(quantity?.value, lang ?? 'en')} ${unit}`.trim()
  }
  const other = object<{ title: string; display: string; reference: string; url: string }>(plain)
  return other === undefined
    ? String(plain)
    : (text(other.title) ?? text(other.display) ?? text(other.reference) ?? text(other.url) ?? '')
}
