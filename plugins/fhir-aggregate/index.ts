/**
 * Aggregate queries: applications get statistics about the people who answered their forms, without reading a
 * response.
 */
import type { FastifyReply } from 'fastify'
import { Busy, type Caller, contextOf, definePlugin, InsufficientScope } from '../../core/index.ts'
import { AggregateAnswer, AggregateBudget, Aggregation, Query, StoredQuery } from '../../schemas/aggregate.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { createAggregates, readOptions } from './aggregate.ts'
import { speakEnvelope } from './envelope.ts'
import { InvalidAggregation, QueryChanged, QuestionsSpent, UnknownQuery } from './errors.ts'
import { memoryPrivacyBudgets, sqlPrivacyBudgets } from './privacy-budget.ts'
import { createQueries, type KeptQuery } from './queries.ts'

/** Reading every response includes the right to aggregates. */
const scopesFor = (questionnaire: string) => [
  `read:questionnaire[${questionnaire}]`,
  `aggregate:questionnaire[${questionnaire}]`,
]

const errors = [InvalidAggregation, QuestionsSpent]

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
        'Count again and draw new noise, in place of the answer that is kept. Costs as much as a new question.',
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
      description: "Of the application's own.",
    },
  },
} as const

const etag = { ETag: { type: 'string', description: 'Of the query: for `If-Match`.' } } as const

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
          'How often a guess about one person may be right at most, by all that is asked about a form within `days`, that is right half of the time without: ' +
          '0.75 is three times in four. 1 tells exact numbers, so that two questions can single out a person.',
      },
      margin: {
        type: 'integer',
        minimum: 2,
        maximum: 1000,
        default: 10,
        description:
          'By how many people a number may be off, in 19 of 20 cases; fewer are not told of. A greater margin leaves more numbers to ask, at the same certainty.',
      },
      days: {
        type: 'integer',
        minimum: 1,
        maximum: 36_500,
        default: 30,
        description:
          'How long an answer is repeated, and counts against the certainty. Each such span adds what the one before told: over a year of 30 days each three in four become 99 in 100.',
      },
    },
    formerly: {
      minimumCohort: "'margin' is also the number of people below which nothing is disclosed.",
      noise: "'margin' is three times as large as 'noise' was; in place of 0 set 'certainty' to 1.",
      questions:
        "The number of questions follows from 'certainty' and 'margin': a greater margin leaves more.",
    },
  },
  schemas: [Aggregation, Query, StoredQuery, AggregateAnswer, AggregateBudget],
  collections: [{ uid: uids.Query, name: 'Query', kind: 'standard', schema: StoredQuery }],
  tag: { name: 'Aggregation', description: 'What the responses to a form say together.' },

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
          summary: 'Ask what the responses to a questionnaire say together',
          description:
            'For the application that published it. A person counts once, by the newest of their responses that the filter lets through and that is ' +
            'as the service accepted it. Every number has noise, and is kept: the same question has the same answer until it is refreshed or forgotten. ' +
            'Groups and classes of few people are withheld. Only so many numbers can be drawn within a time. ' +
            'linkIds and answers are checked against the newest revision of the form; a refusal lists every issue.',
          security: scopesFor('{id}').map(scope => ({ application: [scope] })),
          params: identified,
          querystring: refreshing,
          body: ref(Aggregation),
          response: { 200: { description: 'The answer.', ...ref(AggregateAnswer) } },
        },
        config: { errors: [...errors, Busy], rateLimited: true },
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
          summary: 'Read what may still be asked of the responses to a questionnaire',
          description: 'For the application that published it. Costs nothing.',
          security: scopesFor('{id}').map(scope => ({ application: [scope] })),
          params: identified,
          response: { 200: { description: 'The privacy budget.', ...ref(AggregateBudget) } },
        },
        config: { errors: [], rateLimited: true },
      },
      async ({ caller, params }, reply) => {
        reply.header('cache-control', 'no-store')
        return aggregates.budget(caller, params.id)
      },
    )

    app.put(
      '/api/query/:name',
      {
        schema: {
          operationId: 'saveQuery',
          summary: 'Keep an aggregation under a name',
          description:
            'Needs the scope `read:questionnaire[…]` or `aggregate:questionnaire[…]` of the form it asks about. `If-Match` with the ETag of what is to be ' +
            'replaced, or `If-None-Match: *`, keeps two writers from undoing each other. Of two at once one is answered with 409 or 412.',
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
            201: { description: 'Kept.', headers: etag, ...ref(Query) },
          },
        },
        config: { errors: [...errors, QueryChanged, Busy, InsufficientScope] },
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
          summary: 'Run an aggregation by its name',
          description: 'Answered as if it were asked now, on the same terms.',
          security: [{ application: [] }],
          params: named,
          querystring: refreshing,
          response: { 200: { description: 'The answer.', headers: etag, ...ref(AggregateAnswer) } },
        },
        config: { errors: [...errors, UnknownQuery, InsufficientScope, Busy], rateLimited: true },
      },
      async ({ caller, params, query }, reply) => {
        const kept = await queries.read(caller.key, params.name)
        const { questionnaire, ...question } = kept.query
        demandScope(caller, questionnaire)
        const answer = await aggregates.answer(await aggregates.plan(caller, questionnaire, question), query)
        return tagged(reply, kept)
          .header('cache-control', 'no-store')
          .send(answer as never)
      },
    )
  },
})

function demandScope({ scopes }: Caller, questionnaire: string): void {
  const [read = '', aggregate = ''] = scopesFor(questionnaire)
  if (!scopes.includes(read) && !scopes.includes(aggregate)) throw new InsufficientScope(read)
}

const tagged = (reply: Pick<FastifyReply, 'header'>, { etag }: KeptQuery): FastifyReply =>
  reply.header('etag', etag)
