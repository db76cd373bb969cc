/** Errors of stores other than the database. */

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

export const TokensVolatile = createError<[string]>(
  'AND_TOKENS_VOLATILE',
  "The Redis server of 'stores.tokens' keeps no append-only file (%s): after a restart it forgets which tokens were used, and they can be used again. Set 'appendonly yes' in redis.conf, or accept the risk with 'stores.tokens.volatile': true",
  500,
)

export const NodeChanged = createError<[string, string, string]>(
  'AND_NODE_CHANGED',
  "The storage node at '%s' is %s now and was %s before: start it on its own data directory again; one that shall take its place needs another URL, or the old row taken out of the table 'nodes' of the database 'andiron_gateway'",
  500,
)

/** The object store does not answer; the request can be retried. */
export const ObjectsUnavailable = createError<[string, { cause: unknown }]>(
  'AND_OBJECTS_UNAVAILABLE',
  'The object store does not answer (%s): try again in a moment',
  503,
)

export const ObjectsNotShared = createError<[]>(
  'AND_OBJECTS_ELSEWHERE',
  "Another gateway on this database keeps files in a directory of its own, and the URLs that one signs are refused by the other: set 'stores.objects' to one bucket (driver 's3'), or give both gateways the same 'data' directory. A gateway that was killed counts for 30 seconds",
  500,
)

// For URLs that the gateway signed for its own object store.
export const ObjectForbidden = createError(
  'AND_OBJECT_FORBIDDEN',
  'The URL is not signed for this request, or has expired: ask for a new one',
  403,
)

export const ObjectNotFound = createError('AND_OBJECT_NOT_FOUND', 'There is no object under this URL', 404)

export const ObjectLengthRequired = createError(
  'AND_OBJECT_LENGTH_REQUIRED',
  'An upload must say its Content-Length',
  411,
)

export const ObjectExists = createError(
  'AND_OBJECT_EXISTS',
  'An object is there already, and is not replaced: ask for a new URL',
  412,
)

export const ObjectTooLarge = createError<[number]>(
  'AND_OBJECT_TOO_LARGE',
  'The upload is larger than the %d bytes that are accepted here',
  413,
)

export const NoStorageNodes = createError<[number]>(
  'AND_NO_STORAGE_NODES',
  "The config asks for %d storage nodes in this process, and no enabled plugin supplies any: enable 'storage-node' (with `serve: false` if only this gateway is to reach them), or name the URLs of nodes in 'stores.records.nodes'",
  500,
)
