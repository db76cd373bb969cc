/** The errors of the hooks and of the wallet: a sentence for each code. */

export const reactErrors = {
  AND_NO_KEY_PAIR: 'There is no key pair yet: wait for the session to be ready',
  AND_POPUP_BLOCKED:
    'The browser did not open the wallet: call this from a click, or let the page open windows',
  AND_DIALOG_UNREACHABLE:
    "The wallet at '%s' did not answer. Is it running, and is this page at a callback URL of '%s'?",
  AND_DIALOG_CLOSED: 'The wallet was closed before it had answered',
  AND_DIALOG_TIMEOUT: 'The wallet did not answer within %s seconds',
  AND_DECLINED: 'The person declined',
  AND_OFFLINE: 'The browser has no connection to the network',
  AND_WALLET_BUSY: 'The wallet takes no more requests: %s',
  AND_WALLET_FAILED: 'The wallet could not do it: %s',
  AND_BAD_MESSAGE: "A message '%s' does not have the form that it must have",
  AND_WRONG_APPLICATION: "The wallet was opened for the application '%s', and serves no other",
  AND_WALLET_VERSION: "The wallet speaks the versions '%s' of its protocol, and this page version '%s'",
} as const

export type ReactErrorCode = keyof typeof reactErrors

/** The sentence of a row, with its placeholders filled in. */
export function sentenceOf(code: ReactErrorCode, ...details: readonly (string | number)[]): string {
  const rest = [...details]
  return reactErrors[code].replaceAll('%s', () => String(rest.shift()))
}
