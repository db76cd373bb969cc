/** Converts a person's decision to a FHIR Consent, with one sentence that people read. */
import type { CodeableConcept, Consent, Reference } from 'fhir/r4.js'
import type { ConsentDecision } from '../../schemas/record-consent.ts'
import { type Json, object } from '../values/unchecked-json.ts'

export interface ConsentParties {
  /** `_id` of the stored resource. */
  readonly id?: string
  /** DID of the person. */
  readonly person: string
  /** The name of the application, or the id of the program. */
  readonly reader: string
  /** The title of the form or the name of the collection; absent for all that the reader may read. */
  readonly subject?: string
  /** The JWT in which the person signed the decision. */
  readonly signed: string
}

/**
 * @param decision - the decision as signed
 * @param parties - the names for its sentence, and the signed token, which is the source of the resource
 * @returns a Consent of R4 and R4B
 */
export function consentOf(decision: ConsentDecision, parties: ConsentParties): Consent {
  const { application, program, form, collection, purposes, from, until, at } = decision
  const { id, person, signed } = parties
  const data = form === undefined ? collection : `Questionnaire/${form}`
  const isPermit = decision.decision === 'permit'
  const system = application === undefined ? PROGRAM : APPLICATION
  return {
    resourceType: 'Consent',
    ...(id !== undefined && { id }),
    text: {
      status: 'generated',
      div: `<div xmlns="http://www.w3.org/1999/xhtml">${escaped(sentenceOf(decision, parties))}</div>`,
    },
    status: isPermit ? 'active' : 'inactive',
    scope: coded('http://terminology.hl7.org/CodeSystem/consentscope', 'patient-privacy'),
    category: [coded('http://loinc.org', '59284-0')],
    patient: { identifier: { system: 'urn:ietf:rfc:3986', value: person } },
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
          reference: { identifier: { system, value: application ?? program }, display: parties.reader },
        },
      ],
      ...(purposes.length > 0 && { purpose: purposes.map(code => ({ system: PURPOSE, code })) }),
      ...(data !== undefined && { data: [{ meaning: 'related', reference: dataReference(form, data) }] }),
    },
  }
}

/**
 * A Consent of R4 in the shape of R5, where the decision, the grantee and the period are the resource's own, and
 * `provision` narrows them.
 */
export function consentOfR5(consent: Json): Json {
  const { scope: _, policyRule: _rule, patient, dateTime, sourceAttachment, provision, ...rest } = consent
  const { type, period, actor, purpose, data } = object(provision) ?? {}
  const grantees = (Array.isArray(actor) ? actor : []).map(each => object(each)?.['reference'])
  const narrowed = { ...(purpose !== undefined && { purpose }), ...(data !== undefined && { data }) }
  return {
    ...rest,
    ...(patient !== undefined && { subject: patient, grantor: [patient] }),
    ...(typeof dateTime === 'string' && { date: dateTime.slice(0, 10) }),
    ...(period !== undefined && { period }),
    ...(grantees.length > 0 && { grantee: grantees }),
    ...(sourceAttachment !== undefined && { sourceAttachment: [sourceAttachment] }),
    ...(type !== undefined && { decision: type }),
    ...(Object.keys(narrowed).length > 0 && { provision: [narrowed] }),
  }
}

const PURPOSE = 'urn:andiron:consent-purpose'
const APPLICATION = 'urn:andiron:application'
const PROGRAM = 'urn:andiron:program'

const coded = (system: string, code: string): CodeableConcept => ({ coding: [{ system, code }] })

/** The names in it are others' texts. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, each => `&#${each.charCodeAt(0)};`)

const dataReference = (form: string | undefined, data: string): Reference =>
  form === undefined ? { identifier: { value: data } } : { reference: data }

const USES = { records: 'read your records', statistics: 'count them in statistics' } as const

/**
 * A decision in one sentence.
 * @example 'Sleep study may read your records of “Sleep diary” until 2027-01-01T00:00:00Z.'
 */
export function sentenceOf(
  { decision, purposes, from, until }: ConsentDecision,
  { reader, subject }: Pick<ConsentParties, 'reader' | 'subject'>,
): string {
  const about = subject === undefined ? '' : ` of “${subject}”`
  const uses = (['records', 'statistics'] as const).filter(each => purposes.includes(each))
  if (decision === 'deny' || uses.length === 0)
    return `${reader} may no longer use your records${about}. Copies already made and statistics already published remain.`
  const period = `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`
  return uses.length === 1 && uses[0] === 'statistics'
    ? `${reader} may count your records${about} in statistics${period}, and not read them.`
    : `${reader} may ${uses.map(each => USES[each]).join(' and ')}${about}${period}.`
}
