/** The sleep diary through the gateway, as an application uses it. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  aggregateCollection,
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  loadEnvironment,
  readCollection,
  readCollectionAsCsv,
  readCollectionPages,
  registerApplication,
  submitData,
} from '@andiron/sdk'
import { type ConfigInput, serve } from 'andiron'
import t from 'tap'
import '../../../tooling/register.js'
import sleepDiary, { NIGHTS } from '../sleep-diary.ts'

const config = JSON.parse(await readFile(new URL('../andiron.json', import.meta.url), 'utf8')) as ConfigInput
const applicationId = 'sleep-study'

const gateway = await serve(
  {
    port: 0,
    builderKey: '5e'.repeat(32),
    stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
    // The config names the compiled file; the test loads the source.
    plugins: {
      ...Object.fromEntries(
        Object.entries(config.plugins ?? {}).map(([key, options]) => [key.replace(/\.js$/, '.ts'), options]),
      ),
      // Exact numbers, so that the test can compare them.
      'fhir-aggregate': { certainty: 1 },
    },
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

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

t.test('the application reads and counts the nights with the SDK', async t => {
  for (const [day, minutesAsleep, quality] of [
    ['15', 300, 2],
    ['16', 460, 5],
  ] as const)
    await submit({ date: `2026-01-${day}`, minutesAsleep, quality })
  const other = createSoftwareWallet()
  const { sessionKeyPair } = await deriveStorageKeypair(other.signFn, other.address)
  const night = { date: '2026-01-16', minutesAsleep: 380, quality: 1 }
  const sent = { applicationId, timestamp: new Date(), schemaId: NIGHTS, submission: night }
  await submitData(sessionKeyPair, sent, gateway.url)
  const { sessionKeyPair: applicationKey } = application

  const nights = await all(
    readCollection<{ minutesAsleep: number }>(applicationKey, NIGHTS, gateway.url, { count: 1 }),
  )
  t.same(
    nights.map(({ minutesAsleep }) => minutesAsleep),
    [431, 300, 460, 380],
  )
  t.same(new Set(nights.map(({ _owner }) => _owner)), new Set([key.did, sessionKeyPair.did]))
  const since = nights[2]?._created ?? ''
  const pages = await all(readCollectionPages(applicationKey, NIGHTS, gateway.url, { since }))
  t.match(pages, [{ records: [{ minutesAsleep: 460 }, { minutesAsleep: 380 }], leftOut: { changed: 0 } }])
  const csv = (await all(readCollectionAsCsv(applicationKey, NIGHTS, gateway.url))).join('')
  t.match(csv, /^_id,_created,_owner,date,minutesAsleep,quality\r\n.*2026-01-14,431,4\r\n/)
  t.equal(csv.trim().split('\r\n').length, 5)

  const stranger = await deriveApplicationKeypair(person.signFn, person.address, 'another')
  await t.rejects(readCollection(stranger.sessionKeyPair, NIGHTS, gateway.url).next(), { code: /^AND_/ })

  const ask = (filter?: object) =>
    aggregateCollection(
      applicationKey,
      NIGHTS,
      {
        measures: [{ property: 'minutesAsleep', op: 'mean' }],
        ...(filter && { filter: { properties: [filter] } }),
      } as never,
      gateway.url,
    )
  // Groups with fewer than five people are withheld.
  for (const minutes of [100, 200, 300, 400, 500]) {
    const { signFn, address } = createSoftwareWallet()
    const { sessionKeyPair: another } = await deriveStorageKeypair(signFn, address)
    const submission = { date: '2026-01-16', minutesAsleep: minutes, quality: 1 }
    await submitData(another, { ...sent, submission }, gateway.url)
  }
  const meanOf = async (filter?: object) => {
    const value = (await ask(filter)).result[0]?.measures[0]?.value
    return typeof value === 'number' ? Math.round(value) : value
  }
  t.equal(await meanOf(), 334, 'the newest night of each person')
  t.equal(await meanOf({ property: 'quality', anyOf: [1, 2] }), 311, 'the newest one that matches')
  t.equal(await meanOf({ property: 'quality', below: 5 }), 311)
  t.equal(await meanOf({ property: 'minutesAsleep', from: 150, below: 400.5 }), 316)
  t.equal(await meanOf({ property: 'minutesAsleep', from: 150, below: 380.5 }), undefined)
  for (const [filter, text] of [
    [{ property: 'qualty', from: 1 }, "The collection has no property 'qualty'. Did you mean 'quality'?"],
    [{ property: '__proto__', from: 1 }, "The collection has no property '__proto__'."],
    [{ property: 'application', anyOf: ['another'] }, /cannot be listed/],
    [{ property: 'quality' }, /'anyOf', or 'from' and 'below'/],
    [{ property: 'quality', anyOf: [1.5] }, "1.5 is no value of 'quality'."],
    [{ property: 'date', from: 1 }, "'date' is no number."],
  ] as const)
    await t.rejects(ask(filter), { status: 422, issues: [{ text }] } as never, JSON.stringify(filter))
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
