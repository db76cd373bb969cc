/** Records of custom collections, read by the application that they were submitted for. */
import { Readable } from 'node:stream'
import {
  type App,
  ATTESTATION,
  type AttestedPage,
  type Context,
  CSV,
  contextOf,
  coversScope,
  csvRow,
  type Filter,
  frozen,
  type Guard,
  InsufficientScope,
  InvalidRequest,
  noteReading,
  type Permits,
  type ReadableCollection,
  readAttested,
  readAttestedPage,
  type StoredRecord,
  UnknownCollection,
  UnknownCursor,
  withIssues,
} from '../../core/index.ts'
import { RecordPage } from '../../schemas/record-page.ts'
import { ref } from '../../schemas/types.ts'
import type { Applications } from './registry.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * An application is about to read records of a custom collection that were submitted for it: a page, a
     * stream or a file of an export. Throw to refuse. Not run for aggregates, which are noisy numbers.
     */
    readRecords: Guard<RecordsReading>
  }
}

/** The value of the hook `readRecords`; the caller in the context is the application. */
export interface RecordsReading {
  /** The uid of the collection. */
  readonly collection: string
}

/** The records of a custom collection that an application may read. */
export interface SharedRecords {
  readonly filter: Filter
  /** A final check of a record, as a lying node returns anything. */
  holds(record: StoredRecord): boolean
  /** False for a record that its owner withholds from the application: it is absent, and not counted. */
  permits(record: StoredRecord): boolean
}

/** The records of an application, for one request. */
export interface PermittedRecords extends SharedRecords {
  /** False for a record that its owner withholds from the application. */
  readonly permits: Permits
  /** The record as `GET /api/collection/:id/records` returns it. */
  served(record: StoredRecord): object
}

/** Default number of records on a page, and in a batch of a stream. */
const PAGE = 50
const STREAMED = 200

const NDJSON = 'application/x-ndjson'

const FORMATS = ['json', 'ndjson', 'csv'] as const
type Format = (typeof FORMATS)[number]

/** `GET /api/collection/:id/records`. */
export function serveRecordReads(app: App, applications: Applications): void {
  const { gateway } = app
  app.get(
    '/api/collection/:id/records',
    {
      schema: {
        operationId: 'readRecords',
        summary: 'Read the records of a custom collection',
        description:
          'For the application that the records were submitted for, in the order of storage. Contains only records that are ' +
          'unchanged since the service accepted them; `leftOut` counts others. Records of people who revoked the read access of ' +
          'the service are absent. Pass `next` as `cursor` for more: a record that exists from the first page to the last is ' +
          `returned once. \`Accept: ${NDJSON}\` streams all records, and so does \`text/csv\`, with a column for each property of ` +
          'the schema. A failed stream is cut off without an end. Each read is logged in the audit trail of each person before ' +
          'the data is sent.',
        security: [{ application: ['read:collection[{id}]'] }],
        params: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', maxLength: 64, description: 'The uid of the collection.' } },
        },
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            _since: {
              type: 'string',
              format: 'date-time',
              description: 'Only records stored at this instant or later.',
            },
            _count: {
              type: 'integer',
              minimum: 1,
              maximum: 200,
              description: 'Maximum records on a page; for a stream, the size of a batch.',
            },
            cursor: { type: 'string', maxLength: 512, description: '`next` of the previous page.' },
            _format: { enum: FORMATS, description: 'Overrides `Accept`.' },
          },
        },
        response: {
          200: {
            description: 'A page, or all records, one per line.',
            content: {
              'application/json': { schema: ref(RecordPage) },
              [NDJSON]: { schema: { type: 'string', description: 'One record per line.' } },
              'text/csv': { schema: { type: 'string', description: 'A row for each record.' } },
            },
          },
        },
      },
      config: { errors: [UnknownCollection, UnknownCursor] },
    },
    async (request, reply) => {
      const { caller, params, query, headers } = request
      const { applicationId = '' } = caller
      const collection = gateway.collections.readable(params.id)
      await admit(params.id, contextOf(request))
      const format = query._format ?? formatOf(headers.accept)
      const { _since, cursor } = query
      const selection = {
        ...{ collection: collection.uid, cursor },
        ...recordsOf(collection, applicationId, _since),
        use: { reader: caller.key, purpose: 'records' } as const,
        subjectOf: () => collection.uid,
        limit: query._count ?? (format === 'json' ? PAGE : STREAMED),
      }
      const reading = { client: await applications.readerOf(caller), action: 'readRecords' }
      reply.header('cache-control', 'no-store')
      if (format === 'json') {
        const { records, leftOut, next } = await readAttestedPage(gateway, selection)
        await noteReading(gateway, reading, records)
        const page = { records: records.map(recordOf), leftOut, ...(next !== undefined && { next }) }
        return page as never
      }
      const pages = noted(readAttested(gateway, selection))
      if (format === 'ndjson') return reply.type(NDJSON).send(streamOf(linesOf(pages)) as never)
      return reply.type(CSV).send(streamOf(rowsOf(pages, collection)) as never)

      /** Yields a page once its reading is in the audit trails of its people. */
      async function* noted(pages: AsyncIterable<AttestedPage>): AsyncGenerator<AttestedPage> {
        for await (const page of pages) {
          await noteReading(gateway, reading, page.records)
          yield page
        }
      }
    },
  )
}

