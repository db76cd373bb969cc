/** A Fastify scope with routes that are typed by their JSON Schemas. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Infer } from '../../schemas/types.ts'

/** Infers request and reply types from the JSON Schemas of a route. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: Infer<this['schema']>
  serializer: Infer<this['schema']>
}

/** The Fastify instance that a plugin's `routes` receives. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>

/**
 * The request of a route with this schema, for a handler, or a part of one, that is written outside of the route. A
 * function for routes of any schema takes what it reads: `Pick<FastifyRequest, 'caller'>`.
 * @example
 * const schema = { params: { type: 'object', required: ['id'], properties: { id: Uuid } } } as const
 * async function readGoal({ params }: RequestOf<typeof schema>) { … }
 * app.get('/api/goal/:id', { schema }, readGoal)
 */
export type RequestOf<S extends FastifySchema> = FastifyRequest & {
  readonly body: PartOf<S, 'body'>
  readonly params: PartOf<S, 'params'>
  readonly query: PartOf<S, 'querystring'>
}

type PartOf<S, Name extends keyof FastifySchema> = S extends { readonly [Key in Name]: infer Part }
  ? Infer<Part>
  : unknown
