/** Responses with resources: converts to the requested version, and adds headers for conditional requests. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  contextOf,
  type FhirResource,
  type FhirTranslated,
  type FhirType,
  type StoredRecord,
} from '../../core/index.ts'
import { servedAs, versionIdOf } from '../../fhir/resources/served-resource.ts'
import { wantedBy, wantsBytes } from './negotiation.ts'

/** The response format that a request asks for. */
export function wantedOf({ query, headers }: FastifyRequest) {
  const { _format, _pretty } = query as Readonly<Record<string, readonly string[] | undefined>>
  return { ...wantedBy(_format?.[0], headers.accept), pretty: _pretty?.[0] === 'true' }
}

/** True if the request asks for the bytes of a file instead of its resource. */
export const isForBytes = ({ query, headers }: FastifyRequest, contentType: string): boolean =>
  wantsBytes((query as { _format?: readonly string[] })._format?.[0], headers.accept, contentType)

/** The record of a type, in the format that the request asks for. */
export function resourceFor(request: FastifyRequest, record: StoredRecord): FhirResource {
  const { release } = wantedOf(request)
  const baseUrl = `${request.server.gateway.baseUrl}/fhir`
  return servedAs(record, { fhirVersion: release, baseUrl }) as FhirResource
}

/**
 * The weak tag of a version (FHIR R4, 3.1.0.5). A translation has a tag of its own, with which no update is
 * accepted: it would replace the original by the translation.
 */
export const etagOf = (record: StoredRecord, translation?: string): string =>
  `W/"${versionIdOf(record)}${translation === undefined ? '' : `-${translation}`}"`

/** True if a header contains the entity tag; weak and strong tags compare equal (RFC 9110 §13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const bare = (each: string) => each.trim().replace(/^W\//, '').replaceAll('"', '')
  return header?.split(',').some(each => each.trim() === '*' || bare(each) === bare(tag)) ?? false
}

/**
 * True if the client has this version already: by its tag, otherwise by its time in seconds (RFC 9110 §13.1.3).
 * A malformed time is ignored.
 */
export function isUnchanged(
  { headers }: FastifyRequest,
  record: StoredRecord,
  translation?: string,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return namesTag(tags, etagOf(record, translation))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(Date.parse(record._updated) / 1000) * 1000 <= since
}

export const versionHeaders = (record: StoredRecord, translation?: string) => ({
  etag: etagOf(record, translation),
  'last-modified': new Date(record._updated).toUTCString(),
})

/** The record in the reader's language, if its type has translations. */
export function translatedFor(request: FastifyRequest, type: FhirType, record: StoredRecord): FhirTranslated {
  const accepted = request.headers['accept-language']
  return (
    type.inLanguage?.(record, accepted, contextOf(request)) ?? {
      ...{ record, language: undefined, isTranslated: false },
    }
  )
}

/** Names a header that the response depends on, in addition to those that are named already. */
export function varyBy(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
}

/** Personal data is not cached. Public data is revalidated, and rarely sent again. */
export const cacheHeaders = ({ readers }: Pick<FhirType, 'readers'>) => ({
  'cache-control': readers?.includes('anyone') ? 'no-cache' : 'no-store',
})

export function sendResource(request: FastifyRequest, reply: FastifyReply, resource: object) {
  const { type, pretty } = wantedOf(request)
  varyBy(reply, 'Accept')
  return reply.header('content-type', type).send(JSON.stringify(resource, undefined, pretty ? 2 : 0))
}
