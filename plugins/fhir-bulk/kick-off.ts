/**
 * The routes that start exports: of questionnaires and types of an application, of one questionnaire, of one
 * collection.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type App,
  contextOf,
  type FhirType,
  InsufficientScope,
  type JobQueue,
  type RequestOf,
  sharedFieldOf,
  UnknownCollection,
} from '../../core/index.ts'
import { ExportParameters, exportParametersExample } from '../../schemas/export.ts'
import { ref } from '../../schemas/types.ts'
import { ExportNotAsync, ExportParameter, NothingToExport, TooManyExports } from './errors.ts'
import { FORM_TYPES } from './export-parameters.ts'
import { BEGINNING, type ExportRequest } from './plan.ts'
import {
  allForms,
  EVERYTHING,
  NO_FORMS,
  oneForm,
  recordsIn,
  type SelectedForms,
  selectionIn,
} from './selection.ts'

export interface KickOffOptions {
  readonly exportsPerApplication: number
  readonly keepHours: number
  readonly settleSeconds: number
}

const collectionQuery = {
  type: 'object',
  properties: {
    _since: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only resources stored or changed at this instant or later.',
      examples: [['2026-03-01T00:00:00Z']],
    },
    _outputFormat: {
      type: 'array',
      items: { type: 'string' },
      description:
        '`application/fhir+ndjson`, `application/ndjson` or `ndjson`; all three mean the same format.',
    },
  },
} as const

const querystring = {
  type: 'object',
  properties: {
    _type: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Resource types, separated by commas: `Questionnaire`, `QuestionnaireResponse`; without an id also the FHIR types of ' +
        'custom collections.',
    },
    ...collectionQuery.properties,
  },
} as const

const headers = {
  type: 'object',
  properties: {
    prefer: {
      type: 'string',
      description: '`respond-async` is required; `handling=lenient` ignores unknown parameters.',
      examples: ['respond-async'],
    },
  },
} as const

const params = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' } },
} as const

const everything = {
  summary: 'Export the responses to all questionnaires of an application, and records of custom collections',
  description:
    'Responds with 202; the header `Content-Location` is the URL of the export. The token needs the scope ' +
    `\`${EVERYTHING}\` for questionnaires and responses, and \`read:collection[<uid>]\` for each type of a custom collection.`,
  // The required scopes depend on the types.
  security: [{ application: [] }],
  headers,
  response: {
    202: {
      ...{ description: 'The export has begun.', type: 'null' },
      headers: {
        'content-location': { type: 'string', format: 'uri', description: 'The URL of the export.' },
      },
    },
  },
} as const

const one = {
  ...everything,
  summary: 'Export the responses to a questionnaire',
  description: 'Responds with 202; the header `Content-Location` is the URL of the export.',
  security: [{ application: ['read:questionnaire[{id}]'] }],
  params,
} as const

const parameters = {
  querystring,
  consumes: ['application/fhir+json', 'application/json'],
  // Some clients send a POST with its parameters in the URL, and no body.
  body: { anyOf: [ref(ExportParameters), { type: 'null' }], examples: [exportParametersExample] },
} as const

const errors = [ExportNotAsync, ExportParameter, TooManyExports, InsufficientScope]
const config = { errors: [...errors, UnknownCollection], rateLimited: true, cost: 5 }
const configOfOne = { ...config, errors: [...errors, NothingToExport] }

type Selected = SelectedForms & Required<Pick<ExportRequest, 'types' | 'collections'>>

/** Adds exports, which a job then prepares. */
class KickOff {
  readonly #app: App
  readonly #jobs: JobQueue
  readonly #options: KickOffOptions
  /** The types of custom collections that the application may export. */
  readonly #sharedTypes: readonly FhirType[]
  /** Those, and the types of forms. */
  readonly #known: readonly string[]

