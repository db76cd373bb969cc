/** Files and their metadata: uploaded by a person, attached to a response, described once. */
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { attest } from '../../../core/crypto/attest.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { ATTESTATION, attested } from '../../../core/stores/attested.ts'
import type { RecordStore, StoredRecord } from '../../../core/stores/records.ts'
import { checkStructureOnly } from '../../../fhir/index.ts'
import {
  createDocumentReference,
  DOCUMENT_TYPE_CONCEPTS,
} from '../../../fhir/resources/document-reference.ts'
import { uids } from '../../../schemas/uids.ts'
import {
  bearer,
  gateway,
  now,
  ownerOf,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../fixtures/actors.ts'
import { keep } from '../fixtures/files.ts'

const app = await gateway(t)
const study = await registered(app)
const form = await published(app, study, {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://study.example/photos',
  title: 'Photos',
  item: [{ linkId: 'photos', text: 'Photos', type: 'attachment', repeats: true }],
})
const alice = createKeyPair()
const bob = createKeyPair()
const PHOTO = { contentType: 'image/jpeg', size: 10, title: 'photo.jpg' }
const INLINE = { contentType: 'text/plain', data: 'eA==' }

const submit = (who: KeyPair, record: object, uid?: string, headers: object = {}) =>
  sendRequest(
    app,
    'POST',
    '/api/submission',
    { ...bearer(who, ['write']), ...headers },
    submissionOf(study.applicationId, record, uid),
  )

const responseWith = (...attachments: object[]) => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire: form._id,
  status: 'completed',
  item: [{ linkId: 'photos', answer: attachments.map(valueAttachment => ({ valueAttachment })) }],
})

/** The attachment of a file that was uploaded and has its record. */
async function uploaded(app: FastifyInstance, who: KeyPair) {
  const about = { reference: 'x', fileName: 'photo.jpg', fileType: 'image/jpeg', fileSize: 10 }
  const path = '/api/auth/delegate/storage?requestType=write'
  const { presignedUrl, uploadKey, headers } = (
    await sendRequest(app, 'POST', path, bearer(who, ['write']), about)
  ).json()
  const { pathname, search } = new URL(presignedUrl)
  await app.inject({ method: 'PUT', url: pathname + search, headers, payload: Buffer.alloc(26) })
  const url = `andiron://${uploadKey}`
  const encryption_key = JSON.stringify({
    algorithm: 'AES-GCM',
    key: `${'A'.repeat(43)}=`,
    iv: 'A'.repeat(16),
  })
  const record = {
    ...{ encryption_key, reference: 'x', file_name: 'photo.jpg', file_size: 10, file_type: 'image/jpeg' },
    ...{ controller_did: who.did, url },
  }
  const answer = await submit(who, record, uids.Binary)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { id: answer.json().insertedUid as string, url, ...PHOTO }
}

t.test('a file in a response is described once, by the application, and the receipt says where', async t => {
  const [first, second] = [await uploaded(app, alice), await uploaded(app, alice)]
  const send = () =>
    submit(alice, responseWith(first, second, first), undefined, { 'idempotency-key': 'photos' })
  const answer = await send()
  t.equal(answer.statusCode, 201, answer.body)
  const { documentReferenceUid } = answer.json()
  t.same((await send()).json(), answer.json(), 'a retry changes nothing')
  t.equal(await app.gateway.records.count(uids.DocumentReference, {}), 2)
  const document = await app.gateway.records.read(uids.DocumentReference, documentReferenceUid)
  t.match(document, {
    resourceType: 'DocumentReference',
    status: 'current',
    type: DOCUMENT_TYPE_CONCEPTS.PHOTO_DOCUMENT,
    subject: { reference: alice.did },
    author: [{ reference: study.keyPair.did }],
    content: [{ attachment: { ...PHOTO, url: `binary/${first.id}` } }],
    _owner: alice.did,
  })
  t.match(document?.['date'], /Z$/)
  t.ok(document && app.gateway.isAttested(uids.DocumentReference, document))
})

