/** Backends of an application: named sets of public keys with which its servers sign in. */
import type { JSONSchema } from 'json-schema-to-ts'
import { example, Uuid } from './identity.ts'
import { ApplicationId } from './submission.ts'
import { type Infer, schemaOf } from './types.ts'

const name = {
  type: 'string',
  minLength: 1,
  maxLength: 80,
  pattern: '^[^\\p{C}\\p{Zl}\\p{Zp}]*$',
  description: 'Shown to the people whose records it reads.',
} as const

const jwksUrl = {
  type: 'string',
  maxLength: 2048,
  pattern: '^https://[^\\s#@]+$',
  description: 'The https URL of a JWK Set. It is read when a key is needed, and cached.',
} as const

const jwks = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: {
        type: 'object',
        required: ['kty', 'kid'],
        properties: {
          kty: { enum: ['EC', 'RSA'] },
          kid: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
    },
  },
  description:
    'A JWK Set (RFC 7517) of public keys: EC P-256 (ES256), EC P-384 (ES384), or RSA of at least 2048 bits (RS384), each with a `kid`.',
} as const

const sample = {
  name: 'Nightly export',
  jwks: {
    keys: [
      {
        ...{ kty: 'EC', crv: 'P-256', kid: 'export-2026', alg: 'ES256', use: 'sig' },
        ...{
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
        },
      },
    ],
  },
}

/** The registration of a backend, by the application's key. */
export interface BackendRegistration {
  readonly name: string
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
  readonly jwksUrl?: string
}

export const BackendRegistration = schemaOf<BackendRegistration>({
  $id: 'BackendRegistration',
  type: 'object',
  description: 'Public keys by value (`jwks`) or by URL (`jwksUrl`).',
  required: ['name'],
  oneOf: [{ required: ['jwks'] }, { required: ['jwksUrl'] }],
  additionalProperties: false,
  properties: { name, jwks, jwksUrl },
  examples: [sample],
})

const backend = {
  type: 'object',
  required: ['id', 'clientId', 'name', 'created'],
  additionalProperties: false,
  properties: {
    id: Uuid,
    clientId: { ...ApplicationId, description: 'The `client_id` of its tokens: the id of the application.' },
    name: { type: 'string' },
    keys: {
      type: 'array',
      description: 'The registered keys; absent for a URL.',
      items: {
        type: 'object',
        required: ['kid', 'alg'],
        additionalProperties: false,
        properties: { kid: { type: 'string' }, alg: { enum: ['ES256', 'ES384', 'RS384'] } },
      },
    },
    jwksUrl: { type: 'string' },
    created: { type: 'string', format: 'date-time' },
    lastUsed: {
      type: 'string',
      format: 'date-time',
      description: 'When it got its latest token; absent before the first one.',
    },
  },
} as const satisfies JSONSchema

const shown = {
  ...{ id: example.uuid, clientId: 'sleep-study', name: sample.name },
  keys: [{ kid: 'export-2026', alg: 'ES256' }],
  created: example.instant,
} as const

/** A backend as its application sees it. */
export const Backend = { $id: 'Backend', ...backend, examples: [shown] } as const
export type Backend = Infer<typeof Backend>

export const BackendList = {
  $id: 'BackendList',
  type: 'object',
  description: 'The backends of an application, oldest first.',
  required: ['backends'],
  additionalProperties: false,
  properties: { backends: { type: 'array', items: backend } },
  examples: [{ backends: [shown] }],
} as const
export type BackendList = Infer<typeof BackendList>
