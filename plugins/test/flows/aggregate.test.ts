/** Aggregates for applications, and the limits of what they reveal. */
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import type { ConfigInput } from '../../../core/index.ts'
import type { AggregateAnswer, Aggregation } from '../../../schemas/aggregate.ts'
import { uids } from '../../../schemas/uids.ts'
import { bearer, gateway, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { seed } from '../fixtures/responses.ts'

const SEX = 'urn:sex'
const option = (code: string) => ({ valueCoding: { system: SEX, code, display: code.toUpperCase() } })

/** A form with a group, a question below an answer, and one that can be answered often. */
const study = {
  resourceType: 'Questionnaire',
  status: 'active',
  item: [
    {
      linkId: 'about',
      type: 'group',
      item: [
        { linkId: 'sex', type: 'choice', answerOption: ['f', 'm', 'x'].map(option) },
        {
          linkId: 'hours',
          type: 'integer',
          extension: [
            { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
            { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 12 },
          ],
        },
        { linkId: 'smokes', type: 'boolean', item: [{ linkId: 'packs', type: 'decimal' }] },
      ],
    },
    { linkId: 'pains', type: 'choice', repeats: true, answerOption: ['head', 'back'].map(option) },
    { linkId: 'note', type: 'string' },
  ],
}

interface Given {
  readonly sex?: string
  readonly hours?: number
  readonly packs?: number
  readonly pains?: readonly string[]
}

const responseOf = (questionnaire: string, { sex, hours, packs, pains = [] }: Given) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire,
  item: [
    {
      linkId: 'about',
      item: [
        ...(sex === undefined ? [] : [{ linkId: 'sex', answer: [option(sex)] }]),
        ...(hours === undefined ? [] : [{ linkId: 'hours', answer: [{ valueInteger: hours }] }]),
        {
          linkId: 'smokes',
          answer: [
            {
              valueBoolean: packs !== undefined,
              ...(packs !== undefined && { item: [{ linkId: 'packs', answer: [{ valueDecimal: packs }] }] }),
            },
          ],
        },
      ],
    },
    ...(pains.length === 0 ? [] : [{ linkId: 'pains', answer: pains.map(option) }]),
  ],
})

const EXACT: ConfigInput = { plugins: { 'fhir-aggregate': { certainty: 1 } } }

async function aStudy(t: Test, config: ConfigInput = EXACT) {
  const app = await gateway(t, config)
  const application = await registered(app)
  const { _id } = await published(app, application, study)
  const scope = `aggregate:questionnaire[${_id}]`
  const headers = bearer(application.keyPair, [scope])
  const answer = (given: Given, person: KeyPair = createKeyPair()) =>
    seed(app, application.applicationId, person, [responseOf(_id, given)])
  const ask = (question: object) =>
    sendRequest(app, 'POST', `/api/questionnaire/${_id}/aggregate`, headers, question)
  const aggregated = async (question: Aggregation): Promise<AggregateAnswer> => {
    const { statusCode, body } = await ask(question)
    if (statusCode !== 200) throw new Error(body)
    return JSON.parse(body)
  }
  return { app, application, _id, headers, answer, ask, aggregated }
}

const six = Array.from({ length: 6 }, (_, at) => at)

