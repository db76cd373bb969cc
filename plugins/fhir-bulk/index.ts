/**
 * Bulk export: an application downloads all responses to its forms and all records of collections (Bulk Data Access 2).
 */
import { definePlugin } from '../../core/index.ts'
import { fhirFailures } from '../../fhir/resources/problem-outcome.ts'
import { ExportManifest, ExportParameters } from '../../schemas/export.ts'
import { serveExports } from './exports.ts'
import { type Exports, memoryExports, sqlExports } from './kept-exports.ts'
import { serveKickOff } from './kick-off.ts'
import { workOut } from './worker.ts'

/** The canonical URL of the operation. */
const EXPORT = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export'

declare module 'fastify' {
  interface FastifyInstance {
    exports: Exports
  }
}

export default definePlugin({
  name: 'fhir-bulk',
  version: '1.0.0',
  dependencies: ['applications', 'fhir-questionnaire'],
  migrations: new URL('plugins/fhir-bulk/migrations/', import.meta.resolve('#root/package.json')),
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['recordsPerFile', 'exportsPerApplication', 'keepHours', 'settleSeconds', 'holdSeconds'],
    properties: {
      recordsPerFile: {
        type: 'integer',
        minimum: 1,
        default: 25_000,
        description: 'Maximum responses or records per file, including those omitted during the download.',
      },
      exportsPerApplication: {
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'Maximum concurrent exports per application.',
      },
      keepHours: {
        type: 'number',
        exclusiveMinimum: 0,
        default: 24,
        description: 'Hours until an export is removed.',
      },
      settleSeconds: {
        type: 'number',
        minimum: 0,
        default: 5,
        description:
          'Maximum clock difference between gateways and nodes, and maximum duration of a write, in seconds. An export begins ' +
          'later by this time, and starts earlier than its `_since` by the same time.',
      },
      holdSeconds: {
        type: 'integer',
        minimum: 1,
        default: 60,
        description:
          'Seconds after which another gateway resumes an export whose gateway has stopped responding.',
      },
    },
  },
  schemas: [ExportParameters, ExportManifest],
  fhir: {
    listed: [
      { name: 'export', definition: EXPORT },
      { name: 'export', type: 'Questionnaire', definition: EXPORT },
    ],
  },
  tag: { name: 'Export', description: 'All responses and records of an application, in files.' },

  jobs: {
    export: {
      description: 'Prepares the files of an export.',
      times: ({ holdSeconds }) => ({ lease: holdSeconds * 1000 }),
      run: workOut,
    },
    sweep: {
      description: 'Removes expired exports.',
      times: { every: 10 * 60_000 },
      run: (_job, { app }) => app.exports.sweep(Date.now()),
    },
  },

  setup(app, _options, { database }) {
    app.decorate('exports', database ? sqlExports(database) : memoryExports())
    app.gateway.failureForms.set('/fhir', fhirFailures)
  },

  routes(app, options, { jobs }) {
    serveKickOff(app, jobs.export, options)
    serveExports(app, jobs.export)
  },
})
