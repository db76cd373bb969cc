/** A page of records of a custom collection. */
import { Did, example, Uuid } from './identity.ts'

export const RecordPage = {
  $id: 'RecordPage',
  type: 'object',
  description: 'Records of a custom collection, in the order of storage.',
  required: ['records', 'leftOut'],
  properties: {
    records: {
      type: 'array',
      items: {
        type: 'object',
        required: ['_id', '_created'],
        properties: {
          _id: Uuid,
          _created: { type: 'string', format: 'date-time', description: 'The time of storage.' },
          _owner: { ...Did, description: 'The person.' },
        },
        additionalProperties: true,
      },
    },
    leftOut: {
      type: 'object',
      required: ['unattested', 'changed'],
      description: 'The number of records that were written, or changed, without the service.',
      properties: { unattested: { type: 'integer' }, changed: { type: 'integer' } },
    },
    next: { type: 'string', description: 'The `cursor` of the next page.' },
  },
  examples: [
    {
      records: [
        {
          ...{ _id: example.uuid, _created: '2026-01-15T07:00:00.000Z', _owner: example.did },
          ...{ date: '2026-01-14', minutesAsleep: 431 },
        },
      ],
      leftOut: { unattested: 0, changed: 0 },
    },
  ],
} as const
