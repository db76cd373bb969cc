/** The terminology operations on registered value sets and code systems. */
import t from 'tap'
import { bearer, gateway, registered, sendRequest } from '../../test/fixtures/actors.ts'

const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 1_000_000 } } })
const study = await registered(app)

const system = 'https://study.example/CodeSystem/animals'
const animals = {
  resourceType: 'CodeSystem',
  url: system,
  version: '3',
  name: 'Animals',
  status: 'active',
  content: 'complete',
  concept: [
    {
      code: 'mammal',
      display: 'Mammal',
      property: [{ code: 'notSelectable', valueBoolean: true }],
      concept: [
        {
          code: 'dog',
          display: 'Dog',
          definition: 'A domestic dog.',
          designation: [
            { language: 'de', value: 'Hund' },
            { language: 'fr', value: 'Chien' },
          ],
          property: [{ code: 'legs', valueInteger: 4 }],
        },
        { code: 'cat', display: 'Cat', designation: [{ language: 'de', value: 'Katze' }] },
        {
          code: 'auk',
          display: 'Great auk (extinct)',
          property: [{ code: 'status', valueCode: 'retired' }],
        },
      ],
    },
    { code: 'type-2', display: 'Öl bird, type-2' },
  ],
}
const url = 'https://study.example/ValueSet/pets'
const pets = {
  resourceType: 'ValueSet',
  url,
  version: '1',
  title: 'Pets',
  status: 'active',
  compose: {
    include: [{ system }, { system: 'urn:other', concept: [{ code: 'robot', display: 'Robot dog' }] }],
    exclude: [{ system, concept: [{ code: 'cat' }] }],
  },
}
const register = async (resource: object, application = study) => {
  const headers = bearer(application.keyPair, ['write:questionnaire'])
  const answer = await sendRequest(app, 'POST', '/api/valueset', headers, resource)
  if (answer.statusCode > 201) throw new Error(answer.body)
  return answer.json()._id as string
}
const animalsId = await register(animals)
const id = await register(pets)

type Query = Readonly<Record<string, string>>
const get = (path: string, query: Query = {}) =>
  sendRequest(app, 'GET', `/fhir/${path}?${new URLSearchParams(query)}`, {})
const post = (path: string, parameter: readonly object[]) =>
  sendRequest(
    app,
    'POST',
    `/fhir/${path}`,
    { 'content-type': 'application/fhir+json' },
    {
      resourceType: 'Parameters',
      parameter,
    },
  )
const codes = (answer: { json(): unknown; body: string; statusCode: number }) => {
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { expansion } = answer.json() as { expansion: { contains?: { code: string }[] } }
  return (expansion.contains ?? []).map(({ code }) => code)
}
const results = (answer: { json(): unknown; body: string; statusCode: number }) => {
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { parameter } = answer.json() as { parameter: Record<string, unknown>[] }
  return Object.fromEntries(
    parameter.map(({ name, ...value }) => [String(name), Object.values(value)[0]] as const),
  )
}

t.test('$expand lists a value set by URL, by version, by id and in the body', async t => {
  const all = ['dog', 'auk', 'type-2', 'robot']
  const byUrl = await get('ValueSet/$expand', { url })
  t.same(codes(byUrl), all)
  t.match(byUrl.json(), { url, title: 'Pets', status: 'active', expansion: { total: 4, offset: 0 } })
  t.notOk(byUrl.json().compose)
  t.match(byUrl.headers, { 'content-type': /^application\/fhir\+json/ })
  t.same(codes(await get('ValueSet/$expand', { url, valueSetVersion: '1' })), all)
  t.same(codes(await get('ValueSet/$expand', { url: `${url}|1` })), all)
  t.same(codes(await get(`ValueSet/${id}/$expand`)), all)
  t.same(codes(await post(`ValueSet/${id}/$expand`, [{ name: 'count', valueInteger: 1 }])), ['dog'])
  t.same(codes(await post('ValueSet/$expand', [{ name: 'url', valueUri: url }])), all)
  const inline = { ...pets, url: 'urn:mine', compose: { include: [{ valueSet: [url] }] } }
  t.same(codes(await post('ValueSet/$expand', [{ name: 'valueSet', resource: inline }])), all)
})

