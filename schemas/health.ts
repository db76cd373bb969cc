/** The health of a deployment as one gateway sees it. */
import type { Infer } from './types.ts'

const CAPABILITY = { type: 'boolean' } as const

export const Health = {
  $id: 'Health',
  type: 'object',
  required: ['ready', 'draining', 'crypto', 'capabilities', 'dependencies'],
  additionalProperties: false,
  properties: {
    ready: { type: 'boolean', description: 'True if this gateway can serve; as `/health/ready`.' },
    draining: { type: 'boolean', description: 'True if the gateway is shutting down.' },
    crypto: { type: 'string', description: 'The library that verifies signatures.' },
    capabilities: {
      type: 'object',
      required: ['read', 'write', 'files', 'signIn', 'notify'],
      additionalProperties: false,
      properties: {
        read: { ...CAPABILITY, description: 'Records can be read.' },
        write: { ...CAPABILITY, description: 'Records can be stored, changed and deleted.' },
        files: { ...CAPABILITY, description: 'Files can be opened.' },
        signIn: { ...CAPABILITY, description: 'People, programs and applications can sign in.' },
        notify: { ...CAPABILITY, description: 'Background jobs run: notifications, exports, deletions.' },
      },
    },
    dependencies: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'ready'],
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          ready: { type: 'boolean' },
          problem: { type: 'string' },
          clockSkew: {
            type: 'number',
            description:
              'The minimum difference between its clock and the clock of the gateway, in milliseconds.',
          },
        },
      },
    },
  },
  examples: [
    {
      ...{ ready: true, draining: false, crypto: 'libsecp256k1' },
      capabilities: { read: true, write: true, files: true, signIn: true, notify: true },
      dependencies: [{ name: 'tokens', ready: true }],
    },
  ],
} as const

export type Health = Infer<typeof Health>
