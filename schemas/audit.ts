/** The audit trail on the wire. */
import type { AuditEvent, Bundle } from 'fhir/r4.js'
import { example } from './identity.ts'
import { schemaOf } from './types.ts'

export const AuditTrail = {
  $id: 'AuditTrail',
  type: 'object',
  description: 'The audit trail of the caller, newest first.',
  additionalProperties: false,
  required: ['entries'],
  properties: {
    entries: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'at', 'action', 'records'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          at: { type: 'string', format: 'date-time' },
          client: {
            type: 'object',
            additionalProperties: false,
            required: ['id', 'name', 'kind'],
            description: 'The client that made the request; absent if the person made it.',
            properties: {
              id: { type: 'string' },
              name: { type: 'string' },
              kind: {
                enum: ['application', 'assistant'],
                description:
                  'An application reads the responses to its forms; an assistant reads the records that the person allowed.',
              },
            },
          },
          action: {
            type: 'string',
            description:
              'The name of an operation or a tool, the URI of a resource, or `sign-in` for a granted sign-in.',
          },
          records: {
            type: 'array',
            items: { type: 'string' },
            description: 'Ids of the records whose content was in the response.',
          },
        },
      },
    },
    next: { type: 'string', description: '`after` of the next page; absent on the last page.' },
  },
  examples: [
    {
      entries: [
        {
          id: example.uuid,
          at: '2026-03-01T09:00:00.000Z',
          client: { id: 'https://assistant.example/client.json', name: 'Assistant', kind: 'assistant' },
          action: 'my_observations',
          records: [example.uuid],
        },
      ],
    },
  ],
} as const

/** A page of the audit trail for FHIR clients. */
export const AuditBundle = schemaOf<Bundle<AuditEvent>>({
  $id: 'AuditBundle',
  type: 'object',
  description: 'A FHIR Bundle of type searchset: an AuditEvent (R4) for each entry, newest first.',
  required: ['resourceType', 'type', 'link'],
  properties: {
    resourceType: { type: 'string', enum: ['Bundle'] },
    type: { type: 'string', enum: ['searchset'] },
    link: { type: 'array', items: { type: 'object' } },
    entry: { type: 'array', items: { type: 'object' } },
  },
  examples: [
    {
      resourceType: 'Bundle',
      type: 'searchset',
      link: [{ relation: 'self', url: 'https://profile.example/api/profile/audit?limit=50' }],
    },
  ],
})