t.test('$expand pages, and finds the beginnings of words, without case and accents', async t => {
  const expand = async (query: Query) => codes(await get('ValueSet/$expand', { url, ...query }))
  t.same(await expand({ offset: '1', count: '2' }), ['auk', 'type-2'])
  t.same(await expand({ count: '0' }), [])
  t.same(await expand({ offset: '99' }), [])
  t.same(await expand({ filter: 'dog' }), ['dog', 'robot'])
  t.same(await expand({ filter: 'DO rob' }), ['robot'])
  t.same(await expand({ filter: 'ol' }), ['type-2'])
  t.same(await expand({ filter: 'type-2' }), ['type-2'])
  t.same(await expand({ filter: '(extinct)' }), ['auk'])
  t.same(await expand({ filter: 'og' }), [], 'not in the middle of a word')
  t.same(await expand({ filter: '...' }), [])
  t.same(await expand({ activeOnly: 'true' }), ['dog', 'type-2', 'robot'])
  const found = await get('ValueSet/$expand', { url, filter: 'dog', count: '1' })
  t.match(found.json(), { expansion: { total: 2, contains: [{ code: 'dog' }] } })
})

t.test('$expand has designations, and displays in a language', async t => {
  const german = await get('ValueSet/$expand', { url, filter: 'hund', displayLanguage: 'de-AT' })
  t.match(german.json(), { expansion: { contains: [{ code: 'dog', display: 'Hund' }] } })
  t.notOk(german.json().expansion.contains[0].designation)
  const both = await get('ValueSet/$expand', { url, filter: 'chien', includeDesignations: 'true' })
  t.match(both.json().expansion.contains, [{ display: 'Dog', designation: [{ value: 'Hund' }, {}] }])
})

t.test('an expansion lists the codes that an answer may have, and follows new revisions', async t => {
  const other = 'https://study.example/ValueSet/moving'
  const moving = (concepts: readonly string[]) => ({
    ...{ resourceType: 'ValueSet', url: other, status: 'active' },
    compose: { include: [{ system: 'urn:x', concept: concepts.map(code => ({ code })) }] },
  })
  await register(moving(['a']))
  t.same(codes(await get('ValueSet/$expand', { url: other })), ['a'])
  await register(moving(['b', 'a']))
  t.same(codes(await get('ValueSet/$expand', { url: other })), ['b', 'a'])
})

t.test('$validate-code decides as the check of answers does', async t => {
  const check = async (query: Query) => results(await get('ValueSet/$validate-code', { url, ...query }))
  t.match(await check({ system, code: 'dog' }), { result: true, display: 'Dog', code: 'dog', system })
  t.match(await check({ system, code: 'cat' }), { result: false, message: /'cat' of the system/ })
  t.match(await check({ code: 'robot' }), { result: true, system: 'urn:other' }, 'the only one of that name')
  t.match(await check({ system, code: 'dog', display: 'chien' }), { result: true })
  t.match(await check({ system, code: 'dog', display: 'Cat' }), { result: false, message: /is 'Dog'/ })
  t.match(await check({ system: 'urn:y', code: 'dog' }), { result: false })
  t.match(results(await get(`ValueSet/${id}/$validate-code`, { system, code: 'dog' })), { result: true })
  const concept = {
    coding: [
      { system, code: 'cat' },
      { system: 'urn:other', code: 'robot' },
    ],
  }
  const parts = [
    { name: 'url', valueUri: url },
    { name: 'codeableConcept', valueCodeableConcept: concept },
  ]
  t.match(results(await post('ValueSet/$validate-code', parts)), { result: true, code: 'robot' })
})

