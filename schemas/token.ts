/** The claims of a token that a caller signs with their own key. */
import { Did, example } from './identity.ts'
import { ApplicationId } from './submission.ts'
import type { Infer } from './types.ts'

const time = { type: 'integer', minimum: 0 } as const
const text = { type: 'string', minLength: 1 } as const

export const TokenClaims = {
  $id: 'TokenClaims',
  type: 'object',
  description:
    'The payload of a self-signed JWT. Its header is exactly `{"alg":"ES256K","typ":"JWT"}`. Further claims are allowed.',
  required: ['iss', 'iat', 'exp', 'nonce'],
  properties: {
    iss: { ...Did, description: 'The DID of the key that signs.' },
    iat: { ...time, description: 'Seconds since the epoch.' },
    exp: { ...time, description: 'At most an hour after `iat`; a read-only token may live longer.' },
    nbf: { ...time, description: 'Seconds since the epoch.' },
    nonce: { ...text, description: 'A random value.' },
    aud: {
      anyOf: [text, { type: 'array', items: text }],
      description: 'The gateway, by its URL or its DID.',
    },
    sub: {
      ...text,
      description: 'In a proof of an application: the person whom the application vouches for.',
    },
    scopes: { type: 'array', items: text, description: 'The scopes that routes require.' },
    applicationId: ApplicationId,
    client_id: { type: 'string', description: 'The program that may read in the name of the person.' },
    client_name: { type: 'string', description: 'The name that the program gives itself.' },
  },
  examples: [
    {
      iss: example.did,
      iat: 1_769_851_800,
      exp: 1_769_855_400,
      nonce: 'q8XbT0x6mQyq0cJ7',
      scopes: ['write'],
    },
  ],
} as const

export type TokenClaims = Infer<typeof TokenClaims>
