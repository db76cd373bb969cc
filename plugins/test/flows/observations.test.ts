/** From an answer to an Observation, over HTTP: extracted, attested, owned by the person, once. */
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { type ConfigInput, definePlugin, type StoredRecord } from '../../../core/index.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { uids } from '../../../schemas/uids.ts'
import { builtIn, createGateway } from '../../index.ts'
import {
  bearer,
  form,
  gateway,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../fixtures/actors.ts'
import { phq9Response } from '../fixtures/phq-9.ts'

/** A person, and the application through which they submit. */
async function scene(app: FastifyInstance) {
  const study = await registered(app)
  const person = createKeyPair()
  const submit = (
    submission: object,
    schemaId = uids.QuestionnaireResponse as string,
    headers: object = {},
  ) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      { ...bearer(person, ['write']), ...headers },
      submissionOf(study.applicationId, submission, schemaId),
    )
  const observations = async (): Promise<StoredRecord[]> =>
    (await app.gateway.records.find(uids.Observation, { 'subject.reference': person.did }, { limit: 200 }))
      .records
  return { study, person, submit, observations }
}

const opened = async (t: Test, config: ConfigInput = {}) => {
  const app = await gateway(t, config)
  return { app, ...(await scene(app)) }
}

const mmHg = (value: number) => ({
  valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
})
const bloodPressure = (questionnaire: string) => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire,
  status: 'completed',
  item: [
    { linkId: 'measured', answer: [{ valueDateTime: '2026-02-03T08:00:00Z' }] },
    {
      linkId: 'blood-pressure',
      item: [
        { linkId: 'systolic', answer: [mmHg(121)] },
        { linkId: 'diastolic', answer: [mmHg(79)] },
      ],
    },
  ],
})

t.test('a blood pressure becomes one Observation', async t => {
  const { app, study, person, submit, observations } = await opened(t)
  const { _id } = await published(app, study, form('blood-pressure'))
  const answer = await submit(bloodPressure(_id))
  t.equal(answer.statusCode, 201, answer.body)
  const [stored, ...more] = await observations()
  t.same(more, [])
  t.match(stored, {
    resourceType: 'Observation',
    id: stored?._id,
    status: 'final',
    code: { coding: [{ code: '85354-9' }] },
    subject: { reference: person.did },
    performer: [{ reference: study.keyPair.did }],
    derivedFrom: [{ reference: `QuestionnaireResponse/${answer.json().insertedUid}` }],
    component: [mmHg(121), mmHg(79)],
    effectiveDateTime: '2026-02-03T08:00:00Z',
    issued: /^\d{4}-.*Z$/,
    _owner: person.did,
    _acl: [{ read: true, write: false, execute: true }],
  })
  t.equal(app.gateway.isAttested(uids.Observation, stored as StoredRecord), true)
})

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'

