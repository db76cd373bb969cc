/** The export of a person's data in one archive: its content, omissions with reasons, and failures. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AuditEvent, Bundle, DocumentReference, QuestionnaireResponse } from 'fhir/r4.js'
import t, { type Test } from 'tap'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { definePlugin } from '../../../core/index.ts'
import { memory } from '../../../core/test/fixtures/memory.ts'
import { checkStructure } from '../../../fhir/structure/check.ts'
import { definitionsOf } from '../../../fhir/structure/definitions.ts'
import { uids } from '../../../schemas/uids.ts'
import { builtIn, createGateway } from '../../index.ts'
import {
  bearer,
  gateway,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../test/fixtures/actors.ts'
import { unzipped } from '../../test/fixtures/archive.ts'
import { atRest } from '../../test/fixtures/at-rest.ts'
import { keep } from '../../test/fixtures/files.ts'
import { mood, moodResponse, seed } from '../../test/fixtures/responses.ts'
import { archiveOf } from '../archive.ts'
import { createNames } from '../names.ts'

const text = (content: string) => new TextEncoder().encode(content)
const path = '/api/profile/export'

type App = Awaited<ReturnType<typeof gateway>>

async function exported(app: App, who: KeyPair) {
  const answer = await sendRequest(app, 'GET', path, bearer(who, ['read']))
  t.equal(answer.statusCode, 200, answer.statusMessage)
  const files = await unzipped(answer.rawPayload)
  const json = (name: string) => JSON.parse(String(files.get(name)))
  return { answer, files, json, bundle: json('bundle.json') as Bundle }
}

const ofType = <T extends { resourceType: string }>({ entry = [] }: Bundle, type: T['resourceType']): T[] =>
  entry.flatMap(({ resource }) => (resource?.resourceType === type ? [resource as unknown as T] : []))

/** A collection that is not FHIR. */
const letters = definePlugin({
  name: 'letters',
  version: '1.0.0',
  collections: [
    {
      uid: '6a1f0c52-6f3d-4d0b-9d0e-3b8f3c1d2e41',
      name: 'letters',
      kind: 'owned',
      schema: { $id: 'Letter', type: 'object', properties: { to: { type: 'string' } } },
    },
  ],
})

t.test('everything of a person is in the archive, and nothing of anyone else', async t => {
  const app = await createGateway(memory, { builtIn: [...builtIn, letters], fastify: { logger: false } })
  t.teardown(() => app.close())
  await app.ready()
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const [alice, bob] = [createKeyPair(), createKeyPair()]
  const ids = await seed(app, study.applicationId, alice, [moodResponse(_id, 'a'), moodResponse(_id, 'b')])
  await seed(app, study.applicationId, bob, [moodResponse(_id, 'of bob')])
  const submit = (submission: object, schemaId: string) =>
    sendRequest(
      app,
      'POST',
      '/api/submission',
      bearer(alice, ['write']),
      submissionOf(study.applicationId, submission, schemaId),
    )
  await submit({ to: 'carol' }, '6a1f0c52-6f3d-4d0b-9d0e-3b8f3c1d2e41')
  const names = ['scan.PDF', 'Scan.pdf', '../../etc/pass\u202Ewd', 'con.txt']
  const kept: Awaited<ReturnType<typeof keep>>[] = []
  for (const file_name of names) kept.push(await keep(app, alice, text(file_name), { file_name }))
  await sendRequest(
    app,
    'GET',
    `/api/questionnaire/${_id}/responses`,
    bearer(study.keyPair, [`read:questionnaire[${_id}]`]),
  )

  const { answer, files, json, bundle } = await exported(app, alice)
  t.match(answer.headers, {
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': /^attachment; filename="health-profile-\d{4}-\d\d-\d\d\.zip"$/,
  })
  t.same(checkStructure({ ...bundle, entry: undefined }, 'Bundle', definitionsOf('R4')), [])
  const responses = ofType<QuestionnaireResponse>(bundle, 'QuestionnaireResponse')
  t.same(responses.map(({ id }) => id).toSorted(), ids.toSorted())
  for (const response of responses)
    t.same(checkStructure(response, 'QuestionnaireResponse', definitionsOf('R4')), [])
  t.match(ofType(bundle, 'Questionnaire'), [{ item: mood.item }], 'the form, once')
  t.match(
    ofType<AuditEvent>(bundle, 'AuditEvent').map(({ entity = [] }) => entity[0]?.detail?.[0]?.valueString),
    ['exportProfile', 'readResponses'],
  )
  t.same(ofType<DocumentReference>(bundle, 'DocumentReference'), [])
  t.notMatch(answer.rawPayload.toString('latin1'), 'of bob')
  t.match(JSON.parse(String(files.get('records/letters.ndjson'))), { to: 'carol', created: /Z$/ })

  const paths = ['files/scan.PDF', 'files/Scan (2).pdf', 'files/_.._etc_pass_wd', 'files/_con.txt']
  for (const [at, name] of names.entries()) t.equal(String(files.get(paths[at] ?? '')), name)
  t.match(json('files.json'), {
    files: paths.map((path, at) => ({ path, binaryId: kept[at]?.binaryId, name: names[at] })),
    notIncluded: [],
  })
  const readme = String(files.get('README.txt'))
  t.match(readme, alice.did)
  t.match(readme, /- QuestionnaireResponse: 2\n/)
  t.match(readme, /gave them: 4\./)
  t.notMatch(String([...files.values()]), kept[0]?.encryptionKey.key ?? '', 'no key is in it')
})

