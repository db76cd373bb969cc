/**
 * Aggregate queries: applications get statistics about the people who answered their forms, without reading a
 * response.
 */
import type { FastifyReply } from 'fastify'
import {
  Busy,
  type Caller,
  contextOf,
  coversScope,
  definePlugin,
  InsufficientScope,
  TooManyExcludedError,
  UnknownCollection,
} from '../../core/index.ts'
import {
  AggregateAnswer,
  AggregateBudget,
  Aggregation,
  Query,
  QueryList,
  StoredQuery,
} from '../../schemas/aggregate.ts'
import { RecordAggregation } from '../../schemas/record-aggregation.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { createAggregates, readOptions } from './aggregate.ts'
import { speakEnvelope } from './envelope.ts'
import { InvalidAggregation, QueryChanged, QuestionsSpent, TooManyQueries, UnknownQuery } from './errors.ts'
import { memoryPrivacyBudgets, sqlPrivacyBudgets } from './privacy-budget.ts'
import { createQueries, type KeptQuery } from './queries.ts'

/** Reading every response includes the right to aggregates. */
const scopesFor = (questionnaire: string) => [
  `read:questionnaire[${questionnaire}]`,
  `aggregate:questionnaire[${questionnaire}]`,
]

const errors = [InvalidAggregation, QuestionsSpent, TooManyExcludedError]

const identified = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
  },
} as const

const refreshing = {
  type: 'object',
  properties: {
    refresh: {
      type: 'boolean',
      description:
        'Compute the result again with new noise instead of the stored result. Costs as much as a new query.',
    },
  },
} as const

const named = {
  type: 'object',
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
      description: 'The name that the application gives the query.',
    },
  },
} as const

const etag = { ETag: { type: 'string', description: 'The version of the query, for `If-Match`.' } } as const