/** A form that extracts a Patient and an Observation by templates, and an AllergyIntolerance by definitions. */
const extracting = (weight = 'answer.value') => ({
  ...{ resourceType: 'Questionnaire', status: 'active' },
  contained: [
    {
      resourceType: 'Patient',
      id: 'person',
      name: [{ _text: template("item.where(linkId='name').answer.value") }],
    },
    {
      ...{ resourceType: 'Observation', id: 'weight', status: 'final' },
      _id: { extension: [{ url: 'urn:synthetic', valueString: 'not the id of a record' }] },
      code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
      subject: { _reference: template('%person') },
      _effectiveDateTime: template('%resource.authored'),
      valueQuantity: { _value: template(weight), system: 'http://unitsofmeasure.org', code: 'kg' },
    },
  ],
  extension: [
    { url: `${SDC}extractAllocateId`, valueString: 'person' },
    byTemplate('#person', [{ url: 'fullUrl', valueString: '%person' }]),
  ],
  item: [
    { linkId: 'name', type: 'string' },
    {
      ...{ linkId: 'weight', type: 'decimal', code: [{ system: 'http://loinc.org', code: '29463-7' }] },
      extension: [byTemplate('#weight')],
    },
    {
      ...{ linkId: 'allergy', type: 'string' },
      definition: 'http://hl7.org/fhir/StructureDefinition/AllergyIntolerance#AllergyIntolerance.code.text',
      extension: [
        {
          url: `${SDC}definitionExtract`,
          extension: [
            {
              url: 'definition',
              valueCanonical: 'http://hl7.org/fhir/StructureDefinition/AllergyIntolerance',
            },
          ],
        },
        {
          url: `${SDC}definitionExtractValue`,
          extension: [
            {
              url: 'definition',
              valueUri:
                'http://hl7.org/fhir/StructureDefinition/AllergyIntolerance#AllergyIntolerance.patient',
            },
            { url: 'expression', valueExpression: { language: 'text/fhirpath', expression: '%person' } },
          ],
        },
      ],
    },
  ],
})
const template = (words: string) => ({
  extension: [{ url: `${SDC}templateExtractValue`, valueString: words }],
})
const byTemplate = (reference: string, more: object[] = []) => ({
  url: `${SDC}templateExtract`,
  extension: [{ url: 'template', valueReference: { reference } }, ...more],
})
const extractable = (questionnaire: string) => ({
  ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire },
  item: [
    { linkId: 'name', answer: [{ valueString: 'Synthia Example' }] },
    { linkId: 'weight', answer: [{ valueDecimal: 70.5 }] },
    { linkId: 'allergy', answer: [{ valueString: 'synthetic peanuts' }] },
  ],
})

t.test(
  'what a form extracts by templates and definitions is a transaction; its Observations are stored',
  async t => {
    const { app, study, person, submit, observations } = await opened(t)
    const { _id } = await published(app, study, extracting())
    const answer = await submit(extractable(_id))
    t.equal(answer.statusCode, 201, answer.body)
    const uid = answer.json().insertedUid
    const [stored, ...more] = await observations()
    t.same(more, [], 'not a second time by its code')
    t.match(stored?._id, /^[0-9a-f-]{36}$/)
    t.match(stored, {
      id: stored?._id,
      subject: { reference: person.did },
      derivedFrom: [{ reference: `QuestionnaireResponse/${uid}` }],
      valueQuantity: { value: 70.5, code: 'kg' },
    })
    t.equal(app.gateway.isAttested(uids.Observation, stored as StoredRecord), true)

    const reader = bearer(person, ['read'])
    const extracted = await sendRequest(app, 'GET', `/fhir/QuestionnaireResponse/${uid}/$extract`, reader)
    t.match(extracted.json(), {
      ...{ resourceType: 'Bundle', type: 'transaction' },
      entry: [
        {
          resource: { resourceType: 'Patient', name: [{ text: 'Synthia Example' }] },
          request: { method: 'POST', url: 'Patient' },
        },
        { resource: { resourceType: 'Observation', valueQuantity: { value: 70.5 } } },
        { resource: { resourceType: 'AllergyIntolerance', code: { text: 'synthetic peanuts' } } },
      ],
    })
    const [{ fullUrl }, { resource }] = extracted.json().entry
    t.equal(resource.subject.reference, fullUrl)
    t.notMatch(extracted.body, '_owner')
    t.equal(
      (await sendRequest(app, 'GET', `/fhir/QuestionnaireResponse/${uid}/$extract`, reader)).body,
      extracted.body,
      'and the same each time',
    )
  },
)

