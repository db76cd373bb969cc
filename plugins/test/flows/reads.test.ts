/** Responses for applications: filters, pages, and streams of all of them. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Bundle, OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js'
import t, { type Test } from 'tap'
import { ATTESTATION } from '../../../core/contract/collections.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { noOmissions, omissionsIn } from '../../../fhir/resources/omissions.ts'
import { uids } from '../../../schemas/uids.ts'
import { bearer, gateway, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { atRest } from '../fixtures/at-rest.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const collection = uids.QuestionnaireResponse

type Page = Bundle<QuestionnaireResponse | OperationOutcome>

/** A study with a form, a person who answers it, and the ways in which it is read. */
async function aStudy(t: Test, form: object = mood) {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study, form)
  const person = createKeyPair()
  const path = `/api/questionnaire/${_id}/responses`
  const headers = bearer(study.keyPair, [`read:questionnaire[${_id}]`])

  const ask = (query = '', more: object = {}) =>
    sendRequest(app, 'GET', path + query, { ...headers, ...more })
  const submit = (note: string, by: KeyPair = person) => submitTo(app, study.applicationId, _id, note, by)
  /** Every page from the first, as its client sees them. */
  async function* pages(query: string): AsyncGenerator<Page, void> {
    for (let next: string | undefined = query; next !== undefined; ) {
      const answer = await ask(next)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      const page = answer.json() as Page
      yield page
      const link = page.link?.find(({ relation }) => relation === 'next')
      next = link && new URL(link.url).search
    }
  }
  return { app, study, _id, person, path, headers, ask, submit, pages }
}

async function submitTo(
  app: FastifyInstance,
  applicationId: string,
  questionnaire: string,
  note: string,
  person: KeyPair,
): Promise<string> {
  const answer = await sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(person, ['write']),
    submissionOf(applicationId, moodResponse(questionnaire, note)),
  )
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().insertedUid
}

const resources = ({ entry = [] }: Page) => entry.flatMap(({ resource }) => resource ?? [])
const idsOf = (page: Page) =>
  resources(page).flatMap(each => (each.resourceType === 'QuestionnaireResponse' ? [String(each.id)] : []))
const omissionsOf = (page: Page) => {
  const outcome = page.entry?.find(({ search }) => search?.mode === 'outcome')?.resource
  return outcome?.resourceType === 'OperationOutcome' ? omissionsIn(outcome) : noOmissions
}

t.test('an application asks for a part of the responses', async t => {
  const { app, ask, submit, pages } = await aStudy(t)
  const ids: string[] = []
  for (const note of ['a', 'b', 'c', 'd']) {
    ids.push(await submit(note))
    await delay(2)
  }
  const times = await Promise.all(
    ids.map(async id => {
      const record = await app.gateway.records.read(collection, id)
      return { stored: String(record?._created), authored: String(record?.['authored']) }
    }),
  )
  const [, second, third] = times
  const found = async (query: string) => idsOf((await ask(query)).json())

  t.same(await found(`?_since=${third?.stored}`), ids.slice(2), 'from an instant on')
  t.same(await found(`?authored=${second?.authored}`), ids.slice(1, 2))
  t.same(await found(`?authored=ge${second?.authored}`), ids.slice(1))
  t.same(await found(`?authored=gt${second?.authored}`), ids.slice(2))
  t.same(await found(`?authored=le${second?.authored}`), ids.slice(0, 2))
  t.same(await found(`?authored=lt${second?.authored}`), ids.slice(0, 1))
  t.same(await found(`?authored=ge${second?.authored}&authored=le${third?.authored}`), ids.slice(1, 3))
  t.same(await found(`?authored=${new Date().getUTCFullYear()}`), ids)
  t.same(await found('?authored=lt2020'), [])
  t.same(await found('?_since=2100-01-01T00:00:00Z'), [])

  await t.test('and every page keeps what was asked', async t => {
    const query = `?authored=ge${second?.authored}&authored=lt2100&_since=2020-01-01T00:00:00%2B02:00&_count=1`
    const read = []
    for await (const page of pages(query)) read.push(...idsOf(page))
    t.same(read, ids.slice(1))
  })

  await t.test('a date that is none is refused by its name', async t => {
    t.match((await ask('?authored=ge2026-02-30')).json(), {
      status: 400,
      code: 'AND_INVALID_DATE_SEARCH',
      detail: "The value of the parameter 'authored' is not a supported FHIR date: 'ge2026-02-30'",
    })
    t.match((await ask('?_since=2026-02-30T00:00:00Z')).json(), { code: 'AND_INVALID_DATE_SEARCH' })
    for (const query of ['?_since=2026', '?authored=2026&authored=2026&authored=2026', '?_format=xml'])
      t.match((await ask(query)).json(), { status: 400, code: 'AND_INVALID_REQUEST' }, query)
    t.match((await ask('?cursor=x')).json(), { status: 400, code: 'AND_INVALID_CURSOR' })
  })
})

