/** Errors of the operator's key. */
import { createError } from '../../core/index.ts'

export const OperatorKeyUnusable = createError<[string]>(
  'AND_OPERATOR_KEY_UNUSABLE',
  "The key of the operator cannot be used: %s. Make one with 'openssl rand -hex 32 > operator.key && chmod 600 operator.key', and name it with 'plugins.operations.operatorKeyFile'",
  500,
)

export const OperatorKeyRefused = createError<[]>(
  'AND_OPERATOR_KEY_REFUSED',
  'The Authorization header must hold the key of the operator',
  401,
)
