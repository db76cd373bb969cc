/** What can go wrong with a store that is not the database. */

import { createError } from '@fastify/error'

export const TokensUnavailable = createError<[string, { cause: unknown }]>(
  'AND_TOKENS_UNAVAILABLE',
  'The token store does not answer (%s): try again in a moment',
  503,
)

export const TokensUnconfirmed = createError<[number, number]>(
  'AND_TOKENS_UNCONFIRMED',
  'Only %d of %d replicas of the token store confirmed a change, so it does not count: try again with a new token',
  503,
)

export const NodeChanged = createError<[string, string, string]>(
  'AND_NODE_CHANGED',
  "The storage node at '%s' is %s now and was %s before: start it on its own data directory again; one that shall take its place needs another URL, or the old row taken out of the table 'nodes' of the database 'andiron_gateway'",
  500,
)
