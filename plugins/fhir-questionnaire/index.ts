/**
 * Questionnaires: applications register them, people answer them, and their publishers read the responses.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Questionnaire as FhirQuestionnaire, QuestionnaireResponse as FhirResponse } from 'fhir/r4.js'
import { keyIdOf } from '../../core/crypto/index.ts'
import { contextOf, definePlugin, InvalidRecord, withIssues } from '../../core/index.ts'
import { FHIR_VERSIONS, refused } from '../../fhir/index.ts'
import { text } from '../../fhir/shape.ts'
import {
  OperationOutcome,
  PublishedQuestionnaires,
  Questionnaire,
  QuestionnaireResponse,
  QuestionnaireRevisions,
  ResponseActivity,
  ResponseBundle,
  StoredQuestionnaire,
  ValidationRequest,
} from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { serveActivity } from './activity.ts'
import { checkAdaptive, completedAdaptive } from './adaptive.ts'
import { readerOf } from './checks.ts'
import { serveCodebook } from './codebook.ts'
import {
  InvalidQuestionnaire,
  NotPublisher,
  notSubmitted,
  refusalWith,
  UnknownQuestionnaire,
  unresolved,
} from './errors.ts'
import { offer } from './fhir.ts'
import { HOOKS } from './hooks.ts'
import { modeIn, modeOf } from './mode.ts'
import { myAnswers } from './my-answers.ts'
import { proposeAnswer, refuseInactive } from './propose-answer.ts'
import { servePublished } from './published.ts'
import { formAt, registerForm, replaceForm } from './registration.ts'
import { Questionnaires, type Registered } from './registry.ts'
import { serveResponses } from './responses.ts'
import { serveRevisions } from './revisions.ts'
import { stamp } from './stamp.ts'
import { tagged, tagsOf } from './tags.ts'
import type { Translations } from './translations.ts'
import { serveValidation } from './validation.ts'

export type { AdaptiveStep, AskedQuestion, Publication, ResponsesReading } from './hooks.ts'
export type { Questionnaires } from './registry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    questionnaires: Questionnaires
  }
}

/** The status of a response that holds no answers to keep. */
const WITHDRAWN: ReadonlySet<string> = new Set(['entered-in-error', 'stopped'])

const registration = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fhirVersion: {
      enum: FHIR_VERSIONS,
      description:
        'FHIR version of the form and its responses from now on. Default: `fhirVersion` of the media type, the tag ' +
        '`urn:andiron:fhir-version` of the form, its last revision, or the option of the gateway, in this order.',
    },
  },
} as const

const params = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' } },
} as const