t.test('a response is refused whose attachment is not true, with every issue', async t => {
  const mine = await uploaded(app, alice)
  const theirs = await uploaded(app, bob)
  const before = await app.gateway.records.count(uids.QuestionnaireResponse, {})
  const answer = await submit(
    alice,
    responseWith(
      theirs,
      { ...mine, id: crypto.randomUUID() },
      { ...mine, size: 11 },
      { ...mine, contentType: 'image/png' },
      { ...mine, url: theirs.url },
      { ...mine, id: undefined },
      { ...mine, url: 'https://study.example/photo.jpg' },
      { ...INLINE, id: mine.id },
    ),
  )
  t.equal(answer.statusCode, 422, answer.body)
  const fields = answer
    .json()
    .issues.map(({ expression }: { expression: string }) => expression.split('.').at(-1))
  t.same(fields, ['id', 'id', 'size', 'contentType', 'url', 'id', 'url', 'data'])
  t.equal(await app.gateway.records.count(uids.QuestionnaireResponse, {}), before, 'nothing is stored')
  t.equal((await submit(alice, responseWith(mine))).statusCode, 201)
})

t.test('an attachment that lies elsewhere is none of ours', async t => {
  const elsewhere = { id: 'a1', url: 'https://study.example/photo.jpg', contentType: 'image/jpeg' }

  const answer = await submit(alice, responseWith(elsewhere, INLINE))
  t.equal(answer.statusCode, 201, answer.body)
  t.equal(answer.json().documentReferenceUid, undefined)
})

t.test('a person describes a file of their own', async t => {
  const { id } = await uploaded(app, alice)
  const about = {
    ...{ binaryId: id, fileName: 'photo.jpg', fileType: 'image/jpeg', fileSize: 10, subjectDid: alice.did },
    ...{ description: 'My knee', type: DOCUMENT_TYPE_CONCEPTS.CLINICAL_NOTE },
  }
  const statusOf = async (who: KeyPair, changes: object) =>
    (await submit(who, createDocumentReference({ ...about, ...changes }), uids.DocumentReference)).statusCode
  t.equal(await statusOf(alice, {}), 201)
  t.equal(await statusOf(alice, { author: study.keyPair.did }), 422, 'of an application that took no part')
  const proof = (keyPair = study.keyPair, sub = alice.did, scopes = ['vouch']) =>
    createSelfSignedJwt({ keyPair, scopes, now: now(), extra: { sub } })
  const proved = async (applicationProof: string, author = study.keyPair.did) => {
    const body = submissionOf(
      study.applicationId,
      createDocumentReference({ ...about, author }),
      uids.DocumentReference,
    )
    const answer = await sendRequest(app, 'POST', '/api/submission', bearer(alice, ['write']), {
      ...body,
      applicationProof,
    })
    return answer.statusCode
  }
  t.equal(await proved(proof()), 201, 'of one that signed for it')
  const other = await registered(app)
  for (const [what, applicationProof] of [
    ['for another person', proof(study.keyPair, bob.did)],
    ['for nobody that there is', proof(study.keyPair, 'did:a:b')],
    ['of another application', proof(other.keyPair)],
    ['for something else', proof(study.keyPair, alice.did, ['write'])],
    ['that is none', 'x.y.z'],
  ] as const)
    t.equal(await proved(applicationProof), 422, `a proof ${what}`)
  t.equal(await proved(proof(), other.keyPair.did), 422, 'a proof of one application names no other')
  t.equal(await statusOf(alice, { author: bob.did }), 422, "in another's name")
  t.equal(await statusOf(alice, { fileSize: 11 }), 422)
  t.equal(await statusOf(alice, { fileType: 'text/html' }), 422)
  t.equal(await statusOf(alice, { binaryId: crypto.randomUUID() }), 422)
  t.equal(await statusOf(bob, { subjectDid: bob.did }), 422, "of another's file")

  const mine = createDocumentReference(about)
  const path = '/api/submission'
  const { applicationId: _, ...personal } = submissionOf('', { ...mine }, uids.DocumentReference)
  t.equal(
    (await sendRequest(app, 'POST', path, bearer(alice, ['write']), personal)).statusCode,
    201,
    'unasked',
  )
  const response = { ...personal, schemaId: uids.QuestionnaireResponse, submission: responseWith(INLINE) }
  t.match((await sendRequest(app, 'POST', path, bearer(alice, ['write']), response)).json(), {
    code: 'AND_NO_APPLICATION',
    status: 422,
  })

  const foreign = await submit(
    alice,
    createDocumentReference({ ...about, subjectDid: bob.did, author: alice.did }),
    uids.DocumentReference,
  )
  const stored = await app.gateway.records.read(uids.DocumentReference, foreign.json().insertedUid)
  t.match(stored, { subject: { reference: alice.did } }, 'whatever the subject was said to be')
})

