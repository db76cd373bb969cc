/** Shows people the readings of their records. */
import { definePlugin } from '../../core/index.ts'
import { auditBundleOf } from '../../fhir/audit-event.ts'
import { AuditBundle, AuditTrail } from '../../schemas/audit.ts'
import { ref } from '../../schemas/types.ts'

export default definePlugin({
  name: 'audit',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  schemas: [AuditTrail, AuditBundle],
  tag: { name: 'Profile', description: 'What a person can see and decide about their own profile.' },

  routes(app) {
    const { gateway } = app

    app.get(
      '/api/profile/audit',
      {
        schema: {
          operationId: 'readAuditTrail',
          summary: 'Read who read what of yours',
          description:
            'Newest first. With `Accept: application/fhir+json` as AuditEvents (R4) in a Bundle, whose link `next` leads on. ' +
            'What applications read on a page, or of a stream at a time, is one entry for each person.',
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
          response: {
            200: {
              description: 'A page of the trail.',
              content: {
                'application/json': { schema: ref(AuditTrail) },
                [FHIR]: { schema: ref(AuditBundle) },
              },
            },
          },
        },
      },
      async ({ caller, query: { limit, after }, headers }, reply) => {
        const { entries, next } = await gateway.audit.of(caller.key, {
          limit,
          ...(after !== undefined && { after }),
        })
        reply.header('cache-control', 'no-store')
        if (headers.accept?.includes(FHIR)) {
          const at = (relation: string, position: string | undefined) => ({
            relation,
            url: `${gateway.baseUrl}/api/profile/audit?${new URLSearchParams({
              limit: String(limit),
              ...(position !== undefined && { after: position }),
            })}`,
          })
          const link = [at('self', after), ...(next === undefined ? [] : [at('next', next)])]
          const parties = { person: caller.did, service: gateway.builder.did }
          return reply.type(FHIR).send(auditBundleOf(entries, parties, link))
        }
        return {
          entries: entries.map(({ id, at, client, action, records }) => ({
            ...{ id, at: new Date(at).toISOString(), action, records: [...records] },
            ...(client && { client: { ...client } }),
          })),
          ...(next !== undefined && { next }),
        }
      },
    )
  },
})

const FHIR = 'application/fhir+json'
