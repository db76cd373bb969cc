/** The readiness of a gateway. */
import type { Infer } from './types.ts'

export const Readiness = {
  $id: 'Readiness',
  type: 'object',
  required: ['ready', 'draining', 'crypto', 'dependencies'],
  additionalProperties: false,
  properties: {
    ready: { type: 'boolean' },
    draining: { type: 'boolean', description: 'True if the gateway is shutting down.' },
    crypto: { type: 'string', description: 'The library that verifies signatures.' },
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
    { ready: true, draining: false, crypto: 'libsecp256k1', dependencies: [{ name: 'tokens', ready: true }] },
  ],
} as const

export type Readiness = Infer<typeof Readiness>