  constructor(app: App, jobs: JobQueue, options: KickOffOptions) {
    const { fhir, collections } = app.gateway
    this.#app = app
    this.#jobs = jobs
    this.#options = options
    this.#sharedTypes = [...fhir.types.values()].filter(
      type => sharedFieldOf(type, collections) !== undefined,
    )
    this.#known = [...FORM_TYPES, ...this.#sharedTypes.map(({ type }) => type)]
  }

  /** All questionnaires, and the collections whose types are named; or one questionnaire. */
  async startResources(request: FastifyRequest, reply: FastifyReply) {
    const { id } = request.params as { readonly id?: string }
    const { types, since } = selectionIn(request, id === undefined ? this.#known : FORM_TYPES)
    const ofForms = types.filter(type => FORM_TYPES.includes(type))
    const collections = []
    for (const { type, collection } of this.#sharedTypes)
      if (types.includes(type)) collections.push(await recordsIn(this.#app, request, collection, type))
    const chosen =
      ofForms.length === 0
        ? NO_FORMS
        : id === undefined
          ? await allForms(this.#app, request.caller)
          : await oneForm(this.#app, request.caller, id)
    if (types.includes('QuestionnaireResponse'))
      await this.#app.questionnaires.admitReading(chosen.questionnaires, contextOf(request))
    return this.#begin(request, reply, { ...chosen, types: ofForms, collections }, since)
  }

  /** Records as they are stored, of a collection that may have no FHIR type. */
  async startRecords(request: RequestOf<{ params: typeof params }>, reply: FastifyReply) {
    const { id } = request.params
    const { types, since } = selectionIn(request, [])
    const collections = [await recordsIn(this.#app, request, id, id)]
    return this.#begin(request, reply, { ...NO_FORMS, types, collections }, since)
  }

  async #begin(
    { url, caller }: FastifyRequest,
    reply: FastifyReply,
    selected: Selected,
    since: number | undefined,
  ) {
    const { exportsPerApplication: most, keepHours, settleSeconds } = this.#options
    const { gateway, exports } = this.#app
    const [now, settle] = [Date.now(), Math.round(settleSeconds * 1000)]
    // Clocks of databases are finer: the whole millisecond of the request, of which nothing is stored once it is due.
    const until = now + 1
    const { applicationId } = caller
    const exportRequest: ExportRequest = {
      ...{ url: gateway.baseUrl + url, ...selected },
      ...(selected.collections.length > 0 && applicationId !== undefined && { applicationId }),
      ...(since !== undefined && { from: new Date(since - settle).toISOString() }),
      before: new Date(until).toISOString(),
    }
    const added = {
      ...{ id: crypto.randomUUID(), owner: caller.key },
      ...{ request: JSON.stringify(exportRequest), progress: JSON.stringify(BEGINNING) },
      ...{ createdAt: now, expiresAt: now + Math.round(keepHours * 3_600_000) },
    }
    await this.#jobs.add(added.id, {
      dueAt: until + settle,
      async work(transaction) {
        if (await exports.add(added, most, transaction)) return
        throw Object.assign(new TooManyExports(most), { headers: { 'retry-after': '600' } })
      },
    })
    return reply.code(202).header('content-location', `${gateway.baseUrl}/fhir/$export/${added.id}`).send()
  }
}

/**
 * `GET` and `POST` of `/fhir/$export` and `/fhir/Questionnaire/:id/$export`, `GET` of `/api/collection/:id/$export`.
 */
export function serveKickOff(app: App, jobs: JobQueue, options: KickOffOptions): void {
  const kickOff = new KickOff(app, jobs, options)
  const start = (request: FastifyRequest, reply: FastifyReply) => kickOff.startResources(request, reply)
  app.get(
    '/fhir/$export',
    { schema: { operationId: 'exportEverything', ...everything, querystring }, config },
    start,
  )
  app.post(
    '/fhir/$export',
    { schema: { operationId: 'exportEverythingAsParameters', ...everything, ...parameters }, config },
    start,
  )
  app.get(
    '/fhir/Questionnaire/:id/$export',
    { schema: { operationId: 'exportQuestionnaire', ...one, querystring }, config: configOfOne },
    start,
  )
  app.post(
    '/fhir/Questionnaire/:id/$export',
    {
      schema: { operationId: 'exportQuestionnaireAsParameters', ...one, ...parameters },
      config: configOfOne,
    },
    start,
  )
  app.get(
    '/api/collection/:id/$export',
    {
      schema: {
        ...everything,
        operationId: 'exportCollection',
        summary: 'Export the records of a custom collection',
        description:
          'For the application that the records were submitted for, as `GET /api/collection/:id/records` returns them. ' +
          'Responds with 202; the header `Content-Location` is the URL of the export.',
        security: [{ application: ['read:collection[{id}]'] }],
        params: {
          ...params,
          properties: { id: { type: 'string', maxLength: 64, description: 'The uid of the collection.' } },
        },
        querystring: collectionQuery,
      },
      config,
    },
    (request, reply) => kickOff.startRecords(request, reply),
  )
}
