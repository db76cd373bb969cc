/** The audit trail of a person: an entry for every access to their records, before the data is sent. */
import type { AuditEvent, Bundle } from 'fhir/r4.js'
import t, { type Test } from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { noteReading } from '../../../core/records/reading.ts'
import { checkStructure } from '../../../fhir/structure/check.ts'
import { definitionsOf } from '../../../fhir/structure/definitions.ts'
import { uids } from '../../../schemas/uids.ts'
import {
  bearer,
  gateway,
  ownerOf,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../fixtures/actors.ts'
import { keep } from '../fixtures/files.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const form = {
  ...mood,
  item: [...mood.item, { linkId: 'photo', type: 'attachment', text: 'A photo' }],
}

/** A study that two people have answered. */
async function aStudy(t: Test) {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study, form)
  const [alice, bob] = [createKeyPair(), createKeyPair()]
  const notes = (count: number) => Array.from({ length: count }, (_, at) => moodResponse(_id, `${at}`))
  const [ofAlice, ofBob] = [
    await seed(app, study.applicationId, alice, notes(3)),
    await seed(app, study.applicationId, bob, notes(2)),
  ]
  const headers = bearer(study.keyPair, [`read:questionnaire[${_id}]`])
  const path = `/api/questionnaire/${_id}/responses`
  const read = (query: string) => sendRequest(app, 'GET', path + query, headers)
  const client = { id: study.applicationId, name: 'A synthetic study', kind: 'application' }
  return { app, study, path, headers, read, alice, bob, ofAlice, ofBob, client, _id }
}

async function trailOf(app: Awaited<ReturnType<typeof gateway>>, who: KeyPair) {
  const answer = await sendRequest(app, 'GET', '/api/profile/audit', bearer(who, ['read']))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().entries as { action: string; records: string[]; client?: object; at: string }[]
}

t.test('each person sees which of their responses an application has read', async t => {
  const { app, read, alice, bob, ofAlice, ofBob, client } = await aStudy(t)
  t.same(await trailOf(app, alice), [])

  t.equal((await read('')).statusCode, 200)
  const [entry, ...others] = await trailOf(app, alice)
  t.match(entry, { action: 'readResponses', client, at: /Z$/ })
  t.same(entry?.records.toSorted(), ofAlice.toSorted(), 'one entry for the page, with nobody else’s records')
  t.same(others, [])
  const [ofB] = await trailOf(app, bob)
  t.same(ofB?.records.toSorted(), ofBob.toSorted())

  t.equal((await read('?_count=2&_format=ndjson')).statusCode, 200)
  const streamed = (await trailOf(app, alice)).slice(0, -1).flatMap(({ records }) => records)
  t.same(streamed.toSorted(), ofAlice.toSorted(), 'and a stream, as it is read')

  const before = await trailOf(app, bob)
  t.equal((await read('?_since=2100-01-01T00:00:00Z')).statusCode, 200)
  t.same(await trailOf(app, bob), before, 'an empty page read nothing of anyone')
})

t.test('what cannot be written down is not given out', async t => {
  const { app, read, headers, path } = await aStudy(t)
  const { audit } = app.gateway
  Object.assign(app.gateway, {
    audit: { ...audit, add: async () => Promise.reject(new Error('the database is away')) },
  })
  t.equal((await read('')).statusCode, 500)
  t.equal((await read('?_format=ndjson')).statusCode, 500, 'a stream does not even begin')

  let pages = 0
  Object.assign(app.gateway, {
    audit: {
      ...audit,
      add: async () => {
        pages += 1
        if (pages > 1) throw new Error('the database went away')
      },
    },
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${origin}${path}?_count=1&_format=ndjson`, { headers })
  await t.rejects(answer.text(), 'one that has begun is cut off')
})

t.test('a file that a response holds is read by its application', async t => {
  const { app, study, alice, _id, headers, client } = await aStudy(t)
  const { binaryId } = await keep(app, alice, new TextEncoder().encode('a photo'))
  const response = {
    ...moodResponse(_id, 'with a photo'),
    item: [
      ...moodResponse(_id, 'with a photo').item,
      { linkId: 'photo', answer: [{ valueAttachment: { id: binaryId } }] },
    ],
  }
  const submitted = submissionOf(study.applicationId, response)
  const { insertedUid } = (
    await sendRequest(app, 'POST', '/api/submission', bearer(alice, ['write']), submitted)
  ).json()
  const url = `/api/questionnaire/${_id}/responses/${insertedUid}/attachments/${binaryId}`
  t.equal((await sendRequest(app, 'GET', url, headers)).statusCode, 200)
  t.match(await trailOf(app, alice), [
    { action: 'downloadResponseFile', records: [insertedUid, binaryId], client },
  ])
})

t.test('a download says through which assistant its URL was asked for', async t => {
  const app = await gateway(t)
  const alice = createKeyPair()
  const { binaryId } = await keep(app, alice, new TextEncoder().encode('a letter'))
  const client = { id: 'https://assistant.example/', name: 'Assistant' }
  const { url = '' } = (await app.files.ticket({ ...ownerOf(alice), client }, binaryId)) ?? {}
  t.equal((await app.inject(url.replace(app.gateway.baseUrl, ''))).statusCode, 200)
  t.match(await trailOf(app, alice), [
    { action: 'downloadAttachment', records: [binaryId], client: { ...client, kind: 'assistant' } },
  ])
})

t.test('the trail is FHIR for whoever asks for it so', async t => {
  const { app, read, alice } = await aStudy(t)
  for (let time = 0; time < 3; time++) await read('')
  const accept = { ...bearer(alice, ['read']), accept: 'application/fhir+json' }
  const events: AuditEvent[] = []
  for (let next: string | undefined = '/api/profile/audit?limit=2'; next !== undefined; ) {
    const answer = await sendRequest(app, 'GET', next, accept)
    t.match(answer.headers, {
      'content-type': /^application\/fhir\+json/,
      'cache-control': 'no-store',
    })
    const bundle = answer.json() as Bundle<AuditEvent>
    const { entry = [], ...page } = bundle
    t.same(checkStructure(page, 'Bundle', definitionsOf('R4')), [])
    events.push(...entry.flatMap(({ resource }) => resource ?? []))
    const link = bundle.link?.find(({ relation }) => relation === 'next')?.url
    next = link?.replace(app.gateway.baseUrl, '')
  }
  t.equal(events.length, 3)
  t.equal(new Set(events.map(({ id }) => id)).size, 3)
  t.match(events[0], {
    resourceType: 'AuditEvent',
    agent: [{ name: 'A synthetic study', requestor: true, role: [{ text: 'application' }] }],
    source: { observer: { identifier: { value: app.gateway.builder.did } } },
    entity: [{ what: { identifier: { value: alice.did } } }, {}, {}, {}],
  })
})

t.test('a record of nobody stands in no trail', async t => {
  const { app, _id } = await aStudy(t)
  const record = await app.gateway.records.read(uids.Questionnaire, _id)
  const client = { id: 'a', name: 'a', kind: 'application' } as const
  await noteReading(app.gateway, { client, action: 'read' }, record ? [record] : [])
  t.ok(record)
})
