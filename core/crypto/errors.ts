/** The error of `core/crypto`: a row per code, so that every refusal has a name. */

/**
 * The message of each code. `%s` is the reason; a row without it keeps the reason out of the message, because
 * the caller of a failed authentication must not learn which check failed.
 */
export const cryptoErrors = {
  AND_MALFORMED_ENCODING: 'The text is not in its canonical encoding: %s',
  AND_MALFORMED_KEY: 'The key is malformed: %s',
  AND_MALFORMED_DID: 'The DID is malformed: %s',
  AND_MALFORMED_SIGNATURE: 'The signature is malformed: %s',
  AND_MALFORMED_TYPED_DATA: 'The typed data is malformed: %s',
  AND_MALFORMED_AUTH_MESSAGE: 'The auth message is malformed: %s',
  AND_MALFORMED_TOKEN: 'The token cannot be made: %s',
  AND_MALFORMED_ENCRYPTION_KEY: 'The encryption key is malformed: %s',
  AND_MALFORMED_SECRET: 'The secret cannot be split: %s',
  AND_MALFORMED_SHARE: 'The shares cannot be joined: %s',
  AND_NOT_JSON: 'The value has no JSON form: %s',
  AND_INVALID_TOKEN: 'The token is not accepted',
  AND_KEY_DERIVATION_FAILED: 'failed to generate valid key',
  AND_FILE_NOT_OPENED:
    'The file cannot be decrypted with this key: the file was changed, or it was sealed with another key',
} as const

/** The codes of {@link CryptoError}. */
export type CryptoErrorCode = keyof typeof cryptoErrors

/** Thrown for every malformed or refused input. Neither message nor reason contains secret material. */
export class CryptoError extends Error {
  readonly code: CryptoErrorCode
  /** The failed check, for logs and tests; never part of a response. */
  readonly reason: string

  constructor(code: CryptoErrorCode, reason = '', options?: ErrorOptions) {
    super(
      cryptoErrors[code].replace('%s', () => reason),
      options,
    )
    this.name = 'CryptoError'
    this.code = code
    this.reason = reason
  }
}
