/** SIGTERM behind a load balancer: another gateway takes the requests, and no client notices. */
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { freePort } from '../../core/stores/test/fixtures/free-port.ts'
import { compiled, directoryWith, launch } from '../../core/test/fixtures/cli.ts'
import { missing } from '../../core/test/fixtures/programs.ts'
import { balancer } from './fixtures/balancers.ts'
import { load } from './fixtures/load.ts'

const command = compiled

/** Milliseconds. */
const DELAY = 5_000

async function gateway(t: Test) {
  const port = await freePort()
  const cwd = await directoryWith(t, {
    'andiron.json': {
      ...{ port, builderKey: '1f'.repeat(32), log: { level: 'silent' }, limits: { drainDelay: DELAY } },
      stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
      plugins: { 'storage-node': false },
    },
  })
  const { child, ended, until } = launch(command, ['start'], cwd)
  t.teardown(async () => {
    child.kill('SIGINT')
    await ended
  })
  await until(/health +http.*\n/)
  return { port, child, ended, url: `http://127.0.0.1:${port}` }
}

t.test(
  'eight clients behind HAProxy, nginx and Caddy each see no reset when a gateway stops',
  { skip: missing('proxies') },
  async t => {
    const [one, other] = [await gateway(t), await gateway(t)]
    const gateways = [one.port, other.port]
    const names = ['HAProxy', 'nginx', 'Caddy'] as const
    const urls = await Promise.all(
      names.map(async name => `${await balancer(t, name, gateways)}/health/live`),
    )
    const clients = urls.map(url => load([url], 8, 20))
    await wait(500)

    one.child.kill('SIGTERM')
    const ready = () => fetch(`${one.url}/health/ready`).then(({ status }) => status)
    while ((await ready()) === 200) await wait(10)
    t.equal(await ready(), 503, 'it is not ready')
    t.equal((await fetch(`${one.url}/health/live`)).status, 200, 'and still accepts requests')
    t.match(await one.ended, { code: 0, stderr: '' })
    await t.rejects(ready(), 'then nothing new')
    await wait(500)
    await Promise.all(clients.map(({ end }) => end()))
    for (const [at, { counts, failures }] of clients.entries()) {
      t.same([...counts.keys()], ['200'], `${names[at]}: ${failures.join('\n')}`)
      t.comment(`${names[at]}: ${counts.get('200')} answers, 0 others`)
    }
  },
)

t.test('Ctrl-C does not wait', async t => {
  const { child, ended } = await gateway(t)
  const before = Date.now()
  child.kill('SIGINT')
  t.equal((await ended).code, 0)
  t.comment(`${Date.now() - before} ms`)
})