/**
 * The records of a collection that a caller reads as an application; undefined for a caller without the scope of a
 * collection, and for one that is no application.
 * @throws InsufficientScope for another collection's scope, and any error of a listener of `readRecords`
 */
export async function sharedRecords(uid: string, context: Context): Promise<PermittedRecords | undefined> {
  const { app, caller } = context
  if (!caller.scopes.some(scope => scope.startsWith('read:collection['))) return undefined
  const application = await app.applications.asApplication(caller)
  if (application?.applicationId === undefined) return undefined
  const scope = `read:collection[${uid}]`
  if (!coversScope(caller.scopes, scope)) throw new InsufficientScope(scope)
  await admit(uid, { ...context, caller: application })
  const use = { reader: application.key, purpose: 'records' } as const
  return {
    ...recordsOf(app.gateway.collections.readable(uid), application.applicationId),
    permits: await app.gateway.withholding.check(use, () => uid),
    served: recordOf,
  }
}

/** The records of a collection that were submitted for an application. */
function recordsOf(
  { applicationField }: ReadableCollection,
  applicationId: string,
  since?: string,
): Omit<SharedRecords, 'permits'> {
  return {
    filter: {
      [applicationField]: applicationId,
      ...(since !== undefined && { _created: { $gte: instantOf(since) } }),
    },
    // A lying node returns anything.
    holds: record => record[applicationField] === applicationId,
  }
}

/** @throws InvalidRequest, for a leap second too */
function instantOf(since: string): string {
  const at = Date.parse(since)
  if (Number.isFinite(at)) return new Date(at).toISOString()
  const issue = {
    severity: 'error',
    code: 'value',
    rule: 'format',
    expression: 'querystring._since',
  } as const
  throw withIssues(new InvalidRequest(), [{ ...issue, text: 'This must be an instant of the calendar.' }])
}

/** @throws any error of a listener of `readRecords` */
async function admit(collection: string, context: Context): Promise<void> {
  const { hooks } = context.app.gateway
  if (hooks.attended('readRecords')) await hooks.run('readRecords', frozen({ collection }), context)
}

/** The format that the client names first; pages by default. */
function formatOf(accept = ''): Format {
  const named = accept.split(',').map(range => range.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  const known = named.find(type => /^(?:application\/(?:x-|fhir\+)?(?:nd)?json|text\/csv|\*\/\*)$/.test(type))
  if (known === 'text/csv') return 'csv'
  return known?.endsWith('ndjson') ? 'ndjson' : 'json'
}

const recordOf = ({ _acl, _updated, [ATTESTATION]: _, ...record }: StoredRecord) => record

const streamOf = (texts: AsyncIterable<string>) => Readable.from(texts, { objectMode: false })

/** One record per line; the last line reports omitted ones. */
async function* linesOf(pages: AsyncIterable<AttestedPage>): AsyncGenerator<string, void> {
  const all = { unattested: 0, changed: 0 }
  for await (const { records, leftOut } of pages) {
    all.unattested += leftOut.unattested
    all.changed += leftOut.changed
    yield records.map(record => `${JSON.stringify(recordOf(record))}\n`).join('')
  }
  if (all.unattested + all.changed > 0) yield `${JSON.stringify({ leftOut: all })}\n`
}

/** The columns are the properties of the schema; a value that is no scalar is JSON. */
async function* rowsOf(
  pages: AsyncIterable<AttestedPage>,
  { schema, applicationField }: ReadableCollection,
): AsyncGenerator<string, void> {
  const { properties = {} } = schema as { readonly properties?: object }
  const columns = Object.keys(properties).filter(name => name !== applicationField)
  yield csvRow(['_id', '_created', '_owner', ...columns])
  for await (const { records } of pages)
    yield records
      .map(record => csvRow(['_id', '_created', '_owner', ...columns].map(name => textOf(record[name]))))
      .join('')
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
