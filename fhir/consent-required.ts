/** Forms that require the consent of whoever answers them. */
import { objects, text } from './shape.ts'

/** The end of the URL of the extension of a Questionnaire; its `valueCode` is a purpose. May be repeated. */
export const CONSENT_REQUIRED = '/StructureDefinition/questionnaire-consent-required'

export const CONSENT_PURPOSES = ['records', 'statistics'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/** The values of the extension, as written. */
const codesIn = (form: { readonly extension?: unknown }): readonly unknown[] =>
  objects(form.extension)
    .filter(({ url }) => text(url)?.endsWith(CONSENT_REQUIRED) === true)
    .map(({ valueCode }) => valueCode)

/** The purposes to which a person must consent before they answer the form; none if it requires no consent. */
export const purposesRequired = (form: { readonly extension?: unknown }): readonly ConsentPurpose[] =>
  CONSENT_PURPOSES.filter(purpose => codesIn(form).includes(purpose))

/** True if a form has the extension with another value, which would require nothing. */
export const hasUnknownPurpose = (form: { readonly extension?: unknown }): boolean =>
  codesIn(form).some(code => !CONSENT_PURPOSES.some(purpose => purpose === code))
