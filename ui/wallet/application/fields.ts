/**
 * Validates the description of an application by field, before signing, and maps the gateway's issues to
 * fields.
 */
import { ApplicationRegistration } from '../../../schemas/application.ts'
import type { ApplicationDescription } from '../../sdk/applications.ts'
import { AndironError } from '../../sdk/errors.ts'

/** Messages by field: `applicationId`, `name`, `callbackUrls[0]`. */
export type FieldErrors = Readonly<Record<string, string>>

const { applicationId: Id, name: Name, callbackUrls: Urls } = ApplicationRegistration.properties

export const MOST_URLS = Urls.maxItems

const SENTENCES = {
  applicationId: "Begin with a letter or a digit; up to 63 of these and of '.', '_' and '-' may follow.",
  name: `Give a name of 1 to ${Name.maxLength} characters.`,
  callbackUrls: 'Give an address that begins with https:// or http:// and has no query and no fragment.',
} as const

/** Validates by the schema of a registration. */
export function wrongIn({ applicationId, name, callbackUrls }: ApplicationDescription): FieldErrors {
  const errors: Record<string, string> = {}
  if (!new RegExp(Id.pattern).test(applicationId)) errors['applicationId'] = SENTENCES.applicationId
  if (name.length < Name.minLength || name.length > Name.maxLength) errors['name'] = SENTENCES.name
  callbackUrls.forEach((url, index) => {
    const { pattern, maxLength } = Urls.items
    if (!new RegExp(pattern).test(url) || url.length > maxLength || !URL.canParse(url))
      errors[`callbackUrls[${index}]`] = SENTENCES.callbackUrls
    else if (callbackUrls.indexOf(url) < index)
      errors[`callbackUrls[${index}]`] = 'This address is listed twice.'
  })
  return errors
}

/** The gateway's issues that belong to a field. */
export function refusedFields(error: unknown): FieldErrors {
  if (!(error instanceof AndironError)) return {}
  if (error.code === 'AND_APPLICATION_EXISTS')
    return { applicationId: 'This id is taken by another application.' }
  return Object.fromEntries(
    (error.issues ?? []).flatMap(({ expression, text }) => {
      const [, field] = /^body\.((?:applicationId|name|callbackUrls)(?:\[\d+\])?)/.exec(expression) ?? []
      return field === undefined ? [] : [[field, text]]
    }),
  )
}
