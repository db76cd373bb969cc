/** Tests of the plugin with synthetic people, through the gateway. Run by `node --test`. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { application, gateway, person, submit } from 'andiron/testing'
import plugin, { NIGHTS } from './sleep-diary.ts'

const night = { date: '2026-01-14', minutesAsleep: 431, quality: 4 }

const app = await gateway(
  { after },
  { plugins: [plugin], config: { plugins: { 'sleep-diary': { daysAhead: 1 } } } },
)
const study = await application(app, { name: 'Sleep study' })

test('stores a night in the profile of its person', async () => {
  const anna = person()
  const response = await submit(app, anna, { application: study, schemaId: NIGHTS, submission: night })
  assert.equal(response.statusCode, 201)
  const record = await app.gateway.records.read(NIGHTS, response.json().insertedUid)
  assert.deepEqual([record?.['minutesAsleep'], record?._owner], [431, anna.did])
})

test('refuses a night in the future, except tomorrow', async () => {
  const submitOn = (date: string) =>
    submit(app, person(), { application: study, schemaId: NIGHTS, submission: { ...night, date } })
  assert.equal((await submitOn('9999-12-31')).json().code, 'SLEEP_FUTURE_NIGHT')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  assert.equal((await submitOn(tomorrow)).statusCode, 201)
})

test('the study reads its nights, and no other application does', async () => {
  const anna = person()
  const lie = { ...night, application: 'another-study' }
  await submit(app, anna, { application: study, schemaId: NIGHTS, submission: lie })
  const read = async (who: typeof study, format = 'json') =>
    app.inject({
      url: `/api/collection/${NIGHTS}/records?_format=${format}`,
      headers: who.bearer([`read:collection[${NIGHTS}]`]),
    })
  const { records, leftOut } = (await read(study)).json()
  const own = records.filter((record: { _owner: string }) => record._owner === anna.did)
  assert.deepEqual(
    own.map(({ minutesAsleep, application }: typeof lie) => [minutesAsleep, application]),
    [[431, study.applicationId]],
  )
  assert.deepEqual(leftOut, { unattested: 0, changed: 0 })
  assert.match((await read(study, 'csv')).body, /,2026-01-14,431,4\r\n$/)
  assert.deepEqual((await read(await application(app))).json().records, [])
})

test('answers 503 while a storage node is unreachable', async t => {
  const app = await gateway(t, { plugins: [plugin], nodes: 2 })
  const study = await application(app)
  const submitNight = () => submit(app, person(), { application: study, schemaId: NIGHTS, submission: night })

  app.nodes[1]?.fail()
  assert.equal((await submitNight()).statusCode, 503)
  app.nodes[1]?.recover()
  assert.equal((await submitNight()).statusCode, 201)
})
