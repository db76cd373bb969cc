/** A custom collection with a rule and an option: people keep a diary of their nights. */
import { createError, definePlugin } from 'andiron'

const FutureNight = createError('SLEEP_FUTURE_NIGHT', 'This night has not been slept yet', 422)

const Night = {
  $id: 'Night',
  type: 'object',
  required: ['date', 'minutesAsleep'],
  additionalProperties: false,
  properties: {
    date: { type: 'string', format: 'date', description: 'The day on which the night began.' },
    minutesAsleep: { type: 'integer', minimum: 0, maximum: 1440 },
    application: { type: 'string', maxLength: 255, description: 'Set by the service.' },
    quality: { type: 'integer', minimum: 1, maximum: 5, description: 'From 1, bad, to 5, good.' },
  },
} as const

declare module 'fastify' {
  interface FastifyInstance {
    sleepDiary: { readonly daysAhead: number }
  }
}

const DAY = 86_400_000

export const NIGHTS = '0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10'

export default definePlugin({
  name: 'sleep-diary',
  version: '1.0.0',
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['daysAhead'],
    properties: {
      daysAhead: { type: 'integer', minimum: 0, default: 0, description: 'Days in the future to accept.' },
    },
  },
  schemas: [Night],
  collections: [
    {
      uid: NIGHTS,
      name: 'sleep nights',
      kind: 'owned',
      schema: Night,
      // The application that a night is submitted for reads it at /api/collection/<uid>/records.
      applicationField: 'application',
      validate({ date }, { app, now }) {
        if (Date.parse(date) > now.getTime() + app.sleepDiary.daysAhead * DAY) throw new FutureNight()
      },
    },
  ],
  setup(app, { daysAhead }) {
    app.decorate('sleepDiary', { daysAhead })
  },
})
