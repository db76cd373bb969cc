/** A host application: its routes, the gateway's, and one security model for both. */
import { createJWTForStorageKeys, storageKeyPairOf } from '@andiron/sdk'
import t from 'tap'
import { createHost } from '../host-app.ts'

const config = {
  builderKey: '5e'.repeat(32),
  log: { level: 'silent' },
  stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
} as const

const app = await createHost(config)
t.teardown(() => app.close())

t.test('a plain Fastify plugin is served beside the gateway', async t => {
  t.match((await app.inject('/opening-hours')).json(), { monday: String })
  t.equal((await app.inject('/health/ready')).statusCode, 200)
})

t.test("a route of the host's own is behind the gateway's security", async t => {
  const stranger = await app.inject('/appointments')
  t.match(stranger.json(), { status: 401, code: 'AND_UNAUTHORIZED' })

  const person = storageKeyPairOf('07'.repeat(32))
  const token = createJWTForStorageKeys(person, { scopes: ['read'] })
  const answer = await app.inject({ url: '/appointments', headers: { authorization: `Bearer ${token}` } })
  t.same(answer.json(), { patient: person.did, appointments: [] })
})

t.test('a route that does not say who may call it keeps the host from starting', async t => {
  const host = await createHost(config)
  t.teardown(() => host.close())
  host.get('/forgotten', async () => 'open')
  await t.rejects(async () => host.ready(), { code: 'AND_UNDECLARED_SECURITY', message: /GET \/forgotten/ })
})
