/** The reason for which a date outside of a form is not accepted, in the language of the page. */
import { addFindings } from '../../fhir/model/findings.ts'
import type { Issue } from '../../fhir/model/issue.ts'
import type { Sentence } from '../../fhir/model/sentence.ts'
import * as say from '../../fhir/sentences/answering.ts'
import { wrongDate } from './date-sentences.ts'
import { loadStrings } from './load-strings.ts'

export interface DateTerms {
  /** The language of the page, as a tag of BCP 47. */
  readonly lang: string
  /** The text above the fields. */
  readonly label: string
  /** A year, or a year and a month, is incomplete. @default false */
  readonly needsDay?: boolean | undefined
  /** The first and the last day: `2026-01-31`. A month or a year is accepted if one of its days is. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/**
 * @param value - of a {@link DateField}
 * @returns one sentence; undefined for a date that is accepted, and for none
 */
export async function refusalOf(value: string, terms: DateTerms): Promise<string | undefined> {
  const said = value === '' ? undefined : sentenceAbout(value, terms)
  if (said === undefined) return undefined
  const issues: Issue[] = []
  addFindings(issues, { id: 'S-CAL', code: 'value' }, 'error', said, '')
  const strings = await loadStrings(terms.lang).catch(() => undefined)
  return issues.map(issue => strings?.issue?.(issue, terms.label) ?? issue.text).join()
}

function sentenceAbout(value: string, { label, needsDay, min, max }: DateTerms): Sentence | undefined {
  const question = `'${label}'`
  const wrong = wrongDate('date', value, question, needsDay)
  if (wrong) return wrong
  if (min !== undefined && value < min.slice(0, value.length)) return say.atLeast({ question, limit: min })
  return max !== undefined && value > max.slice(0, value.length)
    ? say.atMost({ question, limit: max })
    : undefined
}
