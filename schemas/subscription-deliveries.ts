/**
 * The deliveries of an application's subscriptions on the wire: counts and times that FHIR's `$status` has no element
 * for.
 */
import { example, Uuid } from './identity.ts'
import type { Infer } from './types.ts'

const time = (description: string) => ({ type: 'string', format: 'date-time', description }) as const

export const SubscriptionDeliveries = {
  $id: 'SubscriptionDeliveries',
  type: 'object',
  description: 'The deliveries of the subscriptions of an application.',
  required: ['subscriptions'],
  additionalProperties: false,
  properties: {
    subscriptions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'status', 'events', 'waiting', 'dead'],
        additionalProperties: false,
        properties: {
          id: { ...Uuid, description: 'The id of the subscription.' },
          status: { type: 'string', enum: ['requested', 'active', 'error', 'off'] },
          error: { type: 'string', description: 'The reason of the last failure.' },
          events: { type: 'integer', description: 'The number of events so far.' },
          waiting: { type: 'integer', description: 'Events that are not delivered yet.' },
          dead: { type: 'integer', description: 'Events that were given up.' },
          firstDead: { type: 'integer', description: 'The number of the first of them.' },
          lastSent: time('The time of the last notification that the receiver accepted, while none fails.'),
          failingSince: time('The time of the first of the failures in a row.'),
          nextAttempt: time('The time of the next attempt after a failure.'),
        },
      },
    },
  },
  examples: [
    {
      subscriptions: [
        {
          ...{ id: example.uuid, status: 'error', error: "The receiver's answer is late" },
          ...{ events: 17, waiting: 3, dead: 0 },
          ...{ failingSince: '2026-03-31T09:30:00.000Z', nextAttempt: '2026-03-31T09:46:00.000Z' },
        },
      ],
    },
  ],
} as const

export type SubscriptionDeliveries = Infer<typeof SubscriptionDeliveries>