t.test('a form of the request, or in the response, is extracted without being registered', async t => {
  const { app } = await opened(t)
  const post = async (body: object) =>
    (await sendRequest(app, 'POST', '/fhir/QuestionnaireResponse/$extract', {}, body)).json()
  const response = extractable('#form')
  const contained = await post({ ...response, contained: [{ ...extracting(), contained: [], id: 'form' }] })
  t.match(contained, {
    parameter: [
      { name: 'return', resource: { entry: [{ resource: { resourceType: 'AllergyIntolerance' } }] } },
      {
        name: 'issues',
        resource: { issue: [{ expression: [String] }, { expression: ['QuestionnaireResponse.item[1]'] }] },
      },
    ],
  })
  const parameter = [
    { name: 'questionnaire-response', resource: extractable('urn:none') },
    { name: 'questionnaire', resource: extracting() },
  ]
  t.equal((await post({ resourceType: 'Parameters', parameter })).entry?.length, 3)
  const broken = await post({
    resourceType: 'Parameters',
    parameter: [parameter[0], { name: 'questionnaire', resource: extracting('%unknown') }],
  })
  t.match(
    broken.parameter[1].resource.issue[0].details.text,
    /^Item 'weight': The expression of Observation.value/,
  )
})

t.test('what Observations repeat of a response is bounded', async t => {
  const { app, study, submit, observations } = await opened(t)
  const item = Array.from({ length: 100 }, (_, at) => ({
    ...{ linkId: `i${at}`, type: 'integer', code: [{ system: 'http://loinc.org', code: `${at}-0` }] },
  }))
  const { _id } = await published(app, study, { resourceType: 'Questionnaire', status: 'active', item })
  const response = {
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: _id },
    basedOn: [{ display: 'x'.repeat(100_000) }],
    item: item.map(({ linkId }, at) => ({ linkId, answer: [{ valueInteger: at }] })),
  }
  for (const answer of [
    await submit(response),
    await sendRequest(app, 'POST', '/fhir/QuestionnaireResponse/$extract', {}, response),
  ]) {
    t.equal(answer.statusCode, 422)
    t.match(answer.body, 'characters of observations')
  }
  t.same(await observations(), [])
})

t.test('a template that fails keeps nobody from answering', async t => {
  const { app, study, submit, observations } = await opened(t)
  const endless = `%resource${'.repeat(descendants() | %resource.descendants())'.repeat(40)}`
  for (const weight of ["'many'", '%unknown', endless]) {
    const { _id } = await published(app, study, extracting(weight))
    const answer = await submit(extractable(_id))
    t.equal(answer.statusCode, 201, answer.body)
  }
  t.match(
    (await observations()).map(({ valueQuantity }) => valueQuantity),
    [
      { code: 'kg', value: undefined },
      { code: 'kg', value: undefined },
    ],
  )
})

t.test('a measurement is dated by the form, else by the person, else by the service', async t => {
  const { app, study, person, submit, observations } = await opened(t)
  const code = [{ system: 'http://loinc.org', code: '29463-7' }]
  const { _id } = await published(app, study, {
    resourceType: 'Questionnaire',
    status: 'active',
    item: [
      {
        ...{ linkId: 'measured', type: 'dateTime', text: 'When did you measure?' },
        definition: 'http://hl7.org/fhir/StructureDefinition/Observation#Observation.effectiveDateTime',
      },
      { linkId: 'weight', type: 'decimal', code },
    ],
  })
  const began = new Date().toISOString()
  const weigh = async (value: number, measured: string | undefined, more: object = {}) => {
    const { statusCode, body } = await submit({
      ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: _id },
      ...more,
      item: [
        ...(measured === undefined ? [] : [{ linkId: 'measured', answer: [{ valueDateTime: measured }] }]),
        { linkId: 'weight', answer: [{ valueDecimal: value }] },
      ],
    })
    t.equal(statusCode, 201, body)
    const record = await app.gateway.records.read(uids.QuestionnaireResponse, JSON.parse(body).insertedUid)
    t.ok(String(record?.['authored']) >= began, 'the service says when it came')
    const found = (await observations()).find(each => JSON.stringify(each).includes(`"value":${value}`))
    t.equal(found?.['issued'], record?.['authored'])
    return { said: record?.['extension'], effective: String(found?.['effectiveDateTime']) }
  }
  const sent = (valueDateTime: string) => [{ url: 'urn:andiron:sent-authored', valueDateTime }]
  t.same(await weigh(70.1, '2026-03'), { said: undefined, effective: '2026-03' }, 'as far as it is known')
  t.same(await weigh(70.2, '2026-03-02T07:00:00+01:00', { authored: '2026-03-05' }), {
    ...{ said: sent('2026-03-05'), effective: '2026-03-02T07:00:00+01:00' },
  })
  t.same(await weigh(70.3, undefined, { authored: '2026-03-05' }), {
    ...{ said: sent('2026-03-05'), effective: '2026-03-05' },
  })
  const others = [{ url: 'https://a.example', valueBoolean: true }]
  for (const [at, authored] of ['2999-01-01', '2026-02-30', 7, 'constructor', undefined].entries()) {
    const extension = [...others, ...sent('1999-01-01')]
    const { said, effective } = await weigh(71 + at, undefined, { authored, extension })
    t.same(said, others, 'nobody but the service says what was sent')
    t.ok(effective >= began)
  }
  t.equal(
    (
      await submit({
        ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: _id, item: [] },
        ...{ authored: '2026-03-05', extension: 'x' },
      })
    ).statusCode,
    422,
  )
  const of = `/fhir/Observation?subject=${person.did}&date=2026-03&_sort=date`
  const found = await sendRequest(app, 'GET', of, bearer(person, ['read']))
  t.same(
    found
      .json()
      .entry?.map(({ resource }: { resource: Record<string, unknown> }) => resource['effectiveDateTime']),
    ['2026-03', '2026-03-02T07:00:00+01:00', '2026-03-05'],
  )
})

