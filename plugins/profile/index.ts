/** A person takes everything of theirs away, or has it deleted. */
import { definePlugin } from '../../core/index.ts'
import { serveExport } from './export.ts'

export default definePlugin({
  name: 'profile',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'attachments'],
  tag: { name: 'Profile', description: 'What a person can see and decide about their own profile.' },

  routes(app) {
    serveExport(app)
  },
})
