/** Registers and replaces forms: validates, stores a revision, then publishes. */
import type { FastifyInstance } from 'fastify'
import type { Questionnaire } from 'fhir/r4.js'
import {
  type Context,
  keepRevision,
  revise,
  sandboxKeyOf,
  unserved,
  type Which,
  withIssues,
} from '../../core/index.ts'
import { type FhirVersion, refused } from '../../fhir/index.ts'
import { uids } from '../../schemas/uids.ts'
import { InvalidQuestionnaire, translation, UnknownQuestionnaire } from './errors.ts'
import { noticePublication, type Publication, validatePublication } from './hooks.ts'
import { inMode, modeIn } from './mode.ts'
import type { Registered } from './registry.ts'
import { translatedInto } from './tags.ts'

export interface Terms {
  /**
   * The FHIR version for reading the form from now on. @default that in the form, the previous one, or the
   * option of the gateway
   */
  readonly mode?: FhirVersion | undefined
  /** The error of its JSON Schema: reported if the rules find nothing. */
  readonly refusal?: Error | undefined
  /** Called with the form that would be replaced; throws to keep it. */
  demand?(current: Registered): void
}

/** @throws UnknownQuestionnaire */
export async function formAt(app: FastifyInstance, id: string, which: Which = {}): Promise<Registered> {
  const registered = await app.questionnaires.get(id, which)
  if (!registered) throw new UnknownQuestionnaire(id)
  return registered
}

/** @throws InvalidQuestionnaire with every issue */
export async function registerForm(form: Questionnaire, terms: Terms, context: Context): Promise<Registered> {
  const { app, caller } = context
  const id = crypto.randomUUID()
  const mode = terms.mode ?? app.questionnaires.fhirVersion
  const questionnaire = await publishable(form, { ...terms, id, mode, publisher: caller.did }, context)
  const publication: Publication = { id, questionnaire }
  await validatePublication(publication, context)
  const giveBack = await app.allowance.publish(context, uids.Questionnaire, questionnaire)
  try {
    await keepRevision(app.gateway, uids.Questionnaire, id, questionnaire, context)
    await app.gateway.publish(uids.Questionnaire, id, questionnaire, context)
  } catch (error) {
    await giveBack()
    throw error
  }
  await noticePublication(publication, context)
  return formAt(app, id)
}

/**
 * @throws InvalidQuestionnaire with every issue, UnknownQuestionnaire, NotPublisher, and any error of
 * `demand`
 */
export async function replaceForm(
  id: string,
  form: Questionnaire,
  terms: Terms,
  context: Context,
): Promise<Registered> {
  const { app, caller } = context
  // Another gateway may have replaced it while the cache here is outdated.
  if (terms.demand) app.questionnaires.forget(id)
  const current = await app.questionnaires.publishedBy(caller, id)
  terms.demand?.(current)
  const { publisher, meta } = current.resource
  const mode = terms.mode ?? modeIn(current.resource) ?? app.questionnaires.fhirVersion
  const questionnaire = await publishable(form, { ...terms, id, mode, publisher }, context)
  if (questionnaire.meta.versionId === meta?.versionId) return current
  const publication: Publication = {
    ...{ id, questionnaire },
    ...(meta?.versionId !== undefined && { replaces: meta.versionId }),
  }
  await validatePublication(publication, context)
  // If this fails, a revision may remain: it was charged, and registering it again is free.
  await app.allowance.publish(context, uids.Questionnaire, questionnaire)
  await keepRevision(app.gateway, uids.Questionnaire, id, questionnaire, context)
  await app.gateway.republish(uids.Questionnaire, id, questionnaire, context)
  await app.questionnaires.changed(id)
  await noticePublication(publication, context)
  return formAt(app, id)
}

interface Revision extends Terms {
  readonly id: string
  readonly mode: FhirVersion
  readonly publisher: string
}

/** The questionnaire in its stored form. @throws InvalidQuestionnaire with every issue */
async function publishable(
  form: Questionnaire,
  { id, mode, publisher, refusal }: Revision,
  context: Context,
) {
  const { questionnaires } = context.app
  const language = translatedInto(form)
  if (language !== undefined) throw withIssues(new InvalidQuestionnaire(), [translation(language)])
  const questionnaire = { ...unserved(form), id: form.id ?? id, publisher }
  const parts = await questionnaires.partsOf(questionnaire, { fhirVersion: mode, publisher })
  const issues = await questionnaires.checks.form(parts, sandboxKeyOf(context))
  if (refused(issues)) throw withIssues(new InvalidQuestionnaire(), issues)
  if (refusal) throw refusal
  return revise('questionnaire', inMode(questionnaire, mode), id)
}
