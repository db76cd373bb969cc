/** A person takes everything of theirs away, or has it deleted. */
import { definePlugin } from '../../core/index.ts'
import { DeletionReceipt, ProfileDeletion, ProfileDeletionRequest } from '../../schemas/profile-deletion.ts'
import { serveDeletion } from './deletion-routes.ts'
import { createProfileDeletions } from './deletions.ts'
import { serveExport } from './export.ts'
import { refuseLeaving } from './leaving.ts'

export default definePlugin({
  name: 'profile',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'attachments'],
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
          'Seconds between two looks for deletions that were left unfinished; one whose gateway has died is taken up after twice that.',
      },
      settleSeconds: {
        type: 'number',
        minimum: 0,
        default: 5,
        description:
          'Seconds in which a write ends that was accepted before its person asked for the deletion. The last look at the nodes comes after them.',
      },
    },
  },
  schemas: [ProfileDeletionRequest, ProfileDeletion, DeletionReceipt],
  hooks: { beforeWrite: (_draft, context) => refuseLeaving(context) },
  tag: { name: 'Profile', description: 'What a person can see and decide about their own profile.' },

  routes(app, { resumeAfter, settleSeconds }) {
    const deletions = createProfileDeletions(app as never, {
      interval: resumeAfter * 1000,
      settling: settleSeconds * 1000,
    })
    app.addHook('onClose', () => deletions.close())
    serveExport(app)
    serveDeletion(app, deletions)
  },
})