export default definePlugin({
  name: 'fhir-aggregate',
  version: '1.0.0',
  dependencies: ['fhir-questionnaire'],
  migrations: new URL('plugins/fhir-aggregate/migrations/', import.meta.resolve('#root/package.json')),
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['certainty', 'margin', 'days'],
    properties: {
      certainty: {
        type: 'number',
        exclusiveMinimum: 0.5,
        maximum: 1,
        default: 0.75,
        description:
          'Maximum probability that an attacker with every result about a form within `days` is right about one person, if the ' +
          'attacker is right half of the time without them: 0.75 is three times in four. 1 gives exact numbers, and two queries ' +
          'can then single out a person.',
      },
      margin: {
        type: 'integer',
        minimum: 2,
        maximum: 1000,
        default: 10,
        description:
          'Maximum deviation of a number of people in 19 of 20 cases. Groups with fewer people are withheld. A greater margin ' +
          'permits more queries with the same certainty.',
      },
      days: {
        type: 'integer',
        minimum: 1,
        maximum: 36_500,
        default: 30,
        description:
          'Days for which a result is repeated and counts against the certainty. The risk adds up over such periods: over a ' +
          'year of 30-day periods, three in four become 99 in 100.',
      },
    },
    formerly: {
      minimumCohort: "'margin' is also the number of people below which nothing is disclosed.",
      noise: "'margin' is three times as large as 'noise' was; in place of 0 set 'certainty' to 1.",
      questions:
        "The number of questions follows from 'certainty' and 'margin': a greater margin leaves more.",
    },
  },
  schemas: [Aggregation, RecordAggregation, Query, StoredQuery, QueryList, AggregateAnswer, AggregateBudget],
  collections: [{ uid: uids.Query, name: 'Query', kind: 'standard', schema: StoredQuery }],
  tag: { name: 'Aggregation', description: 'Aggregate results of the responses to a form.' },

  setup(app, options) {
    readOptions(options)
    if (options.certainty === 1)
      app.log.warn(
        'plugins.fhir-aggregate.certainty is 1: numbers are exact, and two queries that differ by one person disclose the answers of that person',
      )
  },

  routes(app, options, { database }) {
    speakEnvelope(app)
    const budgets = database ? sqlPrivacyBudgets(database) : memoryPrivacyBudgets()
    const aggregates = createAggregates(app, budgets, options)
    const queries = createQueries(app.gateway)

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
        config: { errors: [...errors, Busy], refusals: [404], rateLimited: true },
      },
      async ({ caller, params, query, body }, reply) => {
        reply.header('cache-control', 'no-store')
        return aggregates.answer(await aggregates.plan(caller, params.id, body), query)
      },
    )

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
      async ({ caller, params }, reply) => {
        reply.header('cache-control', 'no-store')
        return aggregates.budget(caller, params.id)
      },
    )

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
        config: { errors: [...errors, UnknownCollection, Busy], rateLimited: true },
      },
      async ({ caller, params, query, body }, reply) => {
        reply.header('cache-control', 'no-store')
        return aggregates.answer(aggregates.planRecords(caller, params.id, body), query)
      },
    )

    app.put(
      '/api/query/:name',
      {
        schema: {
          operationId: 'saveQuery',
          summary: 'Save an aggregation under a name',
          description:
            'Requires the scope `read:questionnaire[…]` or `aggregate:questionnaire[…]` of the queried form. `If-Match` with the ' +
            'ETag of the version to replace, or `If-None-Match: *`, prevents two writers from overwriting each other. Of two ' +
            'concurrent requests of an application, one fails with 409 or 412. An application keeps at most 200 queries.',
          security: [{ application: [] }],
          params: named,
          headers: {
            type: 'object',
            properties: {
              'if-match': { type: 'string', maxLength: 1000 },
              'if-none-match': { type: 'string', maxLength: 1000 },
            },
          },
          body: ref(Query),
          response: {
            200: { description: 'Replaced.', headers: etag, ...ref(Query) },
            201: { description: 'Saved.', headers: etag, ...ref(Query) },
          },
        },
        config: {
          errors: [...errors, QueryChanged, TooManyQueries, Busy, InsufficientScope],
          refusals: [404],
        },
      },
      async (request, reply) => {
        const { body, params, headers, caller } = request
        demandScope(caller, body.questionnaire)
        await aggregates.plan(caller, body.questionnaire, body)
        const precondition = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] }
        const { isNew, ...kept } = await queries.write(params.name, body, precondition, contextOf(request))
        return tagged(reply.code(isNew ? 201 : 200), kept).send(kept.query as never)
      },
    )

    app.get(
      '/api/query/:name',
      {
        schema: {
          operationId: 'runQuery',
          summary: 'Run a saved aggregation',
          description: 'The result and the terms are the same as for a new query.',
          security: [{ application: [] }],
          params: named,
          querystring: refreshing,
          response: { 200: { description: 'The result.', headers: etag, ...ref(AggregateAnswer) } },
        },
        config: { errors: [...errors, UnknownQuery, InsufficientScope, Busy], rateLimited: true },
      },
      async ({ caller, params, query }, reply) => {
        const kept = await queries.read(caller.key, params.name)
        const { questionnaire, title: _, ...question } = kept.query
        demandScope(caller, questionnaire)
        const answer = await aggregates.answer(await aggregates.plan(caller, questionnaire, question), query)
        return tagged(reply, kept)
          .header('cache-control', 'no-store')
          .send(answer as never)
      },
    )

    app.get(
      '/api/query',
      {
        schema: {
          operationId: 'listQueries',
          summary: 'List the saved aggregations of the application',
          description: 'Those of forms that the token covers, oldest first.',
          security: [{ application: [] }],
          response: { 200: { description: 'The queries, without their results.', ...ref(QueryList) } },
        },
        config: { rateLimited: true },
      },
      async ({ caller }, reply) => {
        const kept = await queries.of(caller.key)
        const listed = kept.filter(({ query }) => covers(caller, query.questionnaire))
        reply.header('cache-control', 'no-store')
        return { queries: listed.map(({ name, etag, query }) => ({ name, etag, ...query })) } as never
      },
    )

    app.delete(
      '/api/query/:name',
      {
        schema: {
          operationId: 'deleteQuery',
          summary: 'Delete a saved aggregation',
          description: 'Its results stay charged to the privacy budget.',
          security: [{ application: [] }],
          params: named,
          response: { 204: { description: 'Deleted.', type: 'null' } },
        },
        config: { errors: [UnknownQuery, InsufficientScope, Busy] },
      },
      async (request, reply) => {
        const { caller, params } = request
        demandScope(caller, (await queries.read(caller.key, params.name)).query.questionnaire)
        await queries.remove(params.name, contextOf(request))
        return reply.code(204).send(null)
      },
    )
  },
})

function covers({ scopes }: Caller, questionnaire: string): boolean {
  return scopesFor(questionnaire).some(scope => coversScope(scopes, scope))
}

function demandScope(caller: Caller, questionnaire: string): void {
  if (!covers(caller, questionnaire)) throw new InsufficientScope(`read:questionnaire[${questionnaire}]`)
}

const tagged = (reply: Pick<FastifyReply, 'header'>, { etag }: KeptQuery): FastifyReply =>
  reply.header('etag', etag)
