/** Aggregations: what applications learn of the people who answered their forms, and of none of them alone. */
import type { FastifyReply } from 'fastify'
import { Busy, InsufficientScope } from '../../core/errors.ts'
import { type Caller, contextOf, definePlugin } from '../../core/index.ts'
import { AggregateAnswer, Aggregation, Query, StoredQuery } from '../../schemas/aggregate.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { createAggregates } from './aggregate.ts'
import { speakEnvelope } from './envelope.ts'
import { InvalidAggregation, QueryChanged, QuestionsSpent, UnknownQuery } from './errors.ts'
import { createQueries, type KeptQuery } from './queries.ts'

/** Reading every response is more than asking about them together. */
const scopesFor = (questionnaire: string) => [
  `read:questionnaire[${questionnaire}]`,
  `aggregate:questionnaire[${questionnaire}]`,
]

const errors = [InvalidAggregation, QuestionsSpent]

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
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['minimumCohort', 'noise', 'questions', 'days'],
    properties: {
      minimumCohort: {
        type: 'integer',
        minimum: 2,
        default: 5,
        description: 'People without whom nothing is told of a group or class.',
      },
      noise: {
        type: 'number',
        minimum: 0,
        default: 2,
        description:
          'How far numbers of people are off, typically. 0 tells the exact numbers, so that two questions can single out a person.',
      },
      questions: {
        type: 'integer',
        minimum: 1,
        default: 60,
        description: 'Numbers that may be asked anew about a form within `days`.',
      },
      days: {
        type: 'integer',
        minimum: 1,
        default: 30,
        description: 'After so many days a question is forgotten.',
      },
    },
  },
  schemas: [Aggregation, Query, StoredQuery, AggregateAnswer],
  collections: [{ uid: uids.Query, name: 'Query', kind: 'standard', schema: StoredQuery }],
  tag: { name: 'Aggregation', description: 'What the responses to a form say together.' },

  setup(app, { noise }) {
    if (noise === 0)
      app.log.warn(
        "plugins.fhir-aggregate.noise is 0: two questions whose answers differ by one person tell that person's",
      )
  },

  routes(app, options) {
    speakEnvelope(app)
    const aggregates = createAggregates(app, options)
    const queries = createQueries(app.gateway)

    app.post(
      '/api/questionnaire/:id/aggregate',
      {
        schema: {
          operationId: 'aggregate',
          summary: 'Ask what the responses to a questionnaire say together',
          description:
            'For the application that published it. A person counts once, by the newest of their responses that the filter lets through and that is ' +
            'as the service accepted it. Every number has noise, the same for the same question as long as the responses are the same; ' +
            'groups and classes of few people are withheld. Only so many numbers can be asked anew within a time. ' +
            'linkIds and answers are checked against the newest revision of the form, and what is wrong is told all at once.',
          security: scopesFor('{id}').map(scope => ({ application: [scope] })),
          params: {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string', maxLength: 64, description: 'The `_id` of the questionnaire.' },
            },
          },
          body: ref(Aggregation),
          response: { 200: { description: 'What is told.', ...ref(AggregateAnswer) } },
        },
        config: { errors, rateLimited: true },
      },
      async ({ caller, params, body }, reply) => {
        reply.header('cache-control', 'no-store')
        return aggregates.answer(await aggregates.plan(caller, params.id, body))
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
          response: { 200: { description: 'What is told.', headers: etag, ...ref(AggregateAnswer) } },
        },
        config: { errors: [...errors, UnknownQuery, InsufficientScope], rateLimited: true },
      },
      async ({ caller, params }, reply) => {
        const kept = await queries.read(caller.key, params.name)
        const { questionnaire, ...question } = kept.query
        demandScope(caller, questionnaire)
        const answer = await aggregates.answer(await aggregates.plan(caller, questionnaire, question))
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