t.test('what is not as the service accepted it is left out, and counted', async t => {
  const { app, _id, ask, submit, path, headers } = await aStudy(t)
  const { records } = app.gateway
  const kept = await submit('kept')
  const acl = { grantee: records.builder, read: true, write: false, execute: true }
  const person = createKeyPair()
  const ownership = { owner: person.did, acl }
  const direct = { resourceType: 'QuestionnaireResponse', questionnaire: _id, status: 'completed' }
  // Records that a person with a delegation can write to the nodes: forged, or changed after they were accepted.
  const store = records as typeof records & { create: (...parts: unknown[]) => Promise<void> }
  await store.create(collection, { ...direct, _id: crypto.randomUUID() }, ownership)
  const record: Readonly<Record<string, unknown>> = (await records.read(collection, kept)) ?? {}
  const { _created, _updated, _owner, _acl, ...accepted } = record
  for (const item of [[], [{ linkId: 'note', answer: [{ valueString: 'other' }] }]])
    await store.create(collection, { ...accepted, item, _id: crypto.randomUUID() }, ownership)
  t.type(accepted[ATTESTATION], 'string')

  const page = (await ask()).json()
  t.same(idsOf(page), [kept])
  t.same(omissionsOf(page), { unattested: 1, changed: 2 })
  t.match(page.entry.at(-1), {
    search: { mode: 'outcome' },
    resource: {
      resourceType: 'OperationOutcome',
      issue: [
        {
          severity: 'warning',
          code: 'suppressed',
          details: { text: '1 left out: not submitted through the service.' },
        },
        { details: { text: '2 left out: changed by their owner after they were submitted.' } },
      ],
    },
  })

  await t.test('also at the end of a stream', async t => {
    const { body } = await sendRequest(app, 'GET', `${path}?_format=ndjson&_count=1`, headers)
    const lines = body.trimEnd().split('\n')
    t.same(
      lines.map(line => JSON.parse(line).resourceType),
      ['QuestionnaireResponse', 'OperationOutcome'],
    )
    t.same(omissionsIn(JSON.parse(String(lines[1]))), { unattested: 1, changed: 2 })
  })
})

t.test(
  'a response to another form that carries the id of this one is no concern of its application',
  async t => {
    const { app, study, _id, ask } = await aStudy(t)
    const other = await published(app, study, mood)
    const sent = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: other._id,
      meta: { tag: [{ system: 'https://a.person.example', code: _id }] },
      item: [{ linkId: 'note', answer: [{ valueString: 'x' }] }],
    }
    const body = submissionOf(study.applicationId, sent)
    t.equal(
      (await sendRequest(app, 'POST', '/api/submission', bearer(createKeyPair(), ['write']), body))
        .statusCode,
      201,
    )
    const page = (await ask()).json()
    t.same(page.entry, undefined, 'it is neither shown nor counted')
  },
)

/** As a client with a separate connection sees it. */
async function listening(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.listeningOrigin
}

const ndjson = { accept: 'application/fhir+ndjson' }

/** Wraps the record store of the gateway. */
function between(app: FastifyInstance, wrap: (find: Find) => Find): void {
  const { records } = app.gateway
  Object.assign(records, { find: wrap(records.find.bind(records)) })
}

type Find = FastifyInstance['gateway']['records']['find']

t.test('all responses are streamed, one on a line', async t => {
  const { app, study, _id, path, headers } = await aStudy(t)
  const ids: string[] = []
  for (let batch = 0; batch < 5; batch++) {
    const notes = Array.from({ length: 130 }, (_, at) => moodResponse(_id, `${batch} ${at}`))
    ids.push(...(await seed(app, study.applicationId, createKeyPair(), notes)))
  }
  const origin = await listening(app)

  const answer = await fetch(origin + path, { headers: { ...headers, ...ndjson } })
  t.equal(answer.headers.get('content-type'), 'application/fhir+ndjson')
  t.equal(answer.headers.get('cache-control'), 'no-store')
  const text = await answer.text()
  t.ok(text.endsWith('}\n'))
  const lines: QuestionnaireResponse[] = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  t.same(new Set(lines.map(({ id }) => id)), new Set(ids))
  t.equal(lines.length, ids.length)
  t.notOk(lines.some(line => Object.keys(line).some(name => name.startsWith('_'))))

  await t.test('as few as the filters leave, and nothing when there are none', async t => {
    const one = await fetch(`${origin}${path}?_format=ndjson&authored=${lines[7]?.authored}`, { headers })
    t.ok((await one.text()).includes(String(lines[7]?.id)))
    const none = await fetch(`${origin}${path}?_format=ndjson&authored=lt2000`, { headers })
    t.match({ status: none.status, text: await none.text() }, { status: 200, text: '' })
  })
})