t.test('every file of a person has a DocumentReference, described or not', async t => {
  const carol = createKeyPair()
  const read = bearer(carol, ['read'])
  const get = (search: string, headers: object = {}) =>
    sendRequest(app, 'GET', `/fhir/DocumentReference${search}`, { ...read, ...headers })
  const found = async (search: string, headers: object = {}) => {
    const answer = await get(search, headers)
    t.equal(answer.statusCode, 200, `${search}: ${answer.body}`)
    const { total, entry = [], link } = answer.json()
    return { total, link, resources: entry.map((each: { resource: object }) => each.resource) }
  }
  const binaryIn = ({ content }: { content: { attachment: { url: string } }[] }) =>
    content[0]?.attachment.url.split('/').at(-1)
  const ids = async (search: string) => (await found(search)).resources.map(binaryIn)

  const loose = await uploaded(app, carol)
  const note = await keep(app, carol, Buffer.from('x'), { file_name: 'note.txt', file_type: 'text/plain' })
  const attached = await uploaded(app, carol)
  const described = await uploaded(app, carol)
  const mine = createDocumentReference({
    ...{ binaryId: described.id, fileName: 'photo.jpg', fileType: 'image/jpeg', fileSize: 10 },
    ...{ subjectDid: carol.did, type: DOCUMENT_TYPE_CONCEPTS.CLINICAL_NOTE },
  })
  const { insertedUid: own } = (await submit(carol, mine, uids.DocumentReference)).json()
  const { insertedUid: first } = (await submit(carol, responseWith(attached, described))).json()
  const { insertedUid: second } = (await submit(carol, responseWith(described))).json()
  await uploaded(app, bob)

  t.equal((await found('?_summary=count')).total, 4)
  const all = await found('')
  t.equal(all.total, 4)
  t.same(new Set(all.resources.map(binaryIn)), new Set([loose.id, note.binaryId, attached.id, described.id]))
  for (const resource of all.resources)
    t.same(
      checkStructureOnly(resource, { fhirVersion: 'R4' }).filter(({ severity }) => severity === 'error'),
      [],
    )

  await t.test('related to the responses that hold it', async t => {
    t.same(
      new Set(await ids(`?related=QuestionnaireResponse/${first}`)),
      new Set([attached.id, described.id]),
    )
    t.same(await ids(`?related=${app.gateway.baseUrl}/fhir/QuestionnaireResponse/${second}`), [described.id])
    t.same((await ids(`?related=${first},${second}&type=34109-9`)).length, 1)
    t.same(await ids(`?related=${crypto.randomUUID()}`), [])
    const theirs = (await submit(alice, responseWith(await uploaded(app, alice)))).json().insertedUid
    t.same(await ids(`?related=${theirs}`), [], 'not to those of others')
    for (const text of ['x', 'constructor', 'QuestionnaireResponse/__proto__', `Observation/${first}`])
      t.same(await ids(`?related=${text}`), [], text)
    for (const text of ['%00', 'a'.repeat(100_000)]) t.equal((await get(`?related=${text}`)).statusCode, 400)
    t.equal((await get('?related:missing=true')).statusCode, 400)
    t.match((await get(`/${own}`)).json(), {
      context: {
        related: [
          { reference: `QuestionnaireResponse/${first}` },
          { reference: `QuestionnaireResponse/${second}` },
        ],
      },
    })
    const r5 = (await get(`/${own}`, { accept: 'application/fhir+json; fhirVersion=5.0' })).json()
    t.same(r5.context, undefined)
    t.match(r5.extension, [{ valueReference: { reference: `QuestionnaireResponse/${first}` } }, {}])
    t.same(
      checkStructureOnly(r5, { fhirVersion: 'R5' }).filter(({ severity }) => severity === 'error'),
      [],
    )
    const { resources } = await found(`?related=${second}&_include=DocumentReference:related`)
    t.same(
      resources.map((each: { resourceType: string }) => each.resourceType),
      ['DocumentReference', 'QuestionnaireResponse', 'QuestionnaireResponse'],
    )
  })

  await t.test('searched, sorted and paged with the described ones', async t => {
    t.same(await ids('?contenttype=text/plain'), [note.binaryId])
    t.same((await ids('?type=72170-4')).length, 2)
    t.same((await ids('?type=34109-9')).length, 1)
    t.same((await ids(`?patient=${carol.did}&date=ge2020-01-01`)).length, 4)
    t.same(await ids('?date=lt2020-01-01'), [])
    t.same(await ids(`?patient=${bob.did}`), [])
    t.same(await ids(`?_id=${loose.id}`), [loose.id])
    for (const order of ['', '&_sort=-date', '&_sort=contenttype']) {
      const seen: string[] = []
      for (let url = `?_count=1${order}`; url; ) {
        const { resources, link } = await found(url)
        seen.push(...resources.map(binaryIn))
        const next = link.find((each: { relation: string }) => each.relation === 'next')?.url
        url = next ? new URL(next).search : ''
      }
      t.equal(seen.length, 4, order)
      t.equal(new Set(seen).size, 4, order)
    }
  })

  await t.test('read under the id of its file until it is described', async t => {
    const answer = await get(`/${loose.id}`)
    t.match(answer.json(), {
      ...{ resourceType: 'DocumentReference', id: loose.id, status: 'current' },
      subject: { identifier: { value: carol.did } },
      content: [{ attachment: { contentType: 'image/jpeg', url: new RegExp(`/fhir/Binary/${loose.id}$`) } }],
    })
    t.notMatch(answer.body, /AES|encryption|andiron:\/\//)
    const binary = await sendRequest(app, 'GET', `/fhir/Binary/${note.binaryId}`, read)
    t.equal(binary.body, 'x')
    for (const id of [described.id, attached.id, crypto.randomUUID(), 'constructor'])
      t.equal((await get(`/${id}`)).statusCode, 404, 'which has another one, or none')
    const foreign = bearer(bob, ['read'])
    for (const id of [loose.id, own])
      t.equal((await sendRequest(app, 'GET', `/fhir/DocumentReference/${id}`, foreign)).statusCode, 404)
    t.equal((await submit(carol, responseWith(loose))).statusCode, 201)
    t.equal((await get(`/${loose.id}`)).statusCode, 404)
    t.equal((await found('')).total, 4, 'there is one for each file')
  })
})

t.test('who published the form reads the files of its responses, and nobody else', async t => {
  const content = Buffer.alloc(10, 'x')
  const file = await keep(app, alice, content, { file_type: 'image/jpeg', file_name: 'photo.jpg' })
  const unnamed = await keep(app, alice, content)
  const { insertedUid } = (
    await submit(alice, responseWith({ id: file.binaryId, url: file.url, ...PHOTO }))
  ).json()
  const other = await registered(app)
  const theirs = await published(app, other)
  const ask = (
    who: KeyPair,
    binaryId = file.binaryId,
    changes: { id?: string; response?: string; scope?: string } = {},
  ) => {
    const { id, response } = { id: form._id, response: insertedUid, ...changes }
    const { scope = `read:questionnaire[${id}]` } = changes
    const path = `/api/questionnaire/${id}/responses/${response}/attachments/${binaryId}`
    return sendRequest(app, 'GET', path, bearer(who, [scope]))
  }

  const answer = await ask(study.keyPair)
  t.equal(answer.statusCode, 200, answer.body)
  t.ok(answer.rawPayload.equals(content))
  t.match(answer.headers, {
    'content-type': 'image/jpeg',
    'content-length': '10',
    'content-disposition': /^attachment; filename="photo.jpg"/,
    'cache-control': 'no-store',
  })
  t.equal((await ask(study.keyPair)).statusCode, 200, 'as often as it needs')
  const { entries } = await app.gateway.audit.of(ownerOf(alice).key, { limit: 10 })
  t.match(entries[0], {
    client: { id: study.applicationId },
    action: 'downloadResponseFile',
    records: [insertedUid, file.binaryId],
  })

  // As such responses were accepted before their attachments were compared with the file.
  const stored = (await app.gateway.records.read(uids.QuestionnaireResponse, insertedUid)) ?? {}
  const accept = async (attachment: object) => {
    const { builder, primitives, records } = app.gateway
    const { _id, _created, _updated, _owner, _acl, _attestation, ...before } = stored as Partial<StoredRecord>
    const [id, record] = [crypto.randomUUID(), { ...before, item: responseWith(attachment).item }]
    const covered = attested(uids.QuestionnaireResponse, id, ownerOf(alice).key, record)
    const signed = { ...record, [ATTESTATION]: attest(covered, builder.privateKey, primitives), _id: id }
    const acl = { grantee: builder.did, read: true, write: false, execute: true }
    await (records as RecordStore).create(uids.QuestionnaireResponse, signed, { owner: alice.did, acl })
    return id
  }
  const accepted = await accept({ id: unnamed.binaryId, url: file.url })
  const rightly = await accept({ id: unnamed.binaryId, url: unnamed.url })
  t.equal((await ask(study.keyPair, unnamed.binaryId, { response: rightly })).statusCode, 200)

  const refused: [string, ReturnType<typeof ask>][] = [
    [
      'a file whose URL is not the one in the response',
      ask(study.keyPair, unnamed.binaryId, { response: accepted }),
    ],
    ['another application', ask(other.keyPair)],
    ['through a form of its own', ask(other.keyPair, file.binaryId, { id: theirs._id })],
    ['a file that the response does not hold', ask(study.keyPair, unnamed.binaryId)],
    ['a response that there is not', ask(study.keyPair, file.binaryId, { response: crypto.randomUUID() })],
    ['a form that there is not', ask(study.keyPair, file.binaryId, { id: crypto.randomUUID() })],
  ]
  for (const [what, answer] of refused) {
    const { statusCode } = await answer
    t.equal(statusCode, 404, what)
    t.match((await answer).json(), { code: 'AND_UNKNOWN_RESPONSE_FILE' })
  }
  t.equal((await ask(study.keyPair, file.binaryId, { scope: 'read:questionnaire[other]' })).statusCode, 403)
  t.equal((await ask(alice)).statusCode, 403)
  await file.alter(0)
  t.equal((await ask(study.keyPair)).statusCode, 502)
})

t.test('a deletion removes the bytes at once and says what is left, as often as it is asked', async t => {
  const file = await keep(app, alice, Buffer.alloc(10), { file_type: 'image/jpeg', file_name: 'photo.jpg' })
  const answer = await submit(alice, responseWith({ id: file.binaryId, url: file.url, ...PHOTO }))
  const { documentReferenceUid } = answer.json()
  const remove = async (who: KeyPair, binaryId = file.binaryId, scopes = ['write']) =>
    sendRequest(app, 'DELETE', `/api/attachment/${binaryId}`, bearer(who, scopes))

  const unknown = crypto.randomUUID()
  for (const [who, binaryId] of [
    [bob, file.binaryId],
    [alice, unknown],
  ] as const) {
    const answer = await remove(who, binaryId)
    t.equal(answer.statusCode, 404, "another's is as one that is not there")
    t.match(answer.json(), { code: 'AND_FILE_NOT_READ', detail: `DELETE /api/attachment/${binaryId}/` })
  }
  t.equal((await remove(alice, file.binaryId, ['read'])).statusCode, 403)
  t.equal(await app.gateway.objects.sizeOf(file.key), 26, 'and nothing was removed')

  const left = [
    { collection: uids.DocumentReference, document: documentReferenceUid },
    { collection: uids.Binary, document: file.binaryId },
  ]
  for (const time of ['once', 'again'])
    t.same((await remove(alice)).json(), { binaryId: file.binaryId, left }, time)
  t.equal(await app.gateway.objects.sizeOf(file.key), undefined)
  t.equal(await app.files.ticket(ownerOf(alice), file.binaryId), undefined)
})
