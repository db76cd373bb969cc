/** Translates a node's failure to an error for the gateway's caller. */
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

/**
 * True if the node was unavailable, false if it refused. An unavailable node may or may not have done the
 * work.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof NodeUnreachable ||
    error instanceof AnswerTooLarge ||
    (error instanceof NodeError &&
      (error.status >= 500 || (error.status === 429 && !error.is('QuotaExceededError'))))
  )
}

/** The failure as a row that names the node; other errors stay unchanged. */
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

/** The URL of a node without credentials and query, for messages. */
export function nameOf({ url }: Pick<StorageNode, 'url'>): string {
  if (!URL.canParse(url)) return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
