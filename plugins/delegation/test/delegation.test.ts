/** Delegations: for oneself, for the right nodes, and where the operator wants it only when an application vouches. */
import t from 'tap'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { createInvocation, readEnvelope, verifyEnvelope } from '../../../core/crypto/nuc.ts'
import { uids } from '../../../schemas/uids.ts'
import { bearer, gateway, now, registered, sendRequest } from '../../test/fixtures/actors.ts'

t.test('a delegation', async t => {
  const app = await gateway(t)
  const person = createKeyPair()
  const delegate = (body: object, url = '/api/auth/delegate') =>
    sendRequest(app, 'POST', url, bearer(person, ['write']), body)

  await t.test('lets its holder create records in the name of the service, and nothing else', async t => {
    const answer = await delegate({ audienceDid: person.did })
    t.equal(answer.statusCode, 200, answer.body)
    const { delegation, audienceDid } = answer.json()
    t.equal(audienceDid, person.did)
    t.match(delegation, {
      type: 'nuc',
      issuer: app.gateway.builder.did,
      audience: person.did,
      command: '/nil/db/data/create',
      nodes: [],
    })
    const node = createKeyPair()
    const invoke = (command: string) =>
      createInvocation({
        issuer: person,
        audience: node.did,
        subject: app.gateway.builder.did,
        command,
        expiresAt: now() + 30,
        proof: delegation.token,
      })
    t.equal(
      verifyEnvelope(invoke('/nil/db/data/create'), {
        audience: node.did,
        now: now(),
        command: '/nil/db/data/create',
      }).invoker,
      person.did,
    )
    t.throws(() => verifyEnvelope(invoke('/nil/db/data/delete'), { audience: node.did, now: now() }))
  })

  await t.test('names the collections of people as its purpose', async t => {
    const { delegation } = (await delegate({ audienceDid: person.did })).json()
    const [{ payload }] = readEnvelope(delegation.token)
    const owned = [...app.gateway.collections].filter(({ kind }) => kind === 'owned').map(({ uid }) => uid)
    t.ok(owned.includes(uids.QuestionnaireResponse))
    t.strictSame('pol' in payload && payload.pol, [
      [
        'or',
        [
          ['==', '.args', {}],
          ['anyOf', '.args.collection', owned],
        ],
      ],
    ])
  })

  await t.test('is the same on both paths, for either spelling of the DID', async t => {
    t.equal((await delegate({ audienceDid: person.did }, '/auth/delegate')).statusCode, 200)
    t.equal((await delegate({ audienceDid: didKeyOf(person.publicKey) })).statusCode, 200)
  })

  await t.test('is for oneself', async t => {
    t.match((await delegate({ audienceDid: createKeyPair().did })).json(), {
      status: 403,
      code: 'AND_NOT_YOURSELF',
    })
  })

  await t.test('needs a token with the scope, and a body that says for whom', async t => {
    t.equal(
      (
        await sendRequest(app, 'POST', '/api/auth/delegate', bearer(person, ['read']), {
          audienceDid: person.did,
        })
      ).statusCode,
      403,
    )
    t.match((await delegate({})).json(), { status: 400, issues: [{ expression: 'body.audienceDid' }] })
  })
})

t.test('where an application must vouch', async t => {
  const app = await gateway(t, { plugins: { delegation: { requireApplication: true } } })
  const study = await registered(app)
  const { applicationId } = study
  const person = createKeyPair()
  const proof = (keyPair = study.keyPair, sub = person.did, scopes = ['vouch']) =>
    createSelfSignedJwt({ keyPair, scopes, now: now(), extra: { sub } })
  const cases: [string, object, object, number][] = [
    ['without one it is refused', {}, {}, 403],
    ['an id alone is not enough', { applicationId }, {}, 403],
    ['its proof is', { applicationId, applicationProof: proof() }, {}, 200],
    [
      'a proof for somebody else is not',
      { applicationId, applicationProof: proof(study.keyPair, createKeyPair().did) },
      {},
      403,
    ],
    ['nor one by another key', { applicationId, applicationProof: proof(createKeyPair()) }, {}, 403],
    [
      'nor one with another scope',
      { applicationId, applicationProof: proof(study.keyPair, person.did, ['write']) },
      {},
      403,
    ],
    ['nor one that cannot be read', { applicationId, applicationProof: 'x.y.z' }, {}, 401],
    ['a call from its page is', { applicationId }, { origin: 'https://study.example' }, 200],
    [
      'and one from the wallet, which listens to no other',
      { applicationId },
      { origin: app.gateway.baseUrl },
      200,
    ],
    ['a call from another page is not', { applicationId }, { origin: 'https://evil.example' }, 403],
    ['an unknown application cannot vouch', { applicationId: 'nobody', applicationProof: proof() }, {}, 403],
  ]
  for (const [what, body, headers, status] of cases) {
    const answer = await sendRequest(
      app,
      'POST',
      '/api/auth/delegate',
      { ...bearer(person, ['write']), ...headers },
      { audienceDid: person.did, ...body },
    )
    t.equal(answer.statusCode, status, what)
  }
})

t.test('a caller who asks too often is told when to come back', async t => {
  const app = await gateway(t, { plugins: { operations: { requestsPerMinute: 2 } } })
  const [person, other] = [createKeyPair(), createKeyPair()]
  const delegate = (keyPair = person) =>
    sendRequest(app, 'POST', '/api/auth/delegate', bearer(keyPair, ['write']), { audienceDid: keyPair.did })
  t.same([(await delegate()).statusCode, (await delegate()).statusCode], [200, 200])
  const answer = await delegate()
  t.match(answer.json(), { status: 429, code: 'AND_TOO_MANY_REQUESTS' })
  t.match(answer.headers['retry-after'], /^\d+$/)
  t.equal((await delegate(other)).statusCode, 200, 'others are not held back')
})
