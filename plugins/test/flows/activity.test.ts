/** The numbers of responses by day, and pseudonyms in place of identities. */
import t from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { longestPeriod } from '../../fhir-questionnaire/activity.ts'
import { underPseudonym } from '../../fhir-questionnaire/participants.ts'
import { bearer, gateway, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

const NAME = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/

t.test('an application counts responses by day, and reads pseudonyms of its own', async t => {
  const app = await gateway(t)
  const [ann, ben] = [createKeyPair(), createKeyPair()]
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const other = await published(app, study, { ...mood, title: 'Another form' })
  const path = `/api/questionnaire/${_id}`
  const headers = bearer(study.keyPair, [`read:questionnaire[${_id}]`])
  const ask = (query: string, more: object = {}) =>
    sendRequest(app, 'GET', path + query, { ...headers, ...more })
  const answer = async (form: string, person = ann, { applicationId } = study) => {
    const body = submissionOf(applicationId, moodResponse(form, 'Fine'))
    const answered = await sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), body)
    t.equal(answered.statusCode, 201)
  }

  t.match((await ask('/activity')).json(), { responses: 0, days: [], latest: [] })
  await answer(_id)
  await answer(_id, ben)
  await answer(other._id)
  const counted = await ask('/activity')
  t.equal(counted.headers['cache-control'], 'no-store')
  const activity = counted.json()
  const today = new Date().toISOString().slice(0, 10)
  t.match(activity, { responses: 2, days: [{ day: today, responses: 2 }] })
  const [bens, anns] = activity.latest.map(({ participant }: { participant: string }) => participant)
  t.match([anns, bens], [NAME, NAME])
  t.not(anns, bens)
  t.equal(activity.last, activity.latest[0].stored)
  for (const { did } of [ann, ben]) t.notOk(counted.body.includes(did.split(':').at(-1) ?? ''))

  await t.test('those after an instant, and days of their own clock', async t => {
    t.match((await ask(`/activity?after=${activity.last}`)).json(), { responses: 0, last: activity.last })
    await answer(_id, ben)
    t.match((await ask(`/activity?after=${activity.last}`)).json(), {
      responses: 1,
      latest: [{ participant: bens }],
    })
    const ahead = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
    t.match((await ask('/activity?utcOffset=840&days=1')).json().days.at(-1)?.day ?? ahead, ahead)
    for (const query of ['days=91', 'days=0', 'utcOffset=900', 'after=today', 'of=me'])
      t.equal((await ask(`/activity?${query}`)).statusCode, 400, query)
    t.match((await ask('/activity?after=2026-99-30T00:00:00Z')).json(), { code: 'AND_INVALID_DATE_SEARCH' })
  })

  await t.test('by the same pseudonym in each format and form, and no DID', async t => {
    for (const accept of ['application/json', 'application/fhir+ndjson', 'text/csv']) {
      const { body } = await ask('/responses?subject=pseudonym', { accept })
      t.ok(body.includes(anns) && body.includes(bens), accept)
      for (const { did } of [ann, ben]) t.notOk(body.includes(did.split(':').at(-1) ?? ''), accept)
    }
    const [first] = (await ask('/responses?subject=pseudonym&_count=1')).json().link.slice(1)
    t.match(first.url, /subject=pseudonym/, 'the next page keeps it')
    t.ok((await ask('/responses')).body.includes(ann.did))
    const scope = [`read:questionnaire[${other._id}]`]
    const elsewhere = await sendRequest(
      app,
      'GET',
      `/api/questionnaire/${other._id}/activity`,
      bearer(study.keyPair, scope),
    )
    t.equal(elsewhere.json().latest[0].participant, anns)
  })

  await t.test('no DID in the URL of an attached file', t => {
    const at = (did: string) => `andiron://test/user-uploads/${did}/1-letter.txt`
    const spellings = [ann.did, didKeyOf(ann.publicKey), toHex(ann.publicKey)]
    const item = spellings.map(did => ({ linkId: 'file', answer: [{ valueAttachment: { url: at(did) } }] }))
    const record = { ...moodResponse(_id, 'Fine'), _id, _created: '', subject: { reference: ann.did }, item }
    const text = JSON.stringify(underPseudonym(app.gateway, record as never))
    for (const did of spellings) t.notOk(text.includes(did), did)
    t.match(text, '/1-letter.txt')
    t.end()
  })

  await t.test('another application knows the same person by another one', async t => {
    const second = await registered(app)
    const form = await published(app, second, mood)
    await answer(form._id, ann, second)
    const scope = [`read:questionnaire[${form._id}]`]
    const there = `/api/questionnaire/${form._id}/activity`
    const [{ participant }] = (await sendRequest(app, 'GET', there, bearer(second.keyPair, scope))).json()
      .latest
    t.match(participant, NAME)
    t.not(participant, anns)
    for (const [from, with_] of [
      [path, second.keyPair],
      [`/api/questionnaire/${form._id}`, study.keyPair],
    ] as const) {
      const headers = bearer(with_, [from === path ? `read:questionnaire[${_id}]` : (scope[0] ?? '')])
      t.equal((await sendRequest(app, 'GET', `${from}/activity`, headers)).statusCode, 403)
    }
    t.equal((await app.inject(there)).statusCode, 401)
  })
})

