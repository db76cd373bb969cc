/** Routes with which an application polls, downloads and deletes its exports. */

import type { FastifyRequest } from 'fastify'
import {
  type App,
  type Context,
  contextOf,
  coversScope,
  InsufficientScope,
  type JobQueue,
  sharedFieldOf,
  UnknownCollection,
} from '../../core/index.ts'
import { ExportManifest } from '../../schemas/export.ts'
import { isUuid } from '../../schemas/identity.ts'
import { ref } from '../../schemas/types.ts'
import { UnknownExport, UnknownExportFile } from './errors.ts'
import { formsFile, omissionsFile, recordsFile } from './files.ts'
import type { ExportFile, KeptExport } from './kept-exports.ts'
import {
  type ExportedCollection,
  type ExportProgress,
  type ExportRequest,
  type FilePlan,
  isOfRecords,
  scopesOf,
} from './plan.ts'

/** FHIR Bulk Data Access, "Data Export Response". */
const NDJSON = 'application/fhir+ndjson'
/** For records without a FHIR type. */
const RECORDS = 'application/x-ndjson'
/** Seconds in `Retry-After`. */
const RETRY_AFTER = 2
const OMISSIONS_FILE = 'left-out.ndjson'
const params = {
  type: 'object',
  required: ['job'],
  properties: { job: { type: 'string', maxLength: 64, description: 'The id of the export.' } },
} as const

const fileParams = {
  type: 'object',
  required: ['job', 'file'],
  properties: {
    ...params.properties,
    file: { type: 'string', maxLength: 64, description: 'The file, under its name in the manifest.' },
  },
} as const

// The required scopes are only known once the export is read.
const security = [{ application: [] }]
const config = { errors: [UnknownExport, InsufficientScope] }

/** `/fhir/$export/:job` and its files. */
export function serveExports(app: App, jobs: JobQueue): void {
  serveProgress(app)
  serveRemoval(app, jobs)
  serveFile(app)
}

function serveProgress(app: App): void {
  app.get(
    '/fhir/$export/:job',
    {
      schema: {
        operationId: 'readExport',
        summary: 'Read the progress of an export, or its manifest',
        security,
        params,
        response: {
          200: {
            description: 'The export is complete.',
            headers: {
              expires: { type: 'string', description: 'The time at which the export is removed.' },
            },
            content: { 'application/json': { schema: ref(ExportManifest) } },
          },
          202: {
            ...{ description: 'The export is in progress.', type: 'null' },
            headers: {
              'x-progress': { type: 'string', maxLength: 100, description: 'The progress, for people.' },
              'retry-after': { type: 'integer', description: 'Seconds until the next request.' },
            },
          },
        },
      },
      config,
    },
    async function readExport(http, reply) {
      const { job, request } = await ownExport(app, http, http.params.job)
      reply.header('cache-control', 'no-store')
      if (!job.done)
        return reply
          .code(202)
          .headers({ 'x-progress': progressOf(job, request), 'retry-after': RETRY_AFTER })
          .send()
      reply.header('expires', new Date(job.expiresAt).toUTCString())
      return manifestOf(app, job, request, await app.exports.files(job.id))
    },
  )
}

function serveRemoval(app: App, jobs: JobQueue): void {
  app.delete(
    '/fhir/$export/:job',
    {
      schema: {
        operationId: 'deleteExport',
        summary: 'Cancel or remove an export',
        security,
        params,
        response: { 202: { description: 'Removed.', type: 'null' } },
      },
      config,
    },
    async function deleteExport(http, reply) {
      const { job } = await ownExport(app, http, http.params.job)
      await app.exports.remove(job.id)
      await jobs.remove(job.id)
      return reply.code(202).send(undefined as never)
    },
  )
}

