/** Signs in with a wallet (EIP-4361), and reads or sets its enrolment. */
import { hashMessage } from '../../../core/crypto/eip191.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import type { KeyPair } from '../../../core/crypto/keys.ts'
import {
  type Enrolment,
  type EnrolmentRequest,
  WalletSession as Session,
  WalletMessage,
} from '../../../schemas/wallet.ts'
import { type EnvironmentInput, resolveEnvironment } from '../environment.ts'
import { sdkError } from '../errors.ts'
import { endpointOf, sendForJson } from '../http.ts'
import type { SoftwareWallet } from '../software-wallet.ts'
import { canonicalSignature } from '../wallet-signature.ts'

/** The session of a wallet; lasts a quarter of an hour. */
export interface WalletSession extends Omit<Session, 'token'> {
  /**
   * Enrols the wallet under a storage key. The gateway receives a proof of possession, never the key.
   * @param how - the key encrypted by `wrapKey`, if it does not derive from the wallet; the DID that it
   * replaces
   * @throws AndironError `AND_WALLET_ENROLLED` if the wallet has another storage key
   */
  enrol(keyPair: KeyPair, how?: Pick<EnrolmentRequest, 'wrapped' | 'replaces'>): Promise<void>
}

/**
 * Signs in: the wallet signs the gateway's message; the session's token never leaves this function. In a
 * browser it works only on pages of the gateway, because wallets compare the gateway named in the message
 * with the page.
 * @throws AndironError `AND_WRONG_SIGN_IN` before anything is signed; `AND_WRONG_WALLET`,
 * `AND_CHAIN_REQUIRED`, `AND_CHAIN_UNREACHABLE`
 */
export async function signInWithWallet(
  { address, signMessage }: Pick<SoftwareWallet, 'address' | 'signMessage'>,
  environment: EnvironmentInput,
): Promise<WalletSession> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const asking = {
    ...({ method: 'POST', url: `${apiBaseUrl}/api/wallet/message` } as const),
    ...{ body: { address }, repeatable: true },
  }
  const { nonce, message } = await sendForJson<WalletMessage>(asking, WalletMessage.required)
  if (!isSignInOf(message, apiBaseUrl, address)) throw sdkError('AND_WRONG_SIGN_IN', [endpointOf(asking)])
  const signature = canonicalSignature(await signMessage(message), hashMessage(message), address)
  const { token, ...session } = await sendForJson<Session>(
    // A nonce is accepted once.
    {
      ...({ method: 'POST', url: `${apiBaseUrl}/api/wallet/session` } as const),
      ...{ body: { nonce, signature }, repeatable: false },
    },
    Session.required,
  )
  return {
    ...session,
    async enrol(keyPair, how) {
      const now = Math.floor(Date.now() / 1000)
      const proof = createSelfSignedJwt({ keyPair, scopes: ['enrol'], now, lifetime: 60 })
      const body: EnrolmentRequest = { did: keyPair.did, proof, ...how }
      const url = `${apiBaseUrl}/api/wallet/enrolment`
      await sendForJson<Enrolment>({ method: 'PUT', url, token, body, repeatable: false }, ['did'])
    },
  }
}

const SIGN_IN = /^([^\s/]+) wants you to sign in with your Ethereum account:\n(0x[0-9a-fA-F]{40})\n/

/**
 * A gateway that relays the message of another one could sign in there with this wallet, and a wallet that
 * displays no message, such as a key in software, would not notice. All names of the loopback interface (RFC
 * 6761 §6.3) count as one.
 */
function isSignInOf(message: unknown, apiBaseUrl: string, address: string): boolean {
  const [, host = '', account = ''] = (typeof message === 'string' && SIGN_IN.exec(message)) || []
  if (!host || account.toLowerCase() !== address.toLowerCase()) return false
  const meant = new URL(apiBaseUrl)
  return host === meant.host || (isLoopback(meant.host) && isLoopback(host))
}

const isLoopback = (host: string): boolean =>
  /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host)