export default definePlugin({
  name: 'fhir-questionnaire',
  version: '1.0.0',
  dependencies: ['applications', 'fhir-terminology', 'submissions'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['fhirVersion', 'cacheSize', 'cacheSeconds', 'pageSize'],
    properties: {
      fhirVersion: {
        enum: FHIR_VERSIONS,
        default: 'mix',
        description:
          'FHIR version of a questionnaire that does not specify one: strictly one version, or R4 and R5 mixed, as in many real ' +
          'forms. Each form keeps the version of its registration.',
      },
      cacheSize: {
        type: 'integer',
        minimum: 1,
        default: 500,
        description: 'Maximum compiled questionnaires in the cache.',
      },
      cacheSeconds: {
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'Seconds until changes made through another gateway take effect.',
      },
      pageSize: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        default: 50,
        description: 'Default number of responses on a page.',
      },
    },
  },
  schemas: [
    Questionnaire,
    StoredQuestionnaire,
    PublishedQuestionnaires,
    QuestionnaireResponse,
    ResponseBundle,
    ResponseActivity,
    QuestionnaireRevisions,
    ValidationRequest,
    OperationOutcome,
  ],
  openHooks: HOOKS,
  collections: [
    { uid: uids.Questionnaire, name: 'Questionnaire', kind: 'standard', schema: Questionnaire },
    {
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
          (await checkAdaptive({ ...response }, form, context)) ??
          (await form.check(named, readerOf(context)))
        if (refused(issues)) throw refusalWith(issues)
      },
    },
  ],
  tools: [myAnswers, proposeAnswer],
  fhir: offer,
  tag: { name: 'Questionnaire', description: 'Forms and their responses.' },

  setup(app, { fhirVersion, cacheSize, cacheSeconds }) {
    const { gateway, valueSets } = app
    app.decorate(
      'questionnaires',
      new Questionnaires({ gateway, valueSets, fhirVersion, cacheSize, ttl: cacheSeconds * 1000 }),
    )
    valueSets.questionAt = url => app.questionnaires.questionAt(url)
    app.proposals.kinds.set(uids.QuestionnaireResponse, {
      editable: ['item'],
      async admit(response) {
        const { resource } = await questionnaireOf(response, app.questionnaires)
        refuseInactive(resource)
      },
    })
  },

  routes(app, { pageSize }) {
    const { questionnaires } = app

    app.post(
      '/api/questionnaire',
      {
        schema: {
          operationId: 'registerQuestionnaire',
          summary: 'Register a questionnaire',
          description:
            'The application becomes `publisher`; `id` is kept, or set to the `_id` of the form; `meta.versionId` identifies the ' +
            'revision. An error lists every issue of the form.',
          security: [{ application: ['write:questionnaire'] }],
          querystring: registration,
          body: ref(Questionnaire),
          response: { 201: { description: 'Registered.', ...ref(StoredQuestionnaire) } },
        },
        // Schema errors are reported together with the others.
        attachValidation: true,
        config: { errors: [InvalidQuestionnaire, ...app.allowance.errors], rateLimited: true },
      },
      async (request, reply) => {
        const terms = { mode: modeSaid(request), refusal: refusalOf(request) }
        return sent(reply.code(201), await registerForm(formIn(request), terms, contextOf(request)))
      },
    )

    app.put(
      '/api/questionnaire/:id',
      {
        schema: {
          operationId: 'updateQuestionnaire',
          summary: 'Replace a questionnaire',
          description:
            'The previous revision is kept for its responses, even if `version` is unchanged. A replacement with the same content ' +
            'changes nothing.',
          security: [{ application: ['write:questionnaire'] }],
          params,
          querystring: registration,
          body: ref(Questionnaire),
          response: { 200: { description: 'Replaced.', ...ref(StoredQuestionnaire) } },
        },
        attachValidation: true,
        config: {
          errors: [InvalidQuestionnaire, UnknownQuestionnaire, NotPublisher, ...app.allowance.errors],
          rateLimited: true,
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const terms = { mode: modeSaid(request), refusal: refusalOf(request) }
        return sent(reply, await replaceForm(id, formIn(request), terms, contextOf(request)))
      },
    )

    app.get(
      '/api/questionnaire/:id',
      {
        schema: {
          operationId: 'readQuestionnaire',
          summary: 'Read a questionnaire',
          description:
            'The newest revision; the newest of a `version`; or the revision with this `versionId`. Its texts are in the language ' +
            'that suits `Accept-Language` best, if the form has translations into it.',
          security: [],
          params,
          querystring: {
            type: 'object',
            additionalProperties: false,
            properties: {
              version: {
                type: 'string',
                maxLength: 255,
                description: 'The version that its author gave it.',
              },
              versionId: {
                type: 'string',
                maxLength: 64,
                description:
                  'A revision: `meta.versionId`, and in responses the tag of the questionnaire revision.',
              },
            },
          },
          headers: {
            type: 'object',
            properties: {
              'accept-language': {
                type: 'string',
                description: 'The languages of the reader, by RFC 4647: `de-AT, fr;q=0.8`.',
              },
            },
          },
          response: {
            200: { description: 'The resource itself.', ...ref(StoredQuestionnaire) },
            304: { description: 'It has not changed since the `ETag` in `If-None-Match`.', type: 'null' },
          },
        },
        config: { errors: [UnknownQuestionnaire] },
      },
      async (request, reply) => {
        const registered = await formAt(app, request.params.id, request.query)
        return sentInLanguage(request, reply, registered, questionnaires.translations)
      },
    )

    servePublished(app)
    serveRevisions(app)
    serveResponses(app, { pageSize })
    serveActivity(app)
    serveCodebook(app)
    serveValidation(app, questionnaires)
  },
})

/** The form in the body, even if the schema refuses it. */
function formIn({ body, validationError }: FastifyRequest): FhirQuestionnaire {
  if (validationError && (validationError.validationContext !== 'body' || !isObject(body)))
    throw validationError
  return body as FhirQuestionnaire
}

const isObject = (body: unknown): boolean => typeof body === 'object' && body !== null && !Array.isArray(body)

/** The schema's error for the form, reported with those of the rules; none for other parts of the request. */
function refusalOf({ validationError }: FastifyRequest) {
  if (validationError !== undefined && validationError.validationContext !== 'body') throw validationError
  return validationError
}

/** The version of FHIR in a request: in its query, its media type, or the form itself. */
const modeSaid = ({ query, headers, body }: FastifyRequest) =>
  // If the body is refused, the query has not been validated.
  FHIR_VERSIONS.find(version => version === (query as { fhirVersion?: unknown }).fhirVersion) ??
  modeOf(headers['content-type']) ??
  modeIn(body)

/** Sends the stored bytes: a form is read far more often than it changes. */
const sent = (reply: FastifyReply, { bytes }: Registered) =>
  reply.type('application/json; charset=utf-8').send(bytes) as never

/**
 * Sends the form in the language of the reader. Each language has an entity tag of its own, and a shared cache
 * keeps the languages apart.
 */
function sentInLanguage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  registered: Registered,
  translations: Translations,
) {
  const { resource, language, isTranslated } = translations.of(
    registered.resource,
    headers['accept-language'],
  )
  const revision = resource.meta?.versionId ?? Date.parse(resource._updated)
  const etag = `"${revision}${isTranslated ? `-${language}` : ''}"`
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Language'].flat().join(', ')
  reply.headers({ etag, vary, 'cache-control': 'no-cache' })
  if (language !== undefined) reply.header('content-language', language)
  const known = headers['if-none-match']?.split(',').map(each => each.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return reply.code(304).send() as never
  if (!isTranslated) return sent(reply, registered)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(resource)) as never
}

/** The questionnaire of a response. @throws InvalidRecord */
async function questionnaireOf(
  { questionnaire }: { questionnaire?: unknown },
  questionnaires: Questionnaires,
): Promise<Registered> {
  const registered =
    typeof questionnaire === 'string' ? await questionnaires.resolve(questionnaire) : undefined
  if (registered) return registered
  throw withIssues(new InvalidRecord(), [unresolved(questionnaire)])
}
