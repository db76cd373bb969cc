/** The rows of a node's database as they are, by a cursor, behind a bare Fastify. */
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { connectPostgres } from '../../core/stores/sql/postgres.ts'
import { serveAsChild } from '../http/child.ts'

/** Where the database is. */
export interface BareReads {
  readonly host: string
  readonly user: string
  readonly database: string
}

await serveAsChild(async ({ host, user, database: name }: BareReads) => {
  const server = connectPostgres({ host, user })
  const database = await server.open(name)
  const app = Fastify()
  app.get<{ Params: { questionnaire: string } }>('/:questionnaire', (request, reply) => {
    const rows = database.stream<{ line: string }>(
      `SELECT body::text AS line FROM documents WHERE body->>'questionnaire' = $1 ORDER BY created, id`,
      [request.params.questionnaire],
    )
    return reply.type('application/fhir+ndjson').send(Readable.from(linesOf(rows), { objectMode: false }))
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async close() {
      await app.close()
      await server.close()
    },
  }
})

async function* linesOf(rows: AsyncIterable<{ readonly line: string }>): AsyncGenerator<string> {
  for await (const { line } of rows) yield `${line}\n`
}
