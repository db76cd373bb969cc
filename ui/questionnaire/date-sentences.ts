/** The sentence about a part of a date that is wrong or missing. */
import type { Sentence } from '../../fhir/model/sentence.ts'
import * as say from '../../fhir/sentences/dates.ts'
import { daysIn, type Kind, type Part, wrongPart } from './inputs/date-parts.ts'

const SENTENCES: Readonly<Record<Exclude<Part, 'day'>, (values: { question: string }) => Sentence>> = {
  year: say.giveYear,
  month: say.giveMonth,
  hour: say.giveHour,
  minute: say.giveMinute,
  half: say.giveHalf,
}

/**
 * @param question - its text in quotation marks
 * @param needsDay - a year, or a year and a month, is incomplete
 * @returns undefined for a date or time that is right
 */
export function wrongDate(
  kind: Kind,
  value: string,
  question: string,
  needsDay = false,
): Sentence | undefined {
  const part = wrongPart(kind, value, needsDay)
  if (part === undefined) return undefined
  const [year = '', month = ''] = value.split(/[-T]/, 2)
  return part === 'day' ? say.giveDay({ question, last: daysIn(year, month) }) : SENTENCES[part]({ question })
}
