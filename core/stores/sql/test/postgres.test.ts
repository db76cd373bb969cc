import t from 'tap'
import { testServer } from './fixtures/server.ts'

t.test('opens databases by name, creating those that are missing', async t => {
  const server = await testServer(t)
  const one = await server.open('one')
  const two = await server.open('two')
  await one.query('CREATE TABLE only_here (id int)')
  await t.rejects(two.query('SELECT * FROM only_here'), { code: 'AND_DATABASE_REFUSED', sqlState: '42P01' })
  t.same(await one.query('SELECT * FROM only_here'), [])
})