t.test('measures of people, by what they answered', async t => {
  const { answer, aggregated } = await aStudy(t)
  const repeater = createKeyPair()
  await answer({ sex: 'f', hours: 12 }, repeater)
  for (const at of six)
    await answer({ sex: 'f', hours: 6 + (at % 2), packs: at / 2 }, at === 0 ? repeater : undefined)
  for (const at of six) await answer({ sex: 'm', hours: 4, pains: at < 5 ? ['head', 'back'] : [] })

  t.match(
    await aggregated({
      measures: [
        { linkId: 'hours', op: 'count' },
        { linkId: 'hours', op: 'sum' },
        { linkId: 'hours', op: 'mean' },
        { linkId: 'hours', op: 'min' },
        { linkId: 'hours', op: 'max' },
        { linkId: 'packs', op: 'mean', buckets: [0, 2] },
        { linkId: 'sex', op: 'histogram' },
        { linkId: 'note', op: 'count' },
      ],
    }),
    {
      message: 'success',
      result: [
        {
          people: 12,
          measures: [
            { linkId: 'hours', op: 'count', value: 12, margin: 0 },
            { value: 6 * 4 + 3 * 6 + 3 * 7 },
            { value: 5.25 },
            { value: 4 },
            // Three people answered 6 and three 7: neither is disclosed; the greatest value that five people share is.
            { value: 4 },
            // 0, 0.5, 1, 1.5, 2 and 2.5, of which the last counts as 2.
            { value: 1.16666666667 },
            {
              buckets: [
                { value: 'f', system: SEX, display: 'F', count: 6 },
                { value: 'm', count: 6 },
                { value: 'x', count: null },
              ],
            },
            { value: null },
          ],
        },
      ],
      suppressed: 0,
      leftOut: { unattested: 0, changed: 0 },
    },
  )

  await t.test('in groups', async t => {
    const { result, suppressed } = await aggregated({
      measures: [{ linkId: 'hours', op: 'mean' }],
      groupBy: 'sex',
    })
    t.match(result, [
      { group: { value: 'f' }, people: 6, measures: [{ value: 6.5 }] },
      { group: { value: 'm' }, people: 6, measures: [{ value: 4 }] },
    ])
    t.equal(suppressed, 1, 'that of nobody')
    const count = [{ linkId: 'hours', op: 'count' }] as const
    t.match((await aggregated({ measures: [...count], groupBy: 'smokes' })).result, [
      { group: { value: false }, people: 6 },
      { group: { value: true }, people: 6 },
    ])
    t.match(
      (await aggregated({ measures: [...count], groupBy: { linkId: 'hours', buckets: [0, 5, 13] } })).result,
      [
        { group: { from: 0, below: 5 }, people: 6 },
        { group: { from: 5, below: 13 }, people: 6 },
      ],
    )
  })

  await t.test('of those whom a filter leaves', async t => {
    const measures = [{ linkId: 'hours', op: 'mean' }] as const
    const people = async (filter: Aggregation['filter']) =>
      (await aggregated({ measures: [...measures], ...(filter && { filter }) })).result[0]?.people
    const of = (...answers: NonNullable<NonNullable<Aggregation['filter']>['answers']>) => ({ answers })
    t.equal(await people(of({ linkId: 'sex', anyOf: ['f'] })), 6)
    t.equal(await people(of({ linkId: 'sex', anyOf: ['f', 'm'] })), 12)
    t.equal(await people(of({ linkId: 'smokes', anyOf: [true] })), 6)
    t.equal(await people(of({ linkId: 'hours', from: 4, below: 5 })), 6)
    t.equal(await people(of({ linkId: 'packs', from: 0 })), 6, 'below an answer')
    t.equal(await people(of({ linkId: 'pains', anyOf: ['back'] })), 5, 'of several answers one')
    t.equal(await people(of({ linkId: 'sex', anyOf: ['m'] }, { linkId: 'smokes', anyOf: [true] })), undefined)
    t.equal(await people({ authored: [`ge${new Date().getUTCFullYear() - 1}`] }), 12)
    t.equal(await people({ authored: ['lt2020'] }), undefined)
    t.equal(
      await people(of({ linkId: 'hours', anyOf: [12] })),
      undefined,
      'the one who said so is a single person',
    )
  })
})