t.test('a form begins with what was measured before, for the person alone', async t => {
  const { app, study, person, submit } = await opened(t)
  const code = [{ system: 'http://loinc.org', code: '29463-7' }]
  const UCUM = 'http://unitsofmeasure.org'
  const weight = {
    ...{ linkId: 'weight', type: 'quantity', code },
    extension: [
      {
        url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observationLinkPeriod',
        valueDuration: { value: 3, system: UCUM, code: 'mo' },
      },
    ],
  }
  const { _id } = await published(app, study, {
    ...{ resourceType: 'Questionnaire', status: 'active', item: [weight] },
  })
  const kilos = { valueQuantity: { value: 70.5, unit: 'kg', system: UCUM, code: 'kg' } }
  const answered = {
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: _id },
    item: [{ linkId: 'weight', answer: [kilos] }],
  }
  t.equal((await submit(answered)).statusCode, 201)

  const path = `/fhir/Questionnaire/${_id}/$populate`
  const local = { name: 'local', valueBoolean: true }
  const about = (did: string) => ({ name: 'subject', valueReference: { identifier: { value: did } } })
  const populating = async (headers: object, ...parameter: object[]) => {
    const { statusCode, body } = await sendRequest(app, 'POST', path, headers, {
      resourceType: 'Parameters',
      parameter,
    })
    if (statusCode !== 200) return { statusCode }
    const parts: { name: string; resource: Record<string, never[]> }[] = JSON.parse(body).parameter
    const [response, issues] = ['response', 'issues'].map(
      name => parts.find(each => each.name === name)?.resource,
    )
    const warnings = issues?.['issue']?.map(({ details }: { details: { text: string } }) => details.text)
    return { item: response?.['item'], warnings }
  }
  const own = bearer(person, ['read'])
  t.same(await populating(own, local), { item: answered.item, warnings: undefined })
  t.same(await populating(own, local, about(person.did)), { item: answered.item, warnings: undefined })
  t.same(await populating(own), { item: [], warnings: undefined }, 'nobody asked for it')
  t.match(await populating({}, local), { item: [], warnings: [/^Send the token of the person/] })
  const other = createKeyPair()
  t.same(await populating(bearer(other, ['read']), local), { item: [], warnings: undefined }, "nobody else's")
  t.match(await populating(own, local, about(other.did)), {
    item: [],
    warnings: [/not the person whose token/],
  })
  t.match(await populating(bearer(other, ['read']), local, about(person.did)), {
    item: [],
    warnings: [/not the person/],
  })
  for (const subject of [about('did:key:zzz'), about('constructor'), { name: 'subject', valueReference: {} }])
    t.match(await populating(own, local, subject), { item: [], warnings: [/not the person/] })
  for (const authorization of ['Bearer x', 'Bearer ', 'x'])
    t.same(await populating({ authorization }, local), { statusCode: 401 }, 'a token that fails is not none')
  t.equal((await sendRequest(app, 'GET', path, {})).statusCode, 200)

  const { entries } = await app.gateway.audit.of(keyIdOf(person.did), { limit: 10 })
  t.same(
    entries
      .filter(({ action }) => action === 'fhirPopulateQuestionnaire')
      .map(({ records }) => records.length),
    [1, 1],
    'each is in the audit trail',
  )
})