t.test('$lookup and $validate-code of code systems', async t => {
  const answer = await get('CodeSystem/$lookup', { system, code: 'dog', displayLanguage: 'fr' })
  t.match(results(answer), { name: 'Animals', version: '3', display: 'Chien', definition: /domestic/ })
  t.match(
    answer.json().parameter.filter(({ name }: { name: string }) => name === 'property'),
    [
      { part: [{ valueCode: 'parent' }, { valueCode: 'mammal' }] },
      { part: [{ valueCode: 'legs' }, { valueInteger: 4 }] },
    ],
  )
  const check = async (query: Query) => results(await get('CodeSystem/$validate-code', query))
  t.match(await check({ url: system, code: 'cat' }), { result: true, display: 'Cat' })
  t.match(await check({ url: system, code: 'stone' }), { result: false })
  t.match(
    results(await get(`CodeSystem/${animalsId}/$validate-code`, { code: 'mammal' })),
    { result: true },
    'also a code that only groups others',
  )
  t.equal((await get('CodeSystem/$lookup', { system, code: 'stone' })).statusCode, 404)
})

t.test('value sets and code systems are read and searched', async t => {
  t.match((await get(`ValueSet/${id}`)).json(), { resourceType: 'ValueSet', url })
  t.equal((await get(`CodeSystem/${id}`)).statusCode, 404, 'each under its own type')
  t.match((await get('ValueSet', { url })).json(), { total: 1, entry: [{ resource: { url } }] })
  t.match((await get('CodeSystem', { url })).json(), { total: 0 })
})

t.test('the common units of UCUM are there, with their notice, unless somebody registers others', async t => {
  const common = 'http://hl7.org/fhir/ValueSet/ucum-common'
  const units = await get('ValueSet/$expand', { url: common, filter: 'millimeter of merc' })
  t.match(units.json(), { copyright: /Regenstrief/, expansion: { contains: [{ code: 'mm[Hg]' }] } })
  t.equal((await get('ValueSet/$expand', { url: common, count: '0' })).json().expansion.total, 1_357)
  const check = async (code: string, url = common) =>
    results(await get('ValueSet/$validate-code', { url, system: 'http://unitsofmeasure.org', code }))[
      'result'
    ]
  t.equal(await check('mmol/L'), true)
  t.equal(await check('parsec'), false)
  t.equal(await check('kg', 'http://hl7.org/fhir/ValueSet/ucum-bodyweight|4.0.1'), true)
  t.equal((await get('ValueSet/$expand', { url: `${common}|9` })).statusCode, 404)
  await register({
    ...{ resourceType: 'ValueSet', url: common, status: 'active' },
    compose: { include: [{ system: 'http://unitsofmeasure.org', concept: [{ code: 'kg' }] }] },
  })
  t.same(codes(await get('ValueSet/$expand', { url: common })), ['kg'])
})