t.test('quantities count in one unit, into which those in others are converted', async t => {
  const UCUM = 'http://unitsofmeasure.org'
  const form = {
    resourceType: 'Questionnaire',
    status: 'active',
    item: [
      {
        linkId: 'weight',
        type: 'quantity',
        extension: ['[lb_av]', 'kg'].map(code => ({
          url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unitOption',
          valueCoding: { system: UCUM, code },
        })),
      },
    ],
  }
  const app = await gateway(t, EXACT)
  const application = await registered(app)
  const { _id } = await published(app, application, form)
  const headers = bearer(application.keyPair, [`aggregate:questionnaire[${_id}]`])
  // Average weights of American women of 58 to 72 inches (The World Almanac and Book of Facts, 1975; `women` of R).
  const pounds = [115, 117, 120, 123, 126, 129, 132, 135, 139, 142, 146, 150, 154, 159, 164]
  const given = [
    ...pounds.map(value => ({ value, code: '[lb_av]' })),
    ...[50, 60, 70, 80, 90].map(value => ({ value, code: 'kg' })),
    { value: 170, code: '[lb_av]', comparator: '>' },
  ]
  for (const weight of given)
    await seed(app, application.applicationId, createKeyPair(), [
      {
        ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: _id },
        item: [
          { linkId: 'weight', answer: [{ valueQuantity: { ...weight, unit: weight.code, system: UCUM } }] },
        ],
      },
    ])
  const unit = { code: '[lb_av]' }
  const question = {
    measures: [
      { linkId: 'weight', op: 'mean', unit, buckets: [100, 200] },
      { linkId: 'weight', op: 'count', unit },
      { linkId: 'weight', op: 'count' },
      { linkId: 'weight', op: 'histogram', unit, buckets: [110, 125, 145, 165] },
      { linkId: 'weight', op: 'max', unit: { code: 'kg' }, buckets: [0, 100] },
    ],
  }
  const path = `/api/questionnaire/${_id}/aggregate`
  const aggregated = (await sendRequest(app, 'POST', path, headers, question)).json()
  const named = { system: UCUM, code: '[lb_av]' }
  t.match(aggregated.result, [
    {
      people: 21,
      measures: [
        { linkId: 'weight', op: 'mean', unit: named, value: 141.130895882 },
        { op: 'count', unit: named, value: 20 },
        { op: 'count', value: 21 },
        { unit: named, buckets: [{ from: 110, below: 125, count: 5 }, { count: 7 }, { count: 8 }] },
        { unit: { code: 'kg' }, value: 100 },
      ],
    },
  ])
  t.notOk('unit' in aggregated.result[0].measures[2])

  await t.test('in groups, by a filter, and by a name', async t => {
    const measures = [{ linkId: 'weight', op: 'count', unit }]
    const groupBy = { linkId: 'weight', unit, buckets: [100, 130, 200] }
    t.match((await sendRequest(app, 'POST', path, headers, { measures, groupBy })).json().result, [
      { group: { from: 100, below: 130 }, people: 7 },
      { group: { from: 130, below: 200 }, people: 13 },
    ])
    const answers = [{ linkId: 'weight', unit, from: 115, below: 150 }]
    const query = { questionnaire: _id, measures, filter: { answers } }
    t.match(
      (await sendRequest(app, 'POST', path, headers, { measures, filter: { answers } })).json().result,
      [{ people: 12 }],
    )
    t.equal((await sendRequest(app, 'PUT', '/api/query/pounds', headers, query)).statusCode, 201)
    t.match((await sendRequest(app, 'GET', '/api/query/pounds', headers)).json().result, [{ people: 12 }])
  })

  await t.test('and a question without it says which there are', async t => {
    for (const code of ['g', 'constructor', '__proto__', '"] || true'])
      t.match(
        (
          await sendRequest(app, 'POST', path, headers, {
            measures: [{ linkId: 'weight', op: 'mean', unit: { code } }],
          })
        ).json(),
        { status: 422, issues: [{ expression: 'body.measures[0].unit', text: /but in: '\[lb_av\]', 'kg'/ }] },
      )
    t.equal(
      (
        await sendRequest(app, 'POST', path, headers, {
          measures: [{ linkId: 'weight', op: 'mean', unit: 'kg' }],
        })
      ).statusCode,
      400,
    )
  })
})

