/** One conformance suite for every single-machine database: tokens and storage nodes behave the same on each. */
import t from 'tap'
import { missing } from '../../test/fixtures/programs.ts'
import { connectPostgres } from '../sql/postgres.ts'
import { debianPostgres } from '../sql/test/fixtures/debian.ts'
import { testServer } from '../sql/test/fixtures/server.ts'
import { databaseConformance } from './fixtures/database-conformance.ts'

t.test('the embedded PostgreSQL 18', async t => databaseConformance(t, await testServer(t)))

t.test("Debian's PostgreSQL 15", { skip: missing('postgres') }, async t =>
  databaseConformance(t, connectPostgres(await debianPostgres(t))),
)
