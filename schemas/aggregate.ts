/** Aggregations on the wire: a query of the responses to a form, and its result. */
import { example, Uuid } from './identity.ts'
import type { Infer } from './types.ts'

const linkId = { type: 'string', minLength: 1, maxLength: 255 } as const

const buckets = {
  anyOf: [
    { type: 'integer', minimum: 1, maximum: 100 },
    { type: 'array', minItems: 2, maxItems: 101, items: { type: 'number' } },
  ],
  description:
    'For numbers: the number of equal classes that divide the range of the form, or the edges of the classes, ascending. ' +
    'Values beyond the first or the last edge count in the outermost class.',
} as const

const unit = {
  type: 'object',
  required: ['code'],
  additionalProperties: false,
  properties: {
    system: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Default: the system that the form gives the code, or UCUM.',
    },
    code: { type: 'string', minLength: 1, maxLength: 100 },
  },
  description:
    'For quantities: the unit. Answers in another unit that the form offers are converted if both are of UCUM; others, and ' +
    'answers without a coded unit or with a comparator (`<`), do not count.',
} as const

const measures = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: {
    type: 'object',
    required: ['linkId', 'op'],
    additionalProperties: false,
    properties: {
      linkId,
      op: { type: 'string', enum: ['count', 'sum', 'mean', 'min', 'max', 'histogram'] },
      unit,
      buckets,
    },
  },
} as const

const groupBy = {
  anyOf: [
    linkId,
    {
      type: 'object',
      required: ['linkId'],
      additionalProperties: false,
      properties: { linkId, unit, buckets },
    },
  ],
  description:
    'A question whose answers define the groups: choice, boolean, or a number or quantity in classes.',
} as const

const filter = {
  type: 'object',
  additionalProperties: false,
  properties: {
    authored: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        type: 'string',
        maxLength: 12,
        pattern: '^(eq|ge|gt|le|lt)?\\d{4}(-\\d{2}(-\\d{2})?)?$',
      },
      description:
        'Responses submitted on this date: a year, month or day in UTC, with one of the prefixes `eq`, `ge`, `gt`, `le`, ' +
        '`lt`. Two dates limit a period.',
    },
    answers: {
      type: 'array',
      maxItems: 8,
      items: {
        type: 'object',
        required: ['linkId'],
        additionalProperties: false,
        properties: {
          linkId,
          anyOf: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: { anyOf: [{ type: 'string', maxLength: 255 }, { type: 'number' }, { type: 'boolean' }] },
            description:
              'The response has one of these answers: codes of options, `true`, `false`, or whole numbers.',
          },
          unit,
          from: { type: 'number', description: 'The response has an answer of this number or more.' },
          below: { type: 'number', description: 'The same answer is less than this number.' },
        },
      },
      description: 'Every condition must hold.',
    },
  },
} as const

const question = { measures, groupBy, filter } as const

const sample = {
  measures: [
    { linkId: 'hours', op: 'mean' },
    { linkId: 'hours', op: 'histogram', buckets: [0, 4, 6, 8, 12] },
  ],
  groupBy: 'sex',
  filter: { authored: ['ge2026-03', 'lt2026-04'], answers: [{ linkId: 'age', from: 18, below: 65 }] },
} as const

/** A query of the responses to a form. */
export const Aggregation = {
  $id: 'Aggregation',
  type: 'object',
  description: 'A query of the responses to a form.',
  required: ['measures'],
  additionalProperties: false,
  properties: question,
  examples: [sample],
} as const

export type Aggregation = Infer<typeof Aggregation>

const title = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'A name for people.',
} as const

/** A query that an application has saved under a name. */
export const Query = {
  $id: 'Query',
  type: 'object',
  description: 'A saved aggregation: its name, its form and its query.',
  required: ['questionnaire', 'measures'],
  additionalProperties: false,
  properties: {
    questionnaire: { ...Uuid, description: 'The `_id` of the questionnaire.' },
    title,
    ...question,
  },
  examples: [{ questionnaire: example.uuid, title: 'Sleep in March, by sex', ...sample }],
} as const

export type Query = Infer<typeof Query>

/** A stored query, with its owner and its name. */
export const StoredQuery = {
  $id: 'StoredQuery',
  type: 'object',
  description: 'A stored query.',
  required: ['name', 'application', ...Query.required],
  properties: {
    name: { type: 'string' },
    application: { type: 'string', description: 'The public key of the application, in hex.' },
    ...Query.properties,
  },
} as const

export type StoredQuery = Infer<typeof StoredQuery>

/** The queries that an application has saved. */
export const QueryList = {
  $id: 'QueryList',
  type: 'object',
  description: 'The saved queries of an application.',
  required: ['queries'],
  additionalProperties: false,
  properties: {
    queries: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'etag', ...Query.required],
        additionalProperties: false,
        properties: {
          name: { type: 'string', description: 'The name under which it was saved.' },
          etag: { type: 'string', description: 'The version of the query, for `If-Match`.' },
          ...Query.properties,
        },
      },
    },
  },
  examples: [
    {
      queries: [
        {
          ...{ name: 'sleep-by-sex', etag: '"3f0c…"', questionnaire: example.uuid },
          ...{ title: 'Sleep in March, by sex', ...sample },
        },
      ],
    },
  ],
} as const

