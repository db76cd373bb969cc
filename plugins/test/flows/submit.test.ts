/** The main journey over HTTP: an application publishes a form, a person answers it, the application reads. */
import t from 'tap'
import { ATTESTATION } from '../../../core/contract/collections.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { uids } from '../../../schemas/uids.ts'
import {
  anApplication,
  bearer,
  gateway,
  published,
  register,
  registered,
  sendRequest,
  submissionOf,
} from '../fixtures/actors.ts'
import { phq9Response } from '../fixtures/phq-9.ts'

t.test('a response that was withdrawn or given up is not stored as a completed one', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study)
  const person = createKeyPair()
  const submit = (status: string) => {
    const submission = submissionOf(study.applicationId, { ...phq9Response(_id), status })
    return sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), submission)
  }
  for (const status of ['entered-in-error', 'stopped']) {
    const answer = await submit(status)
    t.equal(answer.statusCode, 422, answer.body)
    t.match(answer.json().issues, [{ expression: 'QuestionnaireResponse.status', text: RegExp(status) }])
  }
  for (const status of ['completed', 'amended', 'in-progress'])
    t.equal((await submit(status)).statusCode, 201)
})

t.test('a signature is stored, attested and read as it was given', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
  const required = {
    url: `${HL7}questionnaire-signatureRequired`,
    valueCodeableConcept: { text: 'any' },
  }
  const { _id } = await published(app, study, {
    ...{ resourceType: 'Questionnaire', status: 'active', extension: [required] },
    item: [{ linkId: 'terms', type: 'display', text: 'I agree.', extension: [required] }],
  })
  const person = createKeyPair()
  const signed = (more: object = {}) => [
    {
      url: `${HL7}questionnaireresponse-signature`,
      valueSignature: {
        type: [{ system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.1' }],
        when: '2026-11-23T10:00:00.000Z',
        who: { display: 'Ada Beispiel' },
        ...{ sigFormat: 'image/svg+xml', data: 'PHN2Zy8+', ...more },
      },
    },
  ]
  const submit = (extension: object[]) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(person, ['write']),
      submissionOf(study.applicationId, {
        ...{ resourceType: 'QuestionnaireResponse', questionnaire: _id, status: 'completed', extension },
        item: [{ linkId: 'terms', extension }],
      }),
    )
  const stored = await submit(signed())
  t.equal(stored.statusCode, 201, stored.body)
  const read = await sendRequest(
    app,
    'GET',
    `/api/questionnaire/${_id}/responses`,
    bearer(study.keyPair, [`read:questionnaire[${_id}]`]),
  )
  const [{ resource }] = read.json().entry
  t.same([resource.extension, resource.item], [signed(), [{ linkId: 'terms', extension: signed() }]])
  t.ok(resource.meta, 'beside what the service adds')

  const malformed = await submit(signed({ when: 'yesterday' }))
  t.equal(malformed.statusCode, 422)
  t.match(malformed.json().issues, [{ expression: /valueSignature|extension/ }])
  t.equal((await submit(signed({ data: 'not base64' }))).statusCode, 422)
})