t.test('the total of a PHQ-9 and each of its answers', async t => {
  const { app, study, submit, observations } = await opened(t)
  const { _id } = await published(app, study)
  const response = phq9Response(_id)
  response.item.push({ linkId: 'total', answer: [{ valueInteger: 7 }] } as never)
  const key = { 'idempotency-key': 'visit-1' }
  const first = await submit(response, undefined, key)
  t.equal(first.statusCode, 201, first.body)
  const found = await observations()
  t.equal(found.length, 10)
  t.match(
    found.find(({ code }) => JSON.stringify(code).includes('44261-6')),
    { valueInteger: 7 },
  )

  await t.test('are stored once, however often the submission is repeated', async t => {
    const again = await submit(response, undefined, key)
    t.equal(again.json().insertedUid, first.json().insertedUid)
    t.same(await observations(), found)
  })
  await t.test('and once more for another visit', async t => {
    await submit(response)
    t.equal((await observations()).length, 20)
  })
})

t.test('a submission that is refused in the middle has left nothing, and its retry is stored', async t => {
  let writes = 3
  const cut = definePlugin({
    name: 'cut',
    version: '1.0.0',
    hooks: {
      beforeWrite() {
        if (writes-- === 0) throw new Error('cut short')
      },
    },
  })
  const app = await createGateway(memory, { builtIn: [...builtIn, cut], fastify: { logger: false } })
  t.teardown(() => app.close())
  const { study, submit, observations } = await scene(app)
  const { _id } = await published(app, study)
  const key = { 'idempotency-key': 'visit-2' }
  t.equal((await submit(phq9Response(_id), undefined, key)).statusCode, 500)
  t.equal((await observations()).length, 0, 'all of them or none')
  t.equal(await app.gateway.records.count(uids.QuestionnaireResponse, {}), 0, 'and no response without them')
  t.equal((await submit(phq9Response(_id), undefined, key)).statusCode, 201)
  t.equal((await observations()).length, 9)
  t.equal(await app.gateway.records.count(uids.QuestionnaireResponse, {}), 1)
})

t.test('what is not marked is left alone when the operator says so', async t => {
  const { app, study, submit, observations } = await opened(t, {
    plugins: { 'fhir-observation': { extractCodedItems: false } },
  })
  const { _id } = await published(app, study)
  t.equal((await submit(phq9Response(_id))).statusCode, 201)
  t.same(await observations(), [])
})

t.test(
  'a response with more Observations than one may hold is refused before anything is stored',
  async t => {
    const { app, study, submit } = await opened(t, {
      plugins: { 'fhir-observation': { mostPerResponse: 8 } },
    })
    const { _id } = await published(app, study)
    t.match((await submit(phq9Response(_id))).json(), { status: 422, code: 'AND_TOO_MANY_OBSERVATIONS' })
    t.equal(await app.gateway.records.count(uids.QuestionnaireResponse, {}), 0)
  },
)

