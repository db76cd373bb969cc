/** Replaces a published resource of an application, unless it has changed since it was read. */
import {
  Busy,
  contextOf,
  type FhirPublishing,
  InvalidRecord,
  type StoredRecord,
  withIssues,
  withLock,
} from '../../core/index.ts'
import { storedFrom } from '../../fhir/resources/served-resource.ts'
import { etagOf, namesTag, wantedOf } from './answers.ts'
import { ofType } from './create.ts'
import { NotAcceptable, VersionChanged } from './errors.ts'
import { releaseOf } from './negotiation.ts'
import type { Place } from './place.ts'
import { answers, paramsOf, RESOURCES, resourceBody, WRITTEN } from './shapes.ts'
import { sendWriteResult } from './write-result.ts'

export function serveUpdate(place: Place, { scope, replace }: FhirPublishing): void {
  const { app, type, path, reading } = place

  app.put(
    `${path}/:id`,
    {
      schema: {
        operationId: `fhirUpdate${type.type}`,
        summary: `Replace one ${type.type}`,
        description:
          'With `If-Match`, replaces the resource only if its version is unchanged; otherwise 412.',
        security: [{ application: [scope] }],
        params: paramsOf('id'),
        headers: {
          type: 'object',
          properties: {
            'if-match': { type: 'string', maxLength: 1024, description: 'The `ETag` of the version read.' },
          },
        },
        consumes: RESOURCES,
        body: resourceBody(type.example),
        response: { 200: answers('Replaced.', WRITTEN) },
      },
      config: {
        errors: [InvalidRecord, NotAcceptable, VersionChanged, Busy],
        ...{ refusals: [403, 404], rateLimited: true },
      },
    },
    async (request, reply) => {
      wantedOf(request)
      const { id } = request.params as { id: string }
      const sent = ofType(request.body, type.type)
      if (sent['id'] !== id) throw withIssues(new InvalidRecord(), [otherId(type.type)])
      const context = contextOf(request)
      const expected = request.headers['if-match']
      const demand = (current: StoredRecord) => {
        if (expected !== undefined && !namesTag(expected, etagOf(current))) throw new VersionChanged()
      }
      const replacement = {
        resource: storedFrom(sent, reading().baseUrl),
        release: releaseOf(request.headers['content-type']),
      }
      const work = () => replace(id, replacement, context, demand)
      // A lock, because another request could compare between this comparison and this replacement.
      const record = await (expected === undefined
        ? work()
        : withLock(`fhir ${type.type}/${id}`, context, work))
      return sendWriteResult(request, reply, place, { record, sent, status: 200, isStored: true })
    },
  )
}

const otherId = (type: string) => ({
  severity: 'error' as const,
  code: 'value',
  rule: 'S-ID',
  expression: `${type}.id`,
  text: 'This must be the id in the URL.',
})
