/** Forms over HTTP: their revisions, the validation of responses, and the public check. */

import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { mutationsOf } from '../../../bench/validation/mutations.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { rounds } from '../../../core/test/fixtures/rounds.ts'
import { MOST_ISSUES } from '../../../fhir/index.ts'
import { uids } from '../../../schemas/uids.ts'
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

const read = (app: FastifyInstance, id: string, query = '') =>
  sendRequest(app, 'GET', `/api/questionnaire/${id}${query}`, {})

t.test('an application lists its forms, page by page, and nobody else’s', async t => {
  const app = await gateway(t)
  const [study, other] = [await registered(app), await registered(app)]
  const first = await published(app, study)
  const second = await published(app, study, form('gad-7'))
  await published(app, other)
  const list = async (query: string) =>
    (
      await sendRequest(
        app,
        'GET',
        `/api/questionnaire?${query}`,
        bearer(study.keyPair, ['write:questionnaire']),
      )
    ).json()
  const page = await list('_count=1')
  t.match(page, { questionnaires: [{ _id: first._id, title: first.title, version: '1.0.0' }], next: /./ })
  t.notOk('item' in page.questionnaires[0])
  const rest = await list(`_count=200&cursor=${page.next}`)
  t.match(rest, { questionnaires: [{ _id: second._id }] })
  t.equal(rest.questionnaires.length, 1)
  t.notOk('next' in rest)
})

t.test('a list of large forms is read a few at a time, and ends its page early', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const { records } = app.gateway as unknown as {
    records: {
      create(uid: string, record: object): Promise<void>
      find: FastifyInstance['gateway']['records']['find']
    }
  }
  for (let at = 0; at < 40; at++)
    await records.create(uids.Questionnaire, {
      ...{ _id: crypto.randomUUID(), resourceType: 'Questionnaire', status: 'active' },
      ...{ publisher: study.keyPair.did, title: `Form ${at}`, description: 'x'.repeat(500_000) },
    })
  const find = records.find.bind(records)
  let [largest, read] = [0, 0]
  records.find = async (...args) => {
    const found = await find(...args)
    const size = JSON.stringify(found.records).length
    largest = Math.max(largest, size)
    read += size
    return found
  }
  const titles: string[] = []
  let [pages, most, cursor]: [number, number, string | undefined] = [0, 0, '']
  for (; cursor !== undefined; pages++) {
    read = 0
    const headers = bearer(study.keyPair, ['write:questionnaire'])
    const query: string = cursor && `&cursor=${cursor}`
    const page = (await sendRequest(app, 'GET', `/api/questionnaire?_count=33${query}`, headers)).json()
    titles.push(...page.questionnaires.map(({ title }: { title: string }) => title))
    most = Math.max(most, read)
    cursor = page.next
  }
  t.same(
    titles,
    Array.from({ length: 40 }, (_, at) => `Form ${at}`),
  )
  t.equal(pages, 3)
  t.ok(largest < 6_000_000 && most < 11_000_000, `${largest} bytes at once, ${most} for a page`)
})