t.test('an application lists the revisions of its form', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const first = await published(app, study, mood)
  const path = `/api/questionnaire/${first._id}`
  const headers = bearer(study.keyPair, ['write:questionnaire'])
  const changed = { ...mood, title: 'Mood', version: '2' }
  const second = (await sendRequest(app, 'PUT', path, headers, changed)).json()
  const pages: { revisions: { versionId: string }[]; next?: string }[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; cursor = pages.at(-1)?.next) {
    const search = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    pages.push((await sendRequest(app, 'GET', `${path}/revisions?_count=1${search}`, headers)).json())
  }
  t.match(
    pages.flatMap(({ revisions }) => revisions),
    [
      { versionId: first.meta?.versionId, status: 'active' },
      { versionId: second.meta.versionId, title: 'Mood', version: '2' },
    ],
  )
  const read = bearer(study.keyPair, [`read:questionnaire[${first._id}]`])
  const codebook = await sendRequest(app, 'GET', `${path}/codebook`, read)
  t.match(codebook.headers['content-type'], /^text\/csv/)
  const note = `note,note,How are you?,string,true,false,,${second.meta.versionId}`
  t.equal(codebook.body.trim().split('\r\n').at(-1), note)
  t.equal((await app.inject(`${path}/codebook`)).statusCode, 401)
  const other = bearer((await registered(app)).keyPair, ['write:questionnaire'])
  t.equal((await sendRequest(app, 'GET', `${path}/revisions`, other)).statusCode, 403)
  t.equal((await app.inject(`${path}/revisions`)).statusCode, 401)
})

t.test('with many responses, it counts a shorter time', async t => {
  const now = Date.now()
  const from = now - 30 * 86_400_000
  const [hours, seconds] = [3_600_000, 1000]
  t.equal(await longestPeriod(from, now, async () => 2000), from)
  const begin = await longestPeriod(from, now, async begin => ((now - begin) / hours) * 1000)
  t.ok(now - begin > hours && now - begin <= 2 * hours, 'a thousand an hour')
  const spans: number[] = []
  const most = await longestPeriod(now - 90 * 24 * hours, now, async begin => {
    spans.push((now - begin) / hours / 24)
    return spans.at(-1) === 9 ? 2001 : 2000
  })
  t.equal(most, now - 3 * 24 * hours)
  t.same(spans, [1, 3, 9], 'nothing much longer is counted')
  let asked = 0
  const last = await longestPeriod(from, now, async () => ++asked * 1e6)
  t.ok(now - last < 60 * seconds && asked < 20, 'however many')
})

t.test('the numbers of responses count for the limit of costly requests', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 5 } } })
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const headers = bearer(study.keyPair, [`read:questionnaire[${_id}]`])
  const ask = () => sendRequest(app, 'GET', `/api/questionnaire/${_id}/activity`, headers)
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  const statuses = answers.map(({ statusCode }) => statusCode)
  t.same([...new Set(statuses)].toSorted(), [200, 429])
  t.ok(statuses.filter(status => status === 200).length <= 5)
})
