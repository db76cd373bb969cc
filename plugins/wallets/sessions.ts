/**
 * Sessions of wallets: started by a signed message, identified by a random token, expired after a quarter of
 * an hour.
 */
import { checksumAddress, hashMessage, randomBytes, toBase64url, toHex } from '../../core/crypto/index.ts'
import type { Gateway } from '../../core/index.ts'
import type { WalletMessage } from '../../schemas/wallet.ts'
import { UnknownSignIn, WrongWallet } from './errors.ts'
import { signInMessage } from './message.ts'
import type { Account, Signatures } from './signatures.ts'

/** A signed-in wallet. */
export interface SignedIn {
  /** With its checksum. */
  readonly address: string
  readonly account: Account
  /** The account, independent of the chain for a key, and bound to its chain for a contract. */
  readonly subject: string
}

export interface Sessions {
  /** The message for the wallet of an account, to be signed within five minutes. */
  begin(address: string): Promise<WalletMessage>
  /**
   * Accepts the signature of a message, once.
   * @throws UnknownSignIn, WrongWallet, ChainRequired, ChainUnreachable
   */
  open(nonce: string, signature: string): Promise<SignedIn & { token: string; expiresAt: string }>
  find(token: string): Promise<SignedIn | undefined>
}

const MESSAGE = 'wallet-message'
const SESSION = 'wallet-session'
const FIVE_MINUTES = 300_000
const QUARTER_HOUR = 900_000

interface SignInRequest {
  readonly address: string
  readonly message: string
}

export function createSessions(gateway: Gateway, signatures: Signatures): Sessions {
  const { tokens } = gateway
  return {
    async begin(given) {
      const address = checksumAddress(given)
      const nonce = toHex(randomBytes(16))
      const issuedAt = Date.now()
      const expiresAt = issuedAt + FIVE_MINUTES
      const { baseUrl } = gateway
      const { chainId } = signatures
      const message = signInMessage({ baseUrl, address, chainId, nonce, issuedAt, expiresAt })
      // The signed message is stored here: no part of it is sent back, so nothing has to be parsed and
      // compared.
      await tokens.put(
        MESSAGE,
        nonce,
        JSON.stringify({ address, message } satisfies SignInRequest),
        expiresAt,
      )
      return { nonce, message, expiresAt: new Date(expiresAt).toISOString() }
    },

    async open(nonce, signature) {
      const existing = await tokens.take(MESSAGE, nonce)
      if (existing === undefined) throw new UnknownSignIn()
      const { address, message } = JSON.parse(existing) as SignInRequest
      const account = await signatures.provedBy(address, hashMessage(message), signature)
      if (account === undefined) throw new WrongWallet(address, signatures.chainHint)
      // A contract on one chain proves nothing about the owner of its address on another.
      const on = account === 'key' ? '' : `${signatures.chainId}:`
      const signedIn: SignedIn = { address, account, subject: `eip155:${on}${address.toLowerCase()}` }
      const token = toBase64url(randomBytes(32))
      const expiresAt = Date.now() + QUARTER_HOUR
      await tokens.put(SESSION, token, JSON.stringify(signedIn), expiresAt)
      return { ...signedIn, token, expiresAt: new Date(expiresAt).toISOString() }
    },

    async find(token) {
      const existing = await tokens.peek(SESSION, token)
      return existing === undefined ? undefined : (JSON.parse(existing) as SignedIn)
    },
  }
}
