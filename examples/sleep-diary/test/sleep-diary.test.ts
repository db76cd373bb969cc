/** The sleep diary through the gateway, as an application uses it. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  loadEnvironment,
  registerApplication,
  submitData,
} from '@andiron/sdk'
import { type ConfigInput, serve } from 'andiron'
import t from 'tap'
import '../../../core/test/fixtures/typescript/register.js'
import sleepDiary, { NIGHTS } from '../sleep-diary.ts'

const config = JSON.parse(await readFile(new URL('../andiron.json', import.meta.url), 'utf8')) as ConfigInput
const applicationId = 'sleep-study'

const gateway = await serve(
  {
    port: 0,
    builderKey: '5e'.repeat(32),
    stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
    // The config names the compiled file; the test loads the source.
    plugins: Object.fromEntries(
      Object.entries(config.plugins ?? {}).map(([key, options]) => [key.replace(/\.js$/, '.ts'), options]),
    ),
  },
  { directory: new URL('..', import.meta.url), fastify: { logger: false } },
)
t.teardown(() => gateway.close())

const study = createSoftwareWallet()
const application = await deriveApplicationKeypair(study.signFn, study.address, applicationId)
await registerApplication(
  application,
  { applicationId, name: 'Sleep study', callbackUrls: ['https://sleep.example/'] },
  study,
  gateway.url,
)

const person = createSoftwareWallet()
const { sessionKeyPair: key } = await deriveStorageKeypair(person.signFn, person.address)
const submit = (submission: object) =>
  submitData(key, { applicationId, timestamp: new Date(), schemaId: NIGHTS, submission }, gateway.url)

t.test('a night is stored as it was told, under the person who told it', async t => {
  const night = { date: '2026-01-14', minutesAsleep: 431, quality: 4 }
  const { insertedUid } = await submit(night)
  t.match(await gateway.app.gateway.records.read(NIGHTS, insertedUid), { ...night, _owner: key.did })
})

t.test('a night of the future is refused', async t => {
  await t.rejects(submit({ date: '9999-12-31', minutesAsleep: 480 }), {
    code: 'SLEEP_FUTURE_NIGHT',
    status: 422,
    message: 'This night has not been slept yet',
  })
})

t.test('everything that the schema does not accept is listed', async t => {
  await t.rejects(submit({ date: 'yesterday', minutesAsleep: 2000, dreams: 3 }), {
    code: 'AND_INVALID_RECORD',
    issues: [
      { expression: 'submission.dreams', text: "'dreams' is not known here." },
      { expression: 'submission.date', text: "This must be in the format 'date'." },
      { expression: 'submission.minutesAsleep', text: 'This must be <= 1440.' },
    ],
  })
})

t.test('the OpenAPI document shows the schema', async t => {
  const document = (await gateway.app.inject('/openapi.json')).json()
  t.match(document.components.schemas.Night, {
    required: ['date', 'minutesAsleep'],
    properties: { date: { type: 'string', format: 'date' } },
  })
})

t.test('clients find the collection in the environment of the deployment', async t => {
  const { collections } = await loadEnvironment(gateway.url)
  t.equal(collections['sleep nights'], NIGHTS)
  t.equal(
    gateway.app.gateway.plugins.find(({ manifest }) => manifest === sleepDiary.manifest)?.from,
    './sleep-diary.ts',
  )
})

t.test("the plugin's own tests pass with the test runner of Node", async t => {
  const file = fileURLToPath(new URL('../sleep-diary.test.ts', import.meta.url))
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--test', '--test-reporter=tap', ...process.execArgv.filter(given => !given.includes('tapjs')), file],
    { env },
  )
  t.match(stdout, /^# pass 4$/m)
  t.match(stdout, /^# fail 0$/m)
})
