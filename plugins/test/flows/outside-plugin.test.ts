/** A plugin outside the package, on a real database: its table, its job. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import '../../../tooling/register.js'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { BUILDER_KEY } from '../../../core/test/fixtures/memory.ts'
import type {} from '../../../examples/reminders/reminders.ts'
import { createGateway } from '../../index.ts'
import { copyDeploymentOfKey } from '../fixtures/deployment.ts'

const data = await temporaryDirectory(t)
await copyDeploymentOfKey(data)
const reminders = new URL('examples/reminders/reminders.ts', import.meta.resolve('#root/package.json')).href
const app = await createGateway(
  { data, builderKey: BUILDER_KEY, log: { level: 'silent' }, plugins: { [reminders]: {} } },
  { fastify: { logger: false } },
)
t.teardown(() => app.close())
await app.ready()

t.test('a plugin from outside has a table and a job', async t => {
  await app.reminders.add('of a synthetic person', Date.now())
  while ((await app.reminders.sent()).length === 0) await delay(50)
  t.same(await app.reminders.sent(), ['of a synthetic person'])
})
