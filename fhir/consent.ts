/** Converts a person's decision to a FHIR R4 Consent, with one sentence that people read. */
import type { CodeableConcept, Consent } from 'fhir/r4.js'
import type { ConsentDecision } from '../schemas/record-consent.ts'

export interface ConsentParties {
  readonly id: string
  /** DID of the person. */
  readonly person: string
  /** The name of the application. */
  readonly application: string
  /** The title of the form or the name of the collection; absent for all of the application. */
  readonly subject?: string
  /** The JWT in which the person signed the decision. */
  readonly signed: string
}

/**
 * @param decision - the decision as signed
 * @param parties - the names for its sentence, and the signed token, which is the source of the resource
 */
export function consentOf(decision: ConsentDecision, parties: ConsentParties): Consent {
  const { application, form, collection, purposes, from, until, at } = decision
  const { id, person, signed } = parties
  const data = form === undefined ? collection : `Questionnaire/${form}`
  const isPermit = decision.decision === 'permit'
  return {
    resourceType: 'Consent',
    id,
    text: {
      status: 'generated',
      div: `<div xmlns="http://www.w3.org/1999/xhtml">${escaped(sentenceOf(decision, parties))}</div>`,
    },
    status: isPermit ? 'active' : 'inactive',
    scope: coded('http://terminology.hl7.org/CodeSystem/consentscope', 'patient-privacy'),
    category: [coded('http://loinc.org', '59284-0')],
    patient: { identifier: { value: person } },
    dateTime: at,
    policyRule: coded('http://terminology.hl7.org/CodeSystem/v3-ActCode', isPermit ? 'OPTIN' : 'OPTOUT'),
    sourceAttachment: { contentType: 'application/jwt', data: btoa(signed) },
    provision: {
      type: decision.decision,
      ...((from ?? until) !== undefined && {
        period: { ...(from !== undefined && { start: from }), ...(until !== undefined && { end: until }) },
      }),
      actor: [
        {
          role: coded('http://terminology.hl7.org/CodeSystem/v3-ParticipationType', 'IRCP'),
          reference: { identifier: { value: application }, display: parties.application },
        },
      ],
      ...(purposes.length > 0 && { purpose: purposes.map(code => ({ system: PURPOSE, code })) }),
      ...(data !== undefined && { data: [{ meaning: 'related', reference: dataReference(form, data) }] }),
    },
  }
}

const PURPOSE = 'urn:andiron:consent-purpose'

const coded = (system: string, code: string): CodeableConcept => ({ coding: [{ system, code }] })

/** The names in it are others' texts. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, each => `&#${each.charCodeAt(0)};`)

const dataReference = (form: string | undefined, data: string) =>
  form === undefined ? { identifier: { value: data } } : { reference: data }

const USES = { records: 'read your records', statistics: 'count them in statistics' } as const

/**
 * A decision in one sentence.
 * @example 'Sleep study may read your records of “Sleep diary” until 2027-01-01T00:00:00Z.'
 */
export function sentenceOf(
  { decision, purposes, from, until }: ConsentDecision,
  { application, subject }: Pick<ConsentParties, 'application' | 'subject'>,
): string {
  const about = subject === undefined ? '' : ` of “${subject}”`
  const uses = (['records', 'statistics'] as const).filter(each => purposes.includes(each))
  if (decision === 'deny' || uses.length === 0)
    return `${application} may no longer use your records${about}. Copies already made and statistics already published remain.`
  const period = `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`
  return uses.length === 1 && uses[0] === 'statistics'
    ? `${application} may count your records${about} in statistics${period}, and not read them.`
    : `${application} may ${uses.map(each => USES[each]).join(' and ')}${about}${period}.`
}
