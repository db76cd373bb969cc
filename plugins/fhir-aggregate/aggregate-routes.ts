/** Routes that query aggregates of responses and of records, and the budget that limits the queries. */
import { type App, Busy, TooManyExcludedError, UnknownCollection } from '../../core/index.ts'
import { AggregateAnswer, AggregateBudget, Aggregation } from '../../schemas/aggregate.ts'
import { RecordAggregation } from '../../schemas/record-aggregation.ts'
import { ref } from '../../schemas/types.ts'
import type { Aggregates } from './aggregate.ts'
import { InvalidAggregation, QuestionsSpent } from './errors.ts'

/** Reading every response includes the right to aggregates. */
export const scopesFor = (questionnaire: string) => [
  `read:questionnaire[${questionnaire}]`,
  `aggregate:questionnaire[${questionnaire}]`,
]

/** The errors of every aggregation. */
export const aggregateErrors = [InvalidAggregation, QuestionsSpent, TooManyExcludedError]

const identified = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
  },
} as const

export const refreshing = {
  type: 'object',
  properties: {
    refresh: {
      type: 'boolean',
      description:
        'Compute the result again with new noise instead of the stored result. Costs as much as a new query.',
    },
  },
} as const

export function serveAggregates(app: App, aggregates: Aggregates): void {
  serveResponses(app, aggregates)
  serveBudget(app, aggregates)
  serveRecords(app, aggregates)
}

function serveResponses(app: App, aggregates: Aggregates): void {
  app.post(
    '/api/questionnaire/:id/aggregate',
    {
      schema: {
        operationId: 'aggregate',
        summary: 'Query aggregates of the responses to a questionnaire',
        description:
          'For the application that published it. A person counts once, with the newest matching response that is unchanged ' +
          'since the service accepted it. Every number has noise and is stored: the same query has the same result until it is ' +
          'refreshed or expires. Groups and classes with few people are withheld. The privacy budget limits the number of ' +
          'queries. linkIds and answers are checked against the newest revision of the form; an error lists every issue.',
        security: scopesFor('{id}').map(scope => ({ application: [scope] })),
        params: identified,
        querystring: refreshing,
        body: ref(Aggregation),
        response: { 200: { description: 'The result.', ...ref(AggregateAnswer) } },
      },
      config: { errors: [...aggregateErrors, Busy], refusals: [404], rateLimited: true },
    },
    async function aggregateResponses({ caller, params, query, body }, reply) {
      reply.header('cache-control', 'no-store')
      return aggregates.answer(await aggregates.plan(caller, params.id, body), query)
    },
  )
}

function serveBudget(app: App, aggregates: Aggregates): void {
  app.get(
    '/api/questionnaire/:id/aggregate',
    {
      schema: {
        operationId: 'readAggregateBudget',
        summary: 'Read the remaining privacy budget of a questionnaire',
        description: 'For the application that published it. The request costs nothing.',
        security: scopesFor('{id}').map(scope => ({ application: [scope] })),
        params: identified,
        response: { 200: { description: 'The privacy budget.', ...ref(AggregateBudget) } },
      },
      config: { refusals: [404], rateLimited: true },
    },
    async function readBudget({ caller, params }, reply) {
      reply.header('cache-control', 'no-store')
      return aggregates.budget(caller, params.id)
    },
  )
}

function serveRecords(app: App, aggregates: Aggregates): void {
  app.post(
    '/api/collection/:id/aggregate',
    {
      schema: {
        operationId: 'aggregateRecords',
        summary: 'Query aggregates of the records of a custom collection',
        description:
          'For the application that the records were submitted for, under the terms of aggregates of responses: a person ' +
          'counts once, with the newest record; numbers have noise, are stored, and are charged to a privacy budget of the ' +
          'application. `linkId` in the answer is the property.',
        security: ['read', 'aggregate'].map(right => ({ application: [`${right}:collection[{id}]`] })),
        params: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', maxLength: 64, description: 'The uid of the collection.' } },
        },
        querystring: refreshing,
        body: ref(RecordAggregation),
        response: { 200: { description: 'The result.', ...ref(AggregateAnswer) } },
      },
      config: { errors: [...aggregateErrors, UnknownCollection, Busy], rateLimited: true },
    },
    async function aggregateRecords({ caller, params, query, body }, reply) {
      reply.header('cache-control', 'no-store')
      return aggregates.answer(aggregates.planRecords(caller, params.id, body), query)
    },
  )
}
