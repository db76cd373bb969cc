/** The deletion of a profile on the wire: request, progress and receipt. */
import { Did, example } from './identity.ts'
import type { Infer } from './types.ts'

const delegation = { type: 'string', minLength: 1, maxLength: 8192 } as const

export const ProfileDeletionRequest = {
  $id: 'ProfileDeletionRequest',
  type: 'object',
  required: ['did', 'permission'],
  additionalProperties: false,
  properties: {
    did: { ...Did, description: 'The DID of the profile, in full, as the confirmation.' },
    permission: {
      type: 'object',
      required: ['read', 'delete'],
      additionalProperties: false,
      description:
        'NUC delegations of the person to the service. The storage nodes require them: only its owner can delete a record. ' +
        'They must be valid for at least another hour, and preferably for a week: the deletion waits as long for an offline ' +
        'node.',
      properties: {
        read: { ...delegation, description: 'For `/nil/db/users/read`.' },
        delete: { ...delegation, description: 'For `/nil/db/users/delete`.' },
      },
    },
  },
  examples: [{ did: example.did, permission: { read: 'eyJ0…', delete: 'eyJ0…' } }],
} as const

export type ProfileDeletionRequest = Infer<typeof ProfileDeletionRequest>

const nodes = {
  type: 'array',
  items: {
    type: 'object',
    required: ['url', 'did', 'records'],
    additionalProperties: false,
    properties: {
      url: { type: 'string' },
      did: { type: 'string' },
      records: {
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'The number of records found, by collection.',
      },
      emptyAt: {
        type: 'string',
        format: 'date-time',
        description: 'The time from which no data of the person remained.',
      },
    },
  },
} as const

const removed = {
  nodes,
  files: { type: 'integer', description: 'Files in the object store that records referenced.' },
  uploads: { type: 'integer', description: 'Uploads without a record.' },
} as const

const noted = {
  nodes: [
    {
      ...{ url: 'https://node-1.example', did: example.node },
      ...{ records: { Observation: 12 }, emptyAt: example.instant },
    },
  ],
  files: 3,
  uploads: 0,
}

export const ProfileDeletion = {
  $id: 'ProfileDeletion',
  type: 'object',
  required: ['state'],
  additionalProperties: false,
  properties: {
    state: {
      enum: ['none', 'running', 'waiting', 'done'],
      description:
        '`none`: no deletion was requested. `waiting`: a node or store is offline; the deletion continues by itself, and on request.',
    },
    id: { type: 'string', format: 'uuid' },
    askedAt: { type: 'string', format: 'date-time' },
    completedAt: { type: 'string', format: 'date-time' },
    ...removed,
    problems: { type: 'array', items: { type: 'string' }, description: 'The reason for the wait.' },
    receipt: {
      type: 'string',
      description:
        'A JWS (ES256K, `typ` `andiron-deletion-receipt`): a DeletionReceipt that the key of the service signs.',
    },
  },
  examples: [
    {
      ...{ state: 'done', id: example.uuid, askedAt: example.instant, completedAt: example.instant },
      ...{
        ...noted,
        problems: [],
        receipt: 'eyJhbGciOiJFUzI1NksiLCJ0eXAiOiJhbmRpcm9uLWRlbGV0aW9uLXJlY2VpcHQifQ.…',
      },
    },
  ],
} as const

export type ProfileDeletion = Infer<typeof ProfileDeletion>

/** The receipt that the service signs when a deletion is complete. */
export const DeletionReceipt = {
  $id: 'DeletionReceipt',
  type: 'object',
  required: ['iss', 'sub', 'jti', 'iat', 'askedAt', 'completedAt', 'nodes', 'files', 'uploads', 'remains'],
  properties: {
    iss: { ...Did, description: 'The DID of the service.' },
    sub: { ...Did, description: 'The DID of the person.' },
    jti: { type: 'string', format: 'uuid', description: 'The id of the deletion.' },
    iat: { type: 'integer', description: 'Seconds since the epoch.' },
    askedAt: { type: 'string', format: 'date-time' },
    completedAt: { type: 'string', format: 'date-time' },
    ...removed,
    remains: {
      type: 'array',
      items: { type: 'string' },
      description: 'The data that is kept, with the reason.',
    },
  },
  examples: [
    {
      ...{ iss: example.did, sub: example.did, jti: example.uuid, iat: 1_769_851_800 },
      ...{ askedAt: example.instant, completedAt: example.instant, ...noted, remains: ['The audit trail …'] },
    },
  ],
} as const

export type DeletionReceipt = Infer<typeof DeletionReceipt>
