/** Conversion from stored resources to plain FHIR of a version, and back. */
import t from 'tap'
import { checkStructureOnly } from '../index.ts'
import { plainLinks, type Serving, servedAs, storedFrom, versionIdOf } from '../resources/served-resource.ts'

const ID = '0b7c5a2e-7c1e-4d3e-9a51-6f0e8d1f9b10'
const DID = 'did:nil:02aa'
const baseUrl = 'https://profile.example/fhir'
const identifier = (value: string) => ({ identifier: { system: 'urn:ietf:rfc:3986', value } })
const stored = (resource: object) => ({
  ...{ _id: ID, _created: '2026-01-01T00:00:00.000Z', _updated: '2026-01-01T00:00:00.001Z', _owner: DID },
  ...{ _acl: [], _attestation: 'x', ...resource },
})
const serve = (resource: object, fhirVersion: Serving['fhirVersion'] = 'R4') =>
  servedAs(stored(resource), { fhirVersion, baseUrl })

t.test('what the store knows becomes id and meta', async t => {
  t.same(serve({ resourceType: 'Basic', id: 'mine', _code: { id: 'x' } }), {
    ...{ resourceType: 'Basic', id: ID, _code: { id: 'x' } },
    meta: { versionId: '1767225600001', lastUpdated: '2026-01-01T00:00:00.001Z' },
  })
  const named = stored({ meta: { versionId: '7' } })
  t.equal(versionIdOf(named), '1767225600001', 'the word of a person about the version does not count')
  t.equal(versionIdOf({ ...named, _owner: undefined }), '7')
})

t.test('links', async t => {
  const cases: [string, unknown, unknown][] = [
    ['a DID beside its identifier', { reference: DID, ...identifier(DID) }, identifier(DID)],
    ['a DID alone', [{ reference: DID, display: 'Ada' }], [{ ...identifier(DID), display: 'Ada' }]],
    ['a uuid', { reference: `urn:uuid:${ID}` }, identifier(`urn:uuid:${ID}`)],
    ['a link', { reference: `Observation/${ID}` }, { reference: `Observation/${ID}` }],
    ['a file', { url: `binary/${ID}` }, { url: `${baseUrl}/Binary/${ID}` }],
    ['a URL', { url: 'binary/x' }, { url: 'binary/x' }],
    ['a form by its id', { questionnaire: ID }, { questionnaire: `${baseUrl}/Questionnaire/${ID}` }],
    [
      'a form by its uuid',
      { questionnaire: `urn:uuid:${ID}|2` },
      { questionnaire: `${baseUrl}/Questionnaire/${ID}|2` },
    ],
    [
      'a form by a reference',
      { questionnaire: `Questionnaire/${ID}` },
      { questionnaire: `${baseUrl}/Questionnaire/${ID}` },
    ],
    ['a form by its URL', { questionnaire: 'https://a.example/q' }, { questionnaire: 'https://a.example/q' }],
    ['a form in the response', { questionnaire: '#form' }, { questionnaire: '#form' }],
    ['no link', { reference: 7, url: 7, questionnaire: null }, { reference: 7, url: 7, questionnaire: null }],
  ]
  for (const [what, from, to] of cases) t.same(plainLinks(from, baseUrl), to, what)
})

t.test('the elements of a version', async t => {
  const attachment = { contentType: 'text/plain', size: 5 }
  const document = {
    resourceType: 'DocumentReference',
    status: 'current',
    version: '1',
    content: [{ attachment }],
  }
  const sizeIn = (served: object) =>
    (served as { content: { attachment: { size: unknown } }[] }).content[0]?.attachment.size
  t.equal(sizeIn(serve(document, 'R5')), '5')
  t.equal(sizeIn(serve({ ...document, content: [{ attachment: { size: '5' } }] })), 5)
  t.equal(serve(document)['version'], undefined)
  t.equal(serve(document, 'R5')['version'], '1')
  const response = {
    resourceType: 'QuestionnaireResponse',
    questionnaire: 'https://a.example/q',
    status: 'completed',
  }
  const [one, other] = [{ value: 'a' }, { value: 'b' }]
  t.same(serve({ ...response, identifier: [one, other] })['identifier'], one, 'R4 has one')
  t.same(serve({ ...response, identifier: one }, 'R5')['identifier'], [one], 'R5 has several')
  for (const version of ['R4', 'R4B', 'R5'] as const)
    t.same(
      checkStructureOnly(serve({ ...response, identifier: one }, version), { fhirVersion: version }),
      [],
      version,
    )
})

t.test('the types of questions', async t => {
  const cases: [object, object, object][] = [
    [{ type: 'choice' }, { type: 'choice' }, { type: 'coding' }],
    [{ type: 'coding' }, { type: 'choice' }, { type: 'coding' }],
    [
      { type: 'open-choice' },
      { type: 'open-choice' },
      { type: 'coding', answerConstraint: 'optionsOrString' },
    ],
    [
      { type: 'coding', answerConstraint: 'optionsOrString' },
      { type: 'open-choice' },
      { type: 'coding', answerConstraint: 'optionsOrString' },
    ],
    [
      { type: 'choice', answerConstraint: 'optionsOrString' },
      { type: 'open-choice' },
      { type: 'coding', answerConstraint: 'optionsOrString' },
    ],
    [{ type: 'integer' }, { type: 'integer' }, { type: 'integer' }],
  ]
  const form = (item: unknown) => ({
    resourceType: 'Questionnaire',
    status: 'active',
    item: [{ type: 'group', item: [item] }],
  })
  for (const [item, r4, r5] of cases) {
    t.same(serve(form(item))['item'], [{ type: 'group', item: [r4] }])
    t.same(serve(form(item), 'R5')['item'], [{ type: 'group', item: [r5] }])
  }
  t.same(
    serve(form('none'))['item'],
    [{ type: 'group', item: ['none'] }],
    'what is no question is left to be refused',
  )
})

t.test('a form that was read goes back as its author wrote it', async t => {
  const own = { system: 'https://a.example', value: '7' }
  const forms = [
    { id: 'phq-9', url: 'https://a.example/phq-9', identifier: [own] },
    { id: 'phq-9' },
    { url: 'https://a.example/phq-9' },
    {},
  ].map(more => ({ ...more, resourceType: 'Questionnaire', status: 'active' }))
  for (const form of forms) {
    const served = serve(form) as { resourceType: string }
    t.match(served, { id: ID, url: String })
    const { meta: _, ...back } = storedFrom({ ...served }, baseUrl) as { meta?: unknown }
    t.same(back, form)
  }
})
