/** A date or time that is typed is real: the calendar's rule of the service, with a sentence for each part. */
import { type AnsweringRules, checkWith } from '../../fhir/form/check.ts'
import type { LiveForm } from '../../fhir/form/live-form.ts'
import type { AnswerRule, Bare } from '../../fhir/model/rule.ts'
import { everywhere } from '../../fhir/model/version.ts'
import { wrongDate } from './date-sentences.ts'
import type { Kind } from './inputs/date-parts.ts'

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
      const said = wrongDate(kind, value, name)
      return said && { ...said, at: '.value' }
    }
  },
}

/** Adds the rule to those of a form. */
export function checkDates(live: LiveForm, rules: AnsweringRules): void {
  live.check = checkWith({ ...rules, answer: [...rules.answer, dateRule] }, live.form)
}
