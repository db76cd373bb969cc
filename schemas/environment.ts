/** The configuration of a deployment, which it publishes for clients and the SDK accepts. */
import { Did, example, Uuid } from './identity.ts'
import type { Infer } from './types.ts'

/** The members that are always there; on their own, so that a browser need not load the schema. */
export const ENVIRONMENT_MEMBERS = [
  'version',
  'network',
  'apiBaseUrl',
  'nodes',
  'builderDid',
  'collections',
  'fileScheme',
  'didPrefix',
  'eip712Domain',
] as const

export const Environment = {
  $id: 'Environment',
  type: 'object',
  required: ENVIRONMENT_MEMBERS,
  additionalProperties: false,
  properties: {
    version: { type: 'string', description: 'Of the gateway.' },
    network: { type: 'string', description: 'Name of the storage network.' },
    apiBaseUrl: { type: 'string', format: 'uri' },
    nodes: {
      type: 'array',
      description: 'The storage nodes; a record is written to all of them.',
      items: {
        type: 'object',
        required: ['url', 'did'],
        additionalProperties: false,
        properties: { url: { type: 'string', format: 'uri' }, did: Did },
      },
    },
    secretSharing: {
      type: 'object',
      required: ['scheme', 'threshold'],
      additionalProperties: false,
      description:
        'How secret fields are split over the nodes. Clients of nilDB read `xor` only. Absent for one node.',
      properties: {
        scheme: { enum: ['xor', 'shamir-gf256'] },
        threshold: { type: 'integer', minimum: 2, description: 'The shares that suffice.' },
      },
    },
    builderDid: {
      ...Did,
      description: 'The identity of the service on the storage network; people share records with it.',
    },
    builderSuccessions: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The signed statements that replaced the key of the service, the oldest first. Each is a JWS with the payload `iss`, ' +
        'the old key; `sub`, its successor, which has consented; `starts`, the time from which the successor signs; and ' +
        '`ends`, the time from which nothing new by `iss` is valid. The last statement may lie in the future.',
    },
    nodeSuccessions: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The signed statements by which storage nodes were replaced, in the form of `builderSuccessions`: `iss` is the DID of ' +
        'the old node, and `sub` that of the node in `nodes` that has its data. Until `ends`, the new node also accepts ' +
        'tokens for the old one.',
    },
    nodeAdditions: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The consents by which storage nodes were added, the oldest first. Each is a delegation with the command ' +
        '`/nil/db/moves/copy` that a node of before signed for the service, with the DID of the new node in its policy.',
    },
    collections: {
      type: 'object',
      additionalProperties: Uuid,
      description: 'The schema uid of each collection, by name.',
    },
    fileScheme: { type: 'string', description: 'URL scheme of stored files.' },
    largestFile: {
      type: 'integer',
      description:
        'The largest file that a person may store, in bytes. What a new profile may store can be less.',
    },
    didPrefix: { type: 'string' },
    links: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'The pages and APIs of this deployment, by name: `application`, `profile`, `questionnaire`, `wallet`, `docs`, `fhir`, ' +
        '`mcp`, `health`. A page that is not served has no link.',
    },
    readerLifetime: {
      type: 'integer',
      description:
        'Maximum seconds for which a program reads in the name of a person after a sign-in; absent without such sign-ins.',
    },
    eip712Domain: {
      type: 'object',
      required: ['name', 'version'],
      additionalProperties: false,
      properties: { name: { type: 'string' }, version: { type: 'string' } },
    },
  },
  examples: [
    {
      version: '0.1.0',
      network: 'andiron',
      apiBaseUrl: 'https://profile.example',
      nodes: [{ url: 'https://node-1.example', did: example.node }],
      builderDid: example.did,
      collections: { QuestionnaireResponse: 'b14b538f-7de3-4767-ad77-464d755d78bd' },
      fileScheme: 'andiron',
      didPrefix: 'did:nil:',
      links: { docs: 'https://profile.example/docs' },
      eip712Domain: { name: 'Andiron Health Wallet', version: '1.0' },
    },
  ],
} as const

export type Environment = Infer<typeof Environment>