function serveFile(app: App): void {
  app.get(
    '/fhir/$export/:job/:file',
    {
      schema: {
        operationId: 'readExportFile',
        summary: 'Read a file of an export',
        description:
          'One resource or record per line, generated during the download: those that their person deleted or no longer shares are ' +
          'absent. A failed stream is cut off without an end; the file can be downloaded again. Each read is logged in the ' +
          'audit trail of each person before the data is sent.',
        security,
        params: fileParams,
        response: {
          200: {
            description: 'The resources.',
            content: {
              [NDJSON]: { schema: { type: 'string', description: 'One resource per line.' } },
              [RECORDS]: {
                schema: {
                  type: 'string',
                  description: 'One record of a collection without a FHIR type per line.',
                },
              },
            },
          },
        },
      },
      config: { errors: [...config.errors, UnknownExportFile, UnknownCollection] },
    },
    async function readExportFile(http, reply) {
      const { caller, params } = http
      const { job, request } = await ownExport(app, http, params.job)
      if (!job.done) throw new UnknownExportFile(params.file)
      const files = await app.exports.files(job.id)
      reply.type(NDJSON).header('cache-control', 'no-store')
      if (params.file === OMISSIONS_FILE)
        return reply.send(omissionsFile(files.map(({ leftOut }) => leftOut)))
      const found = files.find(each => nameOf(each) === params.file)
      if (found === undefined) throw new UnknownExportFile(params.file)
      const file = planOf(found)
      if (!isOfRecords(file)) return reply.send(formsFile(app, request) as never)
      const context = contextOf(http)
      const isResponses = 'questionnaire' in file
      // A listener may meanwhile refuse a reading that it admitted at the kick-off.
      const shared = isResponses
        ? await app.questionnaires.admitReading([file.questionnaire], context)
        : await recordsNow(app, file, context)
      const reading = {
        client: await app.applications.readerOf(caller),
        action: isResponses ? 'exportResponses' : 'exportRecords',
      }
      const ended = (leftOut: object) =>
        app.exports.noteOmissions(job.id, found.position, JSON.stringify(leftOut))
      const use = { reader: caller.key, purpose: 'records' } as const
      if (!isResponses && file.type === file.collection) reply.type(RECORDS)
      const parts = { app, request, file, context, reading, use, ended, ...(shared && { shared }) }
      return reply.send(recordsFile(parts) as never)
    },
  )
}

/** @throws UnknownExport, for foreign ones too; InsufficientScope */
async function ownExport({ exports }: App, { caller }: Pick<FastifyRequest, 'caller'>, id: string) {
  const job = isUuid(id) ? await exports.get(id, Date.now()) : undefined
  if (job?.owner !== caller.key) throw new UnknownExport(id)
  const request = JSON.parse(job.request) as ExportRequest
  // A key may speak for several applications.
  if ((request.applicationId ?? caller.applicationId) !== caller.applicationId) throw new UnknownExport(id)
  const missing = scopesOf(request).find(scope => !coversScope(caller.scopes, scope))
  if (missing !== undefined) throw new InsufficientScope(missing)
  return { job, request }
}

/** @throws InsufficientScope, UnknownExportFile, UnknownCollection, and any error of a listener of `readRecords` */
async function recordsNow(
  { applications, gateway }: App,
  { type, collection }: ExportedCollection,
  context: Context,
) {
  const shared = await applications.sharedRecords(collection, context)
  if (shared === undefined) throw new InsufficientScope(`read:collection[${collection}]`)
  const fhirType = gateway.fhir.types.get(type)
  const isServed = fhirType !== undefined && sharedFieldOf(fhirType, gateway.collections) !== undefined
  // A config may have changed since.
  if (type !== collection && !isServed) throw new UnknownExportFile(type)
  return shared
}

function manifestOf(
  { gateway }: App,
  { id }: KeptExport,
  { url, before }: ExportRequest,
  files: readonly ExportFile[],
): ExportManifest {
  const at = (type: string, name: string) => ({
    type,
    url: `${gateway.baseUrl}/fhir/$export/${id}/${name}`,
  })
  return {
    transactionTime: before,
    request: url,
    requiresAccessToken: true,
    output: files.map(file => at(planOf(file).type, nameOf(file))),
    deleted: [],
    error: [at('OperationOutcome', OMISSIONS_FILE)],
  }
}

const planOf = ({ file }: ExportFile) => JSON.parse(file) as FilePlan

const nameOf = (file: ExportFile): string => `${planOf(file).type}-${file.position + 1}.ndjson`

/** The guide permits at most 100 characters. */
function progressOf({ progress }: KeptExport, { questionnaires, collections = [] }: ExportRequest): string {
  const { questionnaires: done, files, responses } = JSON.parse(progress) as ExportProgress
  const all = questionnaires.length + collections.length
  return `${done} of ${all} questionnaires and collections, ${responses} records counted, ${files} files`
}