t.test('every error of a query is reported at once', async t => {
  const { ask } = await aStudy(t)
  const refused = await ask({
    measures: [
      { linkId: 'hour', op: 'mean' },
      { linkId: 'note', op: 'sum' },
      { linkId: 'about', op: 'count' },
      { linkId: 'packs', op: 'mean' },
      { linkId: 'pains', op: 'histogram' },
      { linkId: 'hours', op: 'histogram', buckets: [3, 2] },
      { linkId: 'note', op: 'histogram' },
      { linkId: 'sex', op: 'histogram', buckets: 3 },
    ],
    groupBy: 'note',
    filter: {
      authored: ['2026-02-30'],
      answers: [
        { linkId: 'sex', anyOf: ['q'] },
        { linkId: 'smokes', anyOf: ['yes'] },
        { linkId: 'sex', from: 1 },
        { linkId: 'hours' },
        { linkId: 'note', anyOf: ['x'] },
      ],
    },
  })
  t.match(refused.json(), {
    message: 'error',
    error: 'The query does not fit the form',
    status: 422,
    code: 'AND_INVALID_AGGREGATION',
  })
  t.same(
    refused.json().issues.map(({ expression, text }: Record<string, string>) => [expression, text]),
    [
      ['body.measures[0].linkId', "The form has no question 'hour'. Did you mean 'hours'?"],
      ['body.measures[1].op', "The answers to 'note' are no plain numbers, and have no sum."],
      ['body.measures[2].linkId', "'about' is a group, which has no answers."],
      [
        'body.measures[3].buckets',
        "The form does not say between which numbers the answers to 'packs' lie: give the edges of 'buckets'.",
      ],
      [
        'body.measures[4].linkId',
        "'pains' can be answered several times in a response; ask for each of its answers by a filter.",
      ],
      ['body.measures[5].buckets', 'The edges must ascend.'],
      ['body.measures[6].linkId', "The answers to 'note' fall into no classes: it is a string."],
      ['body.measures[7].buckets', "The answers to 'sex' are no plain numbers, and have no buckets."],
      ['body.groupBy.linkId', "The answers to 'note' fall into no classes: it is a string."],
      [
        'body.filter.answers[0].anyOf',
        '"q" is no answer to \'sex\', which is one of the options of the form.',
      ],
      ['body.filter.answers[1].anyOf', '"yes" is no answer to \'smokes\', which is true or false.'],
      ['body.filter.answers[2].from', "The answers to 'sex' are no plain numbers."],
      ['body.filter.answers[3]', "Say which answers to 'hours' are meant: 'anyOf', or 'from' and 'below'."],
      ['body.filter.answers[4].anyOf', "The answers to 'note' cannot be listed: it is a string."],
      ['body.filter.authored[0]', "'2026-02-30' is no date of the calendar."],
    ],
  )
  for (const body of [{}, { measures: [] }, { measures: [{ linkId: 'hours', op: 'median' }] }])
    t.match((await ask(body)).json(), {
      message: 'error',
      error: /./,
      status: 400,
      code: 'AND_INVALID_REQUEST',
    })
  const moments = {
    measures: [{ linkId: 'hours', op: 'count' }],
    filter: { authored: ['2026-03-01T10:00:00Z'] },
  }
  t.equal((await ask(moments)).statusCode, 400, 'time is asked about by whole days')
})

t.test('only who published the form asks about it', async t => {
  const { app, application, _id } = await aStudy(t)
  const path = `/api/questionnaire/${_id}/aggregate`
  const body = { measures: [{ linkId: 'hours', op: 'count' }] }
  const other = await registered(app)
  const as = async (key: KeyPair, scope: string, at = path) =>
    (await sendRequest(app, 'POST', at, bearer(key, [scope]), body)).json()
  t.match(await as(application.keyPair, `read:questionnaire[${_id}]`), { message: 'success', result: [] })
  t.match(await as(application.keyPair, 'read:questionnaire[other]'), {
    ...{ message: 'error', code: 'AND_INSUFFICIENT_SCOPE', status: 403 },
  })
  t.match(await as(other.keyPair, `aggregate:questionnaire[${_id}]`), { code: 'AND_NOT_PUBLISHER' })
  const none = crypto.randomUUID()
  t.match(await as(other.keyPair, `read:questionnaire[${none}]`, `/api/questionnaire/${none}/aggregate`), {
    code: 'AND_UNKNOWN_QUESTIONNAIRE',
  })
  const reading = bearer(application.keyPair, [`aggregate:questionnaire[${_id}]`])
  t.equal((await sendRequest(app, 'GET', `/api/questionnaire/${_id}/responses`, reading)).statusCode, 403)
})

