/** The code of `writing-a-plugin.md`: compiled here, run by the tests. */
import { createError, definePlugin, defineTool } from 'andiron'

const TooManyNaps = createError('SLEEP_TOO_MANY_NAPS', 'More than %s naps a day are not believed', 422)

interface Goals {
  /** Hours that a person wants to sleep, by the key of the caller. */
  of(key: string): number
  /** Naps a day that are believed. */
  readonly naps: number
}

declare module 'fastify' {
  interface FastifyInstance {
    sleepGoals: Goals
  }
}

const SleepGoal = {
  $id: 'SleepGoal',
  type: 'object',
  required: ['hours'],
  additionalProperties: false,
  properties: { hours: { type: 'number', description: 'Hours of sleep.', examples: [8] } },
} as const

const mySleepGoal = defineTool({
  name: 'my_sleep_goal',
  title: 'My sleep goal',
  description: 'How many hours the person wants to sleep, or how many they want over several nights.',
  annotations: { readOnlyHint: true, destructiveHint: false },
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { nights: { type: 'integer', minimum: 1, description: 'Default: one night.' } },
  },
  output: { type: 'object', required: ['hours'], properties: { hours: { type: 'number' } } },
  async run({ nights = 1 }, { app, caller }) {
    return { structuredContent: { hours: nights * app.sleepGoals.of(caller.key) }, records: [] }
  },
})

export default definePlugin({
  name: 'sleep-goals',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'submissions'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['hours', 'naps'],
    properties: {
      hours: { type: 'number', minimum: 1, default: 8, description: 'The goal of whoever has set none.' },
      naps: { type: 'integer', minimum: 0, default: 5, description: 'Naps a day that are believed.' },
    },
  },
  schemas: [SleepGoal],
  tools: [mySleepGoal],
  tag: { name: 'Sleep', description: 'Goals for the night.' },

  hooks: {
    validateSubmission({ record }, { app }) {
      const { naps } = app.sleepGoals
      if (Number(record['naps'] ?? 0) > naps) throw new TooManyNaps(naps)
    },
    afterWrite({ uid }, { log }) {
      log.info({ uid }, 'a night was recorded')
    },
  },

  setup(app, { hours, naps }) {
    const goals = new Map<string, number>()
    app.decorate('sleepGoals', { naps, of: key => goals.get(key) ?? hours })
  },

  routes(app) {
    app.get(
      '/api/sleep-goal',
      {
        schema: {
          operationId: 'readSleepGoal',
          summary: 'Read your goal',
          security: [{ selfSigned: ['read'] }],
          response: { 200: { description: 'The goal.', $ref: 'SleepGoal#' } },
        },
      },
      async ({ caller }) => ({ hours: app.sleepGoals.of(caller.key) }),
    )
  },
})