t.test('an Observation of a person', async t => {
  const { person, submit, observations } = await opened(t)
  const weight = {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  }
  const send = (observation: object) => submit(observation, uids.Observation)
  const accepted: [string, object][] = [
    ['as it is', weight],
    [
      'about someone else, in whose place it is about the person',
      { ...weight, subject: { reference: 'Patient/1' } },
    ],
    ['in an unusual unit', { ...weight, valueQuantity: { value: 154, unit: 'lb' } }],
  ]
  for (const [what, observation] of accepted) t.equal((await send(observation)).statusCode, 201, what)
  for (const stored of await observations())
    t.match(stored, { subject: { reference: person.did }, performer: [{ reference: person.did }] })
  t.equal((await observations()).length, accepted.length)

  await t.test('has the id that the service gives it, and keeps its own as an identifier', async t => {
    const own = { system: 'https://scales.example', value: '7' }
    const key = { 'idempotency-key': 'weight-1' }
    const mine = { ...weight, id: 'morning', identifier: [own] }
    const { insertedUid } = (await submit(mine, uids.Observation, key)).json()
    const stored = (await observations()).find(({ _id }) => _id === insertedUid)
    t.match(stored, {
      id: insertedUid,
      identifier: [own, { system: 'urn:andiron:sent-id', value: 'morning' }],
    })
    t.equal((await submit(mine, uids.Observation, key)).json().insertedUid, insertedUid)
    for (const { id, _id } of await observations()) t.equal(id, _id)
  })

  const { coding } = weight.code
  const refused: [string, object, string][] = [
    ['with a reason why it has no value', { ...weight, dataAbsentReason: { text: 'x' } }, 'obs-6'],
    [
      'with its own code in a component',
      { ...weight, component: [{ code: { coding }, valueInteger: 1 }] },
      'obs-7',
    ],
    ['with a field that FHIR does not know', { ...weight, weight: 70 }, 'S-UNKNOWN'],
    ['with an id that is no text', { ...weight, id: 7 }, 'S-PRIM'],
    ['with an id that is empty', { ...weight, id: '' }, 'S-EMPTY'],
    ['with one identifier instead of a list', { ...weight, id: 'x', identifier: {} }, 'S-ARRAY'],
    ['with two values', { ...weight, valueInteger: 70 }, 'S-CHOICE'],
    ['in a state that there is not', { ...weight, status: 'done' }, 'S-BIND'],
    ['without a code', { ...weight, code: undefined }, 'schema.required'],
  ]
  for (const [what, observation, rule] of refused)
    await t.test(`is refused ${what}`, async t => {
      const answer = await send(observation)
      t.equal(answer.statusCode, 422)
      t.match(
        answer.json().issues.map((issue: { rule: string }) => issue.rule),
        [rule],
      )
    })
})

