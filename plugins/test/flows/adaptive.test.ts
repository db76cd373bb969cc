/** An adaptive form: answered step by step with $next-question, submitted, and read by its application. */
import { readFileSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import type { Questionnaire, QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4.js'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { checkStructureOnly } from '../../../fhir/index.ts'
import { uids } from '../../../schemas/uids.ts'
import { readItemBank } from '../../fhir-adaptive/item-bank.ts'
import { stepOf } from '../../fhir-adaptive/test-step.ts'
import { bearer, gateway, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'

const ADAPTIVE = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-questionnaireAdaptive'
const SCORES = 'http://hl7.org/fhir/StructureDefinition/questionnaire-scores'
const file = new URL('../../../examples/adaptive/synthetic-tiredness.json', import.meta.url)
const bank = JSON.parse(readFileSync(file, 'utf8')) as Questionnaire
const read = readItemBank(bank)?.bank
if (read === undefined) throw new Error('the example is no item bank')

const app = await gateway(t)
const study = await registered(app)
const form = await published(app, study, bank)
const alice = createKeyPair()

type Response = QuestionnaireResponse & { contained: Questionnaire[] }

const ask = (payload: object): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url: '/fhir/Questionnaire/$next-question', payload })
const submit = (response: object, who = alice) =>
  sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(who, ['write']),
    submissionOf(study.applicationId, response),
  )

/** The first request of a client: neither the response nor the contained form has items. */
const first = {
  resourceType: 'QuestionnaireResponse',
  status: 'in-progress',
  questionnaire: '#tiredness',
  subject: { display: 'A synthetic person' },
  authored: '2026-03-01T08:00:00Z',
  contained: [
    {
      ...{ resourceType: 'Questionnaire', id: 'tiredness', status: 'active', title: 'Tiredness' },
      derivedFrom: [bank.url],
    },
  ],
}

const questionsIn = ({ contained: [contained] }: Response) => contained?.item ?? []
const answering = (response: Response, code: string | undefined): Response => {
  const linkId = questionsIn(response).at(-1)?.linkId ?? ''
  const valueCoding = { system: 'https://andiron.example/synthetic-frequency', code }
  const item: QuestionnaireResponseItem = { linkId, ...(code !== undefined && { answer: [{ valueCoding }] }) }
  return { ...response, item: [...(response.item ?? []), item] }
}
/** Answers with these codes until the form is complete. */
async function answered(codes: readonly (string | undefined)[], from: object = first): Promise<Response> {
  let response = (await ask(from)).json() as Response
  for (let at = 0; response.status === 'in-progress'; at++)
    response = (await ask(answering(response, codes[at % codes.length]))).json()
  return response
}

t.test('a form is asked question by question until it is complete', async t => {
  const answer = await ask(first)
  t.equal(answer.statusCode, 200, answer.body)
  t.match(answer.headers, { 'content-type': /application\/fhir\+json/, 'cache-control': 'no-store' })
  let response = answer.json() as Response
  t.match(response, {
    ...{ status: 'in-progress', questionnaire: '#tiredness', subject: { display: 'A synthetic person' } },
    contained: [
      {
        id: 'tiredness',
        derivedFrom: [`${app.gateway.baseUrl}/fhir/Questionnaire/${form._id}`],
        meta: { profile: ['http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-adapt'] },
      },
    ],
  })
  t.notOk(response.contained[0]?.url, 'the contained form has no URL of its own')
  const adaptive = response.contained[0]?.extension?.filter(({ url }) => url === ADAPTIVE)
  t.same(adaptive, [{ url: ADAPTIVE, valueUrl: `${app.gateway.baseUrl}/fhir/Questionnaire/$next-question` }])

  const codes = ['sometimes', 'often', 'sometimes', 'rarely', 'often', 'sometimes', 'often', 'often']
  const asked: { linkId: string; answer: { valueCoding: object }[] }[] = []
  for (const code of codes) {
    const { next } = stepOf(read, asked)
    t.equal(questionsIn(response).at(-1)?.linkId, next)
    if (next === undefined) break
    t.same(
      checkStructureOnly(response, { fhirVersion: 'R4' }).filter(({ severity }) => severity === 'error'),
      [],
    )
    const given = answering(response, code)
    const parameters = {
      resourceType: 'Parameters',
      parameter: [{ name: 'questionnaire-response', resource: given }],
    }
    asked.push({ linkId: next, answer: given.item?.at(-1)?.answer as never })
    response = (await ask(parameters)).json()
    if (response.status === 'completed') break
  }
  const { next, estimate } = stepOf(read, asked)
  t.equal(next, undefined)
  t.equal(response.status, 'completed')
  t.same(response.extension, [
    {
      url: SCORES,
      extension: [
        { url: `${SCORES}/theta`, valueDecimal: Math.round((estimate?.theta ?? 0) * 1e4) / 1e4 },
        {
          url: `${SCORES}/standarderror`,
          valueDecimal: Math.round((estimate?.standardError ?? 0) * 1e4) / 1e4,
        },
      ],
    },
  ])
  t.same((await ask(response)).json().extension, response.extension, 'a complete response stays as it is')

  const stored = await submit(response)
  t.equal(stored.statusCode, 201, stored.body)
  const path = `/api/questionnaire/${form._id}/responses`
  const headers = bearer(study.keyPair, [`read:questionnaire[${form._id}]`])
  const { entry } = (await app.inject({ url: path, headers })).json()
  t.match(entry, [{ resource: { extension: response.extension, item: response.item } }])
  const csv = await app.inject({ url: path, headers: { ...headers, accept: 'text/csv' } })
  t.match(csv.body, /t12\.display\r\n.*,sometimes,/)
  const found = await app.inject({
    url: `/fhir/QuestionnaireResponse?questionnaire=${form._id}`,
    headers: bearer(alice, ['read']),
  })
  t.match(found.json(), { total: 1, entry: [{ resource: { questionnaire: '#tiredness' } }] })
})

