/** A person takes everything of theirs away, or has it deleted. */
import { definePlugin } from '../../core/index.ts'
import { DeletionReceipt, ProfileDeletion, ProfileDeletionRequest } from '../../schemas/profile-deletion.ts'
import { serveDeletion } from './deletion-routes.ts'
import { createProfileDeletions } from './deletions.ts'
import { serveExport } from './export.ts'

export default definePlugin({
  name: 'profile',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'attachments'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['resumeAfter'],
    properties: {
      resumeAfter: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        default: 15,
        description:
          'Seconds between two looks for deletions that were left unfinished; one whose gateway has died is taken up after twice that.',
      },
    },
  },
  schemas: [ProfileDeletionRequest, ProfileDeletion, DeletionReceipt],
  tag: { name: 'Profile', description: 'What a person can see and decide about their own profile.' },

  routes(app, { resumeAfter }) {
    const deletions = createProfileDeletions(app as never, resumeAfter * 1000)
    app.addHook('onClose', () => deletions.close())
    serveExport(app)
    serveDeletion(app, deletions)
  },
})
