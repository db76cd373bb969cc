/** Reads one resource, in its current or another version; a file as bytes or as JSON. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contextOf, type FhirContent } from '../../core/index.ts'
import { versionIdOf } from '../../fhir/resources/served-resource.ts'
import {
  cacheHeaders,
  isForBytes,
  isUnchanged,
  resourceFor,
  sendResource,
  translatedFor,
  varyBy,
  versionHeaders,
  wantedOf,
} from './answers.ts'
import { binaryJson } from './binary.ts'
import { FileNotAcceptable, NotAcceptable, UnknownResource } from './errors.ts'
import { isId, notServed } from './not-served.ts'
import { type Place, partOf, recordAt } from './place.ts'
import { readQuery } from './query.ts'
import { answers, BYTES, paramsOf, readQuerystring, UNCHANGED, VERSIONED } from './shapes.ts'
import { subsetOf } from './subset.ts'
import { noteAccess } from './trail.ts'

type Read = FastifyRequest<{ Params: { id: string; version?: string } }>

export function serveReading({ app, type, path, security, refusals: known, reading }: Place): void {
  const name = type.type

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const { params } = request as Read
    if (!isId(params.id)) throw notServed(app, request.method, request.url.split('?', 1)[0] ?? '')
    const context = contextOf(request)
    if (type.content) return sendContent(request, reply, await type.content(params.id, context))
    wantedOf(request)
    const record = await recordAt(type, params.id, context, params.version)
    if (!record) {
      const { id, version } = params
      throw new UnknownResource(name, version === undefined ? id : `${id}/_history/${version}`)
    }
    const { record: spoken, language, isTranslated } = translatedFor(request, type, record)
    const translation = isTranslated ? language : undefined
    if (type.inLanguage) varyBy(reply, 'Accept-Language')
    reply.headers({
      ...versionHeaders(record, translation),
      ...cacheHeaders(type),
      ...(language !== undefined && { 'content-language': language }),
    })
    if (isUnchanged(request, record, translation)) return reply.code(304).send()
    await noteAccess(`fhirRead${name}`, [{ type, record }], context)
    const query = readQuery(type, partOf(request), { ...reading(), strict: false, pageSize: 1 })
    return sendResource(request, reply, subsetOf(resourceFor(request, spoken), type, query))
  }

  async function sendContent(request: FastifyRequest, reply: FastifyReply, content: FhirContent | undefined) {
    const { id } = (request as Read).params
    if (!content) throw new UnknownResource(name, id)
    const { record, contentType, headers } = content
    const isBytes = isForBytes(request, contentType)
    await noteAccess(`fhirRead${name}`, [{ type, record }], contextOf(request))
    const isHead = request.method === 'HEAD'
    if (isBytes) return reply.headers(headers).send(isHead ? Readable.from([]) : await content.stream())
    const meta = { versionId: versionIdOf(record), lastUpdated: record._updated }
    reply.headers({ ...versionHeaders(record), ...cacheHeaders(type) })
    reply.header('content-type', wantedOf(request).type)
    if (isHead) return reply.send(Readable.from([]))
    return reply.send(binaryJson(content, { resourceType: name, id, meta, contentType }))
  }

  for (const at of ['', '/_history/:version'] as const) {
    if (at !== '' && type.content) continue
    app.get(
      `${path}/:id${at}`,
      {
        exposeHeadRoute: true,
        schema: {
          operationId: at === '' ? `fhirRead${name}` : `fhirVersionRead${name}`,
          summary: at === '' ? `Read one ${name}` : `Read a version of one ${name}`,
          description: type.description,
          security,
          params: paramsOf('id', ...(at === '' ? [] : (['version'] as const))),
          querystring: readQuerystring,
          response: type.content
            ? { 200: BYTES }
            : { 200: answers('The resource.', VERSIONED), 304: UNCHANGED },
        },
        config: {
          errors: [UnknownResource, type.content ? FileNotAcceptable : NotAcceptable],
          refusals: known,
        },
      },
      read,
    )
  }
}
