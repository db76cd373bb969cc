/**
 * The message of a sign-in (EIP-4361): names the service, the account and the chain; valid once and briefly.
 */

export interface SignInMessage {
  /** Without a trailing slash: wallets compare its authority with the page. */
  readonly baseUrl: string
  /** With its checksum (EIP-55). */
  readonly address: string
  readonly chainId: number
  /** At least 8 letters and digits. */
  readonly nonce: string
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
}

const STATEMENT = 'Sign in to your health profile. This moves nothing and costs nothing.'

/** https://eips.ethereum.org/EIPS/eip-4361, ABNF message format. */
export function signInMessage({ baseUrl, address, chainId, nonce, ...times }: SignInMessage): string {
  return `${new URL(baseUrl).host} wants you to sign in with your Ethereum account:
${address}

${STATEMENT}

URI: ${baseUrl}
Version: 1
Chain ID: ${chainId}
Nonce: ${nonce}
Issued At: ${new Date(times.issuedAt).toISOString()}
Expiration Time: ${new Date(times.expiresAt).toISOString()}`
}
