/** Modular forms over HTTP: assembled, packaged, and answered by `$process-response`. */
import t from 'tap'

import { createKeyPair } from '../../../core/crypto/keys.ts'
import { checkStructureOnly, refused } from '../../../fhir/index.ts'
import { uids } from '../../../schemas/uids.ts'
import { bearer, gateway, published, registered, sendRequest } from '../fixtures/actors.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const HL7 = 'http://hl7.org/fhir/StructureDefinition/'

const app = await gateway(t)
const study = await registered(app)

const post = (path: string, body: object, headers: object = {}) =>
  sendRequest(app, 'POST', `/fhir/${path}`, { 'content-type': 'application/fhir+json', ...headers }, body)
const module = (linkId: string, canonical: string) => ({
  ...{ linkId, type: 'display', text: 'This module is missing.' },
  extension: [{ url: `${SDC}subQuestionnaire`, valueCanonical: canonical }],
})
const prefix = (expression: string) => ({
  url: `${HL7}variable`,
  valueExpression: { name: 'linkIdPrefix', language: 'text/fhirpath', expression },
})
const name = (id: string) => `http://example.org/modular/${id}`
const form = (id: string, item: object[], more: object = {}) => ({
  ...{ resourceType: 'Questionnaire', status: 'active', url: name(id), version: '1', ...more },
  item,
})
const group = (linkId: string, canonical: string) => ({
  ...{ linkId, type: 'group', extension: [prefix(`'${linkId}.'`)] },
  item: [module(`${linkId}.module`, canonical)],
})

const sex = {
  resourceType: 'ValueSet',
  status: 'active',
  url: name('values'),
  compose: { include: [{ system: name('codes') }] },
}
const codes = {
  ...{ resourceType: 'CodeSystem', status: 'active', url: name('codes'), content: 'complete' },
  concept: [{ code: 'a' }, { code: 'b' }],
}
for (const each of [codes, sex])
  await sendRequest(app, 'POST', '/api/valueset', bearer(study.keyPair, ['write:questionnaire']), each)
const person1 = form('person', [
  { linkId: 'name', text: 'Name', type: 'string' },
  { linkId: 'kind', text: 'Kind', type: 'choice', answerValueSet: name('values') },
])
await published(app, study, person1)
const root = form('root', [group('one', `${name('person')}|1`), group('two', name('person'))], {
  extension: [{ url: `${SDC}assemble-expectation`, valueCode: 'assemble-root' }],
})
const { _id } = await published(app, study, root)

t.test('a registered form is assembled into one that can be registered and answered', async t => {
  const answer = await sendRequest(app, 'GET', `/fhir/Questionnaire/${_id}/$assemble`, {})
  t.equal(answer.statusCode, 200, answer.body)
  const assembled = answer.json()
  t.match(assembled, {
    ...{ resourceType: 'Questionnaire', url: name('root'), version: '1' },
    item: [
      { linkId: 'one', item: [{ linkId: 'one.name' }, { linkId: 'one.kind' }] },
      { linkId: 'two', item: [{ linkId: 'two.name' }, { linkId: 'two.kind' }] },
    ],
  })
  t.match(JSON.stringify(assembled.extension), `${name('person')}|1`)
  const { _id: whole } = await published(app, study, { ...assembled, url: name('whole') })
  t.ok(whole)

  for (const body of [
    root,
    { resourceType: 'Parameters', parameter: [{ name: 'questionnaire', resource: root }] },
    {
      resourceType: 'Parameters',
      parameter: [{ name: 'questionnaire', valueCanonical: `${name('root')}|1` }],
    },
    {
      resourceType: 'Parameters',
      parameter: [{ name: 'questionnaire', valueReference: { reference: `Questionnaire/${_id}` } }],
    },
  ])
    t.match((await post('Questionnaire/$assemble', body)).json(), { item: assembled.item })
})

t.test('a warning about the assembled form comes beside it', async t => {
  const body = { ...root, extension: [{ url: `${HL7}cqf-library`, valueCanonical: name('library') }] }
  t.match((await post('Questionnaire/$assemble', body)).json(), {
    parameter: [
      { name: 'return', resource: { item: [{ linkId: 'one' }, { linkId: 'two' }] } },
      { name: 'outcome', resource: { issue: [{ severity: 'warning', details: { text: /cqf-library/ } }] } },
    ],
  })
})

