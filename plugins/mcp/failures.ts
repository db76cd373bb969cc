/** Failures of a request that the protocol has a code for; whatever else fails is answered inside a result. */

/** JSON-RPC 2.0 §5.1. */
const INVALID_PARAMS = -32602

/** The SDKs of both eras send `code`, `message` and `data` as they find them. */
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
