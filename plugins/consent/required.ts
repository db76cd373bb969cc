/** Forms that require a consent or a consent form: a response without it is refused, and nothing of it is stored. */
import type { FastifyInstance } from 'fastify'
import { keyIdOf, sameIdentity } from '../../core/crypto/index.ts'
import { type Context, type Draft, type Issue, ownedBy, withIssues } from '../../core/index.ts'
import { extension } from '../../fhir/model/extensions.ts'
import { FURTHER } from '../../fhir/model/further-extensions.ts'
import { isSigned } from '../../fhir/model/required-signature.ts'
import { consentFormsOf, hasUnknownPurpose, purposesRequired } from '../../fhir/resources/consent-required.ts'
import { object, objects, text } from '../../fhir/values/unchecked-json.ts'
import { uids } from '../../schemas/uids.ts'
import { ConsentFormRequired, ConsentRequired, InvalidConsentRequirement } from './errors.ts'
import { subjectOf } from './kept-consents.ts'
import { permits } from './permits.ts'

/** The tag by which the service names the form of a response. */
const FORM = 'urn:andiron:questionnaire'

/** Consent forms of a form. */
const MOST_FORMS = 5

interface RequiringForm {
  readonly _id: string
  readonly publisher: string
  readonly extension?: unknown
}

/** @throws InvalidConsentRequirement for an unknown purpose, and for a consent form that nobody could answer */
export async function checkRequirement(form: RequiringForm, { app }: Context): Promise<void> {
  const texts: string[] = []
  if (hasUnknownPurpose(form))
    texts.push("The valueCode of questionnaire-consent-required must be 'records' or 'statistics'.")
  const named = consentFormsOf(form)
  if (named.length > MOST_FORMS) texts.push(`A form may have at most ${MOST_FORMS} consent forms.`)
  for (const reference of named.slice(0, MOST_FORMS)) {
    const found = (await app.questionnaires.resolve(reference))?.resource
    const isOwn = found !== undefined && sameIdentity(found.publisher, form.publisher, prefixesOf(app))
    if (!isOwn || found._id === form._id)
      texts.push('The valueCanonical of questionnaire-consent-form must be another form of this application.')
  }
  if (texts.length === 0) return
  const issues = texts.map(
    (text): Issue => ({
      ...{ severity: 'error', code: 'value', rule: 'consent', expression: 'Questionnaire.extension', text },
    }),
  )
  throw withIssues(new InvalidConsentRequirement(), issues)
}

/**
 * @throws ConsentRequired for a response to a form whose publisher the person does not permit what it requires,
 * ConsentFormRequired if they have not answered a consent form of it
 */
export async function demandConsent({ collection, record }: Draft, { app, caller }: Context): Promise<void> {
  if (collection.uid !== uids.QuestionnaireResponse || !app.hasDecorator('questionnaires')) return
  const id = formIn(record)
  const form = id === undefined ? undefined : (await app.questionnaires.get(id))?.resource
  if (form === undefined) return
  for (const reference of consentFormsOf(form))
    if (!(await hasAnswered(app, caller, reference))) throw new ConsentFormRequired(reference)
  const required = purposesRequired(form)
  if (required.length === 0) return
  const reader = keyIdOf(form.publisher, prefixesOf(app))
  const decided = await decisionOn(app, caller.key, reader, form._id)
  const now = Date.now()
  if (!required.every(purpose => decided !== undefined && permits(decided, purpose, now)))
    throw new ConsentRequired(required.join(' and '), form._id)
}

const prefixesOf = ({ gateway }: FastifyInstance) => [gateway.config.did.prefix]

/** True if the person has an attested response to the form, signed if the form asks for that. They may delete it. */
async function hasAnswered(
  { questionnaires, gateway }: FastifyInstance,
  caller: Context['caller'],
  reference: string,
): Promise<boolean> {
  const form = (await questionnaires.resolve(reference))?.resource
  if (form === undefined) return false
  const signature = extension(form, FURTHER.signatureRequired)
  const filter = { $and: [questionnaires.answersTo(form._id), ownedBy(gateway, caller)] }
  const { records } = await gateway.records.find(uids.QuestionnaireResponse, filter, {
    limit: 20,
    attested: true,
  })
  return records.some(
    each =>
      gateway.isAttested(uids.QuestionnaireResponse, each) &&
      (signature === undefined || isSigned(each as { readonly extension?: unknown }, signature)),
  )
}

/** The decision on a form: its own, otherwise that on the whole application. */
async function decisionOn(app: FastifyInstance, person: string, reader: string, form: string) {
  const decisions = (await app.consents.kept.of(person))
    .filter(each => each.reader === reader)
    .map(({ decision }) => decision)
  return (
    decisions.find(decision => subjectOf(decision) === form) ??
    decisions.find(decision => subjectOf(decision) === '')
  )
}

const formIn = (record: Readonly<Record<string, unknown>>): string | undefined =>
  text(objects(object(record['meta'])?.['tag']).find(({ system }) => system === FORM)?.['code'])