t.test('who is alone is not found', async t => {
  const { app, application, _id, headers, answer, ask, aggregated } = await aStudy(t)
  const hours = { linkId: 'hours', op: 'mean' } as const

  await t.test('few people are withheld', async t => {
    for (const at of six) {
      await answer({ sex: 'f', hours: at })
      await answer({ sex: 'm', hours: 8 })
    }
    for (const _ of [1, 2, 3, 4]) await answer({ sex: 'x', hours: 3 })
    const { result, suppressed } = await aggregated({ measures: [hours], groupBy: 'sex' })
    t.match(result, [
      { group: { value: 'f' }, people: 6 },
      { group: { value: 'm' }, people: 6 },
    ])
    t.equal(suppressed, 1)
    const { result: all } = await aggregated({ measures: [{ linkId: 'sex', op: 'histogram' }] })
    t.same(
      all[0]?.measures[0]?.buckets?.map(({ count }) => count),
      [6, 6, null],
    )
    await answer({ sex: 'x', hours: 3 })
    t.equal((await aggregated({ measures: [hours], groupBy: 'sex' })).suppressed, 0)
  })

  await t.test('with other people there are no others', async t => {
    const before = await aggregated({ measures: [hours] })
    const direct = {
      resourceType: 'QuestionnaireResponse',
      questionnaire: _id,
      status: 'completed',
      item: [],
    }
    const acl = { grantee: app.gateway.records.builder, read: true, write: false, execute: true }
    const records = app.gateway.records as typeof app.gateway.records & Pick<Writes, 'create'>
    await records.create(
      uids.QuestionnaireResponse,
      { ...direct, _id: crypto.randomUUID() },
      { owner: createKeyPair().did, acl },
    )
    const after = await aggregated({ measures: [hours] })
    t.same(after.result, before.result, 'what nobody attested does not count')
    t.same(after.leftOut, { unattested: 1, changed: 0 }, 'and is told of')
  })

  await t.test('a submission through the door counts as what is seeded does', async t => {
    const before = await aggregated({ measures: [hours] })
    const submission = submissionOf(application.applicationId, responseOf(_id, { sex: 'f', hours: 1 }))
    const headers = bearer(createKeyPair(), ['write'])
    t.equal((await sendRequest(app, 'POST', '/api/submission', headers, submission)).statusCode, 201)
    t.equal((await aggregated({ measures: [hours] })).result[0]?.people, (before.result[0]?.people ?? 0) + 1)
  })

  await t.test('no response is cached on the way', async t => {
    const { headers: sent } = await ask({ measures: [hours] })
    t.equal(sent['cache-control'], 'no-store')
    t.ok(headers['authorization'])
  })
})

interface Writes {
  create(uid: string, record: object, ownership: object): Promise<void>
}

