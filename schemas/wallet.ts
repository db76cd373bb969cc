/** Wallets: sign-in (EIP-4361) and enrolment. */
import { Address, Did, example, Signature } from './identity.ts'
import type { Infer } from './types.ts'

const nonce = {
  type: 'string',
  pattern: '^[0-9a-f]{32}$',
  description: 'The nonce of this sign-in; valid once.',
} as const
const expiresAt = { type: 'string', format: 'date-time' } as const

const sample = {
  nonce: '5f1c9a0e7b3d42688c0fe1a2b3c4d5e6',
  signature: `0x${'ab'.repeat(64)}1c`,
} as const

/** The account that signs in. */
export const WalletAccount = {
  $id: 'WalletAccount',
  type: 'object',
  required: ['address'],
  additionalProperties: false,
  properties: {
    address: {
      ...Address,
      description: 'The account of the wallet: an account with its own key, or a contract.',
    },
  },
  examples: [{ address: example.address }],
} as const

/** The message that the wallet signs. */
export const WalletMessage = {
  $id: 'WalletMessage',
  type: 'object',
  required: ['nonce', 'message', 'expiresAt'],
  additionalProperties: false,
  properties: {
    nonce,
    message: { type: 'string', description: 'EIP-4361; `personal_sign` signs it unchanged.' },
    expiresAt,
  },
  examples: [
    {
      nonce: sample.nonce,
      message: `profile.example wants you to sign in with your Ethereum account:\n${example.address}\n\n…`,
      expiresAt: example.instant,
    },
  ],
} as const

export type WalletMessage = Infer<typeof WalletMessage>

/** The wallet's signature of the message. */
export const WalletProof = {
  $id: 'WalletProof',
  type: 'object',
  required: ['nonce', 'signature'],
  additionalProperties: false,
  properties: {
    nonce,
    signature: {
      ...Signature,
      description:
        'The EIP-191 signature of the message with this nonce, or the bytes that a contract accepts as a signature.',
    },
  },
  examples: [sample],
} as const

const base64url = (length: string) => ({ type: 'string', pattern: `^[A-Za-z0-9_-]{${length}}$` }) as const

/** A private key, encrypted under a secret of the person. */
const wrappedKey = {
  type: 'object',
  required: ['version', 'way', 'salt', 'iv', 'sealed'],
  additionalProperties: false,
  properties: {
    version: { const: 1 },
    way: {
      enum: ['passphrase', 'passkey'],
      description:
        '`passphrase`: the sealing key is PBKDF2-SHA-256 of the passphrase. `passkey`: it is HKDF-SHA-256 of the PRF output ' +
        'for the salt.',
    },
    salt: { ...base64url('43'), description: '32 bytes.' },
    iterations: {
      type: 'integer',
      minimum: 600_000,
      maximum: 10_000_000,
      description: 'The iterations of PBKDF2.',
    },
    credential: { ...base64url('16,1400'), description: 'The id of the passkey.' },
    iv: { ...base64url('16'), description: '12 bytes.' },
    sealed: { ...base64url('64'), description: 'The encrypted key of 32 bytes, and the tag.' },
  },
  examples: [
    {
      ...{ version: 1, way: 'passphrase', salt: 'A'.repeat(43), iterations: 600_000 },
      ...{ iv: 'A'.repeat(16), sealed: 'A'.repeat(64) },
    },
  ],
} as const

export type WrappedKey = Infer<typeof wrappedKey>

const enrolled = {
  did: { ...Did, description: 'The storage key of the person.' },
  wrapped: {
    ...wrappedKey,
    description:
      'The storage key, if it does not derive from a signature of the wallet. Its DID is authenticated with it.',
  },
} as const

const enrolment = {
  type: 'object',
  required: ['did'],
  additionalProperties: false,
  properties: enrolled,
} as const

/**
 * The enrolment of a wallet: its storage key derives from its signature, or is random and stored encrypted.
 */
export const Enrolment = { $id: 'Enrolment', ...enrolment, examples: [{ did: example.did }] } as const

export type Enrolment = Infer<typeof Enrolment>

/** The request to enrol a wallet. */
export const EnrolmentRequest = {
  $id: 'EnrolmentRequest',
  type: 'object',
  required: ['did', 'proof'],
  additionalProperties: false,
  properties: {
    ...enrolled,
    proof: {
      type: 'string',
      maxLength: 2048,
      description:
        'A JWT with scope `enrol` that the storage key signs: the wallet by itself cannot change the enrolment.',
    },
    replaces: { ...Did, description: 'The storage key that the person gives up to begin anew.' },
  },
  examples: [
    {
      did: example.did,
      proof: 'eyJhbGciOiJFUzI1NksiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJkaWQ6bmlsOuKApiJ9.c2lnbmF0dXJl',
    },
  ],
} as const

export type EnrolmentRequest = Infer<typeof EnrolmentRequest>

/** The session of a wallet, for a quarter of an hour. */
export const WalletSession = {
  $id: 'WalletSession',
  type: 'object',
  required: ['token', 'address', 'account', 'expiresAt'],
  additionalProperties: false,
  properties: {
    token: { ...base64url('43'), description: 'The bearer token for the Authorization header.' },
    address: Address,
    account: {
      enum: ['key', 'contract'],
      description: 'The kind of account: an account with its own key, or a contract.',
    },
    expiresAt,
    enrolment: { ...enrolment, description: 'The enrolment of the wallet, if any.' },
  },
  examples: [{ token: 'A'.repeat(43), address: example.address, account: 'key', expiresAt: example.instant }],
} as const

export type WalletSession = Infer<typeof WalletSession>

/** An enrolment as stored: found by the wallet, but without its address. */
export const EnrolmentRecord = {
  $id: 'EnrolmentRecord',
  type: 'object',
  required: ['did', 'key'],
  additionalProperties: false,
  properties: {
    did: Did,
    key: { type: 'string', description: 'The compressed key of `did` in hex, to find the enrolment by.' },
    wrapped: { type: 'string', format: 'uuid', description: 'The record of the encrypted key.' },
  },
} as const

export type EnrolmentRecord = Infer<typeof EnrolmentRecord>

/** The encrypted key as stored: no single node can guess its passphrase. */
export const WrappedKeyRecord = {
  $id: 'WrappedKeyRecord',
  type: 'object',
  required: ['key', 'wrapped'],
  additionalProperties: false,
  properties: {
    key: { type: 'string', description: 'The compressed key in hex.' },
    wrapped: { type: 'string', maxLength: 4096, description: 'The WrappedKey as JSON.' },
  },
} as const
