/** Signing in with a wallet (EIP-4361), and what the gateway then knows of it. */
import { hashMessage } from '../../../core/crypto/eip191.ts'
import type { Enrolment, EnrolmentRequest, WalletMessage, WalletSession } from '../../../schemas/wallet.ts'
import { canonicalSignature } from '../../sdk/wallet-signature.ts'
import { ask } from '../ask.ts'
import type { Account } from './wallet.ts'

export interface Session extends Omit<WalletSession, 'token'> {
  /** Writes down how the wallet was enrolled. @throws Refused `AND_WALLET_ENROLLED` */
  enrol(enrolment: EnrolmentRequest): Promise<void>
}

/** The wallet signs the gateway's message; the session's token stays in this function. */
export async function signInWith({ address, signMessage }: Account): Promise<Session> {
  const { nonce, message } = await ask<WalletMessage>('/api/wallet/message', { body: { address } })
  const signature = canonicalSignature(await signMessage(message), hashMessage(message), address)
  const { token, ...session } = await ask<WalletSession>('/api/wallet/session', {
    body: { nonce, signature },
  })
  return {
    ...session,
    async enrol(body) {
      await ask<Enrolment>('/api/wallet/enrolment', { method: 'PUT', token, body })
    },
  }
}
