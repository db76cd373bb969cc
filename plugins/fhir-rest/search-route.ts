/** Searches a type, by GET or by POST with form parameters. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contextOf, UnknownCursor } from '../../core/index.ts'
import { cacheHeaders, resourceFor, sendResource } from './answers.ts'
import { searchsetOf } from './bundle.ts'
import { InvalidSearch, TooLargeToSort, TooManyToSort, TooMuchIncluded } from './errors.ts'
import { type Limits, type Place, partOf } from './place.ts'
import { preferencesOf } from './preferences.ts'
import { type QueryParameters, readQuery } from './query.ts'
import { included, search } from './search.ts'
import { answers, refusals, searchQuerystring } from './shapes.ts'
import { noteAccess } from './trail.ts'

export function serveSearch(place: Place, { pageSize, mostSearched, mostSearchedBytes }: Limits): void {
  const { app, type, path, security, refusals: known, reading, url } = place
  const name = type.type

  async function answerSearch(request: FastifyRequest, reply: FastifyReply, parameters: QueryParameters) {
    const { strict } = preferencesOf(request.headers['prefer'])
    const query = readQuery(type, parameters, { ...reading(), strict, pageSize })
    const context = contextOf(request)
    const found = await search(type, query, context, {
      ...{ records: mostSearched, bytes: mostSearchedBytes },
      charge: () => request.charge?.(1),
    })
    const along = await included(found.records, query.includes, context)
    await noteAccess(
      `fhirSearch${name}`,
      [...found.records.map(record => ({ type, record })), ...along],
      context,
    )
    const entries = [
      ...found.records.map(record => ({ type, record, mode: 'match' as const })),
      ...along.map(each => ({ ...each, mode: 'include' as const })),
    ].map(({ type, record, mode }) => ({ type, mode, resource: resourceFor(request, record) }))
    reply.headers(cacheHeaders(type))
    return sendResource(request, reply, searchsetOf(entries, found, query, url()))
  }

  const searching = {
    summary: `Search for ${name} resources`,
    description: `${type.description} Follow the link \`next\` for more.`,
    security,
    querystring: searchQuerystring(type),
    response: { 200: answers('A Bundle of type searchset.'), ...refusals(422, 429, ...known) },
  }
  const config = {
    rateLimited: true,
    errors: [InvalidSearch, TooManyToSort, TooLargeToSort, TooMuchIncluded, UnknownCursor],
  }
  app.get(path, { schema: { ...searching, operationId: `fhirSearch${name}` }, config }, (request, reply) =>
    answerSearch(request, reply, partOf(request)),
  )
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      /^application\/x-www-form-urlencoded(?:\s*;|$)/i,
      { parseAs: 'string' },
      (_request, body, done) => done(null, [...new URLSearchParams(String(body))]),
    )
    scope.post(
      `${path}/_search`,
      {
        schema: {
          ...searching,
          operationId: `fhirPostSearch${name}`,
          description: `${searching.description} The parameters are the form-encoded body, so that proxies do not log them.`,
          consumes: ['application/x-www-form-urlencoded'],
        },
        config,
      },
      (request, reply) =>
        answerSearch(request, reply, [
          ...partOf(request),
          ...((request.body as QueryParameters | undefined) ?? []),
        ]),
    )
  })
}
