/** Answers to questions whose value sets are on the terminology server. */
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { builtIn, createGateway, definePlugin } from '../../index.ts'
import {
  bearer,
  gateway,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../test/fixtures/actors.ts'
import {
  FAULTS,
  LARGE,
  SMALL,
  SYSTEM,
  type TestServer,
  terminologyServer,
} from './fixtures/terminology-server.ts'

const ADAPTIVE = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-questionnaireAdaptive'
const PREFERRED =
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-preferredTerminologyServer'

const form = (more: object = {}) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item: [
    { linkId: 'colour', type: 'choice', text: 'Which colour?', answerValueSet: SMALL },
    { linkId: 'findings', type: 'choice', text: 'Which findings?', repeats: true, answerValueSet: LARGE },
    { linkId: 'other', type: 'choice', text: 'Anything else?', answerValueSet: 'urn:none' },
  ],
  ...more,
})
const coded = (linkId: string, codes: readonly string[]) => ({
  linkId,
  answer: codes.map(code => ({ valueCoding: { system: SYSTEM, code } })),
})
const answering = (questionnaire: string, ...item: object[]) => ({
  ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire, item },
})

interface Setting {
  readonly app: FastifyInstance
  readonly server: TestServer
  readonly form: string
  submit(
    ...items: object[]
  ): Promise<{ readonly statusCode: number; readonly rules: readonly string[]; readonly body: string }>
}

async function setting(t: Test, terminology: object = {}, resource: object = form()): Promise<Setting> {
  const server = await terminologyServer(t)
  const app = await gateway(t, {
    plugins: {
      operations: { requestsPerMinute: 1_000_000 },
      'fhir-terminology': { terminology: { url: server.url, timeout: 400, ...terminology } },
    },
  })
  const study = await registered(app)
  const { _id } = await published(app, study, resource)
  return {
    ...{ app, server, form: _id },
    async submit(...items) {
      const headers = bearer(createKeyPair(), ['write'])
      const body = submissionOf(study.applicationId, answering(_id, ...items))
      const answer = await sendRequest(app, 'POST', '/api/submission', headers, body)
      const { issues = [] } = answer.json() as { issues?: { rule: string }[] }
      return { statusCode: answer.statusCode, rules: issues.map(({ rule }) => rule), body: answer.body }
    },
  }
}

t.test('codes are checked: listed ones without the server, others by it', async t => {
  const { server, submit, app, form } = await setting(t)
  t.match(await submit(coded('colour', ['red'])), { statusCode: 201 })
  t.match(await submit(coded('colour', ['pink'])), { statusCode: 422, rules: ['QR-VS'] })
  const { length } = server.received
  server.fault = FAULTS['hangs']
  t.match(await submit(coded('colour', ['blue'])), { statusCode: 201 }, 'a set that was listed before')
  t.match(await submit(coded('colour', ['pink'])), { statusCode: 422, rules: ['QR-VS'] })
  t.equal(server.received.length, length, 'and no code left the gateway')
  server.fault = undefined

  t.match(await submit(coded('findings', ['c3', 'c1499'])), { statusCode: 201 })
  t.match(await submit(coded('findings', ['c3', 'c1500'])), { statusCode: 422, rules: ['QR-VS'] })
  const checked = server.received.filter(({ operation }) => operation === 'ValueSet/$validate-code')
  t.equal(checked.length, 3, 'each code once')
  t.match(checked[0]?.parameters, { url: LARGE, coding: { system: SYSTEM } })
  t.match(await submit(coded('other', ['x'])), { statusCode: 201 }, 'a set that nobody knows is a warning')

  const response = answering(form, coded('findings', ['c4', 'c1501']))
  const outcome = await sendRequest(app, 'POST', '/api/questionnaire/$validate', {}, response)
  t.equal(outcome.json().issue.length, 1, 'no warning about the code that was found')
  t.match(outcome.json().issue, [
    {
      ...{ severity: 'error', details: { coding: [{ code: 'QR-VS' }] } },
      expression: ['QuestionnaireResponse.item[0].answer[1].value'],
    },
  ])
})

t.test('$next-question waits for the server as a submission does', async t => {
  const server = await terminologyServer(t)
  const engine = definePlugin({
    name: 'in-order',
    version: '1.0.0',
    dependencies: ['fhir-questionnaire'],
    hooks: {
      nextQuestion: step => ({ ...step, next: step.asked.length === 0 ? ['findings'] : [] }),
    },
  })
  const app = await createGateway(
    {
      ...memory,
      plugins: { 'fhir-terminology': { terminology: { url: server.url, timeout: 400 } } },
    },
    { builtIn: [...builtIn, engine], fastify: { logger: false } },
  )
  t.teardown(() => app.close())
  await app.ready()
  const extension = [{ url: ADAPTIVE, valueBoolean: true }]
  const { _id } = await published(app, await registered(app), form({ extension }))
  const step = (response: object) =>
    sendRequest(app, 'POST', '/fhir/Questionnaire/$next-question', {}, response)
  const begun = (await step(answering(_id))).json()
  t.match(begun, { status: 'in-progress', contained: [{ item: [{ linkId: 'findings' }] }] })

  const answered = { ...begun, item: [coded('findings', ['c7'])] }
  server.fault = FAULTS['hangs']
  const refused = await step(answered)
  t.equal(refused.statusCode, 503, refused.body)
  t.match(refused.headers, { 'retry-after': /^\d+$/ })
  t.match(refused.body, 'AND_ANSWERS_NOT_CHECKED')
  t.equal((await step({ ...begun, item: [coded('findings', ['none'])] })).statusCode, 503)
  server.fault = undefined
})

