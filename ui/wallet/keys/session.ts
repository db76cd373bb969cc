/** Signing in with a wallet (EIP-4361), and what the gateway then knows of it. */
import { hashMessage } from '../../../core/crypto/eip191.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import type { KeyPair } from '../../../core/crypto/keys.ts'
import type { Enrolment, EnrolmentRequest, WalletMessage, WalletSession } from '../../../schemas/wallet.ts'
import { canonicalSignature } from '../../sdk/wallet-signature.ts'
import { ask } from '../ask.ts'
import type { Account } from './wallet.ts'

export interface Session extends Omit<WalletSession, 'token'> {
  /** Writes down that the wallet has this storage key, which proves that it is held. @throws Refused `AND_WALLET_ENROLLED` */
  enrol(keyPair: KeyPair, how?: Pick<EnrolmentRequest, 'wrapped' | 'replaces'>): Promise<void>
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
    async enrol(keyPair, how) {
      const now = Math.floor(Date.now() / 1000)
      const proof = createSelfSignedJwt({ keyPair, scopes: ['enrol'], now, lifetime: 60 })
      const body: EnrolmentRequest = { did: keyPair.did, proof, ...how }
      await ask<Enrolment>('/api/wallet/enrolment', { method: 'PUT', token, body })
    },
  }
}
