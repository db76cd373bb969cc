/** `andiron/testing` as an integrator uses it: with tap, and with contexts of other runners. */
import { existsSync } from 'node:fs'
import { createError, definePlugin } from 'andiron'
import { application, gateway, person, publishForm, submit } from 'andiron/testing'
import t from 'tap'

const NOTES = '5d1f8a52-3c0e-4a57-9a52-0f1d6c2b7e90'
const TooLong = createError('NOTES_TOO_LONG', 'A note has at most %s characters', 422)

const notes = definePlugin({
  name: 'notes',
  version: '1.0.0',
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['length'],
    properties: {
      length: { type: 'integer', minimum: 1, default: 20, description: 'Characters in a note.' },
    },
  },
  collections: [
    {
      uid: NOTES,
      name: 'notes',
      kind: 'owned',
      personal: true,
      schema: {
        $id: 'Note',
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string' } },
      } as const,
    },
  ],
  setup(app, { length }) {
    app.decorate('noteLength', length)
  },
  hooks: {
    validateSubmission({ record }, { app }) {
      const { noteLength } = app as unknown as { noteLength: number }
      if (String(record['text'] ?? '').length > noteLength) throw new TooLong(noteLength)
    },
  },
})

const questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Sleep',
  item: [{ linkId: 'hours', text: 'How many hours did you sleep?', type: 'decimal', required: true }],
}

/** A test context of another runner, which collects the functions to run at the end. */
function contextOf(name: 'after' | 'onTestFinished') {
  const cleanups: (() => Promise<void>)[] = []
  return {
    context: { [name]: (cleanup: () => Promise<void>) => cleanups.push(cleanup) },
    end: () => Promise.all(cleanups.map(cleanup => cleanup())),
  }
}

let firstKey = ''

t.test('a plugin under test runs with its options, on memory stores, with nothing on disk', async t => {
  const data = `${t.testdirName}/data`
  const app = await gateway(t, { plugins: [notes], config: { data, plugins: { notes: { length: 5 } } } })
  firstKey = app.gateway.builder.did
  t.same(app.nodes, [])
  const study = await application(app)
  const anna = person()

  const stored = await submit(app, anna, {
    application: study,
    schemaId: NOTES,
    submission: { text: 'short' },
  })
  t.equal(stored.statusCode, 201, stored.body)
  t.match(await app.gateway.records.read(NOTES, stored.json().insertedUid), {
    text: 'short',
    _owner: anna.did,
  })

  const refused = await submit(app, anna, { schemaId: NOTES, submission: { text: 'too long' } })
  t.match(refused.json(), { status: 422, code: 'NOTES_TOO_LONG' })
  t.notOk(existsSync(data))

  t.test('a form is published, answered by a person and read by its application', async t => {
    const form = await publishForm(app, study, questionnaire)
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: form._id,
      item: [{ linkId: 'hours', answer: [{ valueDecimal: 7.5 }] }],
    }
    const answered = await submit(app, anna, { application: study, submission: response })
    t.equal(answered.statusCode, 201, answered.body)
    const url = `/api/questionnaire/${form._id}/responses`
    const read = await app.inject({ url, headers: study.bearer([`read:questionnaire[${form._id}]`]) })
    t.equal(read.statusCode, 200, read.body)
    t.match(read.body, answered.json().insertedUid)
  })

  t.test('a retry with the same key returns the first answer', async t => {
    const headers = { 'idempotency-key': '3b2c8f1e-note-1' }
    const submission = { schemaId: NOTES, submission: { text: 'once' }, headers }
    const [first, second] = [await submit(app, anna, submission), await submit(app, anna, submission)]
    t.equal(second.json().insertedUid, first.json().insertedUid, second.body)
  })

  t.test('a form that the gateway refuses ends the test with its issues', async t => {
    await t.rejects(
      publishForm(app, study, { ...questionnaire, item: [{ linkId: 'hours', type: 'no-type' }] }),
      {
        message: /^The gateway refused the questionnaire with 422: .*item\[0\]\.type/s,
      },
    )
    await t.rejects(application(app, { callbackUrls: ['not a url'] }), {
      message: /^The gateway refused the application with 400: /,
    })
  })
})

t.test('a storage node fails on demand, and recovers with its records', async t => {
  const { context, end } = contextOf('after')
  const app = await gateway(context, { plugins: [notes], nodes: 3 })
  const { data } = app.gateway.config
  t.equal(app.nodes.length, 3)
  const [, second] = app.nodes
  const anna = person()
  const note = (text: string) => submit(app, anna, { schemaId: NOTES, submission: { text } })
  const kept = await note('kept')
  t.equal(kept.statusCode, 201, kept.body)

  second?.fail()
  const refused = await note('lost')
  t.match(refused.json(), { status: 503, code: 'AND_NODE_UNAVAILABLE' })
  t.match(refused.body, second?.url)
  t.match(await app.gateway.records.health(), [{ ready: true }, { ready: false }, { ready: true }])
  t.match(await app.gateway.records.read(NOTES, kept.json().insertedUid), { text: 'kept' }, 'others answer')

  second?.recover()
  const inFlight = app.gateway.localNodes[1]?.health()
  second?.fail()
  await t.rejects(
    inFlight ?? Promise.resolve(),
    { name: 'NodeUnreachable' },
    'a call in progress loses its answer',
  )
  second?.recover()
  t.equal((await note('again')).statusCode, 201)
  t.match(await app.gateway.records.health(), [{ ready: true }, { ready: true }, { ready: true }])

  t.equal(await app.gateway.records.count(NOTES, {}), 2, 'the refused note is undone')
  t.not(app.gateway.builder.did, firstKey, 'no two gateways have the same key')

  await end()
  t.notOk(existsSync(data), 'its directory is removed')
})

t.test('a gateway that does not start leaves nothing to close', async t => {
  const { context, end } = contextOf('onTestFinished')
  const clash = definePlugin({
    name: 'clash',
    version: '1.0.0',
    setup: app => void app.decorate('nodes', []),
  })
  await t.rejects(gateway(context, { plugins: [clash] }), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
  await t.rejects(gateway(context, { nodes: 10 }), { code: 'AND_INVALID_CONFIG' })
  await t.resolves(end())
  await t.rejects(gateway({}), { message: /none of 'teardown', 'after' and 'onTestFinished'/ })
})
