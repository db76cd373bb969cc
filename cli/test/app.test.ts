/** `andiron app`: from an account to the responses, on a gateway of this process. */
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import t from 'tap'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { directoryWith } from '../../core/test/fixtures/cli.ts'
import sleepDiary, { NIGHTS } from '../../examples/sleep-diary/sleep-diary.ts'
import { bearer, sendRequest, submissionOf } from '../../plugins/test/fixtures/actors.ts'
import { mood, moodResponse, seed } from '../../plugins/test/fixtures/responses.ts'
import { gateway } from '../../plugins/testing/index.ts'
import { here } from './fixtures/here.ts'

const PASSPHRASE = 'a long passphrase of a test'
const app = await gateway(t, { plugins: [sleepDiary] })
await app.listen({ port: 0, host: '127.0.0.1' })
app.gateway.baseUrl = app.listeningOrigin

t.test('an application is created, publishes, lets a server read, and revokes it', async t => {
  const cwd = await directoryWith(t, {
    'account.key': '5c'.repeat(32),
    'form.json': mood,
    'broken.json': { resourceType: 'Questionnaire', status: 'nonsense', item: [{}] },
    'query.json': { measures: [{ linkId: 'note', op: 'count' }] },
    'nights.json': { measures: [{ property: 'minutesAsleep', op: 'mean' }] },
  })
  const andiron = (args: string[], passphrase: string | undefined = PASSPHRASE) =>
    here(['app', ...args], { cwd, env: { ...(passphrase && { ANDIRON_APP_PASSPHRASE: passphrase }) } })
  const create = ['create', 'cli-study', '--service', app.gateway.baseUrl, '--name', 'A synthetic study']
  const created = await andiron([...create, '--control-key-file', 'account.key', '--key', 'study.json'])
  t.match(created, { code: 0, stderr: '' })
  t.match(JSON.parse(created.stdout), { applicationId: 'cli-study', name: 'A synthetic study' })
  t.equal((await stat(join(cwd, 'study.json'))).mode & 0o777, 0o600)
  t.match(await andiron([...create, '--control-key-file', 'account.key', '--key', 'study.json']), {
    code: 2,
    stderr: /is there already; nothing was written/,
  })
  t.match(await andiron([...create, '--control-key-file', 'account.key', '--key', 'other.json'], 'short'), {
    code: 1,
    stderr: /at least 12 characters/,
  })

  const key = ['--key', 'study.json']
  const published = await andiron(['forms', 'publish', 'form.json', ...key])
  t.match(published, { code: 0, stderr: '' })
  const { _id } = JSON.parse(published.stdout) as { _id: string }
  t.match(await andiron(['forms', 'publish', 'form.json', '--id', _id, ...key]), { code: 0 })
  t.match(await andiron(['forms', 'publish', 'broken.json', ...key]), { code: 1, stderr: /AND|status|item/ })
  t.match(await andiron(['forms', 'publish', 'form.json', ...key], 'another passphrase'), {
    code: 1,
    stderr: /not the passphrase/,
  })

  await seed(app, 'cli-study', createKeyPair(), [moodResponse(_id, 'well'), moodResponse(_id, 'tired')])
  const night = submissionOf('cli-study', { date: '2026-01-14', minutesAsleep: 431 }, NIGHTS)
  t.match(await sendRequest(app, 'POST', '/api/submission', bearer(createKeyPair(), ['write']), night), {
    statusCode: 201,
  })
  const login = await andiron(['login', 'study.json', '--name', 'Server 1', '--key', 'server.json'])
  t.match(login, { code: 0, stderr: '' })
  const { id } = JSON.parse(login.stdout) as { id: string }
  t.equal((await stat(join(cwd, 'server.json'))).mode & 0o777, 0o600)
  t.equal((await app.backends.of('cli-study')).length, 1)

  for (const file of ['study.json', 'server.json']) {
    const lines = await andiron(['responses', 'export', _id, '--key', file])
    t.match(lines, { code: 0, stderr: '' })
    t.equal(lines.stdout.trim().split('\n').length, 2)
    t.match(JSON.parse(String(lines.stdout.split('\n')[0])), { resourceType: 'QuestionnaireResponse' })
    const table = await andiron(['responses', 'export', _id, '--csv', '--key', file])
    t.match(table, { code: 0, stdout: /well/ })
    t.equal(table.stdout.trim().split('\n').length, 3)
    const counted = await andiron(['aggregate', _id, 'query.json', '--key', file])
    t.match(counted, { code: 0, stderr: '' })
    t.ok(Array.isArray(JSON.parse(counted.stdout).result))
    const nights = await andiron(['responses', 'export', 'sleep nights', '--key', file])
    t.match(JSON.parse(nights.stdout), { minutesAsleep: 431, application: 'cli-study' })
    t.match(await andiron(['responses', 'export', NIGHTS, '--csv', '--key', file]), {
      stdout: /,2026-01-14,431,\r\n$/,
    })
    const slept = await andiron(['aggregate', 'sleep nights', 'nights.json', '--key', file])
    t.match(slept, { code: 0, stderr: '' })
    t.ok(Array.isArray(JSON.parse(slept.stdout).result))
    for (const wrong of ['sleep night', '__proto__'])
      t.match(await andiron(['responses', 'export', wrong, '--key', file]), {
        code: 2,
        stderr: /is no _id of a form, and .* has no collection of this name/,
      })
    // A collection that no application reads.
    t.match(await andiron(['responses', 'export', 'QuestionnaireResponse', '--key', file]), {
      code: 1,
      stderr: /that applications read/,
    })
  }
  const server = ['--key', 'server.json']
  t.match(await andiron(['responses', 'export', _id, ...server, '-o', 'all.ndjson']), { code: 0 })
  t.equal((await readFile(join(cwd, 'all.ndjson'), 'utf8')).trim().split('\n').length, 2)
  t.match(await andiron(['responses', 'export', _id, ...server, '-o', 'all.ndjson']), { code: 2 })
  t.match(await andiron(['responses', 'export', _id, '--parquet', ...server]), {
    code: 2,
    stderr: /name it with --output/,
  })
  t.match(await andiron(['responses', 'export', _id, '--parquet', ...server, '-o', 'all.parquet']), {
    code: 0,
  })
  const { buffer } = new Uint8Array(await readFile(join(cwd, 'all.parquet')))
  const table = await parquetReadObjects({ file: buffer })
  t.equal(table.length, 2)
  t.match(table.map(({ note }) => note).toSorted(), ['tired', 'well'])
  for (const format of ['--parquet', '--csv', '--ndjson']) {
    const foreign = ['responses', 'export', crypto.randomUUID(), format, ...server, '-o', 'none']
    t.match(await andiron(foreign), { code: 1 })
    await t.rejects(stat(join(cwd, 'none')), { code: 'ENOENT' }, `a part of an export is no file: ${format}`)
  }
  t.match(await andiron(['forms', 'publish', 'form.json', ...server]), { code: 2, stderr: /only reads/ })
  await chmod(join(cwd, 'server.json'), 0o644)
  t.match(await andiron(['responses', 'export', _id, ...server]), {
    code: 2,
    stderr: /Others can read 'server.json'/,
  })
  await chmod(join(cwd, 'server.json'), 0o600)
  await app.backends.remove('cli-study', id)
  t.match(await andiron(['responses', 'export', _id, ...server]), { code: 1, stderr: /invalid_client/ })

  const { d } = (JSON.parse(await readFile(join(cwd, 'server.json'), 'utf8')) as { key: { d: string } }).key
  t.notMatch(login.stdout + login.stderr, d, 'no private key is printed')
  const study = await readFile(join(cwd, 'study.json'), 'utf8')
  await writeFile(join(cwd, 'moved.json'), study.replace(app.gateway.baseUrl, 'http://127.0.0.1:9'), {
    mode: 0o600,
  })
  t.match(await andiron(['forms', 'publish', 'form.json', '--key', 'moved.json']), {
    code: 1,
    stderr: /was changed/,
  })
})
