/** Exports and deletes all data of a person. */
import { definePlugin, type Guard, InvalidRecord, withIssues } from '../../core/index.ts'
import { DeletionReceipt, ProfileDeletion, ProfileDeletionRequest } from '../../schemas/profile-deletion.ts'
import { ProfileLabel } from '../../schemas/profile-label.ts'
import { uids } from '../../schemas/uids.ts'
import { refuseDuringDeletion } from './deletion-guard.ts'
import { deleteProfile } from './deletion-job.ts'
import { serveDeletion } from './deletion-routes.ts'
import { createProfileDeletions, type ProfileDeletions } from './deletions.ts'
import { serveExport } from './export.ts'
import { memoryDeletions, sqlDeletions } from './kept-deletions.ts'

/** A person whose profile is being deleted. */
export interface DeletedProfile {
  /** The compressed public key in hex. */
  readonly key: string
  readonly did: string
  /** The start of the deletion: data stored since then belongs to a new profile. */
  readonly askedAt: Date
}

declare module '../../core/index.ts' {
  interface Facts {
    /** The records of a person are about to be removed. Announced again when the removal is resumed. */
    profileDeletion: {
      /** The compressed public key of the person, in hex. */
      readonly person: string
    }
  }
  interface Hooks {
    /**
     * A person's profile is being deleted: remove all of their data that you keep besides records and files.
     * If you throw, or end before you have finished, you are called again, so be idempotent.
     */
    deleteProfile: Guard<DeletedProfile>
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    profileDeletions: ProfileDeletions
  }
}

export default definePlugin({
  name: 'profile',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'attachments'],
  migrations: new URL('plugins/profile/migrations/', import.meta.resolve('#root/package.json')),
  openHooks: { deleteProfile: 'guard' },
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['resumeAfter', 'settleSeconds'],
    properties: {
      resumeAfter: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        default: 15,
        description:
          'Half of the time in seconds after which a failed deletion, or one whose gateway has stopped responding, is resumed.',
      },
      settleSeconds: {
        type: 'number',
        minimum: 0,
        default: 5,
        description:
          'Maximum duration in seconds of a write that was accepted before the deletion request. The final check of the nodes ' +
          'comes after this time.',
      },
    },
  },
  schemas: [ProfileDeletionRequest, ProfileDeletion, DeletionReceipt],
  collections: [
    {
      uid: uids.ProfileLabel,
      name: 'ProfileLabel',
      kind: 'owned',
      schema: ProfileLabel,
      secrets: ['name'],
      // The service may read what is submitted, and an application could submit it.
      validate() {
        throw withIssues(new InvalidRecord(), [
          {
            ...{ severity: 'error', code: 'forbidden', rule: 'profile-label', expression: 'submission' },
            text: 'The person writes the label of a profile to the storage nodes, where only they can read it.',
          },
        ])
      },
    },
  ],
  hooks: { beforeWrite: (_draft, context) => refuseDuringDeletion(context) },
  tag: { name: 'Profile', description: 'The audit trail, export and deletion of a profile.' },

  jobs: {
    delete: {
      description: 'Deletes the profile of a person.',
      times: ({ resumeAfter }) => ({ lease: resumeAfter * 2000, pause: resumeAfter * 2000 }),
      atOnce: 10,
      run: deleteProfile,
    },
  },

  setup(app, _options, { database, jobs }) {
    const kept = database ? sqlDeletions(database) : memoryDeletions()
    app.decorate('profileDeletions', createProfileDeletions(app.gateway, kept, jobs.delete))
  },

  routes(app) {
    serveExport(app)
    serveDeletion(app)
  },
})