t.test('a client may begin with the name of the form, skip, wait, and change an answer', async t => {
  const named = { resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: form._id }
  const begun = (await ask(named)).json() as Response
  t.equal(begun.questionnaire, '#adaptive')
  const { authored: _, ...same } = (await ask(begun)).json()
  const { authored: __, ...before } = begun
  t.same(same, before, 'unanswered, the question stays')

  const skipped = (await ask(answering(begun, undefined))).json() as Response
  t.equal(questionsIn(skipped).length, 2)
  t.not(questionsIn(skipped)[1]?.linkId, questionsIn(begun)[0]?.linkId)

  const low = await answered(['never'], named)
  const [item, ...rest] = low.item ?? []
  const changed = {
    ...low,
    item: [
      {
        ...item,
        answer: [{ valueCoding: { system: 'https://andiron.example/synthetic-frequency', code: 'always' } }],
      },
      ...rest,
    ],
  }
  const again = (await ask(changed)).json() as Response
  t.equal(again.status, 'in-progress')
  t.equal(again.extension, undefined, 'scores follow from the answers')
  t.equal(again.item?.length, 1, 'questions that no longer follow are removed')
  t.equal(questionsIn(again).length, 2)
  t.equal((await submit(changed)).statusCode, 422)
})

t.test('a FHIR client submits it by a create, or by $process-response', async t => {
  const whole = await answered(['often'])
  const write = bearer(createKeyPair(), ['write'])
  const created = await sendRequest(app, 'POST', '/fhir/QuestionnaireResponse', write, whole)
  t.equal(created.statusCode, 201, created.body)
  t.match(created.json(), {
    extension: whole.extension,
    author: { identifier: { value: study.keyPair.did } },
  })
  const processed = await sendRequest(app, 'POST', '/fhir/Questionnaire/$process-response', write, whole)
  t.equal(processed.statusCode, 200, processed.body)
})

