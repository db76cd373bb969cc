/** The parameters of an export, and access to it; a flow tests the whole sequence. */
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { bearer, gateway, published, registered, sendRequest } from '../../test/fixtures/actors.ts'
import { mood } from '../../test/fixtures/responses.ts'

const everything = 'read:questionnaire[*]'
const start = { prefer: 'respond-async' }

t.test('an application asks for an export', async t => {
  // No export is processed during the test.
  const app = await gateway(t, {
    plugins: { 'fhir-bulk': { settleSeconds: 3600, exportsPerApplication: 3 } },
  })
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const headers = { ...bearer(study.keyPair, [everything, `read:questionnaire[${_id}]`]), ...start }
  const ask = (query: string, more: object = {}) =>
    sendRequest(app, 'GET', `/fhir/$export${query}`, { ...headers, ...more })
  const send = (parameter: object[]) =>
    sendRequest(app, 'POST', '/fhir/$export', headers, { resourceType: 'Parameters', parameter })
  const remove = async (answer: Awaited<ReturnType<typeof ask>>) => {
    t.equal(answer.statusCode, 202, answer.body)
    t.equal(answer.body, '')
    const { pathname } = new URL(String(answer.headers['content-location']))
    t.equal((await sendRequest(app, 'DELETE', pathname, headers)).statusCode, 202)
    return pathname
  }

  await t.test('in the words of the guide', async t => {
    for (const query of [
      '',
      '?_type=Questionnaire',
      '?_type=Questionnaire,QuestionnaireResponse&_since=2026-01-01T00:00:00%2B02:00',
      '?_outputFormat=ndjson',
      '?_outputFormat=application/fhir%2Bndjson',
    ])
      await remove(await ask(query))
    await remove(
      await ask('?_typeFilter=x&_type=Patient,Questionnaire', { prefer: 'handling=lenient, respond-async' }),
    )
    await remove(
      await send([
        { name: '_type', valueString: 'Questionnaire' },
        { name: '_since', valueInstant: '2026-01-01T00:00:00Z' },
      ]),
    )
    // A POST without a body takes its parameters from the URL.
    await remove(await sendRequest(app, 'POST', '/fhir/$export?_type=Questionnaire', headers))
    for (const method of ['GET', 'POST'] as const)
      await remove(
        await sendRequest(
          app,
          method,
          `/fhir/Questionnaire/${_id}/$export`,
          headers,
          method === 'POST' ? { resourceType: 'Parameters' } : undefined,
        ),
      )
    t.end()
  })

  await t.test('in words that it does not have', async t => {
    const refused: [Promise<{ statusCode: number; headers: object; json(): object }>, number, string][] = [
      [ask('', { prefer: '' }), 400, 'AND_EXPORT_NOT_ASYNC'],
      [ask('?_typeFilter=x'), 400, 'AND_EXPORT_PARAMETER'],
      [ask('?_type=Patient'), 400, 'AND_EXPORT_PARAMETER'],
      [ask('?_type='), 400, 'AND_EXPORT_PARAMETER'],
      [ask('?_since=2026'), 400, 'AND_EXPORT_PARAMETER'],
      [ask('?_since=2026-02-30T00:00:00Z'), 400, 'AND_EXPORT_PARAMETER'],
      [ask('?_outputFormat=parquet'), 400, 'AND_EXPORT_PARAMETER'],
      [send([{ name: 'patient', valueReference: {} }]), 400, 'AND_EXPORT_PARAMETER'],
      [
        sendRequest(app, 'POST', '/fhir/$export?_type=Patient', headers, { resourceType: 'Parameters' }),
        400,
        'AND_EXPORT_PARAMETER',
      ],
      [
        sendRequest(app, 'POST', '/fhir/$export', headers, { resourceType: 'Patient' }),
        400,
        'AND_INVALID_REQUEST',
      ],
      [sendRequest(app, 'GET', '/fhir/$export', start), 401, 'AND_UNAUTHORIZED'],
      [
        sendRequest(app, 'GET', '/fhir/$export', { ...bearer(study.keyPair, []), ...start }),
        403,
        'AND_INSUFFICIENT_SCOPE',
      ],
      [sendRequest(app, 'GET', `/fhir/$export/${crypto.randomUUID()}`, headers), 404, 'AND_UNKNOWN_EXPORT'],
      [sendRequest(app, 'GET', '/fhir/$export/nothing', headers), 404, 'AND_UNKNOWN_EXPORT'],
    ]
    for (const [answer, status, code] of refused) {
      const { statusCode, headers, json } = await answer
      t.equal(statusCode, status, code)
      t.match(headers, { 'content-type': /^application\/fhir\+json/ })
      t.match(json(), { resourceType: 'OperationOutcome', issue: [{ details: { coding: [{ code }] } }] })
    }
  })

  await t.test('of what is its own', async t => {
    const other = await registered(app)
    const foreign = await published(app, other, mood)
    for (const id of [foreign._id, crypto.randomUUID()]) {
      const scope = { ...bearer(study.keyPair, [`read:questionnaire[${id}]`]), ...start }
      const answer = await sendRequest(app, 'GET', `/fhir/Questionnaire/${id}/$export`, scope)
      t.equal(answer.statusCode, 404)
      t.match(answer.json(), { issue: [{ details: { coding: [{ code: 'AND_NOTHING_TO_EXPORT' }] } }] })
    }
    const { pathname } = new URL(String((await ask('')).headers['content-location']))
    const others = bearer(other.keyPair, [everything])
    for (const [method, path] of [
      ['GET', pathname],
      ['GET', `${pathname}/left-out.ndjson`],
      ['DELETE', pathname],
    ] as const)
      t.equal(
        (await sendRequest(app, method, path, others)).statusCode,
        404,
        `${method} of another application`,
      )
    const narrow = bearer(study.keyPair, [`read:questionnaire[${_id}]`])
    t.equal(
      (await sendRequest(app, 'GET', pathname, narrow)).statusCode,
      403,
      'with a token for a part of it',
    )
    t.equal((await sendRequest(app, 'GET', pathname, bearer(createKeyPair(), [everything]))).statusCode, 403)
    t.equal(
      (await sendRequest(app, 'GET', `${pathname}/left-out.ndjson`, headers)).statusCode,
      404,
      'too early',
    )
    t.match(await sendRequest(app, 'GET', pathname, headers), {
      statusCode: 202,
      headers: { 'x-progress': /^0 of 1 questionnaires/, 'retry-after': '2' },
    })
  })

  await t.test('and of so many at a time', async t => {
    for (let more = 0; more < 2; more++) t.equal((await ask('')).statusCode, 202)
    const answer = await ask('')
    t.match(answer, { statusCode: 429, headers: { 'retry-after': '600' } })
  })
})

t.test('clients are told of it, where they can ask what there is', async t => {
  const app = await gateway(t)
  const definition = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export'
  const { rest } = (await sendRequest(app, 'GET', '/fhir/metadata', {})).json()
  t.same(rest[0].operation, [{ name: 'export', definition }])
  const form = rest[0].resource.find((each: { type: string }) => each.type === 'Questionnaire')
  t.ok(form.operation.some((each: { name: string }) => each.name === 'export'))
  const single = await gateway(t, { plugins: { 'fhir-rest': false } })
  const answer = await sendRequest(single, 'GET', '/fhir/$export', { prefer: 'respond-async' })
  t.match(answer.json(), { resourceType: 'OperationOutcome' })
})

t.test('an export is removed when its time is over', async t => {
  const app = await gateway(t, { plugins: { 'fhir-bulk': { settleSeconds: 0, keepHours: 1e-9 } } })
  const study = await registered(app)
  const headers = { ...bearer(study.keyPair, [everything]), ...start }
  const answer = await sendRequest(app, 'GET', '/fhir/$export', headers)
  t.equal(answer.statusCode, 202)
  const { pathname } = new URL(String(answer.headers['content-location']))
  t.equal((await sendRequest(app, 'GET', pathname, headers)).statusCode, 404)
})
