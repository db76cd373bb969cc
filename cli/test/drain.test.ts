/** SIGTERM behind a load balancer: another gateway takes the requests, and no client notices. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { freePort } from '../../core/stores/test/fixtures/free-port.ts'
import { compiled, directoryWith, launch } from '../../core/test/fixtures/cli.ts'
import { HAPROXY, missing, NGINX } from '../../core/test/fixtures/programs.ts'
import { load } from './fixtures/load.ts'

const command = compiled

/** Milliseconds. */
const DELAY = 5_000

const haproxyOf = (port: number, gateways: readonly number[]) => `
global
  maxconn 200
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout check 10s
frontend clients
  bind 127.0.0.1:${port}
  default_backend gateways
backend gateways
  option httpchk GET /health/ready
  default-server inter 300ms fall 1 rise 1 check
${gateways.map(each => `  server gateway-${each} 127.0.0.1:${each}`).join('\n')}
`

const nginxOf = (port: number, gateways: readonly number[], directory: string) => `
daemon off;
master_process off;
pid ${directory}/nginx.pid;
error_log ${directory}/nginx.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(each => `${each}_temp_path ${directory}/${each};`).join(' ')}
  upstream gateways {
${gateways.map(each => `    server 127.0.0.1:${each};`).join('\n')}
    keepalive 16;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateways;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`

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

/** Starts a load balancer; resolves once it answers. */
async function balancer(t: Test, program: string, args: readonly string[], port: number): Promise<string> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const gone = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await gone
  })
  const url = `http://127.0.0.1:${port}/health/live`
  for (let attempt = 0; attempt < 200; attempt++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return url
    await wait(50)
  }
  throw new Error(`${program} does not answer`)
}

t.test(
  'eight clients behind HAProxy, and eight behind nginx, see no reset when a gateway stops',
  { skip: missing('proxies') },
  async t => {
    const [one, other] = [await gateway(t), await gateway(t)]
    const ports = [await freePort(), await freePort()] as const
    const gateways = [one.port, other.port]
    const directory = await directoryWith(t, { 'haproxy.cfg': haproxyOf(ports[0], gateways) })
    const files = await directoryWith(t, { 'nginx.conf': nginxOf(ports[1], gateways, directory) })
    const urls = await Promise.all([
      balancer(t, HAPROXY, ['-db', '-f', join(directory, 'haproxy.cfg')], ports[0]),
      balancer(t, NGINX, ['-c', join(files, 'nginx.conf')], ports[1]),
    ])
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
      t.same([...counts.keys()], ['200'], `${['HAProxy', 'nginx'][at]}: ${failures.join('\n')}`)
      t.comment(`${['HAProxy', 'nginx'][at]}: ${counts.get('200')} answers, 0 others`)
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
