/** The one way in which records are written: its order, its refusals, and what its attestation covers. */
import createError from '@fastify/error'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { ATTESTATION, storedCollection } from '../contract/collections.ts'
import {
  type Caller,
  type Context,
  type Derivation,
  type Draft,
  definePlugin,
  type StoredRecord,
} from '../index.ts'
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
  const events = app.gateway.outbox.open('diary', (drafts, { now }) =>
    drafts.map(({ uid }) => ({ id: `night ${uid}`, at: now.getTime(), body: { night: uid } })),
  )
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

  await t.test('has the event of the first attempt, and a refusal has none', async t => {
    const queued = await events.first(10, undefined)
    t.equal(queued.length, 3, 'of three records in 25 attempts')
    await events.remove(queued, undefined)
    t.same(await events.first(10, undefined), [])
    t.throws(() => app.gateway.outbox.open('diary', () => []), { message: /open already/ })
  })
})

t.test('records derived from a submission are stored with it', async t => {
  const derived = '5d1b8a52-9d0e-4c11-8a53-0e2f6a1c9b77'
  const nap = { date: '2026-01-01', minutes: 10 }
  const before: boolean[] = []
  let listener = async (_: Derivation, _context: Context): Promise<unknown> => undefined
  const app = await gatewayOf(t, [
    sleepDiary({
      deriveRecords: (derivation: Derivation, context: Context) => listener(derivation, context),
      beforeWrite: ({ derived }: Draft) => before.push(derived === true),
    }),
  ])
  await app.ready()
  const submit = (key?: string) =>
    app.gateway.submit(submissionOf({ date: '2026-01-01', minutes: 100, diary: 'x' }), contextIn(app), key)
  const count = () => app.gateway.records.count(uid, {})

  await t.test('and refused with it: nothing is stored then', async t => {
    const invalid = { ...nap, minutes: 'x' }
    const refusals: [string, object, typeof listener][] = [
      ['a listener', { message: 'cut short' }, async () => Promise.reject(new Error('cut short'))],
      [
        'a rule',
        { code: 'AND_INVALID_RECORD' },
        async ({ derive }) => {
          await derive(uid, crypto.randomUUID(), nap)
          await derive(uid, crypto.randomUUID(), invalid)
        },
      ],
      [
        'a rule, unheard by the listener',
        { code: 'AND_INVALID_RECORD' },
        async ({ derive }) => void derive(uid, derived, invalid).catch(() => {}),
      ],
      ['the kind', { code: 'AND_NOT_OWNED' }, async ({ derive }) => derive(notes, derived, { text: '' })],
      [
        'the name',
        { code: 'AND_UNKNOWN_SCHEMA' },
        async ({ derive }) => derive(crypto.randomUUID(), derived, {}),
      ],
      [
        'an id',
        { message: /derived twice/ },
        async ({ derive }) => void (await Promise.all([1, 2].map(() => derive(uid, derived, nap)))),
      ],
    ]
    for (const [what, error, refusing] of refusals) {
      listener = refusing
      await t.rejects(submit(), error as Error, what)
      t.equal(await count(), 0, what)
    }
    t.same(before, [], 'and the last check has not run')
  })

  await t.test('enriched, attested, and under the same key as often as it is sent', async t => {
    listener = async ({ draft, derive }) => {
      draft.answer['derived'] = derived
      // Not awaited: it is stored all the same.
      derive(uid, derived, nap)
    }
    const first = await submit('k')
    t.match(first, { derived })
    t.same(before, [false, true])
    t.same(await submit('k'), first)
    t.equal(await count(), 2)
    const stored = (await app.gateway.records.read(uid, derived)) as StoredRecord
    const acl = [{ read: true, write: false }]
    t.match(stored, { minutes: 10, quality: 'fair', _owner: caller.did, _acl: acl })
    t.equal(app.gateway.isAttested(uid, stored), true)
  })

  await t.test('a retry is answered as before, although a rule would refuse one of them now', async t => {
    listener = async ({ derive }) => derive(uid, derived, { ...nap, minutes: 'x' })
    t.match(await submit('k'), { insertedUid: String })
    t.equal(await count(), 2)
  })

  await t.test('one under an id that is taken keeps the submission out', async t => {
    listener = async ({ derive }) => derive(uid, derived, { ...nap, minutes: 11 })
    await t.rejects(submit(), { code: 'AND_RECORD_EXISTS' })
    t.equal(await count(), 2)
  })

  await t.test(
    'a failure that the listener does not await refuses the submission, and is not left unhandled',
    async t => {
      const unhandled: unknown[] = []
      const note = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', note)
      t.teardown(() => process.off('unhandledRejection', note))
      const before = await count()
      for (const [code, where] of [
        ['AND_INVALID_RECORD', uid],
        ['AND_NOT_OWNED', notes],
        ['AND_UNKNOWN_SCHEMA', crypto.randomUUID()],
      ] as const) {
        listener = async ({ derive }) => void derive(where, crypto.randomUUID(), { ...nap, minutes: 'x' })
        await t.rejects(submit(), { code })
      }
      await new Promise(setImmediate)
      t.same([unhandled, await count()], [[], before])
    },
  )

  await t.test('none is derived after the hook', async t => {
    let late: Derivation['derive'] | undefined
    listener = async ({ derive }) => {
      late = derive
    }
    await submit()
    await t.rejects(Promise.resolve(late?.(uid, crypto.randomUUID(), nap)), { message: /had ended/ })
    t.equal(await count(), 3)
  })
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
