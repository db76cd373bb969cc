/** A date or time that is typed is real: the calendar's rule of the service, with a sentence for each part. */
import { type AnsweringRules, checkWith } from '../../fhir/form/check.ts'
import type { LiveForm } from '../../fhir/form/live.ts'
import type { AnswerRule, Bare } from '../../fhir/rule.ts'
import type { Sentence } from '../../fhir/sentence.ts'
import * as say from '../../fhir/sentences/dates.ts'
import { everywhere } from '../../fhir/version.ts'
import { daysIn, type Kind, type Part, wrongPart } from './inputs/date-parts.ts'

const SENTENCES: Readonly<Record<Exclude<Part, 'day'>, (values: { question: string }) => Sentence>> = {
  year: say.giveYear,
  month: say.giveMonth,
  hour: say.giveHour,
  minute: say.giveMinute,
  half: say.giveHalf,
}

const dateRule: Bare<AnswerRule> = {
  id: 'S-CAL',
  looksAt: 'answer',
  code: 'value',
  severity: everywhere('error'),
  on({ type, name }) {
    if (type !== 'date' && type !== 'dateTime' && type !== 'time') return undefined
    const kind: Kind = type
    return ({ value }) => {
      if (typeof value !== 'string') return undefined
      const part = wrongPart(kind, value)
      if (part === undefined) return undefined
      const [year = '', month = ''] = value.split(/[-T]/, 2)
      const said =
        part === 'day'
          ? say.giveDay({ question: name, last: daysIn(year, month) })
          : SENTENCES[part]({ question: name })
      return { ...said, at: '.value' }
    }
  },
}

/** Adds the rule to those of a form. */
export function checkDates(live: LiveForm, rules: AnsweringRules): void {
  live.check = checkWith({ ...rules, answer: [...rules.answer, dateRule] }, live.form)
}