t.test('an answer is kept, costs once, and the budget holds under any concurrency', async t => {
  const { _id, answer, ask, aggregated, app, application, headers } = await aStudy(t, {})
  const path = `/api/questionnaire/${_id}/aggregate`
  const budget = async () => (await sendRequest(app, 'GET', path, headers)).json()
  t.same(await budget(), {
    ...{ message: 'success', certainty: 0.75, days: 30, margin: 10, questions: 50, questionsLeft: 50 },
  })
  for (let at = 0; at < 25; at++) await answer({ sex: 'f', hours: at % 13 })
  const sum = { linkId: 'hours', op: 'sum' } as const
  const twenty = Array.from({ length: 20 }, (_, at) => at)

  const equal = await Promise.all(twenty.map(() => ask({ measures: [sum] })))
  const [first] = equal.map(({ body }) => body)
  t.ok(
    equal.every(({ statusCode, body }) => statusCode === 200 && body === first),
    'twenty at once have one answer',
  )
  t.match(JSON.parse(first ?? ''), { margin: 10, questionsLeft: 45, asOf: /Z$/ })
  t.match(await budget(), { questionsLeft: 45 }, 'that was paid for once')

  for (let at = 0; at < 25; at++) await answer({ sex: 'f', hours: 12 })
  t.equal((await ask({ measures: [sum] })).body, first, 'who answers since then is not in it')
  const again = () => sendRequest(app, 'POST', `${path}?refresh=true`, headers, { measures: [sum] })
  const fresh = (await again()).json()
  t.equal(fresh.questionsLeft, 40, 'until it is refreshed, at the same cost')
  t.ok(fresh.asOf > JSON.parse(first ?? '').asOf, 'and counted anew')
  const { result } = await aggregated({ measures: [sum] })
  t.same(result, fresh.result, 'which is kept in its place')

  const differing = await Promise.all(
    twenty.map(at => {
      const answers = [{ linkId: 'hours', from: at % 10, below: at < 10 ? 11 : 12 }]
      return ask({ measures: [sum], filter: { answers } })
    }),
  )
  const answered = differing.filter(({ statusCode }) => statusCode === 200)
  t.equal(answered.length, 13, 'of twenty questions of three numbers at once as many as forty numbers are')
  const refused = differing.find(({ statusCode }) => statusCode !== 200)
  t.match(refused?.json(), { message: 'error', status: 429, code: 'AND_QUESTIONS_SPENT' })
  t.match(refused?.headers, { 'retry-after': /^\d{7}$/ })
  t.match(await budget(), { questionsLeft: 1 })
  t.equal((await again()).statusCode, 429)
  t.same(
    (await aggregated({ measures: [sum] })).result,
    fresh.result,
    'what was asked before is still answered',
  )

  await t.test('by whichever name and key it is asked', async t => {
    const query = { questionnaire: _id, measures: [sum], filter: { authored: ['ge2020'] } }
    const narrower = { ...query, filter: { answers: [{ linkId: 'hours', from: 11 }] } }
    t.equal((await sendRequest(app, 'PUT', '/api/query/all', headers, query)).statusCode, 201)
    t.equal((await sendRequest(app, 'PUT', '/api/query/some', headers, narrower)).statusCode, 201)
    t.same((await sendRequest(app, 'GET', '/api/query/all', headers)).json().result, fresh.result)
    const other = bearer(application.keyPair, [`read:questionnaire[${_id}]`])
    for (const url of ['/api/query/some', '/api/query/all?refresh=true'])
      t.match((await sendRequest(app, 'GET', url, other)).json(), { code: 'AND_QUESTIONS_SPENT' })
  })

  await t.test('and a question that no budget has is refused for good', async t => {
    const measures = ['sum', 'count', 'histogram', 'mean'].flatMap(op =>
      [2, 3, 4].map(last => ({ linkId: 'hours', op, ...(op !== 'count' && { buckets: [0, 1, last] }) })),
    )
    const ten = measures.slice(0, 10)
    const small = await aStudy(t, { plugins: { 'fhir-aggregate': { certainty: 0.7, margin: 6 } } })
    const { statusCode, body } = await small.ask({ measures: ten, groupBy: 'sex' })
    t.equal(statusCode, 422)
    t.match(JSON.parse(body).issues, [{ expression: 'body.measures', text: /needs \d+ numbers/ }])
    const buckets = Array.from({ length: 101 }, (_, edge) => edge)
    const groupBy = { linkId: 'packs', buckets }
    t.match(
      (await small.ask({ measures: [{ linkId: 'packs', op: 'histogram', buckets }], groupBy })).json(),
      {
        ...{ status: 422, issues: [{ expression: 'body.measures[0].buckets', text: /^10000 classes/ }] },
      },
    )
    for (const refresh of ['maybe', '1', '']) {
      const url = `/api/questionnaire/${small._id}/aggregate?refresh=${refresh}`
      t.equal((await sendRequest(small.app, 'POST', url, small.headers, { measures: [sum] })).statusCode, 400)
    }
  })
})

