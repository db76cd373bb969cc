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
