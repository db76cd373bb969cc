/** Routes that save, run, list and delete the aggregations of an application. */
import type { FastifyReply } from 'fastify'
import { type App, Busy, type Caller, contextOf, coversScope, InsufficientScope } from '../../core/index.ts'
import { AggregateAnswer, Query, QueryList } from '../../schemas/aggregate.ts'
import { ref } from '../../schemas/types.ts'
import type { Aggregates } from './aggregate.ts'
import { aggregateErrors, refreshing, scopesFor } from './aggregate-routes.ts'
import { QueryChanged, TooManyQueries, UnknownQuery } from './errors.ts'
import { type KeptQuery, MOST_QUERIES, type Queries } from './queries.ts'

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

export function serveQueries(app: App, aggregates: Aggregates, queries: Queries): void {
  serveSaving(app, aggregates, queries)
  serveRunning(app, aggregates, queries)
  serveList(app, queries)
  serveDeletion(app, queries)
}

function serveSaving(app: App, aggregates: Aggregates, queries: Queries): void {
  app.put(
    '/api/query/:name',
    {
      schema: {
        operationId: 'saveQuery',
        summary: 'Save an aggregation under a name',
        description:
          'Requires the scope `read:questionnaire[…]` or `aggregate:questionnaire[…]` of the queried form. `If-Match` with the ' +
          'ETag of the version to replace, or `If-None-Match: *`, prevents two writers from overwriting each other. Of two ' +
          `concurrent requests of an application, one fails with 409 or 412. An application keeps at most ${MOST_QUERIES} queries.`,
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
        errors: [...aggregateErrors, QueryChanged, TooManyQueries, Busy, InsufficientScope],
        refusals: [404],
      },
    },
    async function saveQuery(request, reply) {
      const { body, params, headers, caller } = request
      demandScope(caller, body.questionnaire)
      await aggregates.plan(caller, body.questionnaire, body)
      const precondition = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] }
      const { isNew, ...kept } = await queries.write(params.name, body, precondition, contextOf(request))
      return tagged(reply.code(isNew ? 201 : 200), kept).send(kept.query)
    },
  )
}

function serveRunning(app: App, aggregates: Aggregates, queries: Queries): void {
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
      config: { errors: [...aggregateErrors, UnknownQuery, InsufficientScope, Busy], rateLimited: true },
    },
    async function runQuery({ caller, params, query }, reply) {
      const kept = await queries.read(caller.key, params.name)
      const { questionnaire, title: _, ...question } = kept.query
      demandScope(caller, questionnaire)
      const answer = await aggregates.answer(await aggregates.plan(caller, questionnaire, question), query)
      return tagged(reply, kept).header('cache-control', 'no-store').send(answer)
    },
  )
}

function serveList(app: App, queries: Queries): void {
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
    async function listQueries({ caller }, reply) {
      const kept = await queries.of(caller.key)
      const listed = kept.filter(({ query }) => covers(caller, query.questionnaire))
      reply.header('cache-control', 'no-store')
      return { queries: listed.map(({ name, etag, query }) => ({ name, etag, ...query })) }
    },
  )
}

function serveDeletion(app: App, queries: Queries): void {
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
    async function deleteQuery(request, reply) {
      const { caller, params } = request
      demandScope(caller, (await queries.read(caller.key, params.name)).query.questionnaire)
      await queries.remove(params.name, contextOf(request))
      return reply.code(204).send(null)
    },
  )
}

function covers({ scopes }: Caller, questionnaire: string): boolean {
  return scopesFor(questionnaire).some(scope => coversScope(scopes, scope))
}

function demandScope(caller: Caller, questionnaire: string): void {
  if (!covers(caller, questionnaire)) throw new InsufficientScope(`read:questionnaire[${questionnaire}]`)
}

const tagged = (reply: Pick<FastifyReply, 'header'>, { etag }: KeptQuery): FastifyReply =>
  reply.header('etag', etag)
