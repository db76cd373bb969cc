/** The routes of one resource type: read, version read, search, create. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  IdempotencyMismatch,
  InvalidIdempotencyKey,
  InvalidRecord,
  UnknownCursor,
  withIssues,
} from '../../core/errors.ts'
import {
  type App,
  type Context,
  contextOf,
  type FhirContent,
  type FhirResource,
  type FhirType,
  type StoredRecord,
} from '../../core/index.ts'
import { ownRecord } from '../../core/own-records.ts'
import { idempotencyKeyIn } from '../../core/submit.ts'
import { versionIdOf } from '../../fhir/served.ts'
import { ref } from '../../schemas/types.ts'
import {
  cacheHeaders,
  etagOf,
  namesTag,
  resourceFor,
  sendResource,
  versionHeaders,
  wantedOf,
} from './answers.ts'
import { binaryJson } from './binary.ts'
import { searchsetOf } from './bundle.ts'
import { securityOf } from './callers.ts'
import { create, setByService } from './create.ts'
import { CreatedMeanwhile, InvalidSearch, SeveralMatch, TooManyToSort, UnknownResource } from './errors.ts'
import { tellings } from './outcome.ts'
import { preferencesOf } from './preferences.ts'
import { readQuery, type Written } from './query.ts'
import { included, search } from './search.ts'
import { AnyResource, answers, paramsOf, readQuerystring, refusals, searchQuerystring } from './shapes.ts'
import { subsetOf } from './subset.ts'
import { noteAccess } from './trail.ts'

export interface Serving {
  /** Resources on a page when the reader does not say. */
  readonly pageSize: number
  /** Records that one search looks through. */
  readonly mostSearched: number
  /** Whether programs can sign people in. */
  readonly signsIn: boolean
}

type Read = FastifyRequest<{ Params: { id: string; version?: string } }>

