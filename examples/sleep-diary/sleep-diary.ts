/** A collection of one's own: people keep a diary of their nights. */
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
    quality: { type: 'integer', minimum: 1, maximum: 5, description: 'From 1, bad, to 5, good.' },
  },
} as const

export const NIGHTS = '0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10'

export default definePlugin({
  name: 'sleep-diary',
  version: '1.0.0',
  schemas: [Night],
  collections: [
    {
      uid: NIGHTS,
      name: 'sleep nights',
      kind: 'owned',
      schema: Night,
      validate({ date }, { now }) {
        if (Date.parse(date) > now.getTime()) throw new FutureNight()
      },
    },
  ],
})
