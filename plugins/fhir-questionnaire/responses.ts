/** The responses to a questionnaire, for the application that published it. */
import { type App, CSV, contextOf, type Filter, noteReading, type Reading } from '../../core/index.ts'
import { tableOf } from '../../fhir/results/columns.ts'
import { readDateSearch } from '../../fhir/values/date-search.ts'
import { ResponseBundle } from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { bundleOf } from './bundle.ts'
import { csvOf } from './csv.ts'
import { InvalidDateSearch, NotPublisher, UnknownQuestionnaire } from './errors.ts'
import { FORMATS, formatOf } from './format.ts'
import { NDJSON, ndjsonOf } from './ndjson.ts'
import { underPseudonym } from './participants.ts'
import { type ResponsePage, readPage, readPages } from './response-pages.ts'
import { revisionIn } from './tags.ts'

const date = { type: 'string', maxLength: 48 } as const

const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: {
    _since: {
      ...date,
      pattern: 'T\\d{2}:\\d{2}:\\d{2}.*(Z|[+-]\\d{2}:\\d{2})$',
      description: 'Only responses stored at this instant or later.',
      examples: ['2026-03-01T00:00:00Z'],
    },
    authored: {
      type: 'array',
      maxItems: 2,
      items: date,
      description:
        'Responses submitted on this date: a FHIR date for the whole of its year, month, day or minute, with one of the ' +
        'prefixes `eq`, `ge`, `gt`, `le`, `lt`. Two dates limit a period. The default time zone is UTC.',
      examples: [['ge2026-03-01', 'lt2026-04-01']],
    },
    _count: {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      description: 'Maximum responses on a page; for a stream, the size of a batch.',
    },
    cursor: { type: 'string', maxLength: 512, description: 'From the link `next` of the previous page.' },
    _format: {
      enum: FORMATS,
      description: 'Overrides `Accept`. `ndjson` and `csv` stream all responses.',
    },
    subject: {
      enum: ['did', 'pseudonym'],
      default: 'did',
      description:
        'How `subject` names people: by their DID, or by a pseudonym for this application alone, as an identifier of the ' +
        'system `urn:andiron:participant`.',
    },
  },
} as const

interface Query {
  readonly _since?: string
  readonly authored?: readonly string[]
  readonly _count?: number
  readonly cursor?: string
  readonly subject?: 'did' | 'pseudonym'
}

export interface ResponsesOptions {
  /** Default number of responses per page. */
  readonly pageSize: number
}

/**
 * Default number of responses per batch of a stream: smaller batches are slower, and write more audit
 * entries.
 */
const STREAMED = 200

/** `GET /api/questionnaire/:id/responses`. */
export function serveResponses(app: App, { pageSize }: ResponsesOptions): void {
  const { gateway, questionnaires, applications } = app

  app.get(
    '/api/questionnaire/:id/responses',
    {
      schema: {
        operationId: 'readResponses',
        summary: 'Read the responses to a questionnaire',
        description:
          'For the application that published it, in the order of storage. Contains only responses that are unchanged since the ' +
          'service accepted them; an OperationOutcome states the number of others. Responses of people who revoked the read ' +
          'access of the service are absent. Follow the link `next` for more: a response that exists from the first page to the ' +
          `last is returned once; a new response, at most once. \`Accept: ${NDJSON}\` streams all responses, and so does ` +
          '`text/csv`, with a column for each question of every revision of the form. A failed stream is cut off without an end. ' +
          'Each read is logged in the audit trail of each person before the data is sent.',
        security: [{ application: ['read:questionnaire[{id}]'] }],
        params: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
          },
        },
        querystring,
        response: {
          200: {
            description: 'A page, or all responses, one per line.',
            content: {
              'application/json': { schema: ref(ResponseBundle) },
              [NDJSON]: { schema: { type: 'string', description: 'One resource per line.' } },
              'text/csv': {
                schema: {
                  type: 'string',
                  description: 'A row for each response, a column for each question.',
                },
              },
            },
          },
        },
      },
      config: { errors: [InvalidDateSearch, UnknownQuestionnaire, NotPublisher] },
    },
    async (request, reply) => {
      const { caller, params, query, headers } = request
      const { cursor, _format, subject } = query
      const format = formatOf(_format, headers.accept)
      const limit = query._count ?? (format === 'json' ? pageSize : STREAMED)
      const { _id } = (await questionnaires.publishedBy(caller, params.id)).resource
      await questionnaires.admitReading([_id], contextOf(request))
      const filter: Filter = { $and: [questionnaires.responsesTo(_id), ...conditionsOf(query)] }
      const use = { reader: caller.key, purpose: 'records' } as const
      const selection = { questionnaire: _id, filter, use, limit, cursor }
      const reading = { client: await applications.readerOf(caller), action: 'readResponses' }
      reply.header('cache-control', 'no-store')
      const named = subject === 'pseudonym' ? pseudonymous : (page: ResponsePage) => page
      const pages = () => noted(readPages(gateway, selection), reading, named)
      if (format === 'ndjson') return reply.type(NDJSON).send(ndjsonOf(pages()) as never)
      if (format === 'csv') {
        const table = tableOf(await questionnaires.revisions(_id), revisionIn)
        return reply.type(CSV).send(csvOf(pages(), table) as never)
      }
      const page = await readPage(gateway, selection)
      await noteReading(gateway, reading, page.records)
      const at = (after?: string) =>
        `${gateway.baseUrl}/api/questionnaire/${_id}/responses?${searchOf(query, limit, after)}`
      return bundleOf(named(page), {
        self: at(cursor),
        ...(page.next !== undefined && { next: at(page.next) }),
      })
    },
  )

  /** Yields a page once its reading is in the audit trails of its people. */
  async function* noted(
    pages: AsyncIterable<ResponsePage>,
    reading: Reading,
    named: (page: ResponsePage) => ResponsePage,
  ): AsyncGenerator<ResponsePage> {
    for await (const page of pages) {
      await noteReading(gateway, reading, page.records)
      yield named(page)
    }
  }

  const pseudonymous = (page: ResponsePage): ResponsePage => ({
    ...page,
    records: page.records.map(record => underPseudonym(gateway, record)),
  })
}

/** @throws InvalidDateSearch */
function conditionsOf({ _since, authored = [] }: Query): readonly Filter[] {
  const spanOf = (name: string, literal: string) => {
    const span = readDateSearch(literal)
    if (span === undefined) throw new InvalidDateSearch(name, literal)
    return {
      ...(span.from !== undefined && { $gte: span.from }),
      ...(span.before !== undefined && { $lt: span.before }),
    }
  }
  return [
    ...(_since === undefined ? [] : [{ _created: spanOf('_since', `ge${_since}`) }]),
    // The service stamps UTC with milliseconds, so that instants sort as texts.
    ...authored.map(literal => ({ authored: spanOf('authored', literal) })),
  ]
}

/** The search of a page: its parameters and the cursor. */
function searchOf({ _since, authored = [], subject }: Query, limit: number, cursor: string | undefined) {
  const search = new URLSearchParams({ _count: String(limit) })
  if (_since !== undefined) search.set('_since', _since)
  for (const each of authored) search.append('authored', each)
  if (cursor !== undefined) search.set('cursor', cursor)
  if (subject === 'pseudonym') search.set('subject', subject)
  return search
}
