/** The permitted callers of the FHIR API: the security of its routes. */
import type { FhirCaller, FhirOperation, FhirType, Security } from '../../core/index.ts'

const PERSON: Security = [{ selfSigned: ['read'] }, { selfSigned: ['write'] }]

/**
 * The token is optional if both anyone and the person may call.
 * @param signsIn - true if programs can sign people in; its scheme comes first then, because its refusal
 * names the authorization server
 */
export function securityOf(callers: readonly FhirCaller[] = ['person'], signsIn: boolean): Security {
  if (callers.includes('anyone') && !callers.includes('person')) return []
  return [
    ...(callers.includes('person') ? [...(signsIn ? [{ reader: ['read'] }] : []), ...PERSON] : []),
    // The record decides which questionnaires a token must cover: it is checked after reading.
    ...(callers.includes('application') ? [{ application: [] }] : []),
    ...(callers.includes('anyone') ? [{}] : []),
  ]
}

/** The permitted callers of an operation, by default the readers of the type. */
export const callersOf = ({ callers }: FhirOperation, type: FhirType): readonly FhirCaller[] | undefined =>
  callers ?? type.readers