t.test('nobody forges a question, an order, a score or an end', async t => {
  const whole = await answered(['sometimes', 'often'])
  const [contained] = whole.contained as [Questionnaire]
  const questions = contained.item ?? []
  const inForm = (item: unknown, more: object = {}) => ({
    ...whole,
    contained: [{ ...contained, ...more, item }],
  })
  const [one, two, ...others] = questions
  const { _id: another } = await published(app, study)
  const forged: [string, object, RegExp][] = [
    ['another text', inForm([{ ...one, text: 'Do you smoke?' }, two, ...others]), /not one of the form/],
    [
      'other parameters',
      inForm([{ ...one, extension: [{ ...one?.extension?.[0], extension: [] }] }, two, ...others]),
      /not one of the form/,
    ],
    [
      'one option fewer',
      inForm([{ ...one, answerOption: one?.answerOption?.slice(1) }, two, ...others]),
      /not one/,
    ],
    ['a question of its own', inForm([...questions, { linkId: 'x', type: 'string', text: 'x' }]), /not one/],
    ['a question twice', inForm([...questions, one]), /not one/],
    ['__proto__', inForm([...questions, { linkId: '__proto__', type: 'string' }]), /not one/],
    ['a lone surrogate', inForm([...questions, { linkId: '\ud800', type: 'string' }]), /not one|surrogate/i],
    ['100 KB', inForm([...questions, { linkId: 'x'.repeat(100_000), type: 'string' }]), /not one/],
    ['another order', { ...inForm([two, one, ...others]) }, /not chosen/],
    [
      'a question fewer',
      { ...inForm(questions.slice(0, -1)), item: whole.item?.slice(0, -1) },
      /not complete/,
    ],
    [
      'tags of two forms',
      inForm(questions, {
        meta: {
          tag: contained.meta?.tag?.map(tag => ({
            ...tag,
            ...(!/revision/.test(tag.system ?? '') && { code: another }),
          })),
        },
      }),
      /not registered/,
    ],
    [
      'the tag of another form',
      inForm(questions, { meta: { tag: [{ system: 'urn:andiron:questionnaire', code: another }] } }),
      /lacks the extension/,
    ],
    ['no answers', { ...whole, item: [] }, /not complete|not chosen/],
    ['no form', { ...whole, contained: [] }, /not registered/],
    ['the bank itself', { ...whole, contained: [], questionnaire: form._id }, /one after the other/],
    [
      'an answer that is no option',
      { ...whole, item: whole.item?.map(item => ({ ...item, answer: [{ valueString: 'x' }] })) },
      /./,
    ],
  ]
  for (const [what, response, reason] of forged) {
    const answer = await submit(response)
    t.match([400, 422], [answer.statusCode === 400 ? 400 : answer.statusCode === 422 ? 400 : 0], what)
    t.match(answer.body, reason, what)
  }
  t.equal((await ask(inForm([{ ...one, text: 'Do you smoke?' }]))).statusCode, 422)

  const score = { url: SCORES, extension: [{ url: `${SCORES}/theta`, valueDecimal: 9 }] }
  const markup = { title: 'Forged', description: '<b>', url: 'https://evil.example/form' }
  const lie = { ...inForm(questions, markup), extension: [score, { url: 'urn:own', valueString: 'kept' }] }
  const answer = await submit(lie, createKeyPair())
  t.equal(answer.statusCode, 201, answer.body)
  const stored = await app.gateway.records.read(uids.QuestionnaireResponse, answer.json().insertedUid)
  const { extension, contained: kept } = (stored ?? {}) as unknown as Response
  t.same(
    extension?.filter(({ url }) => url === SCORES),
    whole.extension,
  )
  t.match(extension, [{ valueString: 'kept' }])
  t.match(kept, [{ title: bank.title, description: bank.description }])
  t.notOk(kept?.[0]?.url)
})

t.test('a revision keeps the questions of responses that were begun', async t => {
  const { _id } = await published(app, study, { ...bank, url: 'https://study.example/revised' })
  const named = { resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: _id }
  const begun = (await ask(named)).json()
  const [one, ...others] = bank.item ?? []
  const revised = { ...bank, item: [...others, { ...one, text: 'Reworded' }] }
  const put = await sendRequest(
    app,
    'PUT',
    `/api/questionnaire/${_id}`,
    bearer(study.keyPair, ['write:questionnaire']),
    revised,
  )
  t.equal(put.statusCode, 200, put.body)
  const whole = await answered(['often'], begun)
  const answer = await submit(whole, createKeyPair())
  t.equal(answer.statusCode, 201, answer.body)
})

t.test('what has no engine, or is no bank, is refused', async t => {
  const [one] = bank.item ?? []
  const plain = { ...one, extension: undefined }
  const { extension: _, ...rest } = bank
  const adaptive = { url: ADAPTIVE, valueBoolean: true }
  const other = await published(app, study, {
    ...{ ...rest, url: 'https://study.example/engineless', extension: [adaptive], item: [plain] },
  })
  const begin = (questionnaire: string) =>
    ask({ resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire })
  t.match((await begin(other._id)).json(), {
    issue: [{ details: { coding: [{ code: 'AND_NO_ADAPTIVE_ENGINE' }] } }],
  })
  const usual = await published(app, study)
  t.match((await begin(usual._id)).body, /lacks the extension/)
  t.match((await begin('x')).body, /not registered/)
  t.equal((await ask({ resourceType: 'Patient' })).statusCode, 422)
  t.equal((await ask({ resourceType: 'Parameters', parameter: 'x' })).statusCode, 422)

  const item = (parameters: object[]) => [
    { ...one, extension: [{ url: 'urn:andiron:graded-response-item', extension: parameters }] },
  ]
  const a = (valueDecimal: number) => ({ url: 'discrimination', valueDecimal })
  const b = (...all: number[]) => all.map(valueDecimal => ({ url: 'threshold', valueDecimal }))
  for (const [what, wrong] of [
    ['no parameters', [plain]],
    ['one threshold fewer', item([a(1), ...b(0, 1, 2)])],
    ['descending thresholds', item([a(1), ...b(0, 2, 1, 3)])],
    ['no discrimination', item(b(0, 1, 2, 3))],
    ['a negative one', item([a(-1), ...b(0, 1, 2, 3)])],
    ['an endless one', item([a(1e308), ...b(0, 1, 2, 3)])],
  ] as const) {
    const body = { ...bank, url: 'https://study.example/wrong', item: wrong }
    const headers = bearer(study.keyPair, ['write:questionnaire'])
    const answer = await sendRequest(app, 'POST', '/api/questionnaire', headers, body)
    t.match(answer.json(), { status: 422, code: 'AND_INVALID_ITEM_BANK' }, what)
  }
})
