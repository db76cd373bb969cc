/** Modular forms over HTTP: assembled, packaged, and answered by `$process-response`. */
import t from 'tap'

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
  extension: [
    { url: `${SDC}assemble-expectation`, valueCode: 'assemble-root' },
    { url: `${HL7}cqf-library`, valueCanonical: name('library') },
  ],
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
