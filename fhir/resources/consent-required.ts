/** Forms that require the consent of whoever answers them. */
import { objects, text } from '../values/unchecked-json.ts'

/** The end of the URL of the extension of a Questionnaire; its `valueCode` is a purpose. May be repeated. */
export const CONSENT_REQUIRED = '/StructureDefinition/questionnaire-consent-required'

/** The same; its `valueCanonical` is a consent form, which must have been answered before. May be repeated. */
export const CONSENT_FORM = '/StructureDefinition/questionnaire-consent-form'

export const CONSENT_PURPOSES = ['records', 'statistics'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/** The extensions of a form with this end of their URL. */
const extensionsOf = ({ extension }: { readonly extension?: unknown }, end: string) =>
  objects(extension).filter(({ url }) => text(url)?.endsWith(end) === true)

/** The values of the extension, as written. */
const codesIn = (form: { readonly extension?: unknown }): readonly unknown[] =>
  extensionsOf(form, CONSENT_REQUIRED).map(({ valueCode }) => valueCode)

/** References to the consent forms that a person must have answered before they answer the form. */
export const consentFormsOf = (form: { readonly extension?: unknown }): readonly string[] =>
  extensionsOf(form, CONSENT_FORM).map(({ valueCanonical }) => text(valueCanonical) ?? '')

/** The purposes to which a person must consent before they answer the form; none if it requires no consent. */
export const purposesRequired = (form: { readonly extension?: unknown }): readonly ConsentPurpose[] =>
  CONSENT_PURPOSES.filter(purpose => codesIn(form).includes(purpose))

/** True if a form has the extension with another value, which would require nothing. */
export const hasUnknownPurpose = (form: { readonly extension?: unknown }): boolean =>
  codesIn(form).some(code => !CONSENT_PURPOSES.some(purpose => purpose === code))