t.test('a profile without anything is an archive, too', async t => {
  const { bundle, json } = await exported(await gateway(t), createKeyPair())
  t.equal(bundle.type, 'collection')
  t.match(ofType(bundle, 'AuditEvent'), [{ type: { code: '110106' } }], 'that it was asked for is known')
  t.same(json('files.json'), { files: [], notIncluded: [] })
})

t.test('what cannot be opened is listed with the reason', async t => {
  const app = await gateway(t)
  const alice = createKeyPair()
  const [damaged, good, lost] = [
    await keep(app, alice, text('damaged'), { file_name: 'damaged.txt' }),
    await keep(app, alice, text('good'), { file_name: 'good.txt', file_size: 4 }),
    await keep(app, alice, text('lost'), { file_name: 'lost.txt', file_size: 4 }),
  ]
  await damaged.alter(3)
  await app.uploads.remove(lost.key)
  const { files, json } = await exported(app, alice)
  t.same(
    [...files.keys()].filter(name => name.startsWith('files/')),
    ['files/good.txt'],
  )
  t.match(json('files.json'), {
    files: [{ binaryId: good.binaryId }],
    notIncluded: [
      { binaryId: damaged.binaryId, name: 'damaged.txt', why: /^The stored bytes differ from those/ },
      { binaryId: lost.binaryId, name: 'lost.txt', why: 'Nothing was uploaded there.' },
    ],
  })
  t.match(String(files.get('README.txt')), /- damaged\.txt \([\w-]+\): /)
})

/** Wraps the record store of the export. */
function between(app: App, find: (original: App['gateway']['records']['find']) => object) {
  const { records } = app.gateway
  Object.assign(records, { find: find(records.find.bind(records)) })
}

async function listening(t: Test) {
  const app = await gateway(t)
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const alice = createKeyPair()
  await seed(
    app,
    study.applicationId,
    alice,
    Array.from({ length: 300 }, (_, at) => moodResponse(_id, `${at} ${'x'.repeat(5000)}`)),
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url: origin + path, headers: bearer(alice, ['read']) }
}

t.test('an archive that fails midway is broken, one that cannot begin is an error', async t => {
  const { app, url, headers } = await listening(t)
  let good = 1
  between(app, find => async (...args: Parameters<typeof find>) => {
    if (args[0] !== uids.QuestionnaireResponse || good-- > 0) return find(...args)
    throw Object.assign(new Error('a node went away'), { code: 'AND_NODE_UNAVAILABLE', statusCode: 503 })
  })
  const answer = await fetch(url, { headers })
  t.equal(answer.status, 200)
  await t.rejects(answer.arrayBuffer(), 'the client sees that it has not everything')

  const refused = await fetch(url, { headers })
  t.match(await refused.json(), { status: 503, code: 'AND_NODE_UNAVAILABLE' })

  Object.assign(app.gateway, {
    audit: { ...app.gateway.audit, add: async () => Promise.reject(new Error('away')) },
  })
  t.equal((await fetch(url, { headers })).status, 500, 'what cannot be written down is not given out')
})

t.test('it is made as fast as it is taken, and no longer than somebody takes it', async t => {
  const { app, url, headers } = await listening(t)
  let found = 0
  // An endless profile: a server that reads ahead of the client never stops.
  between(app, find => async (...[uid, filter, { limit }]: Parameters<typeof find>) => {
    if (uid !== uids.QuestionnaireResponse) return find(uid, filter, { limit })
    found += 1
    const { records } = await find(uid, filter, { limit })
    // Random, because repetitive data would compress to almost nothing.
    const noisy = records.map(record => ({
      ...record,
      noise: Array.from({ length: 150 }, () => crypto.randomUUID()).join(''),
    }))
    return { records: noisy, next: 'more' }
  })
  const request = get(url, { headers, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let taken = 0
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    taken += (chunk as Buffer).length
    if (taken > 1_000_000) break
  }
  await atRest(() => found)
  // The buffers of two sockets between the store and a client that has stopped reading, packed.
  t.ok(found * 200 * 2000 < taken + 40_000_000, `${found} pages for ${taken} bytes`)

  answer.destroy()
  // A server that reads on never comes to rest.
  await atRest(() => found)
})

t.test('an archive without its directory is not taken for whole', async t => {
  const parts = archiveOf(async archive => {
    await archive.add({ path: 'a.txt', content: ['a'] })
    await archive.add({
      path: 'b.txt',
      content: (async function* () {
        yield 'b'
        throw new Error('broken')
      })(),
    })
  })
  const bytes: Buffer[] = []
  parts.on('data', chunk => bytes.push(chunk))
  await t.rejects(once(parts, 'end'), { message: 'broken' })
  await t.rejects(unzipped(Buffer.concat(bytes)))

  const longer = archiveOf(archive => archive.add({ path: 'a.txt', content: ['too long'], size: 3 }))
  await t.rejects(longer.resume().toArray(), 'a file has the size that was said of it')
})

t.test('names are those of their owner, as far as every system can have them', async t => {
  const cases: [string, string][] = [
    ['a.txt', 'a.txt'],
    ['A.TXT', 'A (2).TXT'],
    ['a.txt', 'a (3).txt'],
    ['', 'file'],
    ['...', 'file (2)'],
    ['C:\\Users\\x.doc', 'C__Users_x.doc'],
    ['NUL', '_NUL'],
    ['Befund März.pdf', 'Befund März.pdf'],
    ['\u202Egnp.exe', '_gnp.exe'],
    [`${'n'.repeat(300)}.jpeg`, `${'n'.repeat(100)}.jpeg`],
    ['🦴'.repeat(200), '🦴'.repeat(100)],
    [' dots. ', 'dots'],
  ]
  const nameOf = createNames()
  for (const [wanted, name] of cases) t.equal(nameOf(wanted), name)
})
