/** The references of a form: value sets, code systems, its base form, and its version of FHIR. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { uids } from '../../../schemas/uids.ts'
import {
  bearer,
  gateway,
  published,
  registered,
  sendRequest,
  submissionOf,
  type TestApplication,
} from '../fixtures/actors.ts'

const system = 'https://study.example/CodeSystem/animals'
const url = 'https://study.example/ValueSet/pets'

const valueSet = (codes: readonly string[], more: object = {}) => ({
  resourceType: 'ValueSet',
  url,
  status: 'active',
  compose: { include: [{ system, concept: codes.map(code => ({ code })) }] },
  ...more,
})
const animals = {
  resourceType: 'CodeSystem',
  url: system,
  status: 'active',
  content: 'complete',
  concept: [{ code: 'mammal', concept: [{ code: 'dog' }, { code: 'cat' }] }, { code: 'bird' }],
}
const form = (more: object = {}) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item: [{ linkId: 'pet', type: 'choice', text: 'Which pet?', answerValueSet: url }],
  ...more,
})
const answering = (questionnaire: string, code: string) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire,
  item: [{ linkId: 'pet', answer: [{ valueCoding: { system, code } }] }],
})

const put = (app: FastifyInstance, { keyPair }: TestApplication, resource: object) =>
  sendRequest(app, 'POST', '/api/valueset', bearer(keyPair, ['write:questionnaire']), resource)

const submit = async (app: FastifyInstance, { applicationId }: TestApplication, response: object) => {
  const headers = bearer(createKeyPair(), ['write'])
  const answer = await sendRequest(
    app,
    'POST',
    '/api/submission',
    headers,
    submissionOf(applicationId, response),
  )
  return answer.statusCode === 201 ? 'accepted' : (answer.json().issues ?? [answer.json()])[0].rule
}

const rulesOf = async (app: FastifyInstance, body: object): Promise<string[]> => {
  const answer = await sendRequest(app, 'POST', '/api/questionnaire/$validate', {}, body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return (answer.json().issue as { details: { coding?: { code: string }[] } }[]).flatMap(
    ({ details }) => details.coding?.[0]?.code ?? [],
  )
}

t.test('a form is answered from a value set that its application registered', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study, form())
  t.equal(await submit(app, study, answering(_id, 'stone')), 'accepted', 'before it is known, all is taken')

  const first = await put(app, study, valueSet(['dog']))
  t.equal(first.statusCode, 201, first.body)
  t.match(first.json(), { url, publisher: study.keyPair.did, meta: { versionId: /./ } })
  t.equal(await submit(app, study, answering(_id, 'dog')), 'accepted')
  t.equal(await submit(app, study, answering(_id, 'cat')), 'QR-VS')

  await t.test('the same URL again is a new revision, and what is answered from then on', async t => {
    const second = await put(app, study, valueSet(['dog', 'cat'], { version: '2' }))
    t.equal(second.statusCode, 200, second.body)
    t.equal(second.json()._id, first.json()._id)
    t.equal(await submit(app, study, answering(_id, 'cat')), 'accepted')
    const same = await put(app, study, second.json())
    t.equal(same.json().meta.versionId, second.json().meta.versionId, 'the same content changes nothing')
  })

  await t.test('a form that names a version keeps it', async t => {
    const item = [{ linkId: 'pet', type: 'choice', answerValueSet: `${url}|2` }]
    const pinned = await published(app, study, form({ item }))
    await put(app, study, valueSet(['bird'], { version: '3' }))
    t.equal(await submit(app, study, answering(pinned._id, 'cat')), 'accepted')
    t.equal(await submit(app, study, answering(pinned._id, 'bird')), 'QR-VS')
    t.equal(await submit(app, study, answering(_id, 'bird')), 'accepted')
    t.equal(await submit(app, study, answering(_id, 'cat')), 'QR-VS')
  })

  await t.test('every revision is served', async t => {
    const { _id: id, meta } = first.json()
    const read = (query = '') => sendRequest(app, 'GET', `/api/valueset/${id}${query}`, {})
    t.match((await read()).json(), { _id: id, version: '3' })
    t.match((await read('?version=2')).json(), { _id: id, version: '2' })
    t.match((await read(`?versionId=${meta.versionId}`)).json(), { _id: id, compose: { include: [{}] } })
    for (const wrong of ['?version=9', '?versionId=9', `?versionId=${crypto.randomUUID()}`])
      t.match((await read(wrong)).json(), { status: 404, code: 'AND_UNKNOWN_VALUE_SET' })
    t.equal((await sendRequest(app, 'GET', `/api/valueset/${meta.versionId}`, {})).statusCode, 404)
    t.equal((await sendRequest(app, 'GET', '/api/valueset/x', {})).statusCode, 404)
  })
})

t.test('a value set takes its codes from a code system and from other value sets', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const mammals = 'https://study.example/ValueSet/mammals'
  const filter = [{ property: 'concept', op: 'is-a', value: 'mammal' }]
  await put(app, study, animals)
  await put(app, study, {
    ...valueSet([]),
    url: mammals,
    compose: { include: [{ system, filter }] },
  })
  await put(app, study, {
    ...valueSet([]),
    compose: { include: [{ valueSet: [mammals] }], exclude: [{ system, concept: [{ code: 'cat' }] }] },
  })
  const { _id } = await published(app, study, form())
  t.equal(await submit(app, study, answering(_id, 'dog')), 'accepted')
  for (const code of ['cat', 'bird', 'stone'])
    t.equal(await submit(app, study, answering(_id, code)), 'QR-VS', code)
})

t.test('nobody else can register what the forms of an application name', async t => {
  const app = await gateway(t)
  const [study, stranger] = [await registered(app), await registered(app)]
  const { _id } = await published(app, study, form())
  t.equal((await put(app, stranger, valueSet(['stone']))).statusCode, 201)
  t.equal(await submit(app, study, answering(_id, 'dog')), 'accepted', 'not checked, as before')
  t.equal((await put(app, study, valueSet(['dog']))).statusCode, 201, 'each has a URL for itself')
  t.equal(await submit(app, study, answering(_id, 'stone')), 'QR-VS')
  const theirs = await published(app, stranger, form())
  t.equal(await submit(app, stranger, answering(theirs._id, 'dog')), 'QR-VS')
})

t.test('what is no value set is refused with every issue', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const refused: [object, string][] = [
    [{ ...valueSet([]), compose: {} }, 'S-EMPTY'],
    [{ ...valueSet([]), compose: { include: [{}] } }, 'S-EMPTY'],
    [{ ...animals, content: 'all' }, 'S-BIND'],
    [{ ...animals, colour: 'red' }, 'S-UNKNOWN'],
    [{ ...animals, url: undefined }, 'schema.required'],
    [{ ...animals, resourceType: 'Questionnaire' }, 'schema.enum'],
  ]
  for (const [resource, rule] of refused) {
    const answer = await put(app, study, resource)
    t.ok([400, 422].includes(answer.statusCode), answer.body)
    t.ok(
      (answer.json().issues ?? []).some((issue: { rule: string }) => issue.rule === rule),
      `${rule} in ${answer.body}`,
    )
  }
  const nobody = await sendRequest(app, 'POST', '/api/valueset', {}, valueSet(['dog']))
  t.equal(nobody.statusCode, 401)
})

t.test('anyone may have a form checked with value sets that are registered or came along', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const parameter = (parts: [name: string, resource: object][]) => ({
    resourceType: 'Parameters',
    parameter: parts.map(([name, resource]) => ({ name, resource })),
  })
  t.same(await rulesOf(app, form()), ['Q-VS'])
  const pets = valueSet(['dog'])
  t.same(
    await rulesOf(
      app,
      parameter([
        ['resource', form()],
        ['valueSet', pets],
      ]),
    ),
    [],
  )
  const response = answering('#f', 'cat')
  const given: [string, object][] = [
    ['resource', response],
    ['questionnaire', form({ id: 'f' })],
    ['valueSet', { ...pets, compose: { include: [{ system }] } }],
  ]
  t.same(await rulesOf(app, parameter(given)), ['QR-Q', 'QR-VS-UNRESOLVED'])
  t.same(await rulesOf(app, parameter([...given, ['valueSet', animals]])), ['QR-Q'])
  await put(app, study, animals)
  t.same(await rulesOf(app, parameter(given)), ['QR-Q'], 'what is registered counts as well')
  t.same(await rulesOf(app, pets), [])
  t.same(await rulesOf(app, { ...animals, content: 'all' }), ['S-BIND'])
  const { _id } = await published(app, study, form())
  t.same(
    await rulesOf(
      app,
      parameter([
        ['resource', answering(_id, 'cat')],
        ['valueSet', pets],
      ]),
    ),
    ['QR-VS'],
  )
})

t.test('the newest of a version is found behind hundreds of its revisions', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 1_000_000 } } })
  const study = await registered(app)
  const headers = bearer(study.keyPair, ['write:questionnaire'])
  const { _id } = await published(app, study, form({ version: '1', title: 'Revision 0' }))
  const set = (await put(app, study, valueSet(['dog'], { version: '1', title: 'Revision 0' }))).json()
  // Stored directly as revisions, without validating each.
  const { records } = app.gateway as unknown as {
    records: { create(uid: string, record: object): Promise<void> }
  }
  for (let at = 1; at < 203; at++) {
    const kept = { _id: crypto.randomUUID(), id: _id, publisher: study.keyPair.did }
    const revision = { ...kept, version: '1', title: `Revision ${at}` }
    await records.create(uids.Questionnaire, { ...form(revision), _revisionOf: _id })
    await records.create(uids.ValueSet, { ...valueSet(['dog'], revision), _revisionOf: set._id })
  }
  const second = { version: '2', title: 'Revision 203' }
  await sendRequest(app, 'PUT', `/api/questionnaire/${_id}`, headers, form(second))
  await put(app, study, valueSet(['dog'], second))
  for (const path of [`/api/questionnaire/${_id}`, `/api/valueset/${set._id}`])
    for (const [query, title] of [
      ['?version=1', 'Revision 202'],
      ['?version=1', 'Revision 202'],
      ['?version=2', 'Revision 203'],
    ])
      t.match((await sendRequest(app, 'GET', `${path}${query}`, {})).json(), { title }, `${path}${query}`)
  await put(app, study, valueSet(['dog'], { version: '1', title: 'Revision 204' }))
  await put(app, study, valueSet(['dog'], { version: '2', title: 'Revision 205' }))
  t.match((await sendRequest(app, 'GET', `/api/valueset/${set._id}?version=1`, {})).json(), {
    title: 'Revision 204',
  })
})

t.test('no more bytes are followed than the operator allows', async t => {
  const app = await gateway(t, { plugins: { 'fhir-terminology': { bytesPerForm: 2000 } } })
  const study = await registered(app)
  const { _id } = await published(app, study, form())
  await put(app, study, valueSet(['dog'], { description: 'x'.repeat(2000) }))
  t.equal(await submit(app, study, answering(_id, 'stone')), 'accepted', 'too large: not looked at')
  await put(app, study, valueSet(['dog']))
  t.equal(await submit(app, study, answering(_id, 'stone')), 'QR-VS')
})

t.test('no more names are followed than the operator allows', async t => {
  const app = await gateway(t, { plugins: { 'fhir-terminology': { mostPerForm: 1 } } })
  const study = await registered(app)
  await put(app, study, animals)
  await put(app, study, { ...valueSet([]), compose: { include: [{ system }] } })
  const { _id } = await published(app, study, form())
  t.equal(await submit(app, study, answering(_id, 'stone')), 'accepted', 'the code system is not looked at')
})

t.test('a form that says it follows another one is held to that', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const base = 'https://study.example/base'
  const following = (linkId: string) => ({
    ...form({ derivedFrom: [base] }),
    _derivedFrom: [
      {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-derivationType',
            valueCoding: {
              system: 'http://hl7.org/fhir/questionnaire-derivationType',
              code: 'compliesWith',
            },
          },
        ],
      },
    ],
    item: [{ linkId, type: 'string', text: 'A question' }],
  })
  t.same(await rulesOf(app, following('a')), ['Q-DERIVED'], 'a warning while the other is not known')
  const register = (linkId: string) =>
    sendRequest(
      app,
      'POST',
      '/api/questionnaire',
      bearer(study.keyPair, ['write:questionnaire']),
      following(linkId),
    )
  t.equal((await register('b')).statusCode, 201)
  const item = [{ linkId: 'a', type: 'string', text: 'A question' }]
  await published(app, study, { resourceType: 'Questionnaire', status: 'active', url: base, item })
  t.same(await rulesOf(app, following('a')), [])
  t.match((await register('b')).json(), { status: 422, issues: [{ rule: 'Q-DERIVED' }] })
  t.equal((await register('a')).statusCode, 201)
})

t.test('a form keeps the version of FHIR that it was registered with', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const old = form({ item: [{ linkId: 'a', type: 'choice', answerOption: [{ valueString: 'x' }] }] })
  const response = (questionnaire: string) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire,
    // Only R5 and mix permit more than one.
    identifier: [{ value: '1' }],
    item: [{ linkId: 'a', answer: [{ valueString: 'x' }] }],
  })
  const headers = bearer(study.keyPair, ['write:questionnaire'])
  const register = async (query = '', resource: object = old, more: object = {}) =>
    (
      await sendRequest(app, 'POST', `/api/questionnaire${query}`, { ...headers, ...more }, resource)
    ).json() as Record<string, string> & { meta: { tag: object[] } }
  const tag = (code: string) => ({ system: 'urn:andiron:fhir-version', code })

  const mixed = await register()
  t.match(mixed, { meta: { tag: [tag('mix')] } })
  t.equal(await submit(app, study, response(mixed['_id'] ?? '')), 'accepted')

  const strict = await register('?fhirVersion=R4')
  t.match(strict, { meta: { tag: [tag('R4')] } })
  const ofR4 = response(strict['_id'] ?? '')
  t.equal(await submit(app, study, ofR4), 'S-ARRAY')
  t.match(await register('?fhirVersion=R5'), { code: 'AND_INVALID_QUESTIONNAIRE' })
  t.match(await register('?fhirVersion=R6'), { status: 400 })
  t.match(
    await register('', old, { 'content-type': 'application/fhir+json; fhirVersion=4.3' }),
    { meta: { tag: [tag('R4B')] } },
    'or by the media type',
  )
  t.match(await register('', { ...old, meta: { tag: [tag('R4')] } }), { meta: { tag: [tag('R4')] } })
  t.match(await register('', { ...old, meta: { tag: [tag('R7'), { system: 'x', code: 'y' }] } }), {
    meta: { tag: [{ system: 'x' }, tag('mix')] },
  })

  const replace = async (resource: object, query = '') =>
    (await sendRequest(app, 'PUT', `/api/questionnaire/${strict['_id']}${query}`, headers, resource)).json()
  t.match(
    await replace({ ...old, title: 'New' }),
    { meta: { tag: [tag('R4')] } },
    'a later revision is read as the one before',
  )
  t.equal(await submit(app, study, ofR4), 'S-ARRAY')
  t.match(await replace({ ...old, title: 'Newer' }, '?fhirVersion=mix'), { meta: { tag: [tag('mix')] } })
  t.equal(await submit(app, study, ofR4), 'accepted')
})
