/** Finds the signature that an element of a response must have. */
import type { Coding, Signature } from 'fhir/r5.js'
import { sameCoding } from '../values/compare.ts'
import { object, objects } from '../values/unchecked-json.ts'
import { extensions, type UncheckedExtension } from './extensions.ts'
import { FURTHER } from './further-extensions.ts'

/** True if an element has a signature of the required type. The signature itself is not verified. */
export function isSigned(element: { readonly extension?: unknown }, required: UncheckedExtension): boolean {
  const wanted = objects<Coding>(object<{ coding: unknown }>(required.valueCodeableConcept)?.coding)
  return extensions(element, FURTHER.signature).some(({ valueSignature }) => {
    const types = objects<Coding>(object<Signature>(valueSignature)?.type)
    return wanted.length === 0 || types.some(type => wanted.some(each => sameCoding(each, type)))
  })
}
