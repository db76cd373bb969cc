/** Failures of a request for which the protocol has a code; any other failure is reported inside a result. */

import type { Context } from '../../core/index.ts'

/** JSON-RPC 2.0 §5.1. */
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

/** The SDKs of both eras send `code`, `message` and `data` unchanged. */
export class InvalidParameters extends Error {
  readonly code = INVALID_PARAMS
}

/** The eras have different codes for it. */
export class ResourceNotFound extends Error {
  readonly data: { readonly uri: string }
  readonly code: number

  constructor(uri: string, code = INVALID_PARAMS) {
    super('Resource not found')
    this.data = { uri }
    this.code = code
  }
}

/** A failure outside the protocol, with a sentence that an assistant may see. */
class Failed extends Error {
  readonly code = INTERNAL_ERROR
}

/** A row of an error table is written for callers; the message of any other error stays in the log. */
export function sentenceOf(error: unknown, name: string, { log }: Context): string {
  const {
    code,
    statusCode = 500,
    message,
  } = error as { code?: unknown; statusCode?: number; message?: string }
  if (typeof code === 'string' && statusCode < 500 && message) return message
  log.error({ err: error, name }, 'a tool or resource failed')
  return 'Something failed in the service. Try again in a moment; if it fails again, tell the person.'
}

/** The same failure for the SDKs, which send the message of any thrown error. */
export const failureOf = (error: unknown, name: string, context: Context): Error =>
  error instanceof InvalidParameters || error instanceof ResourceNotFound
    ? error
    : new Failed(sentenceOf(error, name, context))
