/** Errors of the storage network: rows for the gateway's callers, and a node's refusals in its own format. */
import createError from '@fastify/error'

export const RecordExistsError = createError(
  'AND_RECORD_EXISTS',
  "Another record is already stored under the id '%s'",
  409,
)
export const RecordBusyError = createError(
  'AND_RECORD_BUSY',
  "Another write of the record '%s' is in progress%s; retry",
  503,
)
export const WriteLostError = createError(
  'AND_WRITE_LOST',
  "The write of the record '%s' lasted longer than its lease, and another process has taken it over; retry",
  503,
)
export const NodeUnavailableError = createError(
  'AND_NODE_UNAVAILABLE',
  "The storage node '%s' does not answer",
  503,
)
export const NodeRefusedError = createError(
  'AND_NODE_REFUSED',
  "The storage node '%s' refused the request: %s",
  502,
)
export const NodeAnswerTooLargeError = createError(
  'AND_NODE_ANSWER_TOO_LARGE',
  "The response of the storage node '%s' exceeds %s bytes",
  502,
)
export const ShareMissingError = createError(
  'AND_SHARE_MISSING',
  "The storage node '%s' has no share of the record '%s', so its secret fields cannot be joined",
  502,
)
export const SharesDoNotJoinError = createError(
  'AND_SHARES_DO_NOT_JOIN',
  "The shares of the record '%s' on the storage nodes do not match, so its secret fields cannot be joined",
  502,
)
export const SuccessionUnsupportedError = createError(
  'AND_SUCCESSION_UNSUPPORTED',
  "The storage node '%s' cannot replace the key of a builder: only andiron's own nodes of this release and later can",
  501,
)
export const NodeMoveRefused = createError(
  'AND_NODE_MOVE_REFUSED',
  "The storage node '%s' cannot be replaced: %s",
  409,
)
export const NodeMoveFailed = createError(
  'AND_NODE_MOVE_FAILED',
  "The data of the storage node '%s' does not move to '%s': %s",
  502,
)
export const NodesChangingError = createError(
  'AND_NODES_CHANGING',
  'A storage node is being added, and this write has waited too long for it; retry',
  503,
)
export const NodeBeingFilled = createError(
  'AND_NODE_BEING_FILLED',
  "The config lists the storage node '%s', to which the data of '%s' is still moving; list that one until 'andiron nodes list' reports the end",
  500,
)
export const UnknownCollectionError = createError(
  'AND_UNKNOWN_COLLECTION',
  "The record store has prepared no collection '%s'",
  500,
)
export const CollectionDiffersError = createError(
  'AND_COLLECTION_DIFFERS',
  "The storage node '%s' already has the collection '%s' with another kind, builder or schema",
  500,
)
export const OwnershipMismatchError = createError(
  'AND_OWNERSHIP_MISMATCH',
  "Records of the collection '%s' %s",
  500,
)
export const SecretsNotReplacedError = createError(
  'AND_SECRETS_NOT_REPLACED',
  "Records of the collection '%s' hold secret fields and cannot be replaced; delete the record and create another",
  500,
)
export const SecretNotTextError = createError(
  'AND_SECRET_NOT_TEXT',
  "The secret field '%s' must be a text of at most 4096 bytes",
  422,
)
export const QuotaBytesExceeded = createError(
  'AND_QUOTA_BYTES',
  "The storage node '%s' keeps no more bytes for this owner: %s",
  413,
)
export const QuotaRecordsExceeded = createError(
  'AND_QUOTA_RECORDS',
  "The storage node '%s' keeps no more records for this owner: %s",
  429,
)
export const MalformedBuilder = createError(
  'AND_MALFORMED_BUILDER',
  "'%s' among the builders of the storage nodes is not a DID",
  500,
)
export const InvalidFilterError = createError('AND_INVALID_FILTER', 'The filter is not accepted: %s', 400)
export const TooManyExcludedError = createError(
  'AND_TOO_MANY_EXCLUDED',
  'More than %s people withhold their records: statistics cannot be counted without so many',
  422,
)
export const InvalidCursorError = createError(
  'AND_INVALID_CURSOR',
  'The page cursor was not issued by this store',
  400,
)

const statuses = {
  BuilderNotAdmittedError: 403,
  CollectionNotFoundError: 404,
  DatabaseError: 500,
  DataValidationError: 400,
  DocumentNotFoundError: 404,
  DuplicateEntryError: 400,
  GrantAccessError: 401,
  IndexNotFoundError: 404,
  InvalidIndexOptionsError: 400,
  MoveRefusedError: 409,
  NodeMovingError: 503,
  QuotaExceededError: 413,
  ResourceAccessDeniedError: 404,
  VariableInjectionError: 400,
  WriteWithdrawnError: 409,
} as const

/** A refusal of a storage node in its wire format: a tag, then details. */
export class NodeError extends Error {
  readonly status: number
  /** Contains no content of a document. */
  readonly errors: readonly string[]

  constructor(status: number, errors: readonly string[], options?: ErrorOptions) {
    super(errors.join(': '), options)
    this.name = 'NodeError'
    this.status = status
    this.errors = errors
  }

  /** True if the refusal has this tag. */
  is(tag: keyof typeof statuses): boolean {
    return this.errors[0] === tag
  }
}

/** Creates a domain refusal with the status of its tag. */
export function refusal(tag: keyof typeof statuses, ...details: readonly string[]): NodeError {
  return new NodeError(statuses[tag], [tag, ...details])
}

/** Refuses a write that would exceed a quota: 413 for its bytes, 429 for its number. */
export function quotaRefusal(status: 413 | 429, ...details: readonly string[]): NodeError {
  return new NodeError(status, ['QuotaExceededError', ...details])
}

const reasons = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' } as const

/** A refusal to the bearer of a token: only the reason phrase of its status. */
export class NodeAccessError extends NodeError {
  constructor(status: keyof typeof reasons, options?: ErrorOptions) {
    super(status, [reasons[status]], options)
    this.name = 'NodeAccessError'
  }
}

/** A node has no free thread for expensive work; `headers` say when to retry. */
export class NodeBusy extends NodeError {
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, retryAfter: string) {
    super(503, ['ServiceUnavailableError', message])
    this.name = 'NodeBusy'
    this.headers = { 'retry-after': retryAfter }
  }
}

/**
 * A node that is being replaced, or was: changes, or all requests, belong to its successor. The request has
 * had no effect.
 */
export class NodeMoving extends NodeError {
  readonly headers = { 'retry-after': '1' } as const

  constructor(message: string) {
    super(statuses.NodeMovingError, ['NodeMovingError', message])
    this.name = 'NodeMoving'
  }
}

/** Thrown by a client if the response of a node exceeds the maximum. The request may have taken effect. */
export class AnswerTooLarge extends Error {
  /** The maximum bytes of the response. */
  readonly most: number

  constructor(url: string, most: number) {
    super(`${url} answered more than ${most} bytes`)
    this.name = 'AnswerTooLarge'
    this.most = most
  }
}

/** Thrown by a client if a node cannot be reached or does not answer in time. */
export class NodeUnreachable extends Error {
  constructor(url: string, options?: ErrorOptions) {
    super(`No answer from ${url}`, options)
    this.name = 'NodeUnreachable'
  }
}

/** A node was added, or is about to be: the write has not begun, and belongs to all nodes. */
export class NodesChanging extends Error {
  constructor() {
    super('The storage nodes change')
    this.name = 'NodesChanging'
  }
}