t.test('a form that changes keeps what it was for the responses that were given to it', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const person = createKeyPair()
  const url = 'https://study.example/mood'
  const mood = (version: string, linkId: string) => ({
    resourceType: 'Questionnaire',
    status: 'active',
    url,
    version,
    item: [{ linkId, type: 'boolean', text: 'Well?', required: true }],
  })
  const first = await published(app, study, mood('1', 'a'))
  const { _id } = first
  const replace = (resource: object) =>
    sendRequest(
      app,
      'PUT',
      `/api/questionnaire/${_id}`,
      bearer(study.keyPair, ['write:questionnaire']),
      resource,
    )
  const submit = (questionnaire: string, linkId: string, headers: object = {}) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      { ...bearer(person, ['write']), ...headers },
      submissionOf(study.applicationId, {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        questionnaire,
        item: [{ linkId, answer: [{ valueBoolean: true }] }],
      }),
    )
  const revisionOf = async (uid: string) => {
    const record = await app.gateway.records.read(uids.QuestionnaireResponse, uid)
    return (await app.questionnaires.answeredBy(record ?? {}))?.resource
  }

  const early = await submit(_id, 'a', { 'idempotency-key': 'early' })
  t.equal(early.statusCode, 201, early.body)
  const second = await replace(mood('2', 'b'))
  t.equal(second.statusCode, 200, second.body)

  await t.test('the newest is served under its id, the others under their version', async t => {
    t.match((await read(app, _id)).json(), { _id, version: '2', item: [{ linkId: 'b' }] })
    t.match((await read(app, _id, '?version=1')).json(), { _id, version: '1', item: [{ linkId: 'a' }] })
    t.match((await read(app, _id, '?version=2')).json(), { version: '2' })
    t.match((await read(app, _id, `?versionId=${first.meta?.versionId}`)).json(), { _id, version: '1' })
    t.equal((await read(app, _id, '?version=3')).statusCode, 404)
    t.equal((await read(app, _id, '?versionId=1')).statusCode, 404)
    t.equal(
      (await read(app, String(first.meta?.versionId))).statusCode,
      404,
      'a revision has no id of its own',
    )
    t.equal(
      (await read(app, String(first.meta?.versionId), `?versionId=${first.meta?.versionId}`)).statusCode,
      404,
    )
  })

  await t.test('a response is checked against the version that it names', async t => {
    const answers: [string, string, number][] = [
      [_id, 'b', 201],
      [_id, 'a', 422],
      [`${_id}|1`, 'a', 201],
      [`Questionnaire/${_id}|1`, 'b', 422],
      [`urn:uuid:${_id}|2`, 'b', 201],
      [`${app.gateway.baseUrl}/api/questionnaire/${_id}|1`, 'a', 201],
      [url, 'b', 201],
      [`${url}|1`, 'a', 201],
      [`${url}|1`, 'b', 422],
      [`${url}|2`, 'b', 201],
      [`${url}|3`, 'b', 422],
    ]
    for (const [name, linkId, status] of answers) {
      const answer = await submit(name, linkId)
      t.equal(answer.statusCode, status, `${name} ${linkId} ${answer.body}`)
      if (status !== 201) continue
      const { item } = (await revisionOf(answer.json().insertedUid)) ?? {}
      t.equal(item?.[0]?.linkId, linkId, 'and is known to answer it')
    }
  })

  await t.test('a change that keeps the version is a revision of its own', async t => {
    const before = await submit(_id, 'b')
    t.equal((await replace(mood('2', 'c'))).statusCode, 200)
    const after = await submit(`${url}|2`, 'c')
    t.equal(after.statusCode, 201, after.body)
    t.equal((await revisionOf(before.json().insertedUid))?.item?.[0]?.linkId, 'b')
    t.equal((await revisionOf(after.json().insertedUid))?.item?.[0]?.linkId, 'c')
    t.equal((await revisionOf(early.json().insertedUid))?.item?.[0]?.linkId, 'a')
  })

  await t.test('the same content again, as it was served, changes nothing', async t => {
    const served = (await read(app, _id)).json()
    const again = await replace(served)
    t.equal(again.statusCode, 200, again.body)
    t.same(again.json(), served)
    t.equal(
      (await replace(mood('1', 'a'))).json().meta.versionId,
      first.meta?.versionId,
      'nor does going back add one',
    )
    t.equal((await replace(served)).json().meta.versionId, served.meta.versionId)
  })

  await t.test('a retry of a submission completes it although the form has changed since', async t => {
    await replace(mood('1.1', 'a'))
    const retried = await submit(_id, 'a', { 'idempotency-key': 'early' })
    t.equal(retried.json().insertedUid, early.json().insertedUid, retried.body)
  })

  await t.test(
    'the application reads the responses to all versions, and no one reads them by taking the URL',
    async t => {
      const other = await registered(app)
      const taken = await published(app, other, mood('9', 'z'))
      t.equal((await submit(url, 'a')).statusCode, 201, 'the first to register a URL has it')
      const entries = async (id: string, keyPair = study.keyPair) => {
        const scopes = [`read:questionnaire[${id}]`]
        const answer = await sendRequest(
          app,
          'GET',
          `/api/questionnaire/${id}/responses?_count=200`,
          bearer(keyPair, scopes),
        )
        return (answer.json().entry ?? []) as { search: { mode: string } }[]
      }
      const all = await app.gateway.records.count(uids.QuestionnaireResponse, {})
      t.equal((await entries(_id)).filter(({ search }) => search.mode === 'match').length, all)
      t.same(await entries(taken._id, other.keyPair), [])
    },
  )
})

const validate = (app: FastifyInstance, body: object, headers: object = {}) =>
  sendRequest(app, 'POST', '/api/questionnaire/$validate', headers, body)

