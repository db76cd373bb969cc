/** Liveness, readiness and metrics for an operator's tools. */
import t from 'tap'
import { gateway } from '../../test/fixtures/actors.ts'
import { type Answering, capabilitiesOf } from '../health.ts'

t.test('health', async t => {
  const app = await gateway(t)
  t.same((await app.inject('/health/live')).json(), { status: 'alive' })
  const ready = await app.inject('/health/ready')
  t.equal(ready.statusCode, 200)
  t.same(ready.json(), { ready: true, draining: false })
  const health = await app.inject('/health')
  t.equal(health.statusCode, 200)
  t.match(health.json(), {
    ready: true,
    draining: false,
    crypto: /libsecp256k1|node:crypto|noble/,
    capabilities: { read: true, write: true, files: true, signIn: true, notify: true },
    dependencies: [{ name: 'tokens', ready: true }],
  })

  await t.test('is not ready while the gateway drains, though it is alive', async t => {
    app.gateway.draining = true
    t.match((await app.inject('/health/ready')).json(), { ready: false, draining: true })
    t.equal((await app.inject('/health/ready')).statusCode, 503)
    t.equal((await app.inject('/health/live')).statusCode, 200)
    app.gateway.draining = false
  })
})

t.test('a deployment can do what the stores that answer allow', async t => {
  const whole = { tokens: true, database: true, objects: true, nodes: [true, true, true], threshold: 3 }
  const cases: readonly [away: Partial<Answering>, can: string][] = [
    [{}, 'read write files signIn notify'],
    [{ nodes: [], threshold: 0 }, 'read write files signIn notify'],
    [{ nodes: [true, false, true] }, 'read signIn notify'],
    [{ nodes: [true, false, true], threshold: 2 }, 'read files signIn notify'],
    [{ nodes: [true, false, false], threshold: 2 }, 'read signIn notify'],
    [{ nodes: [false, false, false] }, 'signIn notify'],
    [{ objects: false }, 'read write signIn notify'],
    [{ database: false }, 'read files signIn'],
    [{ tokens: false }, 'notify'],
  ]
  for (const [away, can] of cases) {
    const capabilities = Object.entries(capabilitiesOf({ ...whole, ...away }))
    t.equal(capabilities.flatMap(([name, isOn]) => (isOn ? [name] : [])).join(' '), can, JSON.stringify(away))
  }
})

t.test('a gateway is ready while it reaches anything, and its health names what is away', async t => {
  const app = await gateway(t)
  const tokens = app.gateway.tokens as { ping: () => Promise<unknown> }
  tokens.ping = async () => {
    throw new Error('the network is cut')
  }
  const part = await app.inject('/health')
  t.equal(part.statusCode, 503)
  t.match(part.json(), {
    ready: true,
    capabilities: { read: false, write: false, files: false, signIn: false, notify: true },
    dependencies: [{ name: 'tokens', ready: false, problem: 'does not answer' }],
  })
  t.equal((await app.inject('/health/ready')).statusCode, 200)

  const cutOff = await gateway(t)
  ;(cutOff.gateway.tokens as typeof tokens).ping = tokens.ping
  ;(cutOff.gateway.objects as { health: unknown }).health = async () => ({ ready: false })
  const none = await cutOff.inject('/health/ready')
  t.equal(none.statusCode, 503)
  t.equal(none.headers['retry-after'], '5')
})

t.test('metrics', async t => {
  const app = await gateway(t)
  await app.inject('/api/application/nobody?secret=1')
  await app.inject('/nowhere/at/all')
  const answer = await app.inject('/metrics')
  t.match(answer.headers['content-type'], /^text\/plain/)
  t.match(
    answer.body,
    'andiron_http_request_duration_seconds_count{method="GET",route="/api/application/:applicationId",status="404"} 1',
  )
  t.match(answer.body, 'route="(none)",status="404"')
  t.notMatch(answer.body, /nobody|secret|nowhere/)
  t.match(answer.body, /andiron_info\{version="\d+\.\d+\.\d+"\} 1/)

  const without = await gateway(t, { plugins: { operations: { metrics: false } } })
  t.equal((await without.inject('/metrics')).statusCode, 404)
})