export function serveType(app: App, type: FhirType, serving: Serving): void {
  const { gateway } = app
  const name = type.type
  const url = `/fhir/${name}`
  const security = securityOf(type.readers, serving.signsIn)
  const known = security.length > 0 ? [401, 403] : []
  const absolute = () => `${gateway.baseUrl}${url}`

  const reading = () => ({
    baseUrl: `${gateway.baseUrl}/fhir`,
    didPrefixes: [gateway.config.did.prefix],
  })

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const { params } = request as Read
    const { raw } = wantedOf(request)
    const context = contextOf(request)
    if (type.content) return sendContent(request, reply, await type.content(params.id, context), raw)
    const record = await recordAt(type, params.id, context, params.version)
    if (!record) throw new UnknownResource(name, params.id)
    const headers = { ...versionHeaders(record), ...cacheHeaders(type) }
    if (namesTag(request.headers['if-none-match'], etagOf(record)))
      return reply.code(304).headers(headers).send() as never
    await noteAccess(`fhirRead${name}`, [{ type, record }], context)
    reply.headers(headers)
    const query = readQuery(type, partOf(request), { ...reading(), strict: false, pageSize: 1 })
    return sendResource(request, reply, subsetOf(resourceFor(request, record), type, query))
  }

  async function sendContent(
    request: FastifyRequest,
    reply: FastifyReply,
    content: FhirContent | undefined,
    raw: boolean,
  ) {
    const { id } = (request as Read).params
    if (!content) throw new UnknownResource(name, id)
    const { record, contentType, headers } = content
    await noteAccess(`fhirRead${name}`, [{ type, record }], contextOf(request))
    if (raw) return reply.headers(headers).send(await content.stream()) as never
    const meta = { versionId: versionIdOf(record), lastUpdated: record._updated }
    reply.headers({ ...versionHeaders(record), ...cacheHeaders(type) })
    reply.header('content-type', wantedOf(request).type)
    return reply.send(binaryJson(content, { resourceType: name, id, meta, contentType })) as never
  }

  async function answerSearch(request: FastifyRequest, reply: FastifyReply, written: Written) {
    const { strict } = preferencesOf(request.headers['prefer'])
    const query = readQuery(type, written, { ...reading(), strict, pageSize: serving.pageSize })
    const context = contextOf(request)
    const found = await search(type, query, context, serving.mostSearched)
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
    return sendResource(request, reply, searchsetOf(entries, found, query, absolute()))
  }

  for (const at of ['', '/_history/:version'] as const) {
    if (at !== '' && type.content) continue
    app.get(
      `${url}/:id${at}`,
      {
        schema: {
          operationId: at === '' ? `fhirRead${name}` : `fhirVersionRead${name}`,
          summary: at === '' ? `Read one ${name}` : `Read one version of a ${name}`,
          description: type.description,
          security,
          params: paramsOf('id', ...(at === '' ? [] : (['version'] as const))),
          querystring: readQuerystring,
          response: { 200: answers('The resource.'), ...refusals(404, ...known) },
        },
        config: { errors: [UnknownResource] },
      },
      read,
    )
  }

  if (type.search) {
    const searching = {
      summary: `Search for ${name} resources`,
      description: `${type.description} Follow the link \`next\` for more.`,
      security,
      querystring: searchQuerystring(type),
      response: { 200: answers('A Bundle of type searchset.'), ...refusals(422, 429, ...known) },
    }
    const config = { rateLimited: true, errors: [InvalidSearch, TooManyToSort, UnknownCursor] }
    app.get(url, { schema: { ...searching, operationId: `fhirSearch${name}` }, config }, (request, reply) =>
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
        `${url}/_search`,
        {
          schema: {
            ...searching,
            operationId: `fhirPostSearch${name}`,
            description: `${searching.description} The parameters are the body, as a form: so they stand in no log of a proxy.`,
            consumes: ['application/x-www-form-urlencoded'],
          },
          config,
        },
        (request, reply) =>
          answerSearch(request, reply, [
            ...partOf(request),
            ...((request.body as Written | undefined) ?? []),
          ]),
      )
    })
  }

  if (!type.creatable) return
  app.post(
    url,
    {
      schema: {
        operationId: `fhirCreate${name}`,
        summary: `Create a ${name}`,
        description:
          `The same way as every submission: checked, stamped, attested, stored on every node. \`Prefer: return=OperationOutcome\` ` +
          'tells what the service has set. With `If-None-Exist` nothing is created when a resource matches it.',
        security: [{ selfSigned: ['write'] }],
        headers: {
          type: 'object',
          properties: {
            prefer: {
              type: 'string',
              description: '`return=minimal`, `representation` or `OperationOutcome`.',
            },
            'if-none-exist': { type: 'string', maxLength: 2048, description: 'A search of this type.' },
            'idempotency-key': {
              type: 'string',
              description: 'Your own id of this submission, kept for a day.',
            },
          },
        },
        body: ref(AnyResource),
        response: {
          200: answers('One was there already.'),
          201: answers('Created.'),
          ...refusals(401, 403, 409, 412, 413, 415, 422),
        },
      },
      config: {
        errors: [
          ...[InvalidRecord, InvalidIdempotencyKey, IdempotencyMismatch],
          ...[InvalidSearch, SeveralMatch, CreatedMeanwhile],
        ],
      },
    },
    async (request, reply) => {
      const { body, headers } = request
      wantedOf(request)
      const sent = ofType(body, name)
      const ifNoneExist = headers['if-none-exist']
      const options = { idempotencyKey: idempotencyKeyIn(headers), ifNoneExist, reading: reading() }
      const { record, isNew } = await create(type, sent, options, contextOf(request))
      const version = versionIdOf(record)
      reply.code(isNew ? 201 : 200).headers({
        ...{ ...versionHeaders(record), ...cacheHeaders(type) },
        location: `${absolute()}/${record._id}/_history/${version}`,
      })
      const wanted = preferencesOf(headers.prefer).return
      if (wanted === 'minimal') return reply.send() as never
      const resource = resourceFor(request, record)
      if (wanted === 'representation') return sendResource(request, reply, resource)
      const told = isNew
        ? setByService(sent, resource).map(element => `The service has set '${element}'.`)
        : ['A resource that matches If-None-Exist is there already; nothing was created.']
      return sendResource(request, reply, tellings('information', told))
    },
  )
}

/** The record under an id, in the version that is asked for. */
export async function recordAt(
  type: FhirType,
  id: string,
  context: Context,
  version?: string,
): Promise<StoredRecord | undefined> {
  const { gateway } = context.app
  const record = await (type.find?.(id, context, version) ??
    ownRecord(gateway, type.collection, context.caller, id))
  return record && (version === undefined || versionIdOf(record) === version) ? record : undefined
}

/** @throws InvalidRecord */
function ofType(body: { readonly resourceType: string }, name: string): FhirResource {
  if (body.resourceType === name) return body as FhirResource
  throw withIssues(new InvalidRecord(), [
    {
      severity: 'error',
      code: 'structure',
      rule: 'S-TYPE',
      expression: 'resourceType',
      text: `Send a ${name} here.`,
    },
  ])
}

/** The parameters of a URL, as they were written. */
const partOf = ({ url }: FastifyRequest): Written => {
  const at = url.indexOf('?')
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at))]
}
