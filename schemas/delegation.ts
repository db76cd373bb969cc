/** A delegation: permission for a person to write to the service's collections on the storage nodes. */
import { Did, example } from './identity.ts'
import { ApplicationId, ApplicationProof } from './submission.ts'
import type { Infer } from './types.ts'

export const Delegation = {
  $id: 'Delegation',
  type: 'object',
  description: 'A NUC of the service for one person, with the nodes that accept it.',
  required: ['type', 'token', 'issuer', 'audience', 'command', 'expiresAt', 'nodes'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['nuc'] },
    token: { type: 'string' },
    issuer: Did,
    audience: Did,
    command: { type: 'string', examples: ['/nil/db/data/create'] },
    expiresAt: { type: 'string', format: 'date-time' },
    nodes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['url', 'did'],
        additionalProperties: false,
        properties: { url: { type: 'string', format: 'uri' }, did: Did },
      },
    },
  },
  examples: [
    {
      type: 'nuc',
      token: 'eyJ0eXAiOiJudWMi…',
      issuer: example.did,
      audience: example.did,
      command: '/nil/db/data/create',
      expiresAt: example.instant,
      nodes: [{ url: 'https://node-1.example', did: example.node }],
    },
  ],
} as const

export type Delegation = Infer<typeof Delegation>

export const DelegationRequest = {
  $id: 'DelegationRequest',
  type: 'object',
  required: ['audienceDid'],
  additionalProperties: false,
  properties: {
    audienceDid: { ...Did, description: "The caller's own storage DID." },
    applicationId: ApplicationId,
    applicationProof: ApplicationProof,
  },
  examples: [{ audienceDid: example.did, applicationId: 'sleep-study' }],
} as const

export type DelegationRequest = Infer<typeof DelegationRequest>

export const DelegationAnswer = {
  $id: 'DelegationAnswer',
  type: 'object',
  required: ['delegation', 'audienceDid'],
  additionalProperties: false,
  properties: { delegation: { $ref: 'Delegation#' }, audienceDid: Did },
  examples: [{ delegation: Delegation.examples[0], audienceDid: example.did }],
} as const

export type DelegationAnswer = { delegation: Delegation; audienceDid: string }
