/** Routes with which an application polls, downloads and deletes its exports. */
import type { FastifyRequest } from 'fastify'
import { type App, contextOf, coversScope, InsufficientScope, type JobQueue } from '../../core/index.ts'
import { ExportManifest } from '../../schemas/export.ts'
import { ref } from '../../schemas/types.ts'
import { UnknownExport, UnknownExportFile } from './errors.ts'
import { fileOf, omissionsFile } from './files.ts'
import type { ExportFile, KeptExport } from './kept-exports.ts'
import type { ExportProgress, ExportRequest, FilePlan } from './plan.ts'

/** FHIR Bulk Data Access, "Data Export Response". */
const NDJSON = 'application/fhir+ndjson'
/** Seconds in `Retry-After`. */
const RETRY_AFTER = 2
const OMISSIONS_FILE = 'left-out.ndjson'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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

const config = { errors: [UnknownExport, InsufficientScope] }

/** `/fhir/$export/:job` and its files. */
export function serveExports(app: App, jobs: JobQueue): void {
  const { gateway, applications, exports } = app
  // The required scope is only known once the export is read.
  const security = [{ application: [] }]

  /** @throws UnknownExport, for foreign ones too; InsufficientScope */
  async function ownExport({ caller }: FastifyRequest, id: string) {
    const job = UUID.test(id) ? await exports.get(id, Date.now()) : undefined
    if (job?.owner !== caller.key) throw new UnknownExport(id)
    const request = JSON.parse(job.request) as ExportRequest
    if (!coversScope(caller.scopes, request.scope)) throw new InsufficientScope(request.scope)
    return { job, request }
  }

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
    async (http, reply) => {
      const { job, request } = await ownExport(http as never, http.params.job)
      reply.header('cache-control', 'no-store')
      if (!job.done)
        return reply
          .code(202)
          .headers({ 'x-progress': progressOf(job, request), 'retry-after': RETRY_AFTER })
          .send()
      reply.header('expires', new Date(job.expiresAt).toUTCString())
      return manifestOf(job, request, await exports.files(job.id)) as never
    },
  )

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
    async (http, reply) => {
      const { job } = await ownExport(http as never, http.params.job)
      await exports.remove(job.id)
      await jobs.remove(job.id)
      return reply.code(202).send(undefined as never)
    },
  )

  app.get(
    '/fhir/$export/:job/:file',
    {
      schema: {
        operationId: 'readExportFile',
        summary: 'Read a file of an export',
        description:
          'One resource per line, generated during the download: responses that their person deleted or no longer shares are ' +
          'absent. A failed stream is cut off without an end; the file can be downloaded again. Each read is logged in the ' +
          'audit trail of each person before the data is sent.',
        security,
        params: fileParams,
        response: {
          200: {
            description: 'The resources.',
            content: { [NDJSON]: { schema: { type: 'string', description: 'One resource per line.' } } },
          },
        },
      },
      config: { errors: [...config.errors, UnknownExportFile] },
    },
    async (http, reply) => {
      const { caller, params } = http
      const { job, request } = await ownExport(http as never, params.job)
      if (!job.done) throw new UnknownExportFile(params.file)
      const files = await exports.files(job.id)
      reply.type(NDJSON).header('cache-control', 'no-store')
      if (params.file === OMISSIONS_FILE)
        return reply.send(omissionsFile(files.map(({ leftOut }) => leftOut)) as never)
      const found = files.find(each => nameOf(each) === params.file)
      if (found === undefined) throw new UnknownExportFile(params.file)
      const reading = { client: await applications.readerOf(caller), action: 'exportResponses' }
      const file = planOf(found)
      // A listener may meanwhile refuse a reading that it admitted at the kick-off.
      if (file.type === 'QuestionnaireResponse')
        await app.questionnaires.admitReading([file.questionnaire], contextOf(http))
      const ended = (leftOut: object) =>
        exports.noteOmissions(job.id, found.position, JSON.stringify(leftOut))
      const use = { reader: caller.key, purpose: 'records' } as const
      return reply.send(fileOf({ app, request, file, reading, use, ended }) as never)
    },
  )

  function manifestOf(
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
}

const planOf = ({ file }: ExportFile) => JSON.parse(file) as FilePlan

const nameOf = (file: ExportFile): string => `${planOf(file).type}-${file.position + 1}.ndjson`

/** The guide permits at most 100 characters. */
function progressOf({ progress }: KeptExport, { questionnaires }: ExportRequest): string {
  const { questionnaires: done, files, responses } = JSON.parse(progress) as ExportProgress
  return `${done} of ${questionnaires.length} questionnaires, ${responses} responses counted, ${files} files`
}
