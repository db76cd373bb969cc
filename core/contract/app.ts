/** A Fastify scope with routes that are typed by their JSON Schemas. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
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