t.test('a response travels from the person to the application', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const questionnaire = await published(app, study)
  const person = createKeyPair()
  const submit = (submission: object, headers: object = {}) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      { ...bearer(person, ['write']), ...headers },
      submissionOf(study.applicationId, submission),
    )
  const read = (reader = study.keyPair, id = questionnaire._id, query = '') =>
    sendRequest(
      app,
      'GET',
      `/api/questionnaire/${id}/responses${query}`,
      bearer(reader, [`read:questionnaire[${id}]`]),
    )

  await t.test('and is stamped, attested, owned by the person and readable by the service', async t => {
    const sent = {
      ...phq9Response(questionnaire._id),
      subject: { reference: 'did:nil:someone-else' },
      authored: '1999-01-01',
    }
    const answer = await submit(sent)
    t.equal(answer.statusCode, 201, answer.body)
    const record = await app.gateway.records.read(uids.QuestionnaireResponse, answer.json().insertedUid)
    const { _id: source } = (await app.applications.get(study.applicationId)) ?? {}
    t.match(record, {
      status: 'completed',
      subject: { reference: person.did, identifier: { system: 'urn:ietf:rfc:3986', value: person.did } },
      author: { reference: study.keyPair.did },
      source: { reference: `urn:uuid:${source}`, identifier: { value: `urn:uuid:${source}` } },
      item: sent.item,
      _acl: [{ read: true, write: false, execute: true }],
    })
    t.match(String(record?.['authored']), /^2\d{3}-.*Z$/)
    t.type(record?.[ATTESTATION], 'string')
  })

  await t.test('and is read by the application that published the form', async t => {
    const answer = await read()
    t.equal(answer.statusCode, 200, answer.body)
    const bundle = answer.json()
    t.match(bundle, { resourceType: 'Bundle', type: 'searchset', entry: [{ search: { mode: 'match' } }] })
    t.match(bundle.entry[0].resource, {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: questionnaire._id,
    })
    t.notOk(
      Object.keys(bundle.entry[0].resource).some(name => name.startsWith('_')),
      'as plain FHIR',
    )
  })

  await t.test('whatever way it names the form', async t => {
    const names = [
      `urn:uuid:${questionnaire._id}`,
      `Questionnaire/${questionnaire._id}`,
      `${app.gateway.baseUrl}/api/questionnaire/${questionnaire._id}`,
      `${questionnaire.url}|${questionnaire.version}`,
      `${questionnaire.url}`,
    ]
    for (const name of names) t.equal((await submit(phq9Response(name))).statusCode, 201, name)
    t.equal((await read()).json().entry.length, 1 + names.length)
  })

  await t.test('page by page', async t => {
    const first = (await read(study.keyPair, questionnaire._id, '?_count=4')).json()
    t.equal(first.entry.length, 4)
    const next = new URL(first.link.find(({ relation }: { relation: string }) => relation === 'next').url)
    const second = (
      await sendRequest(
        app,
        'GET',
        next.pathname + next.search,
        bearer(study.keyPair, [`read:questionnaire[${questionnaire._id}]`]),
      )
    ).json()
    t.equal(second.entry.length, 2)
    t.notOk(second.link.some(({ relation }: { relation: string }) => relation === 'next'))
  })

  await t.test('but to no one else', async t => {
    const other = await registered(app)
    t.match((await read(other.keyPair)).json(), { status: 403, code: 'AND_NOT_PUBLISHER' })
    t.match((await read(person)).json(), { status: 403, code: 'AND_NOT_AN_APPLICATION' })
    const elsewhere = await sendRequest(
      app,
      'GET',
      `/api/questionnaire/${questionnaire._id}/responses`,
      bearer(study.keyPair, ['read:questionnaire[other]']),
    )
    t.match(elsewhere.json(), { status: 403, code: 'AND_INSUFFICIENT_SCOPE' })
  })

  await t.test('a wrong one is refused with every issue', async t => {
    const wrong = phq9Response(questionnaire._id)
    const items = wrong.item[0]?.item as { linkId: string; answer: object[] }[]
    items[0] = { linkId: '1', answer: [{ valueCoding: { system: 'http://loinc.org', code: 'LA0-0' } }] }
    items[1] = { linkId: 'unknown', answer: [{ valueBoolean: true }] }
    items[2] = { linkId: '3', answer: [{ valueString: 'often' }] }
    const answer = await submit(wrong)
    t.match(answer.json(), { status: 422, code: 'AND_INVALID_RECORD' })
    const rules = answer.json().issues.map(({ rule }: { rule: string }) => rule)
    t.ok(
      ['QR-OPT', 'QR-LINK-UNKNOWN', 'QR-AC', 'QR-REQ'].every(rule => rules.includes(rule)),
      rules.join(),
    )
    t.ok(
      answer
        .json()
        .issues.every(({ expression }: { expression: string }) =>
          expression.startsWith('QuestionnaireResponse'),
        ),
    )
  })

  await t.test('one for an unknown form, collection or application is refused', async t => {
    t.match((await submit(phq9Response(crypto.randomUUID()))).json(), {
      status: 422,
      issues: [{ rule: 'QR-Q', code: 'not-found' }],
    })
    const send = (body: object) =>
      sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), body)
    t.match((await send(submissionOf('nobody', phq9Response(questionnaire._id)))).json(), {
      status: 422,
      code: 'AND_UNREGISTERED_APPLICATION',
    })
    t.match((await send(submissionOf(study.applicationId, {}, crypto.randomUUID()))).json(), {
      status: 404,
      code: 'AND_UNKNOWN_SCHEMA',
    })
    t.match((await send(submissionOf(study.applicationId, {}, uids.Application))).json(), {
      status: 403,
      code: 'AND_NOT_OWNED',
    })
  })

  await t.test('a retry under the same Idempotency-Key stores once', async t => {
    const key = { 'idempotency-key': 'tablet-7/visit-3' }
    const sent = phq9Response(questionnaire._id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(sent, key)))
    t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([201]))
    t.equal(new Set(answers.map(answer => answer.json().insertedUid)).size, 1)
    t.match((await submit(phq9Response(questionnaire._id, [0, 0, 0, 0, 0, 0, 0, 0, 0]), key)).json(), {
      status: 422,
      code: 'AND_IDEMPOTENCY_MISMATCH',
    })
    const others = await sendRequest(
      app,
      'POST',
      '/api/submission',
      { ...bearer(createKeyPair(), ['write']), ...key },
      submissionOf(study.applicationId, sent),
    )
    t.equal(others.statusCode, 201, "another person's key is another key")
    t.match((await submit(sent, { 'idempotency-key': 'é' })).json(), {
      status: 400,
      code: 'AND_INVALID_IDEMPOTENCY_KEY',
    })
  })

  await t.test('a key under which a submission was refused is free for the mended one', async t => {
    const key = { 'idempotency-key': 'mended' }
    t.equal((await submit(phq9Response(questionnaire._id, [1]), key)).statusCode, 422)
    t.equal((await submit(phq9Response(questionnaire._id), key)).statusCode, 201)
  })

  await t.test('an unknown extension comes back as it was sent', async t => {
    const extension = [{ url: 'https://example.org/unknown', valueDecimal: 1.5, _valueDecimal: { id: 'x' } }]
    const answer = await submit({ ...phq9Response(questionnaire._id), extension })
    t.equal(answer.statusCode, 201, answer.body)
    t.same(
      (await app.gateway.records.read(uids.QuestionnaireResponse, answer.json().insertedUid))?.['extension'],
      extension,
    )
  })
})

