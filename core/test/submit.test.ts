/** The one way in which records are written: its order, its refusals, and what its attestation covers. */
import createError from '@fastify/error'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { ATTESTATION, storedCollection } from '../contract/collections.ts'
import { type Caller, type Context, type Draft, definePlugin, type StoredRecord } from '../index.ts'
import { gatewayOf } from './fixtures/memory.ts'

const uid = '0c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10'
const notes = '1c7b5a2e-7c1e-4d3e-9a51-6f0e8d1f9b11'
const Night = {
  $id: 'Night',
  type: 'object',
  required: ['date', 'minutes', 'quality'],
  additionalProperties: false,
  properties: {
    date: { type: 'string', format: 'date' },
    minutes: { type: 'integer', minimum: 0, maximum: 1440 },
    quality: { type: 'string', enum: ['poor', 'fair', 'good'] },
    diary: { type: 'string' },
  },
} as const
const TooLong = createError('SLEEP_TOO_LONG', "Nobody sleeps '%s' minutes", 422)

const key = `02${'ab'.repeat(32)}`
const caller: Caller = { did: `did:nil:${key}`, key, scopes: ['write'] }
const contextIn = (app: FastifyInstance): Context => ({ app, caller, log: app.log, now: new Date() })
const submissionOf = (submission: Record<string, unknown>, schemaId = uid) => ({
  applicationId: 'diary',
  timestamp: '2026-01-01T00:00:00Z',
  schemaId,
  submission,
})

const sleepDiary = (hooks: object = {}) =>
  definePlugin({
    name: 'sleep-diary',
    version: '1.0.0',
    hooks,
    collections: [
      {
        uid,
        name: 'nights',
        kind: 'owned',
        schema: Night,
        secrets: ['diary'],
        enrich: night => ({ quality: 'fair', ...night }),
        validate(night) {
          if (night.minutes > 1000) throw new TooLong(night.minutes)
        },
      },
      { uid: notes, name: 'notes', kind: 'standard', schema: { type: 'object', required: ['text'] } },
    ],
  })

t.test('a submission', async t => {
  const heard: string[] = []
  const listen = (name: string) => (value: Draft) => {
    heard.push(`${name} ${JSON.stringify(value.record)}`)
    return value
  }
  const app = await gatewayOf(t, [
    sleepDiary({
      enrichSubmission(draft: Draft) {
        const { uid, collection, applicationId, record } = listen('enrich')(draft)
        return { uid, collection, applicationId, record } // made anew, without `answer`
      },
      validateSubmission: listen('validate'),
      beforeWrite: listen('before'),
      afterWrite: ({ answer }: { answer: Record<string, unknown> }) => {
        heard.push('after')
        answer['nights'] = 1
      },
    }),
  ])
  await app.ready()
  const submit = (night: Record<string, unknown>, schemaId?: string) =>
    app.gateway.submit(submissionOf(night, schemaId), contextIn(app))

  await t.test('runs its hooks in order, enriched first', async t => {
    const answer = await submit({ date: '2026-01-01', minutes: 400 })
    const record = '{"quality":"fair","date":"2026-01-01","minutes":400}'
    t.same(heard, [`enrich ${record}`, `validate ${record}`, `before ${record}`, 'after'])
    t.match(answer, { insertedUid: /^[0-9a-f-]{36}$/, nights: 1 })
    t.match(await app.gateway.records.read(uid, answer.insertedUid), { minutes: 400, _owner: caller.did })
  })
  await t.test('that its schema refuses is refused with every issue, and nobody hears of it', async t => {
    heard.length = 0
    await t.rejects(submit({ date: 'yesterday', minutes: '9', x: 1 }), {
      code: 'AND_INVALID_RECORD',
      statusCode: 422,
      issues: [
        { expression: 'submission.x' },
        { expression: 'submission.date' },
        { expression: 'submission.minutes' },
      ],
    })
    t.same(
      heard.filter(line => !line.startsWith('enrich')),
      [],
    )
  })
  await t.test('that a rule of the collection refuses gets the error of that rule', async t => {
    await t.rejects(submit({ date: '2026-01-01', minutes: 1200 }), {
      code: 'SLEEP_TOO_LONG',
      message: "Nobody sleeps '1200' minutes",
    })
  })
  await t.test('may not carry the names that the service sets beside a record', async t => {
    await t.rejects(submit({ date: '2026-01-01', minutes: 1, _id: 'mine', _owner: 'me' }), {
      code: 'AND_INVALID_RECORD',
      issues: [{ expression: 'submission._id' }, { expression: 'submission._owner' }],
    })
  })
  await t.test('is for an owned collection that exists', async t => {
    await t.rejects(submit({ text: 'x' }, notes), { code: 'AND_NOT_OWNED', statusCode: 403 })
    await t.rejects(submit({}, crypto.randomUUID()), { code: 'AND_UNKNOWN_SCHEMA', statusCode: 404 })
  })
  await t.test('is attested as it is stored: under its id, its owner and in its collection', async t => {
    const { insertedUid } = await submit({ date: '2026-01-02', minutes: 300, diary: 'dreamt of the sea' })
    const stored = (await app.gateway.records.read(uid, insertedUid)) as StoredRecord
    t.equal(stored['diary'], 'dreamt of the sea')
    t.equal(app.gateway.isAttested(uid, stored), true)
    const tampered: [string, StoredRecord][] = [
      ['a field', { ...stored, minutes: 301 }],
      ['a secret field', { ...stored, diary: 'slept well' }],
      ['a field more', { ...stored, note: 1 } as StoredRecord],
      ['the id', { ...stored, _id: crypto.randomUUID() }],
      ['the owner', { ...stored, _owner: `did:nil:03${'ab'.repeat(32)}` }],
      ['the attestation taken away', { ...stored, [ATTESTATION]: undefined }],
      ['the attestation of nothing', { ...stored, [ATTESTATION]: 'a..b' }],
    ]
    for (const [what, record] of tampered) t.equal(app.gateway.isAttested(uid, record), false, what)
    t.equal(app.gateway.isAttested(notes, stored), false, 'the collection')
    t.equal(
      app.gateway.isAttested(uid, { ...stored, _acl: [] }),
      true,
      'but the owner may change who reads it',
    )
  })
})