t.test('what is refused says why', async t => {
  const unknown = 'http://snomed.info/sct?fhir_vs'
  const partial = 'https://study.example/ValueSet/partial'
  await register({
    ...{ resourceType: 'ValueSet', url: partial, status: 'active' },
    compose: { include: [{ system: 'http://snomed.info/sct' }] },
  })
  const cases: readonly [string, Query, number, RegExp][] = [
    ['ValueSet/$expand', {}, 400, /AND_MISSING_TERM/],
    ['ValueSet/$expand', { url: unknown }, 404, /AND_UNKNOWN_CANONICAL/],
    ['ValueSet/$expand', { url: system }, 404, /AND_UNKNOWN_CANONICAL/],
    ['ValueSet/$expand', { url: '__proto__' }, 404, /AND_UNKNOWN_CANONICAL/],
    ['ValueSet/$expand', { url: partial }, 422, /snomed.info\/sct' is not registered/],
    ['ValueSet/$expand', { url, count: '-1' }, 400, /AND_INVALID_PARAMETER/],
    ['ValueSet/$expand', { url, count: '1e9' }, 400, /AND_INVALID_PARAMETER/],
    ['ValueSet/$expand', { url, activeOnly: 'yes' }, 400, /true or false/],
    ['ValueSet/$expand', { context: 'Questionnaire/x#y' }, 404, /AND_UNKNOWN_CANONICAL/],
    ['ValueSet/$validate-code', { url }, 400, /AND_MISSING_TERM/],
    ['ValueSet/$validate-code', { url: partial, system: 'http://snomed.info/sct', code: '1' }, 422, /snomed/],
    ['CodeSystem/$lookup', { code: 'x' }, 400, /AND_MISSING_TERM/],
    ['CodeSystem/$lookup', { system: 'urn:x', code: 'x' }, 404, /AND_UNKNOWN_CANONICAL/],
    ['ValueSet/00000000-0000-4000-8000-000000000000/$expand', {}, 404, /AND_UNKNOWN_RESOURCE/],
  ]
  for (const [path, query, status, text] of cases) {
    const answer = await get(path, query)
    t.equal(answer.statusCode, status, `${path} ${JSON.stringify(query)}: ${answer.body}`)
    t.match(answer.json(), { resourceType: 'OperationOutcome' })
    t.match(answer.body, text)
  }
  const wrong = await post('ValueSet/$expand', [{ name: 'url', valueInteger: 5 }])
  t.match(wrong.json(), { issue: [{ details: { text: /'url' of the operation must be a text/ } }] })
  for (const valueUri of ['a b', 'x'.repeat(2048), 'constructor'])
    t.equal((await post('ValueSet/$expand', [{ name: 'url', valueUri }])).statusCode, 404)
  for (const valueUri of ['a\u0000b', '\ud800']) {
    const { statusCode } = await post('ValueSet/$expand', [{ name: 'url', valueUri }])
    t.ok(statusCode >= 400 && statusCode < 500, `${statusCode}`)
  }
  t.equal((await post('ValueSet/$expand', [{ name: 'url', valueUri: 'x'.repeat(100_000) }])).statusCode, 400)
  t.equal(
    results(await get('ValueSet/$validate-code', { url: partial, system: 'urn:x', code: '1' }))['result'],
    false,
    'a code of another system is out, whatever the rest is',
  )
})

t.test('a resource in a request never stands for a registered one', async t => {
  const { meta } = (await get(`ValueSet/${id}`)).json()
  const forged = {
    ...pets,
    _id: id,
    meta,
    compose: { include: [{ system: 'urn:x', concept: [{ code: 'evil' }] }] },
  }
  t.same(codes(await post('ValueSet/$expand', [{ name: 'valueSet', resource: forged }])), ['evil'])
  t.same(codes(await get('ValueSet/$expand', { url, count: '1' })), ['dog'])
})

t.test('a costly value set is refused, and others are served meanwhile', async t => {
  const concept = Array.from({ length: 5_000 }, (_, index) => ({ code: `c${index}` }))
  const big = 'https://study.example/CodeSystem/big'
  await register({ resourceType: 'CodeSystem', url: big, status: 'active', content: 'complete', concept })
  const include = Array.from({ length: 5_000 }, (_, index) => ({
    system: big,
    filter: [{ property: 'concept', op: 'is-not-a', value: `c${index}` }],
  }))
  const costly = { resourceType: 'ValueSet', status: 'active', compose: { include } }
  const [refused, served] = await Promise.all([
    post('ValueSet/$expand', [{ name: 'valueSet', resource: costly }]),
    get('ValueSet/$expand', { url }),
  ])
  t.equal(refused.statusCode, 422, refused.body)
  t.equal(served.statusCode, 200)
  const whole = { resourceType: 'ValueSet', status: 'active', compose: { include: [{ system: big }] } }
  t.equal(codes(await post('ValueSet/$expand', [{ name: 'valueSet', resource: whole }])).length, 1000)
})