export type QueryList = Infer<typeof QueryList>

const bucket = {
  value: {
    anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    description: 'The code of an option, or the answer itself.',
  },
  system: { type: 'string' },
  display: { type: 'string' },
  from: { type: 'number' },
  below: {
    type: 'number',
    description: 'The class ends before this number; the last class includes it and every greater value.',
  },
} as const

const numberOrNull = { anyOf: [{ type: 'number' }, { type: 'null' }] } as const

/** The result for one group of people. */
const AggregateGroup = {
  type: 'object',
  required: ['people', 'measures'],
  additionalProperties: false,
  properties: {
    group: {
      type: 'object',
      description: 'The common answer.',
      additionalProperties: false,
      properties: bucket,
    },
    people: {
      type: 'integer',
      description: 'The approximate number of people, within the margin; each counts once.',
    },
    measures: {
      type: 'array',
      description: 'In the order of the query.',
      items: {
        type: 'object',
        required: ['linkId', 'op'],
        additionalProperties: false,
        properties: {
          linkId: { type: 'string' },
          op: { type: 'string' },
          unit: {
            type: 'object',
            description: 'Of the quantities that count.',
            required: ['code'],
            additionalProperties: false,
            properties: { system: { type: 'string' }, code: { type: 'string' } },
          },
          value: { ...numberOrNull, description: '`null` if too few people contribute to it.' },
          margin: {
            type: 'number',
            description:
              'The deviation from the number without noise that is not exceeded in 19 of 20 cases.',
          },
          buckets: {
            type: 'array',
            items: {
              type: 'object',
              required: ['count'],
              additionalProperties: false,
              properties: { ...bucket, count: numberOrNull },
            },
          },
        },
      },
    },
  },
} as const

export type AggregateGroup = Infer<typeof AggregateGroup>

export const AggregateAnswer = {
  $id: 'AggregateAnswer',
  type: 'object',
  description: 'The result of an aggregation.',
  required: ['message', 'result', 'suppressed', 'leftOut', 'margin', 'asOf'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', enum: ['success'] },
    result: { type: 'array', items: AggregateGroup },
    suppressed: {
      type: 'integer',
      description: 'The number of withheld groups: those with fewer people, after noise, than the margin.',
    },
    leftOut: {
      type: 'object',
      description:
        'The approximate number of people whose responses to the form do not count; 0 if the number is below the margin.',
      required: ['unattested', 'changed'],
      additionalProperties: false,
      properties: {
        unattested: { type: 'integer', description: 'They were not submitted through the service.' },
        changed: { type: 'integer', description: 'Their owners changed them after they were submitted.' },
      },
    },
    margin: {
      type: 'number',
      description:
        'The deviation in the number of people of a group or class that is not exceeded in 19 of 20 cases.',
    },
    asOf: {
      type: 'string',
      format: 'date-time',
      description:
        'The time at which the oldest of the numbers was drawn. The result is repeated until it is refreshed or expires.',
    },
    questionsLeft: {
      type: 'integer',
      description:
        'The number of new results that may still be queried about this form. A repeated query is free; a result for each ' +
        'group or class counts twice. Absent if numbers are exact.',
    },
  },
  examples: [
    {
      message: 'success',
      result: [
        {
          group: { value: 'female', system: 'http://hl7.org/fhir/administrative-gender', display: 'Female' },
          people: 41,
          measures: [{ linkId: 'hours', op: 'mean', value: 7, margin: 2.9 }],
        },
      ],
      suppressed: 1,
      leftOut: { unattested: 0, changed: 14 },
      margin: 10,
      asOf: '2026-03-31T09:30:00.000Z',
      questionsLeft: 43,
    },
  ],
} as const

export type AggregateAnswer = Infer<typeof AggregateAnswer>

export const AggregateBudget = {
  $id: 'AggregateBudget',
  type: 'object',
  description: 'The remaining privacy budget of a form.',
  required: ['message', 'certainty', 'days', 'margin'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', enum: ['success'] },
    certainty: {
      type: 'number',
      description:
        'The maximum probability that an attacker with every result within `days` is right about one person, if the attacker ' +
        'is right half of the time without them.',
    },
    days: {
      type: 'integer',
      description: 'Days for which a result is repeated and counts against the budget.',
    },
    margin: {
      type: 'number',
      description:
        'The deviation in a number of people that is not exceeded in 19 of 20 cases; 0 if numbers are exact.',
    },
    questions: {
      type: 'integer',
      description: 'New numbers that may be queried within `days`. Absent if numbers are exact.',
    },
    questionsLeft: { type: 'integer', description: 'The remaining ones.' },
  },
  examples: [{ message: 'success', certainty: 0.75, days: 30, margin: 10, questions: 50, questionsLeft: 43 }],
} as const

export type AggregateBudget = Infer<typeof AggregateBudget>
