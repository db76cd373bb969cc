/**
 * A signature by hand on an item or a whole response: the name of the signer, the time, and a picture if one was drawn.
 */
import type { Coding, Signature } from 'fhir/r5.js'
import { extension, extensions } from '../model/extensions.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { isSigned } from '../model/required-signature.ts'
import { object, objects, type Unchecked } from '../values/unchecked-json.ts'
import type { Occurrence } from './answer-tree.ts'
import type { LiveForm } from './live-form.ts'

/** The type of a signature for which the form names none. */
const AUTHOR: Coding = {
  system: 'urn:iso-astm:E1762-95:2013',
  code: '1.2.840.10065.1.12.1.1',
  display: "Author's Signature",
}

export interface Signing {
  /** The full name of the person who signs. */
  readonly name: string
  /** An instant of FHIR. */
  readonly when: string
  /** The picture that was drawn, in base64. */
  readonly picture?: { readonly contentType: string; readonly data: string } | undefined
}

/** The extension of an item, or of the whole form, that asks for a signature. */
export const signatureRequired = ({ form }: LiveForm, occurrence?: Occurrence) =>
  extension(occurrence?.item.raw ?? form.raw, FURTHER.signatureRequired)

/** Signs one repetition of an item, or the whole response. */
export function sign(live: LiveForm, { name, when, picture }: Signing, occurrence?: Occurrence): void {
  const required = signatureRequired(live, occurrence)
  const types = objects<Coding>(object<{ coding: unknown }>(required?.valueCodeableConcept)?.coding)
  const valueSignature: Signature = {
    type: types.length > 0 ? (types as Coding[]) : [AUTHOR],
    when,
    who: { display: name },
    ...(picture && { sigFormat: picture.contentType, data: picture.data }),
  }
  live.sign({ url: FURTHER.signature[0], valueSignature }, occurrence)
}

/** The signature of one repetition of an item, or of the whole response. */
export const signatureOf = ({ walk }: LiveForm, occurrence?: Occurrence): Unchecked<Signature> | undefined =>
  object<Signature>(extensions(occurrence?.raw ?? walk.raw, FURTHER.signature)[0]?.valueSignature)

/** True if the form asks for a signature on the whole response, and it has none. */
export function lacksSignature(live: LiveForm): boolean {
  const required = signatureRequired(live)
  return required !== undefined && !isSigned(live.walk.raw, required)
}