t.test('what cannot be assembled is refused with the names of the forms', async t => {
  const refusals: [object, RegExp][] = [
    [form('lost', [module('a', name('nowhere'))]), /modular\/lost.*modular\/nowhere.*not known/],
    [
      form('twice', [module('a', name('person')), module('b', name('person'))]),
      /linkId 'name'.*modular\/person/,
    ],
    [form('person', [module('a', name('person'))]), /include each other/],
  ]
  for (const [body, words] of refusals) {
    const answer = await post('Questionnaire/$assemble', body)
    t.equal(answer.statusCode, 422)
    t.equal(answer.json().resourceType, 'OperationOutcome')
    t.match(answer.json().issue[0].details.text, words)
  }
  t.equal((await post('Questionnaire/$assemble', { resourceType: 'Parameters' })).statusCode, 422)
  const invalid = form('invalid', [{ linkId: 'x', type: 'nothing' }])
  t.match((await post('Questionnaire/$assemble', invalid)).json().issue[0].expression, [
    'Questionnaire.item[0].type',
  ])
})

t.test('a package holds the form with what it needs, and names what is missing', async t => {
  const { _id: dependent } = await published(app, study, {
    ...root,
    url: name('dependent'),
    extension: [{ url: `${HL7}cqf-library`, valueCanonical: name('library') }],
  })
  const answer = await sendRequest(app, 'GET', `/fhir/Questionnaire/${dependent}/$questionnaire-package`, {})
  t.equal(answer.statusCode, 200, answer.body)
  const { type, entry } = answer.json()
  t.equal(type, 'collection')
  t.same(
    entry.map(
      ({ resource }: { resource: { resourceType: string; url?: string } }) =>
        resource.url ?? resource.resourceType,
    ),
    [name('dependent'), name('person'), name('values'), name('codes'), 'OperationOutcome'],
  )
  t.same(
    entry.at(-1).resource.issue.map(({ details }: { details: { text: string } }) => details.text),
    [`The form needs '${name('library')}', which is not registered here.`],
  )
  t.notMatch(answer.body, /"_(id|created|updated)"/)
  const bundle = checkStructureOnly(answer.json(), { fhirVersion: 'R4' }).filter(each => refused([each]))
  t.same(bundle, [])

  const sent = await post('Questionnaire/$questionnaire-package', {
    resourceType: 'Parameters',
    parameter: [{ name: 'questionnaire', resource: form('lost', [module('a', name('nowhere'))]) }],
  })
  t.match(sent.json(), {
    entry: [{ resource: { url: name('lost') } }, { resource: { issue: [{ details: { text: /nowhere/ } }] } }],
  })
})

t.test('$process-response is a submission: validated, stored, extracted, once', async t => {
  const person = createKeyPair()
  const { _id: id } = await published(app, study, {
    ...{ resourceType: 'Questionnaire', status: 'active', url: name('weight') },
    item: [
      {
        ...{ linkId: 'weight', text: 'Weight', type: 'decimal', required: true },
        code: [{ system: 'http://loinc.org', code: '29463-7' }],
        extension: [
          {
            url: `${HL7}questionnaire-unit`,
            valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg' },
          },
        ],
      },
    ],
  })
  const response = {
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: name('weight') },
    item: [{ linkId: 'weight', answer: [{ valueDecimal: 71 }] }],
  }
  const { questionnaire: _, ...unnamed } = response
  const write = { ...bearer(person, ['write']), 'idempotency-key': 'a-synthetic-key' }
  const any = 'Questionnaire/$process-response'
  const own = `Questionnaire/${id}/$process-response`
  const count = async (uid: string) =>
    (await app.gateway.records.find(uid, { _owner: person.did }, { limit: 10 })).records.length
  const refusals: [string, object, object, number][] = [
    [any, response, {}, 401],
    [any, response, bearer(person, ['read']), 403],
    [any, unnamed, write, 422],
    [any, { ...response, status: 'in-progress' }, write, 422],
    [any, { ...response, item: [] }, write, 422],
    [any, { resourceType: 'Parameters' }, write, 422],
    [own, { ...response, questionnaire: name('person') }, write, 422],
    [own, { ...response, questionnaire: 1 }, write, 422],
  ]
  for (const [path, body, headers, status] of refusals)
    t.equal((await post(path, body, headers)).statusCode, status, JSON.stringify(body))
  t.equal((await sendRequest(app, 'GET', `/fhir/${own}`, write)).statusCode, 405)
  t.equal(await count(uids.QuestionnaireResponse), 0)

  const answers = await Promise.all([
    post(own, unnamed, write),
    post(own, unnamed, write),
    post(
      any,
      { resourceType: 'Parameters', parameter: [{ name: 'response', resource: response }] },
      bearer(person, ['write']),
    ),
  ])
  for (const { statusCode, body } of answers) t.equal(statusCode, 200, body)
  t.match(answers[0]?.json().parameter[0], {
    name: 'warnings',
    resource: {
      issue: [{ severity: 'information', details: { text: /^It is stored as QuestionnaireResponse\// } }],
    },
  })
  t.equal(answers[0]?.body, answers[1]?.body)
  t.equal(await count(uids.QuestionnaireResponse), 2)
  t.equal(await count(uids.Observation), 2)
})