t.test('measurements are found by value, and the newest of each', async t => {
  const { app, person, submit } = await opened(t)
  const UCUM = 'http://unitsofmeasure.org'
  const coded = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] })
  const quantity = (value: number, code: string) => ({ value, unit: code, system: UCUM, code })
  const observation = (code: string, effectiveDateTime: string, more: object) => ({
    ...{ resourceType: 'Observation', status: 'final', code: coded(code), effectiveDateTime },
    ...more,
  })
  const pressure = (systolic: number, diastolic: number, date: string) =>
    observation('85354-9', date, {
      component: [
        { code: coded('8480-6'), valueQuantity: quantity(systolic, 'mm[Hg]') },
        { code: coded('8462-4'), valueQuantity: quantity(diastolic, 'mm[Hg]') },
      ],
    })
  const weight = (value: number, date: string) =>
    observation('29463-7', date, { valueQuantity: quantity(value, 'kg') })
  const stored = [
    pressure(152, 91, '2026-01-01'),
    pressure(128, 84, '2026-03-01'),
    pressure(118, 79, '2026-02-01'),
    weight(70.5, '2026-02-10'),
    weight(71, '2026-01-10'),
    observation('72166-2', '2026-01-05', { valueCodeableConcept: { ...coded('LA18976-3'), text: 'Daily' } }),
    observation('8867-4', '2026-01-06', { dataAbsentReason: { coding: [{ code: 'unknown' }] } }),
    observation('notes', '2026-01-07', { valueString: 'slept well' }),
  ]
  for (const each of stored) t.equal((await submit(each, uids.Observation)).statusCode, 201)
  const mine = bearer(person, ['read'])
  const answerTo = (query: string, headers = mine) =>
    sendRequest(app, 'GET', `/fhir/Observation${query}`, headers)
  const found = async (query: string) => (await answerTo(query)).json()

  const searches: [query: string, total: number][] = [
    ['value-quantity=gt70', 2],
    ['value-quantity=70.5|http://unitsofmeasure.org|kg', 1],
    ['value-quantity=gt70||lb', 0],
    ['value-quantity=71,70.5', 2],
    ['value-quantity:missing=true', 6],
    ['component-value-quantity=ge150', 1],
    ['combo-value-quantity=lt80', 3],
    ['component-code-value-quantity=http://loinc.org|8480-6$gt120', 2],
    ['component-code-value-quantity=8462-4$gt120', 0],
    ['combo-code-value-quantity=29463-7$70.5,8480-6$118', 2],
    ['code-value-quantity=29463-7$lt71', 1],
    ['value-concept=LA18976-3', 1],
    ['code-value-concept=72166-2$http://loinc.org|LA18976-3', 1],
    ['combo-value-concept:not=LA18976-3', 7],
    ['value-string=Slept', 1],
    ['value-string=daily', 1],
    ['code-value-string=notes$slept', 1],
    ['data-absent-reason=unknown', 1],
    [`performer=${person.did}`, 8],
    ['performer=did:nil:02', 0],
  ]
  for (const [query, total] of searches) t.equal((await found(`?${query}`)).total, total, query)

  const refused = [
    ...['?value-quantity=heavy', '?value-quantity=1e999', '?code-value-quantity=29463-7'],
    ...[
      '?code-value-quantity=29463-7$70$70',
      '?value-quantity:not=1',
      '?component-code-value-quantity:exact=a$1',
    ],
    ...['/$lastn?max=0', '/$lastn?max=x', '/$lastn?max=1&max=2', '/$lastn?_sort=date', '/$lastn?_cursor=x'],
  ]
  for (const query of refused)
    t.match(await found(query), { issue: [{ details: { coding: [{ code: 'AND_INVALID_SEARCH' }] } }] }, query)
  t.match((await found('?_sort=value-quantity')).entry.at(-1).search, { mode: 'outcome' }, 'without an order')

  await t.test('$lastn', async t => {
    const namesOf = ({ entry = [] }: { entry?: { resource: Record<string, string> }[] }) =>
      entry.map(({ resource }) => resource['effectiveDateTime'])
    const newest = await found('/$lastn')
    t.same(namesOf(newest), ['2026-03-01', '2026-02-10', '2026-01-07', '2026-01-06', '2026-01-05'])
    t.match(newest, {
      type: 'searchset',
      link: [{ relation: 'self', url: /\/fhir\/Observation\/\$lastn\?max=1$/ }],
    })
    t.match(newest.entry[0].fullUrl, /\/fhir\/Observation\/[0-9a-f-]+$/)
    t.same(namesOf(await found('/$lastn?max=2&code=85354-9,29463-7')), [
      ...['2026-03-01', '2026-02-01', '2026-02-10', '2026-01-10'],
    ])
    t.same(namesOf(await found('/$lastn?max=2&date=lt2026-02&code=85354-9')), ['2026-01-01'])
    t.equal((await answerTo('/$lastn', bearer(createKeyPair(), ['read']))).json().entry, undefined)
    t.equal((await answerTo('/$lastn', {} as typeof mine)).statusCode, 401)
    const small = await opened(t, { plugins: { 'fhir-rest': { mostSearched: 1 } } })
    for (const date of ['2026-01-01', '2026-01-02']) await small.submit(weight(70, date), uids.Observation)
    const headers = bearer(small.person, ['read'])
    t.match((await sendRequest(small.app, 'GET', '/fhir/Observation/$lastn', headers)).json(), {
      issue: [{ details: { coding: [{ code: 'AND_TOO_MANY_TO_COMPARE' }] } }],
    })
  })
})