t.test('anyone may have a form or a response checked', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study)
  const good = { ...phq9Response(_id), status: 'completed' }
  const simple = {
    resourceType: 'Questionnaire',
    id: 'q',
    status: 'active',
    item: [{ linkId: 'a', type: 'integer' }],
  }
  const answering = (questionnaire: string, ...answer: object[]) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire,
    item: [{ linkId: 'a', answer }],
  })
  const parameters = (parts: Record<string, unknown>) => ({
    resourceType: 'Parameters',
    parameter: Object.entries(parts).map(([name, value]) =>
      typeof value === 'string' ? { name, valueCode: value } : { name, resource: value },
    ),
  })
  const r5 = { ...simple, item: [{ linkId: 'a', type: 'coding' }] }
  const cases: [string, object, string | undefined, object?][] = [
    ['a form', form('phq-9'), undefined],
    ['a form with a mistake', { ...simple, item: [{ linkId: 'a', type: 'question' }] }, 'Q-TYPE-ABSTRACT'],
    ['a form with a field that FHIR does not know', { ...simple, items: [] }, 'S-UNKNOWN'],
    ['a response to a registered form', good, undefined],
    ['one with a field that FHIR does not know', { ...good, answers: [] }, 'S-UNKNOWN'],
    ['one without its answers', { ...good, item: undefined }, 'QR-REQ-GROUP'],
    ['one whose form is not known', answering(crypto.randomUUID(), { valueInteger: 1 }), 'QR-Q'],
    ['one with a form in it', { ...answering('#q', { valueInteger: 1 }), contained: [simple] }, undefined],
    [
      'a wrong one with a form in it',
      { ...answering('#q', { valueString: 'x' }), contained: [simple] },
      'QR-TYPE',
    ],
    [
      'one that came with its form',
      parameters({ resource: answering('Questionnaire/q', { valueInteger: 1 }), questionnaire: simple }),
      undefined,
    ],
    [
      'a wrong one that came with its form',
      parameters({ resource: answering('Questionnaire/q', { valueBoolean: true }), questionnaire: simple }),
      'QR-TYPE',
    ],
    ['a form of R5 in mix', r5, undefined],
    ['a form of R5 as R4', parameters({ resource: r5, mode: 'R4' }), 'S-BIND'],
    ['a form of R5 sent as R4', r5, 'S-BIND', { 'content-type': 'application/fhir+json; fhirVersion=4.0' }],
    ['a response to a registered form as R5', parameters({ resource: good, mode: 'R5' }), undefined],
    ['another resource', { resourceType: 'Patient' }, 'S-TYPE'],
    ['Parameters with nothing', { resourceType: 'Parameters' }, 'S-TYPE'],
    ['nothing', {}, 'S-TYPE'],
  ]
  for (const [what, body, rule, headers] of cases)
    await t.test(what, async t => {
      const answer = await validate(app, body, headers)
      t.equal(answer.statusCode, 200, answer.body)
      t.match(answer.headers['content-type'], /^application\/fhir\+json/)
      const { resourceType, issue } = answer.json()
      t.equal(resourceType, 'OperationOutcome')
      const refusing = issue.filter(
        ({ severity }: { severity: string }) => severity === 'error' || severity === 'fatal',
      )
      const rules = refusing.map(
        ({ details }: { details: { coding: { code: string }[] } }) => details.coding[0]?.code,
      )
      if (rule === undefined) t.same(refusing, [])
      else t.ok(rules.includes(rule), `${rule} in ${rules}`)
    })

  await t.test('but not as often as they like', async t => {
    const busy = await gateway(t, { plugins: { operations: { requestsPerMinute: 10 } } })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await validate(busy, simple)).statusCode)
    t.same(statuses, [200, 200, 429])
  })
})

t.test('what is wrong with a form is told all at once, whoever finds it', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const headers = bearer(study.keyPair, ['write:questionnaire'])
  const wrong = {
    resourceType: 'Questionnaire',
    status: 'on',
    item: [{ linkId: 'a', type: 'question' }],
    x: 1,
  }
  const refused = await sendRequest(app, 'POST', '/api/questionnaire', headers, wrong)
  t.equal(refused.statusCode, 422)
  const rules = refused.json().issues.map((issue: { rule: string }) => issue.rule)
  for (const rule of ['S-BIND', 'Q-TYPE-ABSTRACT', 'S-UNKNOWN']) t.ok(rules.includes(rule), rule)
  const { _id } = await published(app, study)
  t.equal((await sendRequest(app, 'PUT', `/api/questionnaire/${_id}`, headers, wrong)).statusCode, 422)
  for (const body of [[], [wrong]])
    t.match((await sendRequest(app, 'POST', '/api/questionnaire', headers, body)).json(), { status: 400 })
})

