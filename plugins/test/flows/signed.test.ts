/** Forgery at the storage nodes: only the service can write its own records; forged ones are ignored. */
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { addressOf } from '../../../core/crypto/eip712.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { uids } from '../../../schemas/uids.ts'
import { recordIdOf } from '../../applications/registry.ts'
import { serve } from '../../index.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

const data = await temporaryDirectory(t)
await copyDeployment(data)
const running = await serve(
  { port: 0, data, log: { level: 'error' }, plugins: { applications: { cacheSeconds: 0 } } },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { app } = running
const nodes = await Promise.all(app.gateway.records.nodes.map(({ url }) => connectNode(url)))

const study = await registered(app)
const mallory = createKeyPair()
const url = 'https://forms.example/mood'
const form = await published(app, study, { ...mood, url })

/** The token with which the holder of a delegation of the service creates records on a node. */
async function delegated(holder: KeyPair, node: string): Promise<string> {
  const headers = bearer(holder, ['write'])
  const answer = await sendRequest(app, 'POST', '/api/auth/delegate', headers, { audienceDid: holder.did })
  const { token: proof } = answer.json().delegation
  const { did: subject } = app.gateway.builder
  return invocation({ from: holder, to: node, command: commands.data.create, subject, proof })
}

/** Writes a record as the builder on every node, as if a node had a security hole. */
async function smuggle(collection: string, document: { _id: string; [field: string]: unknown }) {
  for (const node of nodes) {
    const token = invocation({
      from: app.gateway.builder,
      to: node.did,
      command: commands.data.create,
    })
    const { created } = await node.createStandard(token, { collection, data: [document] })
    t.equal(created.length, 1)
  }
}

const forms = async () =>
  (await sendRequest(app, 'GET', '/api/questionnaire', bearer(study.keyPair, ['write:questionnaire'])))
    .json()
    .questionnaires.map(({ _id }: { _id: string }) => _id)

const forged = () => ({
  ...{ ...mood, _id: randomUUID(), url, title: 'Your bank PIN?' },
  ...{ publisher: study.keyPair.did, meta: { versionId: randomUUID() } },
})

t.test('nodes refuse records of the service from the holder of a delegation', async t => {
  const attempts = [
    [uids.Questionnaire, forged()],
    [uids.Application, { _id: recordIdOf('taken'), applicationId: 'taken' }],
    [uids.ValueSet, { _id: randomUUID(), resourceType: 'ValueSet' }],
    [uids.Query, { _id: randomUUID(), name: 'q' }],
  ] as const
  for (const node of nodes)
    for (const [collection, document] of attempts)
      await t.rejects(
        node.createStandard(await delegated(mallory, node.did), { collection, data: [document] }),
        { status: 404, errors: ['ResourceAccessDeniedError'] },
      )
})

t.test('the delegation still lets its holder write to the collections of people', async t => {
  const acl = { grantee: app.gateway.builder.did, read: true, write: false, execute: true }
  const document = { ...moodResponse(form._id, 'directly'), _id: randomUUID() }
  for (const node of nodes) {
    const { created } = await node.createOwned(await delegated(mallory, node.did), {
      ...{ collection: uids.QuestionnaireResponse, data: [document] },
      ...{ owner: mallory.did, acl },
    })
    t.equal(created.length, 1)
  }
})

t.test('a form under the publisher of another application is neither listed nor served', async t => {
  const form = forged()
  await smuggle(uids.Questionnaire, form)
  t.notOk((await forms()).includes(form._id))
  t.equal((await sendRequest(app, 'GET', `/api/questionnaire/${form._id}`, {})).statusCode, 404)
  t.equal((await sendRequest(app, 'GET', `/fhir/Questionnaire/${form._id}`, {})).statusCode, 404)
})

t.test('a canonical URL is not taken over, and honest answers go on being accepted', async t => {
  const first = 'https://forms.example/before-its-time'
  await smuggle(uids.Questionnaire, { ...forged(), url: first })
  const { _id } = await published(app, study, { ...mood, url: first })
  const person = createKeyPair()
  const body = submissionOf(study.applicationId, { ...moodResponse(_id, 'well'), questionnaire: first })
  const answer = await sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), body)
  t.equal(answer.statusCode, 201, answer.body)
  const { insertedUid } = answer.json()
  const read = await sendRequest(
    app,
    'GET',
    `/api/questionnaire/${_id}/responses`,
    bearer(study.keyPair, [`read:questionnaire[${_id}]`]),
  )
  t.match(read.body, insertedUid)
})

t.test('a form does not say of which other form it is a revision', async t => {
  const other = await registered(app)
  const headers = bearer(other.keyPair, ['write:questionnaire'])
  const sent = { ...mood, title: 'Your bank PIN?', _revisionOf: form._id, meta: { versionId: form._id } }
  const answer = await sendRequest(app, 'POST', '/api/questionnaire', headers, sent)
  const { _id, meta } = answer.statusCode === 201 ? answer.json() : { _id: form._id, meta: {} }
  for (const versionId of [_id, meta.versionId])
    t.equal(
      (await sendRequest(app, 'GET', `/api/questionnaire/${form._id}?versionId=${versionId}`, {})).statusCode,
      404,
    )
})

t.test('an application record with the id of another one, or with any origin, is not believed', async t => {
  const record = (applicationId: string) => ({
    ...{ _id: recordIdOf(applicationId), applicationId, name: 'Forged', did: mallory.did },
    ...{ key: mallory.did.slice(-66), controlAddress: addressOf(mallory.publicKey) },
    ...{ callbackUrls: ['https://evil.example/'], origins: ['*', "'self' https:"] },
  })
  await smuggle(uids.Application, record('not-yet-registered'))
  await smuggle(uids.Application, { ...record('copied'), applicationId: study.applicationId })
  t.equal((await sendRequest(app, 'GET', '/api/application/not-yet-registered', {})).statusCode, 404)
  t.match((await sendRequest(app, 'GET', `/api/application/${study.applicationId}`, {})).json(), {
    did: study.keyPair.did,
  })
  const preflight = await sendRequest(app, 'OPTIONS', '/api/submission', {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
  })
  t.equal(preflight.headers['access-control-allow-origin'], undefined)
  const frame = await sendRequest(app, 'GET', '/wallet-external?applicationId=not-yet-registered', {})
  t.match(
    String(frame.headers['content-security-policy'] ?? "frame-ancestors 'none'"),
    "frame-ancestors 'none'",
  )
})
