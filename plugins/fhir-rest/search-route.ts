/** Searches a type, by GET or by POST with form parameters. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contextOf, type FhirResource, type FhirType, UnknownCursor } from '../../core/index.ts'
import { cacheHeaders, resourceFor, sendResource } from './answers.ts'
import { type Listed, searchsetOf } from './bundle.ts'
import {
  InvalidSearch,
  NotAcceptable,
  TooLargeToSort,
  TooManyToCompare,
  TooManyToSort,
  TooMuchIncluded,
} from './errors.ts'
import { type Limits, type Place, partOf } from './place.ts'
import { preferencesOf } from './preferences.ts'
import { type QueryParameters, readQuery } from './query.ts'
import { type Found, included, type Reach, search } from './search.ts'
import { answers, searchQuerystring } from './shapes.ts'
import { noteAccess } from './trail.ts'

/** The limits of one search. */
export const reachOf = (request: FastifyRequest, { mostSearched, mostSearchedBytes }: Limits): Reach => ({
  ...{ records: mostSearched, bytes: mostSearchedBytes },
  charge: () => request.charge?.(1),
})

/** The result with what its references lead to; the access is logged first. */
export async function searchset(
  request: FastifyRequest,
  reply: FastifyReply,
  type: FhirType,
  found: Found,
  query: Listed,
  url: string,
): Promise<FhirResource> {
  const context = contextOf(request)
  const along = await included(found.records, query.includes, context)
  const matches = found.records.map(record => ({ type, record }))
  await noteAccess(`fhirSearch${type.type}`, [...matches, ...along], context)
  const entries = [
    ...matches.map(each => ({ ...each, mode: 'match' as const })),
    ...along.map(each => ({ ...each, mode: 'include' as const })),
  ].map(({ type, record, mode }) => ({ type, mode, resource: resourceFor(request, record) }))
  reply.headers(cacheHeaders(type))
  return searchsetOf(entries, found, query, url)
}

export function serveSearch(place: Place, limits: Limits): void {
  const { app, type, path, security, refusals: known, reading, url } = place
  const name = type.type

  async function answerSearch(request: FastifyRequest, reply: FastifyReply, parameters: QueryParameters) {
    const { strict } = preferencesOf(request.headers['prefer'])
    const query = readQuery(type, parameters, { ...reading(), strict, pageSize: limits.pageSize })
    const found = await search(type, query, contextOf(request), reachOf(request, limits))
    return sendResource(request, reply, await searchset(request, reply, type, found, query, url()))
  }

  const searching = {
    summary: `Search for ${name} resources`,
    description: `${type.description} Follow the link \`next\` for more.`,
    security,
    querystring: searchQuerystring(type),
    response: { 200: answers('A Bundle of type searchset.') },
  }
  const config = {
    rateLimited: true,
    refusals: known,
    errors: [
      ...[NotAcceptable, InvalidSearch, TooManyToSort, TooLargeToSort, TooManyToCompare],
      ...[TooMuchIncluded, UnknownCursor],
    ],
  }
  app.get(
    path,
    { exposeHeadRoute: true, schema: { ...searching, operationId: `fhirSearch${name}` }, config },
    (request, reply) => answerSearch(request, reply, partOf(request)),
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
        },
        config: {
          ...config,
          accepts: {
            types: ['application/x-www-form-urlencoded'],
            schema: { type: 'object', additionalProperties: { type: 'string' } },
            ...{ example: { _count: '20' }, isOptional: true },
          },
        },
      },
      (request, reply) =>
        answerSearch(request, reply, [
          ...partOf(request),
          ...((request.body as QueryParameters | undefined) ?? []),
        ]),
    )
  })
}
