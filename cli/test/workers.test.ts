/** `andiron start --workers`: several processes behave as one gateway, and none outlives it. */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { freePort } from '../../core/stores/test/fixtures/free-port.ts'
import { compiled, directoryWith, launch } from '../../core/test/fixtures/cli.ts'
import {
  anApplication,
  bearer,
  form,
  registrationOf,
  submissionOf,
} from '../../plugins/test/fixtures/actors.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import { phq9Response } from '../../plugins/test/fixtures/phq-9.ts'
import { here } from './fixtures/here.ts'

const andiron = pathToFileURL(join(dirname(compiled), '../plugins/index.js')).href

const LIMIT = 20

const PROBE = `
import { definePlugin } from ${JSON.stringify(andiron)}
import { word } from './word.mjs'
const free = { schema: { security: [] } }
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
export default definePlugin({ name: 'probe', version: '1.0.0', routes(app) {
  const { tokens } = app.gateway
  app.get('/probe', free, async () => {
    // Keeps this process busy, so that the next connection finds another one.
    for (const until = Date.now() + 20; Date.now() < until; );
    return { pid: process.pid, word }
  })
  app.put('/kept/:id', free, async ({ params: { id } }) => {
    await tokens.put('probe', id, id, Date.now() + 3_600_000)
    return { pid: process.pid }
  })
  app.post('/once/:id', free, async ({ params: { id } }) => ({ taken: (await tokens.take('probe', id)) !== undefined }))
  app.get('/slow', free, async () => {
    await pause(1_500)
    return { pid: process.pid }
  })
  app.get('/limited', { ...free, config: { rateLimited: true, cost: 1 } }, async () => ({ pid: process.pid }))
} })`

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: { readonly pid?: number; readonly [name: string]: unknown }
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A keep-alive connection, which one process serves. */
class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #url: string
  pid = 0

  constructor(url: string) {
    this.#url = url
  }

  send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', part => {
          text += part
        })
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: text.startsWith('{') ? JSON.parse(text) : { text },
          }),
        )
      })
      sent.once('error', reject).end(body)
    })
  }

  async probe(): Promise<void> {
    this.pid = (await this.send('/probe')).body.pid ?? 0
  }

  close(): void {
    this.#agent.destroy()
  }
}

const json = (body: object, headers: Readonly<Record<string, string>> = {}): Sent => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Resolves once the function returns true. */
async function eventually(is: () => Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await is())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time')
    await wait(50)
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A gateway of two workers on an embedded database. */
async function twoWorkers(t: Test, plugins: object = {}) {
  const port = await freePort()
  const cwd = await directoryWith(t, {
    'andiron.json': { port, log: { level: 'info' }, plugins: { ...plugins, './probe.mjs': {} } },
    'probe.mjs': PROBE,
    'word.mjs': "export const word = 'first'",
  })
  await chmod(cwd, 0o755)
  await copyDeployment(join(cwd, 'data'))
  const { child, ended, until } = launch(compiled, ['start', '--workers', '2'], cwd)
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let errors = ''
  child.stderr?.on('data', part => {
    errors += part
  })
  const announced = await until(/workers +2\n/)
  const url = `http://127.0.0.1:${port}`
  const connections: Connection[] = []
  t.teardown(() => {
    for (const each of connections) each.close()
  })
  const open = () => {
    const connection = new Connection(url)
    connections.push(connection)
    return connection
  }
  /** A connection to each worker. */
  const connect = async (): Promise<[Connection, Connection]> => {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      const some = Array.from({ length: 6 }, open)
      await Promise.all(some.map(each => each.probe()))
      const other = some.find(({ pid }) => pid !== some[0]?.pid)
      if (some[0] !== undefined && other !== undefined) return [some[0], other]
      for (const each of some) each.close()
    }
    throw new Error('one process answers everything')
  }
  const serverPid = async () =>
    Number(
      (await readFile(join(cwd, 'data/postgres/cluster/postmaster.pid'), 'utf8').catch(() => '0')).split(
        '\n',
      )[0],
    )
  return { cwd, child, ended, announced, open, connect, serverPid, errors: () => errors }
}

