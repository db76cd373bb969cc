/** The wire format of identities. */

/** Synthetic values for the examples of other schemas; they belong to nobody. */
export const example = {
  did: 'did:nil:03ecd47816bb8f475734b77aa9a3f4cc19a6075f3f603de0eebe6e11a784bb2e2d',
  node: 'did:key:zQ3shw2zPUC1hAbsEVQSJDpRFQrvdo4UgjDdTpynPUxpJdYmr',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  uuid: '2f6d1c1e-9a3b-4b57-8c1d-5f0e7a9b3c21',
  instant: '2026-01-31T09:30:00.000Z',
} as const

/** Any DID of a secp256k1 key. Equality is by key, so spellings may differ. */
export const Did = {
  type: 'string',
  maxLength: 128,
  pattern: '^did:[a-z0-9]+:[A-Za-z0-9]+$',
  description: 'A DID of a secp256k1 key: `did:nil:` and the compressed key in hex, or `did:key:`.',
  examples: [example.did],
} as const

export const Uuid = {
  type: 'string',
  format: 'uuid',
  examples: [example.uuid],
} as const

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for a UUID in lower case, as the service writes every id. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** An EVM account. */
export const Address = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } as const

/** The signature of an account: 65 bytes, r ‖ s ‖ v; longer for contracts (ERC-1271). */
export const Signature = { type: 'string', pattern: '^0x[0-9a-fA-F]{130,20000}$' } as const
