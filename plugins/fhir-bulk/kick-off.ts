/** The routes that start exports: of all questionnaires of the application, or of one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parameters } from 'fhir/r4.js'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type App, contextOf, type Filter, type JobQueue, NEWEST } from '../../core/index.ts'
import { ExportParameters, exportParametersExample } from '../../schemas/export.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { ExportNotAsync, ExportParameter, NothingToExport, TooManyExports } from './errors.ts'
import { givenIn, readParameters } from './export-parameters.ts'
import { BEGINNING, type ExportRequest } from './plan.ts'

export interface KickOffOptions {
  readonly exportsPerApplication: number
  readonly keepHours: number
  readonly settleSeconds: number
}

const querystring = {
  type: 'object',
  properties: {
    _type: {
      type: 'array',
      items: { type: 'string' },
      description: 'Resource types, separated by commas: `Questionnaire`, `QuestionnaireResponse`.',
    },
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

/** The scope for all questionnaires of an application. */
const EVERYTHING = 'read:questionnaire[*]'

/** `GET` and `POST` of `/fhir/$export` and `/fhir/Questionnaire/:id/$export`. */
export function serveKickOff(app: App, jobs: JobQueue, options: KickOffOptions): void {
  const { gateway, questionnaires, exports } = app
  const { records } = gateway

  /** One of the caller's questionnaires, or all of them. */
  async function formsOf({ caller }: FastifyRequest, id?: string) {
    if (id === undefined) {
      const forms = questionnaires.publishedWith(caller.key)
      return { forms, ids: await idsOf(forms), scope: EVERYTHING }
    }
    const registered = await questionnaires.get(id)
    const publisher = registered && keyIdOf(registered.resource.publisher, [gateway.config.did.prefix])
    if (publisher !== caller.key) throw new NothingToExport(id)
    return { forms: { _id: id, ...NEWEST }, ids: [id], scope: `read:questionnaire[${id}]` }
  }

  async function idsOf(forms: Filter): Promise<string[]> {
    const ids: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await records.find(uids.Questionnaire, forms, {
        limit: 200,
        ...(after !== undefined && { after }),
      })
      ids.push(...page.records.map(({ _id }) => _id))
      if (page.next === undefined) return ids
      after = page.next
    }
  }

  async function kickOff(request: FastifyRequest, reply: FastifyReply) {
    const { id } = request.params as { readonly id?: string }
    const given = givenIn(
      request.query as Readonly<Record<string, unknown>>,
      request.body as Parameters | null | undefined,
    )
    const preferences = [request.headers['prefer'] ?? []].flat().join(',').split(/[,;]/)
    const prefers = (preference: string) => preferences.some(each => each.trim() === preference)
    if (!prefers('respond-async')) throw new ExportNotAsync()
    const { types, since } = readParameters(given, prefers('handling=lenient'))
    const { forms, ids, scope } = await formsOf(request, id)
    if (types.includes('QuestionnaireResponse')) await questionnaires.admitReading(ids, contextOf(request))
    const { exportsPerApplication: most, keepHours, settleSeconds } = options
    const [now, settle] = [Date.now(), Math.round(settleSeconds * 1000)]
    const exportRequest: ExportRequest = {
      ...{ url: gateway.baseUrl + request.url, scope, types, questionnaires: ids, forms },
      ...(since !== undefined && { from: new Date(since - settle).toISOString() }),
      before: new Date(now).toISOString(),
    }
    const added = {
      ...{ id: crypto.randomUUID(), owner: request.caller.key },
      ...{ request: JSON.stringify(exportRequest), progress: JSON.stringify(BEGINNING) },
      ...{ createdAt: now, expiresAt: now + Math.round(keepHours * 3_600_000) },
    }
    await jobs.add(added.id, {
      dueAt: now + settle,
      async work(transaction) {
        if (await exports.add(added, most, transaction)) return
        throw Object.assign(new TooManyExports(most), { headers: { 'retry-after': '600' } })
      },
    })
    return reply.code(202).header('content-location', `${gateway.baseUrl}/fhir/$export/${added.id}`).send()
  }

  const everything = {
    summary: 'Export the responses to all questionnaires of an application',
    description: `Responds with 202; the header \`Content-Location\` is the URL of the export. The token needs the scope \`${EVERYTHING}\`.`,
    security: [{ application: [EVERYTHING] }],
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
  const config = { errors: [ExportNotAsync, ExportParameter, TooManyExports], rateLimited: true, cost: 5 }
  const configOfOne = { ...config, errors: [...config.errors, NothingToExport] }

  const begin = (request: unknown, reply: unknown) => kickOff(request as never, reply as never) as never
  app.get(
    '/fhir/$export',
    { schema: { operationId: 'exportEverything', ...everything, querystring }, config },
    begin,
  )
  app.post(
    '/fhir/$export',
    { schema: { operationId: 'exportEverythingAsParameters', ...everything, ...parameters }, config },
    begin,
  )
  app.get(
    '/fhir/Questionnaire/:id/$export',
    { schema: { operationId: 'exportQuestionnaire', ...one, querystring }, config: configOfOne },
    begin,
  )
  app.post(
    '/fhir/Questionnaire/:id/$export',
    {
      schema: { operationId: 'exportQuestionnaireAsParameters', ...one, ...parameters },
      config: configOfOne,
    },
    begin,
  )
}
