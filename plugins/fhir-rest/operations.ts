/** The operations (`$…`) that plugins offer on resource types. */
import type { FastifyRequest } from 'fastify'
import {
  type App,
  contextOf,
  type FhirOperation,
  type FhirOperationInput,
  type FhirResource,
  type FhirType,
  IdempotencyMismatch,
  InvalidIdempotencyKey,
  InvalidRecord,
  idempotencyKeyIn,
  loopTurn,
  type Security,
} from '../../core/index.ts'
import { plainLinks } from '../../fhir/resources/served-resource.ts'
import { ref } from '../../schemas/types.ts'
import { cacheHeaders, sendResource, wantedOf } from './answers.ts'
import { callersOf, securityOf } from './callers.ts'
import { InvalidParameter, NotAcceptable, UnknownResource } from './errors.ts'
import { releaseOf } from './negotiation.ts'
import { givenIn } from './parameters.ts'
import { recordAt } from './place.ts'
import { AnyResource, answers, operationQuerystring, paramsOf, RESOURCES, resourceBody } from './shapes.ts'
import { noteAccess } from './trail.ts'

export function serveOperation(app: App, operation: FhirOperation, type: FhirType, signsIn: boolean): void {
  const { name, level, description, submits = false } = operation
  const isOnType = level === 'type'
  const url = `/fhir/${type.type}${isOnType ? '' : '/:id'}/$${name}`
  const action = `fhir${name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}${type.type}`
  const callers = callersOf(operation, type)
  // A result that includes personal data requires a body that asks for it.
  const securityFor = (method: string): Security =>
    submits
      ? [{ selfSigned: ['write'] }]
      : securityOf(method === 'GET' && callers?.includes('anyone') ? ['anyone'] : callers, signsIn)

  const byGet = !submits && (!isOnType || operation.parameters !== undefined)
  const query = operationQuerystring(operation)
  for (const method of byGet ? (['GET', 'POST'] as const) : (['POST'] as const))
    app.route({
      method,
      url,
      schema: {
        operationId: `${action}${isOnType ? '' : 'ById'}${!byGet || method === 'GET' ? '' : 'WithBody'}`,
        summary: `$${name} on ${isOnType ? type.type : `one ${type.type}`}`,
        description,
        security: securityFor(method),
        querystring: query,
        ...(!isOnType && { params: paramsOf('id') }),
        ...((isOnType || submits) &&
          method === 'POST' && { consumes: RESOURCES, body: resourceBody(operation.example) }),
        ...(submits && { headers: idempotency }),
        response: { 200: answers('The answer.') },
      },
      config: {
        ...{ rateLimited: true, cost: 5, errors: errorsOf(operation), refusals: refusalsOf(operation) },
        ...(!isOnType && !submits && method === 'POST' && { accepts: PARAMETERS }),
      },
      async handler(request, reply) {
        wantedOf(request)
        const context = contextOf(request)
        const input = await inputOf(request, operation, type)
        if (input.record) await noteAccess(`${action}ById`, [{ type, record: input.record }], context)
        const result = await operation.run(input, context)
        await loopTurn()
        const answer = plainLinks(result, `${app.gateway.baseUrl}/fhir`)
        await loopTurn()
        reply.headers(cacheHeaders({}))
        return sendResource(request, reply, answer as object)
      },
    })
}

const idempotency = {
  type: 'object',
  properties: {
    'idempotency-key': { type: 'string', description: 'A unique id of this submission, kept for a day.' },
  },
} as const

/** The body of an operation on one record, which needs none. */
const PARAMETERS = {
  ...{ types: RESOURCES, schema: ref(AnyResource), isOptional: true },
  example: { resourceType: 'Parameters', parameter: [] },
} as const

const refusalsOf = ({ level, submits = false }: FhirOperation) => [
  ...[400, 404, 422],
  ...(level === 'type' && !submits ? [] : [401, 403]),
]

const errorsOf = ({ level, parameters, submits = false }: FhirOperation) => [
  NotAcceptable,
  ...(submits ? [InvalidRecord, InvalidIdempotencyKey, IdempotencyMismatch] : []),
  ...(level === 'type' ? [] : [UnknownResource]),
  ...(parameters === undefined ? [] : [InvalidParameter]),
]

/** @throws UnknownResource, InvalidParameter */
async function inputOf(
  request: FastifyRequest,
  { level, parameters, submits = false }: FhirOperation,
  type: FhirType,
): Promise<FhirOperationInput> {
  const { body, headers, params } = request
  const release = releaseOf(headers['content-type'])
  const key = submits ? idempotencyKeyIn({ 'idempotency-key': headers['idempotency-key'] }) : undefined
  const input = {
    ...(body !== undefined && { sent: body as FhirResource }),
    ...(release !== undefined && { release }),
    ...(key !== undefined && { idempotencyKey: key }),
    ...(parameters && { given: givenIn(parameters, body, request.query) }),
  }
  if (level === 'type') return input
  const { id } = params as { id: string }
  const record = await recordAt(type, id, contextOf(request))
  if (!record) throw new UnknownResource(type.type, id)
  return { ...input, record }
}
