/** The plugin of `docs/writing-a-plugin.md`: every part that a plugin can have. */
import { type Caller, createError, definePlugin, defineTool, noteReading, ownRecords } from 'andiron'

export const GOALS = '3b9a7d58-6f0e-4c1b-8d25-f7a0c4e9b612'
const DAY = 86_400_000

const TooManyNaps = createError('SLEEP_TOO_MANY_NAPS', 'More than %s naps a day are not believed', 422)

const NoSuchNight = createError('SLEEP_NO_SUCH_NIGHT', 'A night has at most 24 hours', 422)

interface Goals {
  /** The hours that a person wants to sleep, and the ids of the records that they are from. */
  of(caller: Caller): Promise<{ readonly hours: number; readonly records: readonly string[] }>
  /** Naps a day that are believed. */
  readonly naps: number
  /** Schedules the review of a goal. */
  review(goal: string): Promise<void>
  /** True if a goal is due for a review. */
  isDue(goal: string): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyInstance {
    sleepGoals: Goals
  }
}

/** A FHIR Goal: the hours are the value of its target. */
const Goal = {
  $id: 'Goal',
  type: 'object',
  required: ['resourceType', 'lifecycleStatus', 'description', 'subject', 'target'],
  properties: {
    resourceType: { type: 'string', enum: ['Goal'] },
    lifecycleStatus: { type: 'string', enum: ['active', 'completed', 'cancelled'] },
    description: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    subject: { type: 'object' },
    target: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        required: ['detailQuantity'],
        properties: {
          detailQuantity: { type: 'object', required: ['value'], properties: { value: { type: 'number' } } },
        },
      },
    },
  },
} as const

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
    const { hours, records } = await app.sleepGoals.of(caller)
    return { structuredContent: { hours: nights * hours }, records }
  },
})

export default definePlugin({
  name: 'sleep-goals',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'submissions', 'fhir-rest'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['hours', 'naps', 'reviewDays'],
    properties: {
      hours: { type: 'number', minimum: 1, default: 8, description: 'The goal of whoever has set none.' },
      naps: { type: 'integer', minimum: 0, default: 5, description: 'Naps a day that are believed.' },
      reviewDays: { type: 'integer', minimum: 0, default: 30, description: 'Days until a goal is reviewed.' },
    },
  },
  schemas: [SleepGoal, Goal],
  tools: [mySleepGoal],
  tag: { name: 'Sleep', description: 'Goals for the night.' },

  collections: [
    {
      uid: GOALS,
      name: 'sleep goals',
      kind: 'owned',
      personal: true,
      schema: Goal,
      validate({ target }) {
        if (target.some(({ detailQuantity }) => detailQuantity.value > 24)) throw new NoSuchNight()
      },
    },
  ],

  fhir: {
    types: [
      {
        type: 'Goal',
        collection: GOALS,
        description: 'The hours that a person wants to sleep.',
        creatable: true,
        mandatory: ['lifecycleStatus', 'description', 'subject'],
        search: [
          {
            name: 'lifecycle-status',
            type: 'token',
            description: 'The status of the goal.',
            values: ({ lifecycleStatus }) => [lifecycleStatus],
            field: 'lifecycleStatus',
          },
        ],
      },
    ],
  },

  migrations: new URL('./migrations/', import.meta.url),
  jobs: {
    review: {
      description: 'Marks a goal as due for a review.',
      async run(job) {
        await job.end(async transaction => {
          await transaction?.query('INSERT INTO sleep_goals_due (goal) VALUES ($1)', [job.id])
        })
      },
    },
  },

  hooks: {
    validateSubmission({ record }, { app }) {
      const { naps } = app.sleepGoals
      if (Number(record['naps'] ?? 0) > naps) throw new TooManyNaps(naps)
    },
    async afterWrite({ uid, collection }, { app, log }) {
      if (collection.uid !== GOALS) return
      await app.sleepGoals.review(uid)
      log.info({ uid }, 'a goal was set')
    },
  },

  setup(app, { hours, naps, reviewDays }, { database, jobs }) {
    app.decorate('sleepGoals', {
      naps,
      async of(caller) {
        const goal = (await ownRecords(app.gateway, GOALS, caller, {}, 1000))?.at(-1)
        if (goal === undefined) return { hours, records: [] }
        await noteReading(app.gateway, { action: 'readSleepGoal' }, [goal])
        const [target] = goal['target'] as [{ detailQuantity: { value: number } }]
        return { hours: target.detailQuantity.value, records: [goal._id] }
      },
      async review(goal) {
        await jobs.review.add(goal, { dueAt: Date.now() + reviewDays * DAY })
      },
      async isDue(goal) {
        const due = await database?.query('SELECT 1 FROM sleep_goals_due WHERE goal = $1', [goal])
        return (due?.length ?? 0) > 0
      },
    })
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
      async ({ caller }) => ({ hours: (await app.sleepGoals.of(caller)).hours }),
    )
  },
})