t.test('a form', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const questionnaire = await published(app, study)

  await t.test('is served to everyone, under the publisher that registered it', async t => {
    const answer = await sendRequest(app, 'GET', `/api/questionnaire/${questionnaire._id}`, {
      origin: 'https://anyone.example',
    })
    t.match(answer.json(), {
      resourceType: 'Questionnaire',
      id: 'phq-9',
      publisher: study.keyPair.did,
      _id: questionnaire._id,
    })
    t.equal(answer.headers['access-control-allow-origin'], '*')
  })
  await t.test('is replaced by its publisher only', async t => {
    const replace = (keyPair = study.keyPair) =>
      sendRequest(
        app,
        'PUT',
        `/api/questionnaire/${questionnaire._id}`,
        bearer(keyPair, ['write:questionnaire']),
        {
          resourceType: 'Questionnaire',
          status: 'active',
          title: 'Other',
          item: [{ linkId: 'a', type: 'boolean', text: 'Well?' }],
        },
      )
    const other = await registered(app)
    t.match((await replace(other.keyPair)).json(), { status: 403, code: 'AND_NOT_PUBLISHER' })
    t.match((await replace()).json(), {
      title: 'Other',
      publisher: study.keyPair.did,
      _id: questionnaire._id,
    })
    t.match((await sendRequest(app, 'GET', `/api/questionnaire/${questionnaire._id}`, {})).json(), {
      title: 'Other',
    })
  })
  await t.test('without an id gets the one it is served under', async t => {
    const { id, _id } = await published(app, study, {
      resourceType: 'Questionnaire',
      status: 'draft',
      item: [{ linkId: '1', type: 'string' }],
    })
    t.equal(id, _id)
  })
  await t.test('that cannot be answered is refused with every issue', async t => {
    const item = [
      { linkId: '1', type: 'string' },
      { linkId: '1', type: 'question' },
      {
        linkId: '2',
        type: 'boolean',
        enableWhen: [{ question: '9', operator: 'exists', answerBoolean: true }],
      },
    ]
    const answer = await sendRequest(
      app,
      'POST',
      '/api/questionnaire',
      bearer(study.keyPair, ['write:questionnaire']),
      { resourceType: 'Questionnaire', status: 'active', item },
    )
    t.match(answer.json(), { status: 422, code: 'AND_INVALID_QUESTIONNAIRE' })
    t.ok(answer.json().issues.length >= 3, JSON.stringify(answer.json().issues))
  })
  await t.test('nobody knows is a 404', async t => {
    for (const id of [crypto.randomUUID(), 'x', '../../etc'])
      t.equal(
        (await sendRequest(app, 'GET', `/api/questionnaire/${encodeURIComponent(id)}`, {})).statusCode,
        404,
      )
  })
  await t.test('is published only by an application', async t => {
    const stranger = anApplication()
    t.match(
      (
        await sendRequest(
          app,
          'POST',
          '/api/questionnaire',
          bearer(stranger.keyPair, ['write:questionnaire']),
          {},
        )
      ).json(),
      { status: 403 },
    )
    t.equal((await register(app, stranger)).statusCode, 201)
    t.match(
      (
        await sendRequest(
          app,
          'POST',
          '/api/questionnaire',
          bearer(stranger.keyPair, ['write:questionnaire']),
          {},
        )
      ).json(),
      { status: 422, code: 'AND_INVALID_QUESTIONNAIRE', issues: [{ rule: 'S-TYPE' }] },
    )
  })
})