t.test('two workers are one gateway', async t => {
  const { cwd, child, ended, announced, open, connect, serverPid, errors } = await twoWorkers(t, {
    operations: { requestsPerMinute: LIMIT },
  })
  t.equal(announced.match(/is listening/g)?.length, 1, 'the addresses are printed once')
  const [one, other] = await connect()

  await t.test('a revoked token is refused by both', async t => {
    const headers = bearer(createKeyPair(), ['read'])
    const read = (connection: Connection) => connection.send('/api/profile/audit', { headers })
    t.same([(await read(one)).status, (await read(other)).status], [200, 200])
    const body = new URLSearchParams({
      token: headers['authorization']?.slice('Bearer '.length) ?? '',
    }).toString()
    const revoked = await one.send('/revoke', {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    t.equal(revoked.status, 200)
    t.same([(await read(one)).status, (await read(other)).status], [401, 401])
  })

  await t.test('of twenty uses of a token at once, one succeeds', async t => {
    await one.send('/kept/ticket', { method: 'PUT' })
    const more = Array.from({ length: 18 }, open)
    await Promise.all(more.map(each => each.probe()))
    const connections = [one, other, ...more]
    const answers = await Promise.all(connections.map(each => each.send('/once/ticket', { method: 'POST' })))
    t.equal(new Set(connections.map(({ pid }) => pid)).size, 2)
    t.equal(answers.filter(({ body }) => body['taken']).length, 1)
  })

  await t.test('an address has one budget', async t => {
    const statuses: number[] = []
    for (let at = 0; at < LIMIT; at++)
      for (const each of [one, other]) {
        statuses.push((await each.send('/limited')).status)
        await wait(60)
      }
    const served = statuses.filter(status => status === 200).length
    // Each tells the other within milliseconds, which are more on a busy machine.
    t.ok(served > LIMIT / 2 && served < 1.5 * LIMIT, `${served} of ${statuses.length} requests are served`)
    t.equal((await one.send('/limited')).status, 429)
    t.equal((await other.send('/limited')).status, 429)
  })

  await t.test('each shows the metrics of both', async t => {
    for (const each of [one, other]) {
      const { body } = await each.send('/metrics')
      const lines = String(body['text']).split('\n')
      t.equal(lines.filter(line => line.startsWith('# TYPE andiron_info ')).length, 1)
      t.same(lines.flatMap(line => /^andiron_ready\{worker="(\d)"\} 1$/.exec(line)?.[1] ?? []).sort(), [
        '1',
        '2',
      ])
    }
  })

  await t.test('a reload reaches both', async t => {
    const before = [one.pid, other.pid]
    await rm(join(cwd, 'word.mjs'))
    t.match(await here(['reload'], { cwd }), { code: 1, stderr: /word\.mjs/ })
    t.same((await connect()).map(({ pid }) => pid).sort(), before.toSorted(), 'a broken file changes nothing')
    await writeFile(join(cwd, 'word.mjs'), "export const word = 'second'")
    t.match(await here(['reload'], { cwd }), { code: 0 })
    const pair = await connect()
    for (const each of pair) {
      t.notOk(before.includes(each.pid))
      t.equal((await each.send('/probe')).body['word'], 'second')
    }
  })

  await t.test('SIGTERM loses no request, and ends everything', async t => {
    const pair = await connect()
    const pids = pair.map(({ pid }) => pid)
    const server = await serverPid()
    t.ok(isRunning(server))
    const slow = pair.map(each => each.send('/slow'))
    await wait(300)
    child.kill('SIGTERM')
    t.same(
      (await Promise.all(slow)).map(({ status, body }) => [status, body.pid]),
      pids.map(pid => [200, pid]),
    )
    t.equal((await ended).code, 0, errors())
    t.notOk(pids.some(isRunning))
    t.equal(await serverPid(), 0, 'the database is stopped')
  })
})

t.test('a killed worker comes back, a killed supervisor leaves nothing', async t => {
  const generous = { requestsPerMinute: 1_000_000, requestsPerMinuteOfAddress: 1_000_000 }
  const { child, open, connect, serverPid, ended, errors } = await twoWorkers(t, { operations: generous })
  const [one, other] = await connect()
  const study = anApplication()
  const asked = () => other.send(`/api/application/${study.applicationId}`)
  t.equal((await asked()).status, 404)
  await one.send(
    '/api/application',
    json(registrationOf(study), bearer(study.keyPair, ['write:application'])),
  )
  t.equal((await asked()).status, 200, 'no worker answers from an outdated cache')
  const { body } = await one.send(
    '/api/questionnaire',
    json(form('phq-9'), bearer(study.keyPair, ['write:questionnaire'])),
  )
  t.type(body['_id'], 'string')
  const submission = submissionOf(study.applicationId, phq9Response(String(body['_id'])))

  const acknowledged: ReturnType<typeof createKeyPair>[] = []
  let isEnding = false
  const writer = async () => {
    while (!isEnding) {
      const person = createKeyPair()
      const connection = open()
      const answer = await connection
        .send('/api/submission', json(submission, bearer(person, ['write'])))
        .catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(person)
      else if (answer !== undefined) t.fail(`a submission is answered ${answer.status}`)
      connection.close()
      // The processors are for the worker that starts.
      await wait(100)
    }
  }
  const writing = Array.from({ length: 4 }, writer)
  await eventually(async () => acknowledged.length > 10)
  process.kill(other.pid, 'SIGKILL')
  const count = acknowledged.length
  await eventually(async () => acknowledged.length > count + 10)
  let pair = [one, other]
  await eventually(async () => /Worker \d, process \d+, has ended by itself/.test(errors()))
  await eventually(async () => {
    pair = await connect().catch(() => pair)
    return !pair.some(({ pid }) => pid === other.pid)
  })
  isEnding = true
  await Promise.all(writing)
  t.ok(
    pair.some(({ pid }) => pid === one.pid),
    'the other worker was not disturbed',
  )
  const [reader] = pair as [Connection]
  let there = 0
  for (const person of acknowledged) {
    const { status, body } = await reader.send('/fhir/QuestionnaireResponse', {
      headers: bearer(person, ['read']),
    })
    if (status === 200 && (body['entry'] as unknown[] | undefined)?.length === 1) there += 1
    else t.comment(status, JSON.stringify(body).slice(0, 300))
  }
  t.equal(there, acknowledged.length, `every one of ${acknowledged.length} acknowledged submissions is there`)

  process.kill(pair.find(({ pid }) => pid !== one.pid)?.pid ?? 0, 'SIGKILL')
  await eventually(async () => /it starts again in 2 s/.test(errors()))

  const [pids, server] = [pair.map(({ pid }) => pid), await serverPid()]
  child.kill('SIGKILL')
  await ended
  await eventually(async () => ![...pids, server].some(isRunning) && (await serverPid()) === 0, 10_000)
  t.pass('neither a worker nor the database is left')
})

t.test('a start that cannot be says one sentence', async t => {
  const port = await freePort()
  const cwd = await directoryWith(t, {
    'andiron.json': {
      ...{ port, builderKey: '1f'.repeat(32), plugins: { 'storage-node': false } },
      stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
    },
  })
  const start = (workers: string) => launch(compiled, ['start', '--workers', workers], cwd).ended
  t.match(await start('2'), {
    ...{ code: 1, stdout: '' },
    stderr: /^andiron: .*andiron\.json:\d+: The driver 'memory' of 'stores\.records' serves one process.*\n$/,
  })
  for (const wrong of ['0', 'many'])
    t.match(
      await start(wrong),
      { code: 1, stderr: /^andiron: The config is not valid\.\n.*: workers\n/ },
      wrong,
    )
})