t.test('the client says which form it likes', async t => {
  const { ask, submit } = await aStudy(t)
  await submit('x')
  const cases: [string, string, RegExp][] = [
    ['', '*/*', /^application\/json/],
    ['', 'application/json', /^application\/json/],
    ['', 'application/ndjson', /ndjson$/],
    ['', 'application/json;q=0.5, application/fhir+ndjson', /ndjson$/],
    ['', 'application/fhir+ndjson;q=0.5, application/fhir+json', /^application\/json/],
    ['', 'application/fhir+ndjson;q=0', /^application\/json/],
    ['', 'text/html', /^application\/json/],
    ['?_format=ndjson', 'application/json', /ndjson$/],
    ['?_format=application/fhir%2Bndjson', '', /ndjson$/],
    ['?_format=json', 'application/fhir+ndjson', /^application\/json/],
  ]
  for (const [query, accept, type] of cases)
    t.match((await ask(query, { accept })).headers['content-type'], type, `${query} ${accept}`)
})

t.test('a stream that fails is cut off, one that cannot begin is an error', async t => {
  const { app, submit, path, headers } = await aStudy(t)
  for (const note of ['a', 'b', 'c']) await submit(note)
  const origin = await listening(app)
  let good = 2
  between(app, find => async (...args) => {
    if (good-- > 0) return find(...args)
    throw Object.assign(new Error('a node went away'), { code: 'AND_NODE_UNAVAILABLE', statusCode: 503 })
  })
  const read = () => fetch(`${origin}${path}?_count=1`, { headers: { ...headers, ...ndjson } })

  const answer = await read()
  t.equal(answer.status, 200)
  await t.rejects(answer.text(), 'the client sees that it has not everything')

  good = 0
  const refused = await read()
  t.match(await refused.json(), { status: 503, code: 'AND_NODE_UNAVAILABLE' })
})

t.test('pages are read as fast as the client takes them, and no longer than it stays', async t => {
  const { app, study, _id, path, headers } = await aStudy(t)
  const long = moodResponse(_id, 'x'.repeat(10_000))
  await seed(app, study.applicationId, createKeyPair(), Array(20).fill(long))
  const origin = await listening(app)
  let found = 0
  // An endless store: a server that reads ahead of the client never stops.
  between(app, find => async (...[uid, filter, page]) => {
    found += 1
    const { records } = await find(uid, filter, { limit: page.limit })
    return { records, next: 'more' }
  })
  const request = get(`${origin}${path}?_count=20`, { headers: { ...headers, ...ndjson }, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let taken = 0
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    taken += (chunk as Buffer).length
    if (taken > 5_000_000) break
  }
  await atRest(() => found)
  const page = 20 * 10_000
  // The buffers of two sockets between the store and a client that has stopped reading.
  t.ok(found * page < taken + 20_000_000, `${found} pages`)

  answer.destroy()
  // A server that reads on never comes to rest.
  await atRest(() => found)
})

t.test('responses come as a table, across the revisions of their form', async t => {
  const { app, study, _id, submit, path, headers } = await aStudy(t)
  const nasty = '=HYPERLINK("https://evil.example")'
  const first = await submit(nasty)
  const changed = {
    ...mood,
    item: [
      { linkId: 'hours', type: 'integer', text: 'How many hours?' },
      {
        linkId: 'feeling',
        type: 'choice',
        text: 'And?',
        answerOption: [{ valueCoding: { code: 'ok', display: 'Fine, "really"' } }],
      },
    ],
  }
  const put = bearer(study.keyPair, ['write:questionnaire'])
  t.equal((await sendRequest(app, 'PUT', `/api/questionnaire/${_id}`, put, changed)).statusCode, 200)
  const later = {
    ...moodResponse(_id, ''),
    item: [
      { linkId: 'hours', answer: [{ valueInteger: -7 }] },
      { linkId: 'feeling', answer: [{ valueCoding: { code: 'ok', display: 'Fine, "really"' } }] },
    ],
  }
  const [second] = await seed(app, study.applicationId, createKeyPair(), [later])
  const answer = await sendRequest(app, 'GET', `${path}?_count=1`, { ...headers, accept: 'text/csv' })
  t.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present')
  const [header, one, two, ...rest] = answer.body.split('\r\n')
  t.equal(header, 'id,authored,subject,revision,hours,feeling,feeling.display,note')
  t.ok(one?.startsWith(`${first},`))
  t.ok(one?.endsWith(`,,,,"'=HYPERLINK(""https://evil.example"")"`), 'a formula is made text')
  t.ok(two?.startsWith(`${second},`))
  t.ok(two?.endsWith(',-7,ok,"Fine, ""really""",'), 'a number stays one')
  t.same(rest, [''])
  const { body } = await sendRequest(app, 'GET', `${path}?_format=csv&authored=lt2000`, headers)
  t.equal(body, `${header}\r\n`)
})
