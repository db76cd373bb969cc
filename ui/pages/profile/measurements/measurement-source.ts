/** The source of a measurement in words, as its record names it. */
import type { Observation, Questionnaire, QuestionnaireResponse } from 'fhir/r5.js'
import { uids } from '../../../../schemas/uids.ts'
import { words } from '../../shell/language/page-texts.ts'
import { type Own, ofCollection } from '../person-records.ts'
import { formIn } from '../sharing/readership.ts'

/** The device, the person who measured, or the form whose answer it is; empty if the record names none. */
export function sourceOf(
  { device, performer = [], derivedFrom = [] }: Observation,
  own: Own,
  forms: ReadonlyMap<string, Questionnaire>,
): string {
  const named = device?.display ?? performer.find(({ display }) => display)?.display
  if (named !== undefined) return named
  const ids = derivedFrom.flatMap(
    ({ reference }) => /^QuestionnaireResponse\/(.+)$/.exec(reference ?? '')?.[1] ?? [],
  )
  const response = ofCollection<QuestionnaireResponse>(own, uids.QuestionnaireResponse).find(({ _id }) =>
    ids.includes(_id),
  )
  return response ? (forms.get(formIn(response) ?? '')?.title ?? words.aForm) : ''
}
