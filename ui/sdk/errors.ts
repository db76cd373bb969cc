/** The error class of the SDK: the failure, the endpoint, and every issue. */
import type { Issue } from '../../schemas/issue.ts'
import type { Problem } from '../../schemas/problem.ts'

/** The SDK's own errors; `%s` is a placeholder. The codes of a gateway are passed through. */
export const sdkErrors = {
  AND_NETWORK: '%s is unreachable',
  AND_HTTP: '%s answered %s',
  AND_BAD_ANSWER: '%s returned a response that is not %s',
  AND_UNKNOWN_ENVIRONMENT: '%s',
  AND_INVALID_SUBMISSION: 'The submission was not sent: %s',
  AND_INVALID_DOCUMENT: 'The DocumentReference was not created: %s',
  AND_UNKNOWN_FILE: "There is no file '%s' of yours, or it is not what its record says",
  AND_FILE_CHANGED: "The file '%s' changed while it was uploaded; nothing was stored",
  AND_OTHER_UPLOAD:
    "The file '%s' keeps the progress of another upload, or is something else: name another path, or delete it",
  AND_INVALID_PRIMARY_TYPE:
    "A primary type is a name of letters, digits and '_', such as 'SessionKeyAuthorization'",
  AND_WALLET_NOT_DETERMINISTIC:
    'This wallet signs the same message differently each time, so a key derived from its signature could not be ' +
    'derived again, and data stored with it would be lost. Use openStorageKeypair of @andiron/sdk/keys, which seals a ' +
    'random key, or use another account or wallet',
  AND_WALLET_MISMATCH:
    "The signature is not that of '%s'. The wallet signed with another account, or the account is a contract",
  AND_WALLET_NOT_SUPPORTED:
    "The signature of '%s' does not have the 65 bytes of a key: a contract account cannot derive a key this way. Use openStorageKeypair of @andiron/sdk/keys",
  AND_WALLET_KEY_CHANGED:
    "This wallet no longer derives the storage key '%s' that it was enrolled with; nothing was changed",
  AND_WRONG_SIGN_IN:
    '%s requested a signature for another service or account; the request was not sent to the wallet',
  AND_PASSPHRASE_TOO_SHORT: 'A passphrase has at least %s characters',
  AND_KEY_NOT_OPENED: 'This is not the %s that the key was sealed with, or the sealed key was changed',
  AND_NO_PASSKEY: 'No passkey on this device can seal a key for this page: use a passphrase',
  AND_PRIVATE_KEY: 'This is a private key: register its public part. Nothing was sent',
  AND_NOT_AN_APPLICATION_KEY: 'This is not a file with the key of an application',
  AND_NOT_A_RECOVERY_FILE: 'This is not a recovery file',
  AND_OTHER_RECOVERY_FILE: 'This recovery file is of another profile',
  AND_NO_NODES: 'The environment names no storage node',
  AND_NODES_UNPROVEN:
    "The deployment names other storage nodes than before, without a signed statement of those: '%s'",
  AND_NODE_FAILED: '%s answered %s',
  AND_NODES_DISAGREE: "The storage nodes hold different versions of the document '%s'",
  AND_SECRET_INCOMPLETE: "A secret of the document '%s' cannot be joined: %s did not answer",
  AND_BAD_KEY_CHAIN: 'The statements about the keys of the service do not lead to its key',
  AND_BAD_RECEIPT: 'The signed document is not the receipt of a deletion',
  AND_BAD_NOTIFICATION: 'The notification is not accepted: %s',
  AND_WRITE_INCOMPLETE: 'Not every storage node made the change; missing: %s',
} as const

export type SdkErrorCode = keyof typeof sdkErrors

export interface AndironErrorOptions {
  readonly status?: number
  readonly issues?: readonly Issue[]
  readonly problem?: Problem
  readonly cause?: unknown
}

/**
 * The error of every failed operation of this SDK. Its message never contains a token, a secret or a record.
 */
export class AndironError extends Error {
  /** Stable code for programs: a row of `sdkErrors`, or the gateway's. */
  readonly code: string
  /** The HTTP status, if there was a response. */
  readonly status?: number
  /** Every issue of the request, not only the first. */
  readonly issues?: readonly Issue[]
  /** The gateway's problem document (RFC 9457). */
  readonly problem?: Problem

  constructor(code: string, message: string, { cause, status, issues, problem }: AndironErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'AndironError'
    this.code = code
    if (status !== undefined) this.status = status
    if (issues !== undefined) this.issues = issues
    if (problem !== undefined) this.problem = problem
  }
}

/** Creates an error of the table above. */
export function sdkError(
  code: SdkErrorCode,
  details: readonly (string | number)[] = [],
  options?: AndironErrorOptions,
): AndironError {
  const rest = [...details]
  return new AndironError(
    code,
    sdkErrors[code].replaceAll('%s', () => String(rest.shift())),
    options,
  )
}
