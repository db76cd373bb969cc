/** The collection of responses: stamped with their origin, and checked against the form that they answer. */
import type { QuestionnaireResponse as FhirResponse } from 'fhir/r4.js'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Collection, InvalidRecord, withIssues } from '../../core/index.ts'
import { refused } from '../../fhir/index.ts'
import { text } from '../../fhir/values/unchecked-json.ts'
import { QuestionnaireResponse } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'
import { checkAdaptive, completedAdaptive } from './adaptive.ts'
import { readerOf } from './checks.ts'
import { notSubmitted, refusalWith, unresolved } from './errors.ts'
import type { Questionnaires, Registered } from './registry.ts'
import { stamp } from './stamp.ts'
import { tagged, tagsOf } from './tags.ts'

/** The status of a response that holds no answers to keep. */
const WITHDRAWN: ReadonlySet<string> = new Set(['entered-in-error', 'stopped'])

export const responseCollection: Collection<typeof QuestionnaireResponse> = {
  uid: uids.QuestionnaireResponse,
  name: 'QuestionnaireResponse',
  kind: 'owned',
  schema: QuestionnaireResponse,
  async enrich(sent, context) {
    const status = text(sent['status'])
    if (status !== undefined && WITHDRAWN.has(status))
      throw withIssues(new InvalidRecord(), [notSubmitted(status)])
    const { app, caller, now } = context
    const adaptive = await completedAdaptive(sent, context)
    const { resource } = adaptive?.bank ?? (await questionnaireOf(sent, app.questionnaires))
    const response = adaptive?.response ?? sent
    const [application] = await app.applications.ofKey(
      keyIdOf(resource.publisher, [app.gateway.config.did.prefix]),
    )
    return stamp(response, {
      now,
      subject: caller.did,
      author: resource.publisher,
      source: application?._id ?? '',
      meta: tagged(response['meta'] as FhirResponse['meta'], tagsOf(resource)),
    })
  },
  async validate(response, context) {
    const { questionnaires } = context.app
    const registered = await questionnaires.answeredBy(response as never)
    const form = registered ?? (await questionnaireOf(response, questionnaires))
    // The response may name the form in any way: the form was found by that name.
    const named = { ...response, questionnaire: `Questionnaire/${form.resource.id}` }
    const issues =
      (await checkAdaptive({ ...response }, form, context)) ?? (await form.check(named, readerOf(context)))
    if (refused(issues)) throw refusalWith(issues)
  },
}

/** The questionnaire of a response. @throws InvalidRecord */
export async function questionnaireOf(
  { questionnaire }: { questionnaire?: unknown },
  questionnaires: Questionnaires,
): Promise<Registered> {
  const registered =
    typeof questionnaire === 'string' ? await questionnaires.resolve(questionnaire) : undefined
  if (registered) return registered
  throw withIssues(new InvalidRecord(), [unresolved(questionnaire)])
}