t.test('what a response has that FHIR does not know is refused on submission as well', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study)
  const wrong: [object, string][] = [
    [{ ...phq9Response(_id), answers: [] }, 'QuestionnaireResponse'],
    [{ ...phq9Response(_id), language: 7 }, 'QuestionnaireResponse.language'],
    [{ ...phq9Response(_id), identifier: {} }, 'QuestionnaireResponse.identifier'],
  ]
  for (const [response, expression] of wrong) {
    const answer = await sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(createKeyPair(), ['write']),
      submissionOf(study.applicationId, response),
    )
    t.match(answer.json(), { status: 422, issues: [{ expression }] }, expression)
  }
})

t.test('mutated documents through every door: each is answered, none breaks anything', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 10_000 } } })
  const study = await registered(app)
  const { _id } = await published(app, study)
  const person = createKeyPair()
  const response = { ...phq9Response(_id), status: 'completed', authored: '2026-01-01T00:00:00Z' }
  const [phq9, pressure, everything] = ['phq-9', 'blood-pressure', 'every-type'].map(form)
  const set = {
    resourceType: 'ValueSet',
    url: 'https://study.example/ValueSet/a',
    status: 'active',
    compose: {
      include: [
        { system: 'https://study.example/codes', filter: [{ property: 'concept', op: 'is-a', value: 'a' }] },
        { valueSet: ['https://study.example/ValueSet/b'] },
      ],
    },
    expansion: {
      timestamp: '2026-01-01T00:00:00Z',
      contains: [{ system: 'https://study.example/codes', code: 'a' }],
    },
  }
  const codes = {
    resourceType: 'CodeSystem',
    url: 'https://study.example/codes',
    status: 'active',
    content: 'complete',
    concept: [{ code: 'a', concept: [{ code: 'b', property: [{ code: 'parent', valueCode: 'a' }] }] }],
  }
  const [write, publish] = [bearer(person, ['write']), bearer(study.keyPair, ['write:questionnaire'])]
  const submission = (mutant: object) => submissionOf(study.applicationId, mutant)
  const doors: [string, string, object, ((mutant: object) => object) | undefined, object[], number][] = [
    ['$validate', '/api/questionnaire/$validate', {}, undefined, [phq9, pressure, everything, response], 375],
    ['$validate', '/api/questionnaire/$validate', {}, undefined, [set, codes], 100],
    ['submission', '/api/submission', write, submission, [response], 500],
    ['registration', '/api/questionnaire', publish, undefined, [phq9, pressure, everything], 150],
    ['value set', '/api/valueset', publish, undefined, [set, codes], 150],
  ].map(door => door as never)
  const statuses: Record<string, Set<number>> = {}
  let seed = 1
  for (const [door, url, headers, wrap = (mutant: object) => mutant, documents, count] of doors)
    for (const document of documents)
      for (const mutant of mutationsOf(document, rounds(count), seed++)) {
        const { statusCode, body } = await sendRequest(app, 'POST', url, headers, wrap(mutant))
        statuses[door] = (statuses[door] ?? new Set()).add(statusCode)
        const { issue = [], issues = [] } = JSON.parse(body)
        const listed = issue.length + issues.length
        if (statusCode >= 500 || listed > MOST_ISSUES)
          t.fail(
            `${door} ${statusCode} with ${listed} issues: ${body.slice(0, 500)} for ${JSON.stringify(mutant)}`,
          )
      }
  t.same(statuses, {
    $validate: new Set([200]),
    submission: new Set([201, 422]),
    registration: new Set([201, 422]),
    'value set': new Set([200, 201, 400, 422]),
  })

  await t.test('and what was registered of them is answered as well', async t => {
    const { records } = await app.gateway.records.find(uids.Questionnaire, {}, { limit: 200 })
    const seen = new Set<number>()
    for (const { _id } of records.filter(record => record['_revisionOf'] === undefined)) {
      const sent = submission({ ...response, questionnaire: _id })
      seen.add((await sendRequest(app, 'POST', '/api/submission', write, sent)).statusCode)
      seen.add((await read(app, _id)).statusCode)
    }
    t.ok(
      [...seen].every(status => [200, 201, 422].includes(status)),
      [...seen].join(),
    )
  })
})

