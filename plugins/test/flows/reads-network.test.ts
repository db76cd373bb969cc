/** Reads from real storage nodes, while people submit, delete, and revoke read access. */
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import {
  aggregate,
  connectNodes,
  loadEnvironment,
  readResponses,
  readResponsesAsCsv,
  runQuery,
  type Signer,
  saveQuery,
  storageKeyPairOf,
  submitData,
} from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { bearer, published, registered, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { mood, moodResponse, seed } from '../fixtures/responses.ts'

const data = await temporaryDirectory(t)
await copyDeployment(data)
const running = await serve(
  {
    ...{ port: 0, data, log: { level: 'error' } },
    // Exact numbers for the comparison: another test covers noise.
    plugins: { 'fhir-aggregate': { certainty: 1 } },
  },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { app, url } = running
const { builderDid } = await loadEnvironment(url)

const study = await registered(app)
const key: Signer = study.keyPair
const person = storageKeyPairOf('33'.repeat(32))
const nodes = await connectNodes(person, url)

/** Reads a form's responses by the SDK, a few on a page, and does something after every page. */
async function idsRead(questionnaire: string, count: number, between?: (read: number) => Promise<void>) {
  const ids: string[] = []
  for await (const { id } of readResponses(key, questionnaire, url, { count })) {
    ids.push(String(id))
    if (ids.length % count === 0) await between?.(ids.length)
  }
  return ids
}

async function streamed(questionnaire: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/questionnaire/${questionnaire}/responses`, {
    headers: {
      ...bearer(study.keyPair, [`read:questionnaire[${questionnaire}]`]),
      accept: 'application/fhir+ndjson',
    },
  })
  const lines = (await answer.text()).split('\n').filter(line => line !== '')
  return lines.map(line => String(JSON.parse(line).id))
}

t.test('some hundred responses are read, in pages and as a stream, in one order', async t => {
  const { _id } = await published(app, study, mood)
  const ids = []
  for (let batch = 0; batch < 4; batch++) {
    const notes = Array.from({ length: 100 }, (_, at) => moodResponse(_id, `${batch} ${at}`))
    ids.push(...(await seed(app, study.applicationId, person, notes)))
  }
  const read = await streamed(_id)
  t.same(read.toSorted(), ids.toSorted())
  t.same(await idsRead(_id, 57), read)
})

t.test('pages stay right while responses arrive and leave', async t => {
  const { _id } = await published(app, study, mood)
  const note = (text: string) => moodResponse(_id, text)
  await seed(
    app,
    study.applicationId,
    person,
    Array.from({ length: 60 }, (_, at) => note(`${at}`)),
  )
  const before = await streamed(_id)
  const gone = new Set<string>()
  let isReading = true
  let arrived = 0
  const arrivals = (async () => {
    while (isReading && arrived < 100)
      await submitData(person, submissionOf(study.applicationId, note(`${arrived++}`)), url)
  })()

  const read = await idsRead(_id, 7, async at => {
    // Deletes a response that was read and one that was not; revokes read access to another.
    const [behind, ahead, revoked] = [before[at - 3], before[at + 5], before[at + 9]]
    for (const document of [behind, ahead])
      if (document !== undefined && !gone.has(document)) {
        gone.add(document)
        await nodes.deleteData({ collection: uids.QuestionnaireResponse, document })
      }
    if (revoked === undefined || gone.has(revoked)) return
    gone.add(revoked)
    const address = { collection: uids.QuestionnaireResponse, document: revoked }
    await nodes.revokeAccess({ ...address, grantee: builderDid })
  })
  isReading = false
  await arrivals

  t.equal(new Set(read).size, read.length, 'none comes twice')
  const stayed = before.filter(id => !gone.has(id))
  t.ok(arrived > 0 && gone.size > 10 && stayed.length > 10)
  t.same(
    read.filter(id => stayed.includes(id)),
    stayed,
    'each that was there and stays comes once, in its place',
  )
  const after = await streamed(_id)
  t.notOk(after.some(id => gone.has(id)))
  t.equal(after.length, stayed.length + arrived, 'and later reading has all that arrived')
})

t.test('what people answered is counted on the nodes, for those who let it be', async t => {
  const { _id } = await published(app, study, mood)
  const count = { linkId: 'note', op: 'count' } as const
  const crowd = Array.from({ length: 8 }, () => createKeyPair())
  for (const each of crowd)
    await seed(app, study.applicationId, each, [moodResponse(_id, 'a'), moodResponse(_id, 'b')])
  const [own] = await seed(app, study.applicationId, person, [moodResponse(_id, 'c')])
  const results = async () => (await aggregate(key, _id, { measures: [count] }, url)).result

  t.match(await results(), [{ people: 9, measures: [{ value: 9 }] }], 'people, not responses')
  const document = { collection: uids.QuestionnaireResponse, document: String(own) }
  await nodes.revokeAccess({ ...document, grantee: builderDid })
  t.match(await results(), [{ people: 8 }], 'who took back the right is absent')
  const acl = { grantee: builderDid, read: true, write: false, execute: true }
  await nodes.grantAccess({ ...document, acl })
  t.match(await results(), [{ people: 9 }], 'and is there again')
  await nodes.updateData({ ...document, update: { $set: { language: 'de' } } })
  const { leftOut, result } = await aggregate(key, _id, { measures: [count] }, url)
  t.match({ leftOut, result }, { leftOut: { unattested: 0, changed: 1 }, result: [{ people: 8 }] })

  await t.test('also by the name under which a question is kept', async t => {
    const query = { questionnaire: _id, measures: [count] }
    const { etag } = await saveQuery(key, 'notes', query, url, { isNew: true })
    t.match(await runQuery(key, 'notes', _id, url), { message: 'success', result: [{ people: 8 }] })
    const other = { ...query, filter: { authored: ['lt2020'] } }
    await t.rejects(saveQuery(key, 'notes', other, url, { isNew: true }), {
      code: 'AND_QUERY_CHANGED',
      status: 412,
    })
    t.same((await saveQuery(key, 'notes', other, url, { ifMatch: etag })).query, other)
    t.match(await runQuery(key, 'notes', _id, url), { result: [], suppressed: 1 })
  })

  await t.test('and read as a table', async t => {
    let table = ''
    for await (const piece of readResponsesAsCsv(key, _id, url, { count: 5 })) table += piece
    const rows = table.trimEnd().split('\r\n')
    t.equal(rows.length, 1 + 2 * crowd.length)
    t.equal(rows[0], 'id,authored,subject,revision,note')
    const strangers = readResponsesAsCsv(person, _id, url)
    await t.rejects(strangers.next(), { code: 'AND_NOT_AN_APPLICATION', status: 403 })
    const enough = new AbortController()
    const reading = readResponsesAsCsv(key, _id, url, { signal: enough.signal })
    await reading.next()
    enough.abort(new Error('enough'))
    await t.rejects(
      async () => {
        while (!(await reading.next()).done);
      },
      { message: 'enough' },
    )
  })
})
