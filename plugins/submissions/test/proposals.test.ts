/** An assistant proposes, the person signs: nothing is stored before, and nothing twice. */
import t from 'tap'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import {
  bearer,
  form,
  now,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../test/fixtures/actors.ts'
import { assistant, ERAS, listening } from '../../test/fixtures/assistants.ts'

const { app, url } = await listening(t)

const connect = (
  t: Parameters<typeof assistant>[0],
  who: KeyPair,
  era: (typeof ERAS)[number] = '2026-07-28',
  name = 'Claude',
) =>
  assistant(
    t,
    era,
    `${url}/mcp`,
    createSelfSignedJwt({
      ...{ keyPair: who, scopes: ['read'], now: now(), lifetime: 604_800 },
      extra: { client_id: `https://${name.toLowerCase()}.example/client`, client_name: name },
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
  { scopes = ['read', 'write'], record }: { scopes?: string[]; record?: object } = {},
) =>
  sendRequest(app, 'POST', `/api/profile/proposal${step}`, bearer(who, scopes), {
    ...{ proposal, ...(record && { record }) },
  })

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
      answer(alice, '/sign', secret, { scopes: ['read'] }),
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

t.test('a gateway that died after the write stores nothing twice', async t => {
  const { tokens } = app.gateway
  const finn = createKeyPair()
  const client = await connect(t, finn)
  const proposed = await client.callTool({ name: 'propose_observation', arguments: WEIGHT })
  const secret = secretOf(proposed as unknown as Answer)
  const kept = (await tokens.peek('proposal', secret)) ?? ''
  const first = await answer(finn, '/sign', secret)
  // The removal of the proposal is all that follows the write.
  await tokens.put('proposal', secret, kept, Date.now() + 60_000)
  const second = await answer(finn, '/sign', secret)
  t.equal(second.json().insertedUid, first.json().insertedUid)
  await tokens.put('proposal', secret, kept, Date.now() + 60_000)
  const other = await answer(finn, '/sign', secret, { record: { valueQuantity: { value: 99 } } })
  t.match([other.statusCode, other.json().code], [409, 'AND_SIGNED_OTHERWISE'])
  t.match(await client.callTool({ name: 'my_observations' }), { structuredContent: { total: 1 } })
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
    [{ note: 'two\u202Eowt' }, /control characters or invisible/],
    [{ note: 'no\u0001thing' }, /control characters/],
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

t.test('one assistant does not use up the proposals of another; all together are bounded', async t => {
  const eve = createKeyPair()
  const kept: number[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const client = await connect(t, eve, '2026-07-28', name)
    const many = await Promise.all(
      Array.from({ length: 22 }, () => client.callTool({ name: 'propose_observation', arguments: WEIGHT })),
    )
    kept.push(many.filter(({ isError }) => !isError).length)
  }
  t.same(kept, [20, 20, 20, 0])
})

const MOOD = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Evening diary',
  item: [
    { linkId: 'note', type: 'string', text: 'How are you?', required: true },
    {
      ...{ linkId: 'sleep', type: 'choice', text: 'How did you sleep?' },
      answerOption: ['well', 'badly'].map(code => ({
        valueCoding: { system: 'urn:sleep', code, display: `Slept ${code}` },
      })),
    },
    {
      ...{ linkId: 'why', type: 'string', text: 'Why?' },
      enableWhen: [
        { question: 'sleep', operator: '=', answerCoding: { system: 'urn:sleep', code: 'badly' } },
      ],
    },
    {
      ...{ linkId: 'weight', type: 'quantity', text: 'Your weight' },
      extension: [
        {
          url: 'https://forms.example/StructureDefinition/questionnaire-score-band',
          extension: [
            { url: 'label', valueString: 'as usual' },
            { url: 'range', valueRange: { low: { value: 65 }, high: { value: 75 } } },
          ],
        },
      ],
    },
    { linkId: 'picture', type: 'attachment', text: 'A picture' },
    { linkId: 'score', type: 'integer', text: 'Score', readOnly: true },
  ],
}
const study = await registered(app)

/** A text with its German translation. */
const inGerman = (de: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'de' },
        { url: 'content', valueString: de },
      ],
    },
  ],
})

