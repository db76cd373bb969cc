/** Who may call what of the FHIR API: the schemes of its routes. */
import type { FhirCaller, FhirOperation, FhirType, Security } from '../../core/index.ts'

const PERSON: Security = [{ selfSigned: ['read'] }, { selfSigned: ['write'] }]

/**
 * Where both anyone and the person may call, a token is optional.
 * @param signsIn - whether programs can sign people in; first then, for its refusal says where
 */
export function securityOf(callers: readonly FhirCaller[] = ['person'], signsIn: boolean): Security {
  if (callers.includes('anyone') && !callers.includes('person')) return []
  return [
    ...(callers.includes('person') ? [...(signsIn ? [{ reader: ['read'] }] : []), ...PERSON] : []),
    // Which of its questionnaires a token opens is known once the record is.
    ...(callers.includes('application') ? [{ application: [] }] : []),
    ...(callers.includes('anyone') ? [{}] : []),
  ]
}

/** Who may call an operation when it does not say: those who may read the type. */
export const callersOf = ({ callers }: FhirOperation, type: FhirType): readonly FhirCaller[] | undefined =>
  callers ?? type.readers
