/** A Fastify scope whose routes are typed by their JSON Schemas. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Infer } from '../../schemas/types.ts'

/** Reads request and reply types off the JSON Schemas of a route. */
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
