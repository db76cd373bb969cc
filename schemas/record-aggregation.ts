/** An aggregation of the records of a custom collection, on the wire. */
import type { Infer } from './types.ts'

const property = { type: 'string', minLength: 1, maxLength: 255 } as const
const buckets = {
  anyOf: [
    { type: 'integer', minimum: 1, maximum: 100 },
    { type: 'array', minItems: 2, maxItems: 101, items: { type: 'number' } },
  ],
  description:
    'For numbers: the number of equal classes between `minimum` and `maximum` of the schema, or the edges of the classes, ' +
    'ascending. Values beyond the first or the last edge count in the outermost class.',
} as const

export const RecordAggregation = {
  $id: 'RecordAggregation',
  type: 'object',
  description: 'A query of the records of a custom collection.',
  required: ['measures'],
  additionalProperties: false,
  properties: {
    measures: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: {
        type: 'object',
        required: ['property', 'op'],
        additionalProperties: false,
        properties: {
          property: { ...property, description: 'A top-level property of the schema.' },
          op: { type: 'string', enum: ['count', 'sum', 'mean', 'min', 'max', 'histogram'] },
          buckets,
        },
      },
    },
    groupBy: {
      anyOf: [
        property,
        {
          type: 'object',
          required: ['property'],
          additionalProperties: false,
          properties: { property, buckets },
        },
      ],
      description: 'A property whose values define the groups: an enumeration, a boolean, or a number.',
    },
    filter: {
      type: 'object',
      additionalProperties: false,
      properties: {
        properties: {
          type: 'array',
          maxItems: 8,
          items: {
            type: 'object',
            required: ['property'],
            additionalProperties: false,
            properties: {
              property,
              anyOf: {
                type: 'array',
                minItems: 1,
                maxItems: 100,
                items: {
                  anyOf: [{ type: 'string', maxLength: 255 }, { type: 'number' }, { type: 'boolean' }],
                },
                description:
                  'The record has one of these values: of an enumeration, `true`, `false`, or whole numbers.',
              },
              from: { type: 'number', description: 'The record has this number or more.' },
              below: { type: 'number', description: 'The record has less than this number.' },
            },
          },
          description: 'Every condition must hold.',
        },
      },
    },
  },
  examples: [
    {
      measures: [{ property: 'minutesAsleep', op: 'mean' }],
      groupBy: 'quality',
    },
  ],
} as const

export type RecordAggregation = Infer<typeof RecordAggregation>
