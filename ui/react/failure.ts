/** Creates the errors of this package, in the class of the SDK. */
import { AndironError, type Issue } from '@andiron/sdk'
import { type ReactErrorCode, sentenceOf } from './errors.ts'
import type { NoticePayload } from './messages.ts'

/** Creates an error of the table. */
export const reactError = (code: ReactErrorCode, ...details: readonly (string | number)[]): AndironError =>
  new AndironError(code, sentenceOf(code, ...details))

/** Converts an error message of a frame. */
export function errorFrom({ error, code, issues }: NoticePayload<'ERROR'>): AndironError {
  if (code === undefined) return reactError('AND_WALLET_FAILED', error)
  return new AndironError(code, error, issues && { issues: issues as readonly object[] as readonly Issue[] })
}

export const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))
