/**
 * The response to a creation or a replacement: location, version, and as much content as the client prefers.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FhirResource, StoredRecord } from '../../core/index.ts'
import { versionIdOf } from '../../fhir/resources/served-resource.ts'
import { cacheHeaders, resourceFor, sendResource, versionHeaders } from './answers.ts'
import { tellings } from './outcome.ts'
import type { Place } from './place.ts'
import { preferencesOf } from './preferences.ts'

export interface WriteResult {
  readonly record: StoredRecord
  readonly sent: FhirResource
  readonly status: 200 | 201
  /** `false` if there was nothing to write. */
  readonly isStored: boolean
}

export function sendWriteResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, url }: Place,
  { record, sent, status, isStored }: WriteResult,
) {
  reply.code(status).headers({
    ...{ ...versionHeaders(record), ...cacheHeaders(type) },
    location: `${url()}/${record._id}/_history/${versionIdOf(record)}`,
  })
  const wanted = preferencesOf(request.headers['prefer']).return
  if (wanted === 'minimal') return reply.send()
  const resource = resourceFor(request, record)
  if (wanted === 'representation') return sendResource(request, reply, resource)
  const messages = isStored
    ? setByService(sent, resource).map(element => `The service has set '${element}'.`)
    : ['A resource that matches is there already; nothing was created.']
  return sendResource(
    request,
    reply,
    tellings('information', messages.length > 0 ? messages : ['Stored as it was sent.']),
  )
}

/** The elements that the service sets, overwriting those sent. */
const setByService = (sent: FhirResource, stored: FhirResource): string[] =>
  Object.keys(stored).filter(
    name => !['id', 'meta'].includes(name) && !isDeepStrictEqual(sent[name], stored[name]),
  )
