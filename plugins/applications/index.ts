/** Applications: registered by a control key, authenticated by a key of their own. */
import { definePlugin } from '../../core/index.ts'
import {
  Application,
  ApplicationList,
  ApplicationListing,
  ApplicationRecord,
  ApplicationRegistration,
} from '../../schemas/application.ts'
import { RecordPage } from '../../schemas/record-page.ts'
import { uids } from '../../schemas/uids.ts'
import { type Allowance, createAllowance } from './allowance.ts'
import { serveApplications } from './application-routes.ts'
import { NoApplication, UnregisteredApplication } from './errors.ts'
import { allowOrigins } from './origins.ts'
import { serveRecordReads } from './record-reads.ts'
import { type Applications, createApplications } from './registry.ts'
import { applicationScheme } from './scheme.ts'

export type { Allowance } from './allowance.ts'
export type { RecordsReading, SharedRecords } from './record-reads.ts'
export type { Applications } from './registry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    applications: Applications
    /** The quotas of applications. */
    allowance: Allowance
  }
}

export default definePlugin({
  name: 'applications',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'wallets'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: [
      'cacheSeconds',
      'perControlKey',
      'perAddress',
      'publishedRecords',
      'publishedBytes',
      'publishedRecordsOfAddress',
      'publishedBytesOfAddress',
    ],
    properties: {
      cacheSeconds: {
        type: 'integer',
        minimum: 0,
        default: 10,
        description: 'Seconds until changes made through another gateway take effect.',
      },
      perControlKey: {
        type: 'integer',
        minimum: 1,
        default: 100,
        description: 'Maximum applications per control key.',
      },
      perAddress: {
        type: 'integer',
        minimum: 1,
        default: 100,
        description: 'Maximum applications that one address (for IPv6, one /64) registers per day.',
      },
      publishedRecords: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description: 'Maximum revisions of forms and value sets per application.',
      },
      publishedBytes: {
        type: 'integer',
        minimum: 1,
        default: 134_217_728,
        description: 'Maximum total JSON bytes of these revisions.',
      },
      publishedRecordsOfAddress: {
        type: 'integer',
        minimum: 1,
        default: 10_000,
        description:
          'Maximum revisions of forms and value sets that all applications at one address (for IPv6, at one /64) publish per day.',
      },
      publishedBytesOfAddress: {
        type: 'integer',
        minimum: 1,
        default: 268_435_456,
        description: 'Maximum total JSON bytes of these revisions.',
      },
    },
  },
  schemas: [Application, ApplicationRegistration, ApplicationListing, ApplicationList, RecordPage],
  openHooks: { readRecords: 'guard' },
  collections: [{ uid: uids.Application, name: 'Application', kind: 'standard', schema: ApplicationRecord }],
  security: { application: applicationScheme },
  hooks: {
    enrichSubmission(draft) {
      const { applicationField } = draft.collection
      if (applicationField === undefined) return draft
      const { [applicationField]: _, ...record } = draft.record
      const { applicationId } = draft
      return {
        ...draft,
        record: { ...record, ...(applicationId !== undefined && { [applicationField]: applicationId }) },
      }
    },
    async validateSubmission({ applicationId, collection }, { app }) {
      if (applicationId === undefined) {
        if (collection.personal) return
        throw new NoApplication(collection.name)
      }
      if (!(await app.applications.get(applicationId))) throw new UnregisteredApplication(applicationId)
    },
  },
  tag: { name: 'Application', description: 'Applications publish questionnaires and read the responses.' },

  async setup(app, { cacheSeconds, ...limits }) {
    app.decorate('applications', createApplications(app, cacheSeconds * 1000 || 1))
    app.decorate('allowance', createAllowance(app.gateway, limits))
    await allowOrigins(app)
  },

  routes(app) {
    serveRecordReads(app, app.applications)
    serveApplications(app)
  },
})
