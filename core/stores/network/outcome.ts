/** What a node's failure means to the gateway's caller. */
import {
  AnswerTooLarge,
  NodeAnswerTooLargeError,
  NodeError,
  NodeRefusedError,
  NodeUnavailableError,
  NodeUnreachable,
  QuotaBytesExceeded,
  QuotaRecordsExceeded,
} from './errors.ts'
import type { StorageNode } from './node.ts'

/** Whether the node could not do its work, as against having refused. What was asked may or may not be done. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof NodeUnreachable ||
    error instanceof AnswerTooLarge ||
    (error instanceof NodeError &&
      (error.status >= 500 || (error.status === 429 && !error.is('QuotaExceededError'))))
  )
}

/** The failure as a row that names the node; what is no node's failure stays as it is. */
export function asGatewayError(node: StorageNode, error: unknown): Error {
  if (error instanceof AnswerTooLarge) {
    return Object.assign(new NodeAnswerTooLargeError(node.url, String(error.most)), { cause: error })
  }
  if (isUnavailable(error)) return Object.assign(new NodeUnavailableError(node.url), { cause: error })
  if (error instanceof NodeError && error.is('QuotaExceededError')) {
    const Exceeded = error.status === 429 ? QuotaRecordsExceeded : QuotaBytesExceeded
    return Object.assign(new Exceeded(node.url, error.errors.slice(1).join(', ')), { cause: error })
  }
  if (error instanceof NodeError) {
    return Object.assign(new NodeRefusedError(node.url, error.message), { cause: error })
  }
  return error instanceof Error ? error : new Error('A storage node failed', { cause: error })
}