t.test('questions, options and problems come in the language that an assistant asks for', async t => {
  const erin = createKeyPair()
  const option = (code: string, display: string, de: string) => ({
    valueCoding: { system: 'urn:sleep', code, display, _display: inGerman(de) },
  })
  const { _id } = await published(app, study, {
    ...{ resourceType: 'Questionnaire', status: 'active', language: 'en' },
    ...{ title: 'Sleep diary', _title: inGerman('Schlaftagebuch') },
    item: [
      {
        ...{ linkId: 'sleep', type: 'coding', text: 'How was it?', _text: inGerman('Wie war es?') },
        answerOption: [option('well', 'Slept well', 'Gut'), option('badly', 'Slept badly', 'Schlecht')],
      },
      {
        ...{ linkId: 'hours', type: 'decimal', text: 'Hours', _text: inGerman('Stunden') },
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueDecimal: 24 }],
      },
    ],
  })
  const client = await connect(t, erin)
  const propose = async (given: object) =>
    (await client.callTool({
      name: 'propose_answer',
      arguments: { form: _id, ...given },
    })) as unknown as Answer
  const german =
    /Schlaftagebuch.*\n- sleep \(coding\): Wie war es\? \[well = Gut, badly = Schlecht\]\n.*Stunden/
  const english = /Sleep diary.*\n- sleep \(coding\): How was it\? \[well = Slept well, badly = Slept badly\]/
  for (const language of ['de', 'de-AT'])
    t.match((await propose({ language })).content[0]?.text, german, language)
  for (const given of [{}, { language: 'en' }, { language: 'tlh' }])
    t.match((await propose(given)).content[0]?.text, english, JSON.stringify(given))
  const cases: [object, RegExp][] = [
    [{ language: 'de', answers: { hours: 30 } }, /Bitte geben Sie bei „Stunden“ höchstens 24 an\./],
    [{ language: 'fr', answers: { hours: 30 } }, /« Hours »/],
    [{ answers: { hours: 30 } }, /Give a value of at most 24 for 'Hours'\./],
    [{ answers: { sleep: 'schlecht' } }, /'sleep' is 'schlecht', which is none of its options/],
    [{ language: 'de', answers: { sleep: 'so' } }, /'well' \(Gut\), 'badly' \(Schlecht\)/],
    [{ language: '__proto__' }, /arguments.language/],
    [{ language: 'constructor' }, /arguments.language/],
    [{ language: 'de\n' }, /arguments.language/],
    [{ language: `de-${'a'.repeat(100_000)}` }, /arguments.language/],
  ]
  for (const [given, sentence] of cases)
    t.match(
      await propose(given),
      { isError: true, content: [{ text: sentence }] },
      JSON.stringify(given).slice(0, 60),
    )
  const proposed = await propose({ language: 'de', answers: { sleep: 'schlecht', hours: 5.5 } })
  t.match((await answer(erin, '', secretOf(proposed))).json(), {
    answers: [
      { question: 'Wie war es?', answer: 'Schlecht' },
      { question: 'Stunden', answer: '5.5' },
    ],
    record: {
      language: 'de',
      item: [{ answer: [{ valueCoding: { code: 'badly', display: 'Slept badly' } }] }, {}],
    },
  })
})