t.test('an application keeps its questions under names', async t => {
  const { app, application, _id, headers, answer } = await aStudy(t)
  for (const at of six) await answer({ sex: 'f', hours: at })
  const call = (method: 'PUT' | 'GET', more: object = {}, body?: object, name = 'hours-of-sleep') =>
    sendRequest(app, method, `/api/query/${name}`, { ...headers, ...more }, body)
  const query = { questionnaire: _id, measures: [{ linkId: 'hours', op: 'mean' }] }

  t.match((await call('GET')).json(), { message: 'error', status: 404, code: 'AND_UNKNOWN_QUERY' })
  const kept = await call('PUT', { 'if-none-match': '*' }, query)
  t.equal(kept.statusCode, 201)
  t.same(kept.json(), query)
  const etag = String(kept.headers['etag'])
  t.match(etag, /^"[0-9a-f-]{36}"$/)
  t.match((await call('PUT', { 'if-none-match': '*' }, query)).json(), {
    status: 412,
    code: 'AND_QUERY_CHANGED',
  })
  t.equal((await call('PUT', {}, query)).headers['etag'], etag, 'the same again is the same')

  const run = await call('GET')
  t.match(run.json(), { message: 'success', result: [{ people: 6, measures: [{ value: 2.5 }] }] })
  t.equal(run.headers['etag'], etag)

  const other = { ...query, measures: [{ linkId: 'hours', op: 'count' }] }
  t.match((await call('PUT', { 'if-match': '"another"' }, other)).json(), { status: 412 })
  const replaced = await call('PUT', { 'if-match': etag }, other)
  t.equal(replaced.statusCode, 200)
  t.not(replaced.headers['etag'], etag)
  t.match((await call('GET')).json(), { result: [{ measures: [{ op: 'count', value: 6 }] }] })
  t.match((await call('PUT', { 'if-match': etag }, query)).json(), { status: 412 }, 'somebody was faster')

  await t.test('one at a time', async t => {
    const ops = ['count', 'mean', 'min', 'max', 'sum']
    const asking = (op: string) => ({ ...query, measures: [{ linkId: 'hours', op }] })
    for (const [condition, statuses] of [
      [{ 'if-none-match': '*' }, [201, 409, 412]],
      [{}, [200, 409]],
    ] as [object, number[]][]) {
      const answers = await Promise.all(ops.map(op => call('PUT', condition, asking(op), 'contested')))
      for (const { statusCode, body } of answers) t.ok(statuses.includes(statusCode), body)
      const won = answers.filter(({ statusCode }) => statusCode < 300)
      t.ok(won.length > 0)
      if (Object.keys(condition).length > 0) t.equal(won.length, 1)
      for (const { headers } of answers.filter(({ statusCode }) => statusCode === 409))
        t.match(headers, { 'retry-after': '1' })
      const kept = (await call('GET', {}, undefined, 'contested')).headers['etag']
      t.ok(
        won.some(({ headers }) => headers['etag'] === kept),
        'what is kept is what was disclosed to somebody is kept',
      )
    }
  })

  await t.test('with a title for people, listed and deleted', async t => {
    const titled = { ...query, title: 'Hours of sleep' }
    t.same((await call('PUT', {}, titled, 'titled')).json(), titled)
    const list = async (used = headers) =>
      (await sendRequest(app, 'GET', '/api/query', used)).json().queries as { name: string }[]
    const all = await list()
    t.same(
      all.map(({ name }) => name),
      ['hours-of-sleep', 'contested', 'titled'],
    )
    const { headers: head } = await call('GET', {}, undefined, 'titled')
    t.same(all.at(-1), { name: 'titled', etag: head['etag'], ...titled })
    t.same(await list(bearer(application.keyPair, ['aggregate:questionnaire[*]'])), all)
    const narrow = bearer(application.keyPair, ['write:questionnaire'])
    t.same(await list(narrow), [], 'of forms that the token covers')
    t.same(await list(bearer((await registered(app)).keyPair, ['aggregate:questionnaire[*]'])), [])

    const remove = (used = headers) => sendRequest(app, 'DELETE', '/api/query/titled', used)
    t.match((await remove(narrow)).json(), { code: 'AND_INSUFFICIENT_SCOPE' })
    t.equal((await remove()).statusCode, 204)
    t.match((await remove()).json(), { code: 'AND_UNKNOWN_QUERY' })
    t.same(
      (await list()).map(({ name }) => name),
      ['hours-of-sleep', 'contested'],
    )
  })

  await t.test('up to a number of them, however many are saved at once', async t => {
    const save = (name: string) => call('PUT', {}, query, name)
    for (let at = 2; at < 199; at++) t.equal((await save(`kept-${at}`)).statusCode, 201)
    const last = await Promise.all(['a', 'b', 'c'].map(save))
    t.same(last.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409])
    t.match((await save('beyond')).json(), { status: 409, code: 'AND_TOO_MANY_QUERIES' })
    t.equal((await save('kept-2')).statusCode, 200, 'a kept one is replaced')
    const { queries } = (await sendRequest(app, 'GET', '/api/query', headers)).json()
    t.equal(queries.length, 200)
    t.equal((await sendRequest(app, 'DELETE', '/api/query/kept-2', headers)).statusCode, 204)
    t.equal((await save('beyond')).statusCode, 201)
  })

  await t.test('which are checked when they are kept, and are nobody else’s', async t => {
    const unfit = { ...query, measures: [{ linkId: 'hour', op: 'mean' }] }
    t.match((await call('PUT', {}, unfit)).json(), {
      status: 422,
      issues: [{ expression: 'body.measures[0].linkId' }],
    })
    t.equal((await call('PUT', {}, query, '.hidden')).statusCode, 400)
    const stranger = await registered(app)
    const theirs = bearer(stranger.keyPair, [`read:questionnaire[${_id}]`])
    t.match((await sendRequest(app, 'GET', '/api/query/hours-of-sleep', theirs)).json(), {
      code: 'AND_UNKNOWN_QUERY',
    })
    t.match((await sendRequest(app, 'PUT', '/api/query/hours-of-sleep', theirs, query)).json(), {
      code: 'AND_NOT_PUBLISHER',
    })
    const narrow = bearer(application.keyPair, ['write:questionnaire'])
    for (const [method, body] of [
      ['PUT', query],
      ['GET', undefined],
    ] as const)
      t.match((await sendRequest(app, method, '/api/query/hours-of-sleep', narrow, body)).json(), {
        code: 'AND_INSUFFICIENT_SCOPE',
      })
  })
})

t.test('an operator is warned of exact numbers, and of options that leave nothing to ask', async t => {
  const lines: string[] = []
  t.ok(await loud(t, lines, EXACT))
  t.ok(lines.some(line => line.includes('plugins.fhir-aggregate.certainty is 1')))
  const options = (chosen: object) => loud(t, [], { plugins: { 'fhir-aggregate': chosen } } as ConfigInput)
  await t.rejects(options({ margin: 3 }), { message: /leaves \d numbers .* Set margin to 4 at least/ })
})

async function loud(t: Test, lines: string[], config: ConfigInput): Promise<FastifyInstance> {
  const { createGateway } = await import('../../index.ts')
  const { memory } = await import('../../../core/test/fixtures/memory.ts')
  const stream = { write: (line: string) => void lines.push(line) }
  const app = await createGateway(
    { ...memory, ...config },
    { fastify: { logger: { level: 'warn', stream } } },
  )
  t.teardown(() => app.close())
  return app
}
