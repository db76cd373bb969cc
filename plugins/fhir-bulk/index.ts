/** Bulk export: an application fetches everything that people answered to its forms, in files (Bulk Data Access 2). */
import { definePlugin } from '../../core/index.ts'
import { fhirFailures } from '../../fhir/failures.ts'
import { ExportManifest, ExportParameters } from '../../schemas/export.ts'
import { serveExports } from './exports.ts'
import { serveKickOff } from './kick-off.ts'
import { nextStep } from './plan.ts'
import { createWorker } from './worker.ts'

/** The operation, as the guide defines it. */
const EXPORT = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export'

export default definePlugin({
  name: 'fhir-bulk',
  version: '1.0.0',
  dependencies: ['applications', 'fhir-questionnaire'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['recordsPerFile', 'exportsPerApplication', 'keepHours', 'settleSeconds', 'holdSeconds'],
    properties: {
      recordsPerFile: {
        type: 'integer',
        minimum: 1,
        default: 25_000,
        description: 'Responses in a file, those included that are left out when it is read.',
      },
      exportsPerApplication: {
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'Exports that an application has at a time.',
      },
      keepHours: {
        type: 'number',
        exclusiveMinimum: 0,
        default: 24,
        description: 'Hours after which an export is removed.',
      },
      settleSeconds: {
        type: 'number',
        minimum: 0,
        default: 5,
        description:
          'Seconds by which the clocks of gateways and nodes may differ, and in which a write that has begun ends. An export ' +
          'begins so much later, and reaches so much further back than its `_since`.',
      },
      holdSeconds: {
        type: 'integer',
        minimum: 1,
        default: 60,
        description:
          'Seconds after which another gateway goes on with an export, when the one that works it out is heard of no more.',
      },
    },
  },
  schemas: [ExportParameters, ExportManifest],
  fhir: {
    elsewhere: [
      { name: 'export', definition: EXPORT },
      { name: 'export', type: 'Questionnaire', definition: EXPORT },
    ],
  },
  tag: { name: 'Export', description: 'All responses to the questionnaires of an application, in files.' },

  setup(app) {
    app.gateway.failureForms.set('/fhir', fhirFailures)
  },

  routes(app, options) {
    const { gateway, questionnaires, log } = app
    const worker = createWorker({
      exports: gateway.exports,
      next: (request, progress) =>
        nextStep({ gateway, questionnaires }, request, progress, options.recordsPerFile),
      holdFor: options.holdSeconds * 1000,
      log,
    })
    // Not before the collections are there to read.
    app.addHook('onReady', async () => worker.begin())
    app.addHook('onClose', () => worker.close())
    serveKickOff(app, options)
    serveExports(app)
  },
})
