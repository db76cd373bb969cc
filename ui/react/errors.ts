/** The errors of the hooks and of the wallet: a sentence for each code. */

export const reactErrors = {
  AND_NO_KEY_PAIR: 'There is no key pair yet: wait for the session to be ready',
  AND_POPUP_BLOCKED:
    'The browser blocked the window of the wallet: call this in a click handler, or allow pop-ups',
  AND_DIALOG_UNREACHABLE:
    "The wallet at '%s' did not answer. Check that it is running, and that this page is at a callback URL of '%s'",
  AND_DIALOG_CLOSED: 'The wallet was closed before it answered',
  AND_DIALOG_TIMEOUT: 'The wallet did not answer within %s seconds',
  AND_DECLINED: 'The person declined',
  AND_OFFLINE: 'The browser has no connection to the network',
  AND_WALLET_BUSY: 'The wallet accepts no more requests: %s',
  AND_WALLET_FAILED: 'The wallet failed: %s',
  AND_BAD_MESSAGE: "The message '%s' is malformed",
  AND_MESSAGE_TOO_LARGE:
    "The data of '%s' is larger than the wallet accepts: 1 MiB for a record, 256 MiB for a file",
  AND_WRONG_APPLICATION: "The wallet was opened for the application '%s', and accepts requests from no other",
  AND_WALLET_VERSION: "The wallet supports the protocol versions '%s', and this page uses version '%s'",
} as const

export type ReactErrorCode = keyof typeof reactErrors

/** The sentence of a row, with its placeholders filled in. */
export function sentenceOf(code: ReactErrorCode, ...details: readonly (string | number)[]): string {
  const rest = [...details]
  return reactErrors[code].replaceAll('%s', () => String(rest.shift()))
}
