/** Shows people the readings of their records. */
import { definePlugin } from '../../core/index.ts'
import { auditBundleOf } from '../../fhir/resources/audit-event.ts'
import { AuditBundle, AuditTrail } from '../../schemas/audit.ts'
import { ref } from '../../schemas/types.ts'

export default definePlugin({
  name: 'audit',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  schemas: [AuditTrail, AuditBundle],
  tag: { name: 'Profile', description: 'The audit trail, export and deletion of a profile.' },

  routes(app) {
    const { gateway } = app

    app.get(
      '/api/profile/audit',
      {
        schema: {
          operationId: 'readAuditTrail',
          summary: 'Read your audit trail',
          description:
            'The newest entry first. With `Accept: application/fhir+json`: AuditEvents (R4) in a Bundle; its link `next` leads to ' +
            'the next page. A page, or one batch of a stream, that an application reads is one entry for each person.',
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
                description: 'Maximum entries on the page.',
              },
              after: { type: 'string', maxLength: 100, description: '`next` of the previous page.' },
            },
          },
          response: {
            200: {
              description: 'A page of the audit trail.',
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
