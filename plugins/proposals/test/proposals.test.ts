/** An assistant proposes, the person signs: nothing is stored before, and nothing twice. */
import t from 'tap'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { bearer, now, sendRequest } from '../../test/fixtures/actors.ts'
import { assistant, ERAS, listening } from '../../test/fixtures/assistants.ts'

const { app, url } = await listening(t)

const connect = (
  t: Parameters<typeof assistant>[0],
  who: KeyPair,
  era: (typeof ERAS)[number] = '2026-07-28',
) =>
  assistant(
    t,
    era,
    `${url}/mcp`,
    createSelfSignedJwt({
      ...{ keyPair: who, scopes: ['read'], now: now(), lifetime: 604_800 },
      extra: { client_id: 'https://claude.example/client', client_name: 'Claude' },
    }),
  )

interface Answer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent: { readonly url: string; readonly summary: string; readonly total: number }
}

const secretOf = ({ structuredContent }: Answer): string => structuredContent.url.split('#proposal=')[1] ?? ''
const answer = (
  who: KeyPair,
  step: '' | '/sign' | '/decline',
  proposal: string,
  scopes = ['read', 'write'],
) => sendRequest(app, 'POST', `/api/profile/proposal${step}`, bearer(who, scopes), { proposal })

const WEIGHT = { code: 'body weight', value: 71, unit: 'kg', date: '2026-11-20', note: 'after breakfast' }

for (const era of ERAS)
  t.test(`a proposal is stored once its person has signed, in the era of ${era}`, async t => {
    const alice = createKeyPair()
    const client = await connect(t, alice, era)
    const call = async (name: string, given: object = {}) =>
      (await client.callTool({ name, arguments: { ...given } })) as unknown as Answer
    const proposed = await call('propose_observation', WEIGHT)
    t.match(proposed.structuredContent, {
      summary: 'Body weight 71 kg, 2026-11-20, with the note “after breakfast”',
      url: `${url}/profile#proposal=`,
    })
    t.match(await call('my_observations'), { structuredContent: { total: 0 } }, 'nothing is stored')
    const secret = secretOf(proposed)
    t.match((await answer(alice, '', secret)).json(), {
      client: { name: 'Claude' },
      record: { valueQuantity: { value: 71 }, effectiveDateTime: '2026-11-20' },
    })
    const refusals = await Promise.all([
      answer(createKeyPair(), '', secret),
      answer(createKeyPair(), '/sign', secret),
      answer(alice, '', 'x'.repeat(43)),
      answer(alice, '', '__proto__'),
      answer(alice, '/sign', secret, ['read']),
    ])
    t.same(
      refusals.map(({ statusCode }) => statusCode),
      [404, 404, 404, 404, 403],
    )
    const signed = await Promise.all(Array.from({ length: 20 }, () => answer(alice, '/sign', secret)))
    const stored = signed.filter(({ statusCode }) => statusCode === 201).map(each => each.json().insertedUid)
    t.ok(stored.length > 0)
    t.equal(new Set(stored).size, 1)
    const { content } = await call('my_observations')
    const [record, ...others] = JSON.parse(content[0]?.text ?? '')
    t.same(others, [])
    t.match(record, {
      extension: [{ url: 'urn:andiron:proposed-by', valueString: 'Claude (https://claude.example/client)' }],
      note: [{ text: 'after breakfast' }],
    })
    t.equal((await answer(alice, '/sign', secret)).statusCode, 404, 'answered')
  })

t.test('a declined proposal leaves nothing', async t => {
  const bob = createKeyPair()
  const client = await connect(t, bob)
  const proposed = (await client.callTool({
    name: 'propose_observation',
    arguments: { code: 'blood pressure', systolic: 128, diastolic: 82, date: '2026-11-20T08:00:00+01:00' },
  })) as unknown as Answer
  t.match(proposed.structuredContent.summary, 'Blood pressure 128/82 mm[Hg]')
  t.equal((await answer(bob, '/decline', secretOf(proposed))).statusCode, 204)
  t.equal((await answer(bob, '/sign', secretOf(proposed))).statusCode, 404)
  t.match(await client.callTool({ name: 'my_observations' }), { structuredContent: { total: 0 } })
  const { entries } = (await sendRequest(app, 'GET', '/api/profile/audit', bearer(bob, ['read']))).json()
  t.ok(entries.some(({ action }: { action: string }) => action === 'propose_observation'))
})

t.test('what has no meaning is not proposed, and no person is flooded', async t => {
  const client = await connect(t, createKeyPair())
  const propose = async (changes: object) =>
    (await client.callTool({
      name: 'propose_observation',
      arguments: { ...WEIGHT, ...changes },
    })) as unknown as Answer
  const cases: [object, RegExp][] = [
    [{ code: 'aura', date: '2026-02-30' }, /'code' is 'aura'.*'date' is '2026-02-30'/],
    [{ code: 'cholesterol' }, /may be Total cholesterol, HDL cholesterol/],
    [{ date: '2999-01-01' }, /in the future/],
    [{ systolic: 1 }, /for a blood pressure only/],
    [{ code: 'bp' }, /has 'systolic' and 'diastolic'/],
    [{ note: 'x'.repeat(100_000) }, /arguments.note/],
  ]
  for (const [changes, sentence] of cases)
    t.match(
      await propose(changes),
      { isError: true, content: [{ text: sentence }] },
      JSON.stringify(changes).slice(0, 60),
    )
  const many = await Promise.all(Array.from({ length: 25 }, () => propose({})))
  t.equal(many.filter(({ isError }) => isError).length, 5)
  t.match(await propose({}), { isError: true, content: [{ text: /At most 20 proposals a day/ }] })
})