t.test('a form is read in the language of its reader, and stored in that of its author', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const translated = (lang: string, valueString: string) => ({
    url: 'http://hl7.org/fhir/StructureDefinition/translation',
    extension: [
      { url: 'lang', valueCode: lang },
      { url: 'content', valueString },
    ],
  })
  const own = { resourceType: 'Questionnaire', language: 'en', status: 'active', title: 'Sleep' }
  const item = [
    {
      ...{ linkId: 'rested', type: 'boolean', text: 'Did you wake up rested?' },
      _text: {
        extension: [
          translated('de', 'Sind Sie ausgeruht aufgewacht?'),
          translated('ar', 'هل استيقظت مرتاحًا؟'),
        ],
      },
    },
  ]
  const { _id } = await published(app, study, { ...own, item } as never)
  const ask = (accepted?: string, known?: string, path = '/api/questionnaire') =>
    app.inject({
      url: `${path}/${_id}`,
      headers: {
        ...(accepted !== undefined && { 'accept-language': accepted }),
        ...(known !== undefined && { 'if-none-match': known }),
      },
    })
  const original = await ask()
  for (const path of ['/api/questionnaire', '/fhir/Questionnaire']) {
    const plain = await ask(undefined, undefined, path)
    t.match(plain.headers, { 'content-language': 'en', vary: /Accept-Language/ })
    const german = await ask('fr, de-AT;q=0.7', undefined, path)
    t.match(german.headers, { 'content-language': 'de', vary: /Accept-Language/ })
    t.match(german.json(), { language: 'de', item: [{ text: 'Sind Sie ausgeruht aufgewacht?' }] })
    t.not(german.headers.etag, plain.headers.etag)
    const again = await ask('de', String(german.headers.etag), path)
    t.match([again.statusCode, again.headers.vary], [304, /Accept-Language/])
    t.equal(
      (await ask('ar', String(german.headers.etag), path)).statusCode,
      200,
      'another language is another text',
    )
    t.equal((await ask('en', String(plain.headers.etag), path)).statusCode, 304)
    for (const strange of [
      '*',
      'tlh',
      ';;;',
      'constructor',
      '__proto__',
      'de;q=nothing',
      ','.repeat(4_000),
    ]) {
      const other = await ask(strange, undefined, path)
      t.match([other.statusCode, other.headers['content-language']], [200, 'en'], strange.slice(0, 20))
    }
  }
  t.equal((await ask()).body, original.body, 'the stored form is the same')
  const german = (await ask('de', undefined, '/fhir/Questionnaire')).headers.etag
  const replaced = await sendRequest(
    app,
    'PUT',
    `/fhir/Questionnaire/${_id}`,
    { ...bearer(study.keyPair, ['write:questionnaire']), 'if-match': String(german) },
    { ...own, id: _id, item },
  )
  t.equal(replaced.statusCode, 412, 'a translation does not replace its original')
  const sent = (await ask('de')).json()
  const owner = bearer(study.keyPair, ['write:questionnaire'])
  for (const [method, path] of [
    ['PUT', `/api/questionnaire/${_id}`],
    ['POST', '/api/questionnaire'],
    ['PUT', `/fhir/Questionnaire/${_id}`],
  ] as const) {
    const refused = await sendRequest(app, method, path, owner, { ...sent, id: _id })
    t.match([refused.statusCode, refused.body], [422, /Q-TRANSLATED/], `${method} ${path}`)
  }
  t.equal((await ask()).body, original.body)

  const person = createKeyPair()
  const submit = (accepted: string | undefined, language: string) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      { ...bearer(person, ['write']), ...(accepted !== undefined && { 'accept-language': accepted }) },
      submissionOf(study.applicationId, {
        ...{ resourceType: 'QuestionnaireResponse', questionnaire: _id, status: 'completed', language },
        item: [{ linkId: 'rested', answer: [{ valueString: 'x' }] }],
      }),
    )
  for (const [accepted, text] of [
    ['de-CH, en;q=0.3', 'Bitte beantworten Sie „Sind Sie ausgeruht aufgewacht?“ mit Ja oder Nein.'],
    ['en', "Answer 'Did you wake up rested?' with yes or no."],
    [undefined, "Answer 'Did you wake up rested?' with yes or no."],
    ['constructor', "Answer 'Did you wake up rested?' with yes or no."],
  ] as const) {
    const refused = await submit(accepted, 'de')
    t.match(refused.json(), { status: 422, issues: [{ rule: 'QR-TYPE', text }] }, String(accepted))
  }
  t.match((await submit('pt', 'not a tag')).json(), {
    issues: [{ rule: 'QR-LANGUAGE', text: /BCP 47, por exemplo/ }],
  })
})
