/** The route that creates a resource: a person's own, or one published by an application. */
import {
  Busy,
  contextOf,
  IdempotencyMismatch,
  InvalidIdempotencyKey,
  InvalidRecord,
  idempotencyKeyIn,
} from '../../core/index.ts'
import { wantedOf } from './answers.ts'
import { create, ofType, published, submitted } from './create.ts'
import { InvalidSearch, NotAcceptable, SeveralMatch, TooLargeToSort } from './errors.ts'
import { releaseOf } from './negotiation.ts'
import type { Place } from './place.ts'
import { answers, RESOURCES, resourceBody, WRITTEN } from './shapes.ts'
import { sendWriteResult } from './write-result.ts'

const headers = {
  type: 'object',
  properties: {
    prefer: { type: 'string', description: '`return=minimal`, `representation` or `OperationOutcome`.' },
    'if-none-exist': { type: 'string', maxLength: 2048, description: 'A search of this type.' },
    'idempotency-key': { type: 'string', description: 'A unique id of this submission, kept for a day.' },
  },
} as const

export function serveCreation(place: Place): void {
  const { app, type, path, reading } = place
  const { publishing } = type

  app.post(
    path,
    {
      schema: {
        operationId: `fhirCreate${type.type}`,
        summary: `Create one ${type.type}`,
        description: `${publishing ? PUBLISHED : SUBMITTED} With \`If-None-Exist\` nothing is created when a resource matches it.`,
        security: [publishing ? { application: [publishing.scope] } : { selfSigned: ['write'] }],
        headers,
        consumes: RESOURCES,
        body: resourceBody(type.example),
        response: {
          200: answers('One was there already.', WRITTEN),
          201: answers('Created.', WRITTEN),
        },
      },
      config: {
        errors: [
          ...[InvalidRecord, InvalidIdempotencyKey, IdempotencyMismatch],
          ...[NotAcceptable, InvalidSearch, SeveralMatch, TooLargeToSort, Busy],
        ],
        ...{ refusals: [403], rateLimited: true },
      },
    },
    async (request, reply) => {
      wantedOf(request)
      const sent = ofType(request.body, type.type)
      const context = contextOf(request)
      const key = idempotencyKeyIn(request.headers)
      const release = releaseOf(request.headers['content-type'])
      const store = () =>
        publishing
          ? published(publishing, sent, { release, baseUrl: reading().baseUrl }, context)
          : submitted(type, sent, key, context)
      const condition = request.headers['if-none-exist']
      const { record, isNew } = await create(type, { condition, reading: reading() }, store, context)
      return sendWriteResult(request, reply, place, {
        record,
        sent,
        status: isNew ? 201 : 200,
        isStored: isNew,
      })
    },
  )
}

const SUBMITTED =
  'Processed like every submission: validated, stamped, attested, and stored on every node. With ' +
  '`Prefer: return=OperationOutcome` the response lists the values that the service set.'
const PUBLISHED = 'Registers the resource for the application, which becomes `publisher`.'