t.test('a retry under an Idempotency-Key', async t => {
  let isStrict = false
  const refuse = () => {
    if (isStrict) throw new TooLong('any')
  }
  const app = await gatewayOf(t, [sleepDiary({ validateSubmission: refuse })])
  await app.ready()
  const submit = (minutes: number, key: string) =>
    app.gateway.submit(submissionOf({ date: '2026-01-01', minutes, quality: 'good' }), contextIn(app), key)

  await t.test('of what is stored is answered as before, although a rule was tightened since', async t => {
    const first = await submit(400, 'one')
    isStrict = true
    t.same(await submit(400, 'one'), first)
    await t.rejects(submit(401, 'one'), { code: 'AND_IDEMPOTENCY_MISMATCH' })
  })

  await t.test('of what was refused is a first attempt', async t => {
    await t.rejects(submit(300, 'two'), { code: 'SLEEP_TOO_LONG' })
    isStrict = false
    t.match(await submit(300, 'two'), { insertedUid: String })
  })

  await t.test('twenty at once are one record', async t => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(200, 'three')))
    t.equal(new Set(answers.map(({ insertedUid }) => insertedUid)).size, 1)
  })
})

t.test('a record derived from a submission is stored like one, before the answer', async t => {
  const derived = '5d1b8a52-9d0e-4c11-8a53-0e2f6a1c9b77'
  let fails = 1
  const app = await gatewayOf(t, [
    sleepDiary({
      async completeSubmission(draft: Draft, context: Context) {
        if (draft.record['diary'] === undefined) return
        if (fails-- > 0) throw new Error('cut short')
        const nap = { date: draft.record['date'], minutes: Number(draft.record['minutes']) / 10 }
        await app.gateway.derive(draft, uid, derived, nap, context)
        draft.answer['derived'] = derived
        await t.rejects(app.gateway.derive(draft, uid, crypto.randomUUID(), { minutes: 'x' }, context), {
          code: 'AND_INVALID_RECORD',
        })
        const several = [nap, { ...nap, minutes: 'x' }].map(record => ({ id: crypto.randomUUID(), record }))
        await t.rejects(app.gateway.deriveAll(draft, uid, several, context), {
          code: 'AND_INVALID_RECORD',
        })
        await t.rejects(app.gateway.derive(draft, notes, crypto.randomUUID(), { text: '' }, context), {
          code: 'AND_NOT_OWNED',
        })
      },
    }),
  ])
  await app.ready()
  const submit = () =>
    app.gateway.submit(submissionOf({ date: '2026-01-01', minutes: 100, diary: 'x' }), contextIn(app), 'k')

  await t.rejects(submit(), { message: 'cut short' }, 'and without it there is no answer')
  t.equal(await app.gateway.records.count(uid, {}), 1)
  t.match(await submit(), { derived }, 'a retry completes it')
  t.match(await submit(), { derived }, 'and another one changes nothing')
  t.equal(await app.gateway.records.count(uid, {}), 2)

  const stored = (await app.gateway.records.read(uid, derived)) as StoredRecord
  t.match(stored, { minutes: 10, quality: 'fair', _owner: caller.did, _acl: [{ read: true, write: false }] })
  t.equal(app.gateway.isAttested(uid, stored), true)
})

t.test('a listener that fails after the write is logged and changes nothing', async t => {
  const app = await gatewayOf(t, [
    sleepDiary({
      afterWrite() {
        throw new Error('too late')
      },
    }),
  ])
  await app.ready()
  t.match(await app.gateway.submit(submissionOf({ date: '2026-01-01', minutes: 1 }), contextIn(app)), {
    insertedUid: String,
  })
})

t.test("the service's own records are published and replaced in standard collections", async t => {
  const app = await gatewayOf(t, [sleepDiary()])
  await app.ready()
  const id = crypto.randomUUID()
  await app.gateway.publish(notes, id, { text: 'one' }, contextIn(app))
  await t.rejects(app.gateway.publish(notes, id, { text: 'two' }, contextIn(app)), {
    code: 'AND_RECORD_EXISTS',
  })
  await t.rejects(app.gateway.publish(notes, id, {}, contextIn(app)), { code: 'AND_INVALID_RECORD' })
  t.equal(await app.gateway.republish(notes, id, { text: 'two' }, contextIn(app)), true)
  t.match(await app.gateway.records.read(notes, id), { text: 'two' })
  t.equal(await app.gateway.republish(notes, crypto.randomUUID(), { text: 'x' }, contextIn(app)), false)
})

t.test('a node is told the schema of what it is sent', async t => {
  const stored = storedCollection({ uid, name: 'nights', kind: 'owned', schema: Night, secrets: ['diary'] })
  t.match(stored, {
    uid,
    kind: 'owned',
    secrets: ['diary'],
    schema: {
      type: 'array',
      items: {
        required: ['date', 'minutes', 'quality'],
        additionalProperties: false,
        properties: {
          _id: { format: 'uuid' },
          [ATTESTATION]: { type: 'string' },
          diary: { required: ['%share'] },
          minutes: { maximum: 1440 },
        },
      },
    },
  })
})
