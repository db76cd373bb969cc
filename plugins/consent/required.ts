/** Forms that require a consent: a response without it is refused, and nothing of it is stored. */
import type { FastifyInstance } from 'fastify'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Context, type Draft, type Issue, withIssues } from '../../core/index.ts'
import { hasUnknownPurpose, purposesRequired } from '../../fhir/consent-required.ts'
import { object, objects, text } from '../../fhir/shape.ts'
import { uids } from '../../schemas/uids.ts'
import { ConsentRequired, InvalidConsentRequirement } from './errors.ts'
import { subjectOf } from './kept-consents.ts'
import { permits } from './permits.ts'

/** The tag by which the service names the form of a response. */
const FORM = 'urn:andiron:questionnaire'

/** @throws InvalidConsentRequirement for a form whose requirement names an unknown purpose */
export function checkRequirement(form: { readonly extension?: unknown }): void {
  if (!hasUnknownPurpose(form)) return
  const issue: Issue = {
    ...{ severity: 'error', code: 'value', rule: 'consent', expression: 'Questionnaire.extension' },
    text: "The valueCode of questionnaire-consent-required must be 'records' or 'statistics'.",
  }
  throw withIssues(new InvalidConsentRequirement(), [issue])
}

/** @throws ConsentRequired for a response to a form whose publisher the person does not permit what it requires */
export async function demandConsent({ collection, record }: Draft, { app, caller }: Context): Promise<void> {
  if (collection.uid !== uids.QuestionnaireResponse || !app.hasDecorator('questionnaires')) return
  const id = formIn(record)
  const form = id === undefined ? undefined : (await app.questionnaires.get(id))?.resource
  const required = form === undefined ? [] : purposesRequired(form)
  if (form === undefined || required.length === 0) return
  const reader = keyIdOf(form.publisher, [app.gateway.config.did.prefix])
  const decided = await decisionOn(app, caller.key, reader, form._id)
  const now = Date.now()
  if (!required.every(purpose => decided !== undefined && permits(decided, purpose, now)))
    throw new ConsentRequired(required.join(' and '), form._id)
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
