/** Routes that register, replace and read a form. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Questionnaire as FhirQuestionnaire } from 'fhir/r4.js'
import { type App, contextOf } from '../../core/index.ts'
import { FHIR_VERSIONS } from '../../fhir/index.ts'
import { Questionnaire, StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { InvalidQuestionnaire, NotPublisher, UnknownQuestionnaire } from './errors.ts'
import { modeIn, modeOf } from './mode.ts'
import { formAt, registerForm, replaceForm } from './registration.ts'
import type { Registered } from './registry.ts'
import type { Translations } from './translations.ts'

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

export function serveForms(app: App): void {
  serveRegistration(app)
  serveReplacement(app)
  serveReading(app)
}

function serveRegistration(app: App): void {
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
    async function registerQuestionnaire(request, reply) {
      const terms = { mode: modeSaid(request), refusal: refusalOf(request) }
      return sent(reply.code(201), await registerForm(formIn(request), terms, contextOf(request)))
    },
  )
}

function serveReplacement(app: App): void {
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
    async function updateQuestionnaire(request, reply) {
      const { id } = request.params
      const terms = { mode: modeSaid(request), refusal: refusalOf(request) }
      return sent(reply, await replaceForm(id, formIn(request), terms, contextOf(request)))
    },
  )
}

function serveReading(app: App): void {
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
    async function readQuestionnaire(request, reply) {
      const registered = await formAt(app, request.params.id, request.query)
      return sentInLanguage(request, reply, registered, app.questionnaires.translations)
    },
  )
}

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
  reply.type('application/json; charset=utf-8').send(bytes)

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
  if (known?.includes(etag)) return reply.code(304).send()
  if (!isTranslated) return sent(reply, registered)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(resource))
}
