/** People see who read what of theirs. */
import { definePlugin } from '../../core/index.ts'
import { AuditTrail } from '../../schemas/audit.ts'
import { ref } from '../../schemas/types.ts'

export default definePlugin({
  name: 'audit',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  schemas: [AuditTrail],
  tag: { name: 'Profile', description: 'What a person can see and decide about their own profile.' },

  routes(app) {
    const { audit } = app.gateway

    app.get(
      '/api/profile/audit',
      {
        schema: {
          operationId: 'readAuditTrail',
          summary: 'Read who read what of yours',
          security: [{ selfSigned: ['read'] }],
          querystring: {
            type: 'object',
            additionalProperties: false,
            required: ['limit'],
            properties: {
              limit: {
                type: 'integer',
                minimum: 1,
                maximum: 200,
                default: 50,
                description: 'Entries at most.',
              },
              after: { type: 'string', maxLength: 100, description: '`next` of the page before.' },
            },
          },
          response: { 200: { description: 'A page of the trail.', ...ref(AuditTrail) } },
        },
      },
      async ({ caller, query: { limit, after } }) => {
        const { entries, next } = await audit.of(caller.key, { limit, ...(after !== undefined && { after }) })
        return {
          entries: entries.map(({ at, client, action, records }) => ({
            ...{ at: new Date(at).toISOString(), action, records: [...records] },
            ...(client && { client: { ...client } }),
          })),
          ...(next !== undefined && { next }),
        }
      },
    )
  },
})
