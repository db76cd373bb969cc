/** Errors of stores other than the database. */

import { createError } from '@fastify/error'

export const TokensUnavailable = createError<[string, { cause: unknown }]>(
  'AND_TOKENS_UNAVAILABLE',
  'The token store does not answer (%s); retry',
  503,
)

export const TokensUnconfirmed = createError<[number, number]>(
  'AND_TOKENS_UNCONFIRMED',
  'Only %d of %d replicas of the token store confirmed a change, so it is not valid: retry with a new token',
  503,
)

export const TokensVolatile = createError<[string]>(
  'AND_TOKENS_VOLATILE',
  "The Redis server of 'stores.tokens' keeps no append-only file (%s): after a restart it forgets which tokens were used, and they can be used again. Set 'appendonly yes' in redis.conf, or accept the risk with 'stores.tokens.volatile': true",
  500,
)

export const MemoryNotShared = createError<[string]>(
  'AND_MEMORY_NOT_SHARED',
  "The driver 'memory' of 'stores.%s' serves one process: choose another driver, or start without 'workers'",
  500,
)

export const TokensEvicted = createError<[string]>(
  'AND_TOKENS_EVICTED',
  "The Redis server of 'stores.tokens' evicts keys when its memory is full (maxmemory-policy '%s'): an evicted nonce can be used again. Set 'maxmemory-policy noeviction' in redis.conf, or accept the risk with 'stores.tokens.volatile': true",
  500,
)

export const NodeChanged = createError<[string, string, string]>(
  'AND_NODE_CHANGED',
  "The storage node at '%s' is now %s and was %s before: start it on its own data directory again, or correct its URL. Another node takes its place by 'andiron nodes replace'; if its data is lost for good, 'andiron doctor --repair' takes the new one in",
  500,
)

export const NodeEmptied = createError<[string]>(
  'AND_NODE_EMPTIED',
  "The storage node at '%s' has another database than before, and its share of every secret is not there: restore its database from a backup. If nobody has one, 'andiron doctor --repair' takes it as it is, and copies what the other nodes have",
  500,
)

export const NodesReordered = createError<[string]>(
  'AND_NODES_REORDERED',
  "The storage nodes are in another order than the shares of secrets are: list them under 'stores.records.nodes' as before, %s",
  500,
)

export const NodesCounted = createError<[number, number]>(
  'AND_NODES_COUNTED',
  "The config has %d storage nodes, and the records are shared among %d: set 'stores.records.nodes' as before. A node is added by 'andiron nodes add'",
  500,
)

/** The object store does not answer; the request can be retried. */
export const ObjectsUnavailable = createError<[string, { cause: unknown }]>(
  'AND_OBJECTS_UNAVAILABLE',
  'The object store does not answer (%s); retry',
  503,
)

export const ObjectsMissing = createError<[string]>(
  'AND_OBJECTS_MISSING',
  "The files of this deployment are not in %s: it is empty, or of another deployment. Move the files back, correct 'data' or 'stores.objects', or restore them from a backup; if nobody has them, 'andiron doctor --repair' goes on without them",
  500,
)

export const ObjectsNotShared = createError<[]>(
  'AND_OBJECTS_ELSEWHERE',
  "Another gateway on this database stores files in its own directory, and each refuses the URLs that the other signs: set 'stores.objects' to one bucket (driver 's3'), or give both gateways the same 'data' directory. A killed gateway is counted for 30 seconds",
  500,
)

// For URLs that the gateway signed for its own object store.
export const ObjectForbidden = createError(
  'AND_OBJECT_FORBIDDEN',
  'The URL is not signed for this request, or has expired: request a new one',
  403,
)

export const ObjectNotFound = createError('AND_OBJECT_NOT_FOUND', 'There is no object under this URL', 404)

export const ObjectLengthRequired = createError(
  'AND_OBJECT_LENGTH_REQUIRED',
  'An upload requires a Content-Length',
  411,
)

export const ObjectExists = createError(
  'AND_OBJECT_EXISTS',
  'The object already exists and is not replaced: request a new URL',
  412,
)

/** Nobody reads it: the connection has ended. */
export const ObjectCutOff = createError('AND_OBJECT_CUT_OFF', 'The upload ended before its last byte', 400)

export const ObjectTooLarge = createError<[number]>(
  'AND_OBJECT_TOO_LARGE',
  'The upload exceeds the limit of %d bytes',
  413,
)

export const NoStorageNodes = createError<[number]>(
  'AND_NO_STORAGE_NODES',
  "The config requires %d storage nodes in this process, and no enabled plugin provides them: enable 'storage-node' (with `serve: false` for nodes without ports), or set 'stores.records.nodes' to the URLs of nodes",
  500,
)
