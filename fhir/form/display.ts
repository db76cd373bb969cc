/** Formats answers for people. */
import type { Coding, Quantity } from 'fhir/r5.js'
import { choice, object, text } from '../shape.ts'
import { writeNumber } from './numbers.ts'
import { textIn } from './translate.ts'
import type { Given } from './tree.ts'

/** The words for yes and no. */
export interface YesNo {
  readonly yes: string
  readonly no: string
}

const DATES: Readonly<Record<number, Intl.DateTimeFormatOptions>> = {
  4: { year: 'numeric' },
  7: { year: 'numeric', month: 'long' },
  10: { dateStyle: 'long' },
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

/** A date as precise as it is given, in the form of a language. */
export function dateOf(literal: string, lang: string | undefined): string {
  // A date has no zone and must not shift with the reader's; a dateTime is shown in the zone of the answer.
  const format = DATES[literal.length] ?? { dateStyle: 'long', timeStyle: 'short' }
  const [clock] = /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d(?::\d\d)?)?/.exec(literal) ?? []
  if (clock === undefined) return literal
  const local = new Date(clock.includes('T') ? `${clock}Z` : clock.padEnd(10, '-01'))
  try {
    return new Intl.DateTimeFormat(lang ?? 'en', { ...format, timeZone: 'UTC' }).format(local)
  } catch {
    return literal
  }
}
