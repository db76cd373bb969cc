/**
 * Validates the description of an application by field, before signing, and maps the gateway's issues to
 * fields.
 */
import { ApplicationRegistration } from '../../../schemas/application.ts'
import type { ApplicationDescription } from '../../sdk/applications.ts'
import { AndironError } from '../../sdk/errors.ts'
import { words } from '../shell/language/page-texts.ts'

/** Messages by field: `applicationId`, `name`, `callbackUrls[0]`. */
export type FieldErrors = Readonly<Record<string, string>>

const { applicationId: Id, name: Name, callbackUrls: Urls } = ApplicationRegistration.properties

export const MOST_URLS = Urls.maxItems

/** Validates by the schema of a registration. */
export function wrongIn({ applicationId, name, callbackUrls }: ApplicationDescription): FieldErrors {
  const errors: Record<string, string> = {}
  if (!new RegExp(Id.pattern).test(applicationId)) errors['applicationId'] = words.idRule
  if (name.length < Name.minLength || name.length > Name.maxLength)
    errors['name'] = words.nameRule({ most: Name.maxLength })
  callbackUrls.forEach((url, index) => {
    const { pattern, maxLength } = Urls.items
    if (!new RegExp(pattern).test(url) || url.length > maxLength || !URL.canParse(url))
      errors[`callbackUrls[${index}]`] = words.urlRule
    else if (callbackUrls.indexOf(url) < index) errors[`callbackUrls[${index}]`] = words.listedTwice
  })
  return errors
}

/** The gateway's issues that belong to a field. */
export function refusedFields(error: unknown): FieldErrors {
  if (!(error instanceof AndironError)) return {}
  if (error.code === 'AND_APPLICATION_EXISTS') return { applicationId: words.idTaken }
  return Object.fromEntries(
    (error.issues ?? []).flatMap(({ expression, text }) => {
      const [, field] = /^body\.((?:applicationId|name|callbackUrls)(?:\[\d+\])?)/.exec(expression) ?? []
      return field === undefined ? [] : [[field, text]]
    }),
  )
}
