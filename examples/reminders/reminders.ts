/** Reminders: a plugin with a table of its own, and a job that any gateway resumes. */
import { definePlugin } from 'andiron'

interface Reminders {
  /** Schedules a text at a time in milliseconds since the epoch. Returns the id of the reminder. */
  add(text: string, at: number): Promise<string>
  /** The texts sent so far, oldest first. */
  sent(): Promise<string[]>
}

declare module 'fastify' {
  interface FastifyInstance {
    reminders: Reminders
  }
}

export default definePlugin({
  name: 'reminders',
  version: '1.0.0',
  migrations: new URL('./migrations/', import.meta.url),
  jobs: {
    send: {
      description: 'Sends a reminder.',
      times: { lease: 30_000, pause: 10_000 },
      async run(job, { log }) {
        const { text } = job.state as { text: string }
        log.info({ reminder: job.id }, 'a reminder is due')
        await job.end(async transaction => {
          const sql = 'INSERT INTO reminders_sent (id, text) VALUES ($1, $2)'
          await transaction?.query(sql, [job.id, text])
        })
      },
    },
  },

  setup(app, _options, { database, jobs }) {
    app.decorate('reminders', {
      async add(text, at) {
        const id = crypto.randomUUID()
        await jobs.send.add(id, { state: { text }, dueAt: at })
        return id
      },
      async sent() {
        const rows = await database?.query<{ text: string }>(
          'SELECT text FROM reminders_sent ORDER BY sent_at',
        )
        return rows?.map(({ text }) => text) ?? []
      },
    })
  },
})
