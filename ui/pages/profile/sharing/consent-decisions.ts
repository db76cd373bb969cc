/** A person's consents by reader: those in effect, and what to change for a new decision. */
import { readCompact } from '../../../../core/crypto/compact.ts'
import type { ConsentDecision } from '../../../../schemas/record-consent.ts'
import type { ConsentSubject, FhirConsent } from '../../../sdk/consents.ts'
import type { Reader } from './readership.ts'

/** The decision in a Consent, as its person signed it. */
export function decisionIn(consent: FhirConsent): ConsentDecision {
  const { data = '' } = (consent['sourceAttachment'] ?? {}) as { readonly data?: string }
  return readCompact(atob(data)).payload['consent'] as unknown as ConsentDecision
}

/** True if it permits the reading of records at a time, in milliseconds since the epoch. */
export const isReadable = (decision: ConsentDecision | undefined, now: number): boolean =>
  decision === undefined ||
  (decision.decision === 'permit' &&
    decision.purposes.includes('records') &&
    !(decision.from !== undefined && Date.parse(decision.from) > now) &&
    !(decision.until !== undefined && Date.parse(decision.until) <= now))

/** The decision on all that an application reads. */
export const wholeOf = (decisions: readonly ConsentDecision[]): ConsentDecision | undefined =>
  decisions.find(each => each.form === undefined && each.collection === undefined)

/** The decision on a form: its own, otherwise that on the whole application. */
export const decisionOn = (
  decisions: readonly ConsentDecision[],
  form: string,
): ConsentDecision | undefined => decisions.find(each => each.form === form) ?? wholeOf(decisions)

/** True if the decisions permit an application to read the answers to any of its forms. */
export function isSharedWith(
  { id, forms }: Reader,
  decisions: readonly ConsentDecision[],
  now: number,
): boolean {
  const decided = decisions.filter(({ application }) => application === id)
  return forms.length === 0
    ? isReadable(wholeOf(decided), now)
    : forms.some(form => isReadable(decisionOn(decided, form.id), now))
}

/** True if the decisions permit a program to read in the person's name. */
export const isProgramPermitted = (id: string, decisions: readonly ConsentDecision[], now: number): boolean =>
  isReadable(
    decisions.find(({ program }) => program === id),
    now,
  )

/** Everything of an application that a switch decides: the whole, and what was decided separately. */
export const subjectsOf = (
  application: string,
  decisions: readonly ConsentDecision[],
): readonly ConsentSubject[] => [
  { application },
  ...decisions.flatMap(({ form, collection }): readonly ConsentSubject[] => {
    if (form !== undefined) return [{ application, form }]
    return collection === undefined ? [] : [{ application, collection }]
  }),
]
