/** The rows of a node's database, streamed by a cursor through a bare Fastify. */
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { connectPostgres } from '../../core/stores/sql/postgres.ts'
import { uids } from '../../schemas/uids.ts'
import { serveAsChild } from '../http/child.ts'

/** The address of the database. */
export interface BareReads {
  readonly host: string
  readonly user: string
  readonly password?: string
  readonly database: string
}

await serveAsChild(async ({ database: name, ...address }: BareReads) => {
  const server = connectPostgres(address)
  const database = await server.open(name)
  const app = Fastify()
  app.get<{ Params: { since: string; count: string } }>('/:since/:count', (request, reply) => {
    const { since, count } = request.params
    // The rows of one study are contiguous: no others are read.
    const rows = database.stream<{ line: string }>(
      `SELECT body::text AS line FROM documents WHERE collection = $1 AND created >= $2
       ORDER BY created, id LIMIT $3`,
      [uids.QuestionnaireResponse, since, Number(count)],
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
