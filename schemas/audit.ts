/** The audit trail on the wire. */
import { example } from './identity.ts'

export const AuditTrail = {
  $id: 'AuditTrail',
  type: 'object',
  description: 'Who read what of the person who asks, newest first.',
  additionalProperties: false,
  required: ['entries'],
  properties: {
    entries: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['at', 'action', 'records'],
        properties: {
          at: { type: 'string', format: 'date-time' },
          client: {
            type: 'object',
            additionalProperties: false,
            required: ['id', 'name'],
            description: 'The program that asked in the name of the person, where its token says which.',
            properties: { id: { type: 'string' }, name: { type: 'string' } },
          },
          action: {
            type: 'string',
            description:
              'The name of a tool, the URI of a resource, or `sign-in`: the program was allowed to read.',
          },
          records: {
            type: 'array',
            items: { type: 'string' },
            description: 'Ids of the records whose content was in the answer.',
          },
        },
      },
    },
    next: { type: 'string', description: '`after` of the next page; absent on the last.' },
  },
  examples: [
    {
      entries: [
        {
          at: '2026-03-01T09:00:00.000Z',
          client: { id: 'https://assistant.example/client.json', name: 'Assistant' },
          action: 'my_observations',
          records: [example.uuid],
        },
      ],
    },
  ],
} as const