t.test('a question is searched through the gateway by its place in the form', async t => {
  const { app, form } = await setting(t)
  const search = async (query: Readonly<Record<string, string>>) => {
    const url = `/fhir/ValueSet/$expand?${new URLSearchParams(query)}`
    const answer = await sendRequest(app, 'GET', url, {})
    return { ...answer.json(), statusCode: answer.statusCode }
  }
  t.match(await search({ context: `Questionnaire/${form}#findings`, filter: 'finding 7', count: '1' }), {
    expansion: { contains: [{ code: 'c7' }] },
  })
  t.match(await search({ context: `${form}#colour` }), { expansion: { total: 3 } })
  for (const context of [`${form}#none`, `${form}`, `${form}#__proto__`, 'x#colour', '#'])
    t.equal((await search({ context })).statusCode, 404, context)
})

t.test('if the server does not answer, answers are refused or accepted, as the operator decides', async t => {
  for (const onFailure of ['refuse', 'warn'])
    await t.test(onFailure, async t => {
      const { server, submit } = await setting(t, { onFailure })
      for (const name of ['hangs', 'sends a page', 'redirects to this machine']) {
        server.fault = FAULTS[name]
        const answer = await submit(coded('findings', [`c1${name.length}`]))
        t.equal(answer.statusCode, onFailure === 'warn' ? 201 : 503, `${name}: ${answer.body}`)
        if (onFailure === 'warn') continue
        t.match(answer, { rules: ['QR-VS-UNRESOLVED'], body: /AND_ANSWERS_NOT_CHECKED/ })
        // The request id may hold anything.
        const { requestId: _, ...problem } = JSON.parse(answer.body)
        t.notMatch(JSON.stringify(problem), /c1\d|127\.0\.0\.1/, 'without the code and the address')
      }
      server.fault = FAULTS['hangs']
      const wrong = await submit(coded('findings', ['c77']), coded('colour', ['pink']))
      t.match(wrong, { statusCode: 422 }, 'an answer that is certainly wrong is refused as such')
    })
})

t.test('twenty submissions at once ask once, also while nothing is known', async t => {
  const { server, submit } = await setting(t)
  server.received.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(coded('findings', ['c42']))))
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([201]))
  t.equal(server.received.filter(({ operation }) => operation === 'ValueSet/$validate-code').length, 1)
})

t.test('a form whose sets could not be listed is checked once the server is back', async t => {
  const server = await terminologyServer(t)
  server.fault = FAULTS['has a fault']
  const app = await gateway(t, {
    plugins: {
      'fhir-questionnaire': { cacheSeconds: 1 },
      'fhir-terminology': { terminology: { url: server.url, timeout: 400 } },
    },
  })
  const study = await registered(app)
  const { _id } = await published(app, study, form())
  const submit = async (code: string) => {
    const body = submissionOf(study.applicationId, answering(_id, coded('colour', [code])))
    return (await sendRequest(app, 'POST', '/api/submission', bearer(createKeyPair(), ['write']), body))
      .statusCode
  }
  t.equal(await submit('red'), 503)
  server.fault = undefined
  let last = 503
  for (let at = 0; at < 60 && last === 503; at++) {
    await new Promise(done => setTimeout(done, 200))
    last = await submit('red')
  }
  t.equal(last, 201)
  t.equal(await submit('pink'), 422)
})

t.test('a server that a form prefers is used if the operator allows it, and named otherwise', async t => {
  const { app, server } = await setting(t)
  const preferring = (valueUrl: string) => ({
    ...form({ extension: [{ url: PREFERRED, valueUrl }] }),
    item: [
      {
        ...{
          linkId: 'g',
          type: 'group',
          text: 'Group',
          extension: [{ url: PREFERRED, valueUrl: `${valueUrl}/x` }],
        },
        item: [{ linkId: 'colour', type: 'choice', text: 'Which?', answerValueSet: SMALL }],
      },
    ],
  })
  const findings = async (resource: object) => {
    const answer = await sendRequest(app, 'POST', '/api/questionnaire/$validate', {}, resource)
    const { issue } = answer.json() as {
      issue: { severity: string; expression: string[]; details: { text: string } }[]
    }
    return issue.filter(({ details }) => /terminology server/.test(details.text))
  }
  t.match(await findings(preferring('http://169.254.169.254/fhir')), [
    {
      ...{ severity: 'warning', expression: ['Questionnaire.extension[0]'] },
      details: { text: /'http:\/\/169\.254\.169\.254\/fhir': its own is asked instead/ },
    },
    { severity: 'warning', expression: ['Questionnaire.item[0].extension[0]'] },
  ])
  t.match(await findings(preferring(server.url)), [{ expression: ['Questionnaire.item[0].extension[0]'] }])
  const study = await registered(app)
  server.received.length = 0
  const { _id } = await published(app, study, preferring('http://169.254.169.254/fhir'))
  const body = submissionOf(
    study.applicationId,
    answering(_id, { linkId: 'g', item: [coded('colour', ['pink'])] }),
  )
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(createKeyPair(), ['write']), body)
  t.match(answer.json(), { status: 422, issues: [{ rule: 'QR-VS' }] }, 'checked by the server of the config')
})