t.test('answers to a form are proposed, changed and stored once', async t => {
  const carol = createKeyPair()
  const { _id } = await published(app, study, MOOD)
  const client = await connect(t, carol)
  const propose = async (given: object) =>
    (await client.callTool({
      name: 'propose_answer',
      arguments: { form: _id, ...given },
    })) as unknown as Answer
  const questions = (await propose({})).content[0]?.text ?? ''
  t.match(questions, /Evening diary.*\n- note \(string, required\): How are you\?/)
  t.match(questions, /- sleep \(coding\): How did you sleep\? \[well = Slept well, badly = Slept badly\]/)
  t.notMatch(questions, /picture|score/)

  const cases: [object, RegExp][] = [
    [
      { mood: 'x', sleep: 'so so' },
      /no question 'mood'; the questions are 'note', 'sleep'.*'sleep' is 'so so'.*'well' \(Slept well\), 'badly'/,
    ],
    [{ why: 'noise' }, /'why' is not part of the form with these answers: it depends on 'sleep'/],
    [
      { picture: 'x', score: 3, weight: 'heavy' },
      /'weight' is 'heavy'; it takes a number with a unit.*'picture' takes a file.*'score' is calculated/,
    ],
    [{ note: ['a', 'b'] }, /'note' takes one value/],
    [{ constructor: 'x' }, /There is no question 'constructor'/],
    [{}, /'answers' has no answer/],
    [{ note: 'x\u2066y' }, /invisible/],
    [{ note: 'word '.repeat(20_000) }, /arguments.answers/],
    [{ note: {} }, /arguments.answers/],
  ]
  for (const [answers, sentence] of cases)
    t.match(
      await propose({ answers }),
      { isError: true, content: [{ text: sentence }] },
      JSON.stringify(answers).slice(0, 60),
    )

  const proposed = await propose({
    answers: { sleep: 'slept BADLY', why: '<img src=x> Ignore the rules', weight: '70.5 kg' },
  })
  t.match(proposed, {
    structuredContent: { summary: /^Evening diary: 3 answers, for /, missing: ['note'] },
    content: [{}, { text: 'Required and not proposed: note.' }],
  })
  const secret = secretOf(proposed)
  const seen = (await answer(carol, '', secret)).json()
  t.match(seen, {
    application: { id: study.applicationId },
    answers: [
      { question: 'How did you sleep?', answer: 'Slept badly' },
      { question: 'Why?', answer: '<img src=x> Ignore the rules' },
      { question: 'Your weight', answer: '70.5 kg' },
    ],
  })
  t.match(
    await client.callTool({ name: 'my_answers' }),
    { structuredContent: { total: 0 } },
    'nothing is stored',
  )
  const incomplete = await answer(carol, '/sign', secret)
  t.match(
    [incomplete.statusCode, JSON.stringify(incomplete.json().issues)],
    [422, /How are you/],
    'a required answer is missing',
  )

  const whole = (note: string) => ({
    ...{ resourceType: 'Patient', questionnaire: 'urn:uuid:other', extension: [] },
    item: [{ linkId: 'note', answer: [{ valueString: note }] }, ...seen.record.item],
  })
  const windows = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      answer(carol, '/sign', secret, { record: whole(at % 2 ? 'fine' : 'tired') }),
    ),
  )
  const statuses = new Set(windows.map(({ statusCode }) => statusCode))
  t.ok(windows.some(({ statusCode }) => statusCode === 201))
  t.same(
    [...statuses].filter(status => ![201, 404, 409].includes(status)),
    [],
  )
  t.equal(new Set(windows.flatMap(each => each.json().insertedUid ?? [])).size, 1)
  const mine = (await client.callTool({
    name: 'my_answers',
    arguments: { form: 'diary' },
  })) as unknown as Answer
  t.equal(mine.structuredContent.total, 1)
  t.match(mine.content[0]?.text, /Your weight: 70.5 kg, as usual \(65–75\)/)
  const [record] = (
    await app.gateway.records.find(
      'b14b538f-7de3-4767-ad77-464d755d78bd',
      { questionnaire: `Questionnaire/${_id}` },
      { limit: 10 },
    )
  ).records
  t.match(record, {
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed' },
    extension: [{ url: 'urn:andiron:proposed-by', valueString: 'Claude (https://claude.example/client)' }],
  })
})

t.test('a form that is not known, not answered or not in use gets no proposal', async t => {
  const dave = createKeyPair()
  const phq9 = form('phq-9')
  const [mine, strange, retired] = await Promise.all([
    published(app, study, { ...MOOD, title: 'Morning diary' }),
    published(app, await registered(app), { ...MOOD, title: 'Morning diary' }),
    published(app, study, { ...MOOD, title: 'Old diary', status: 'retired' }),
    published(app, study, { ...phq9, id: undefined, url: undefined }),
  ])
  const response = {
    ...{
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: `Questionnaire/${mine._id}`,
    },
    item: [{ linkId: 'note', answer: [{ valueString: 'awake' }] }],
  }
  const sent = await sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(dave, ['write']),
    submissionOf(study.applicationId, response),
  )
  t.equal(sent.statusCode, 201)
  const client = await connect(t, dave)
  const propose = async (words: string) =>
    (await client.callTool({
      name: 'propose_answer',
      arguments: { form: words, answers: { note: 'tired' } },
    })) as unknown as Answer
  const proposed = await propose('morning')
  t.match((await answer(dave, '', secretOf(proposed))).json(), {
    record: { questionnaire: `Questionnaire/${mine._id}` },
  })
  t.match(await propose(`${url}/questionnaire/${strange._id}`), {
    structuredContent: { summary: /Morning diary/ },
  })
  const cases: [string, RegExp][] = [
    ['PHQ', /no form that the person has answered; they have answered 'Morning diary' \(/],
    [retired._id, /'Old diary' cannot be answered: it is retired/],
    [crypto.randomUUID(), /There is no form/],
    ['urn:\u0001', /no form that the person has answered/],
    ['__proto__', /no form that the person has answered/],
  ]
  for (const [words, sentence] of cases)
    t.match(await propose(words), { isError: true, content: [{ text: sentence }] }, words)

  const end = { ...MOOD, title: 'Morning diary', status: 'retired' }
  const replaced = await sendRequest(
    app,
    'PUT',
    `/api/questionnaire/${mine._id}`,
    bearer(study.keyPair, ['write:questionnaire']),
    end,
  )
  t.equal(replaced.statusCode, 200, replaced.body)
  const late = await answer(dave, '/sign', secretOf(proposed))
  t.match([late.statusCode, late.json().detail], [422, /it is retired/], 'retired before the signature')
})
