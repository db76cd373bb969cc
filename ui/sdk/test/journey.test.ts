/** The main journeys, with a real gateway and three real nodes. */
import type { Questionnaire } from 'fhir/r4.js'
import t from 'tap'
import { sameIdentity } from '../../../core/crypto/did.ts'
import tiredness from '../../../examples/adaptive/synthetic-tiredness.json' with { type: 'json' }
import gad7 from '../../../examples/forms/gad-7.json' with { type: 'json' }
import phq9 from '../../../examples/forms/phq-9.json' with { type: 'json' }
import type { AndironError } from '../errors.ts'
import {
  type ControlKey,
  connectNodes,
  createNodeClient,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  fetchDelegation,
  fetchQuestionnaire,
  fetchWelshareApp,
  type Issue,
  listApplications,
  listData,
  listQuestionnaires,
  nextQuestion,
  type Omissions,
  QuestionnaireResponseSchema,
  type ReadOptions,
  readData,
  readResponsePages,
  readResponses,
  registerApplication,
  registerQuestionnaire,
  storageKeyPairOf,
  submitData,
  uids,
  updateApplication,
  updateQuestionnaire,
} from '../index.ts'
import { createNodeApi } from '../node.ts'
import { reshareSecrets } from '../reshare.ts'
import { gateway, letters } from './fixtures/gateway.ts'
import { restlessWallet, wallet } from './fixtures/wallet.ts'

const environment = await gateway(t)
const nodeUrls = environment.nodes.map(({ url }) => url)

const owner = wallet('11'.repeat(32))
const controlKey: ControlKey = owner
const application = {
  applicationId: 'sleep-study',
  name: 'Sleep study',
  callbackUrls: ['https://sleep.example/done'],
}
const { sessionKeyPair: applicationKey } = await deriveApplicationKeypair(
  owner.signFn,
  owner.address,
  application.applicationId,
  { environment },
)

const person = wallet('22'.repeat(32))
const { sessionKeyPair: alice } = await deriveStorageKeypair(person.signFn, person.address, { environment })

const coded = (linkId: string, code: string) => ({
  linkId,
  answer: [{ valueCoding: { system: 'http://loinc.org', code } }],
})
const answers = (questionnaire: string, codes: readonly string[]) => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire,
  status: 'completed',
  item: [{ linkId: 'gad-7-questions', item: codes.map((code, at) => coded(String(at + 1), code)) }],
})
const SEVEN = ['LA6568-5', 'LA6569-3', 'LA6570-1', 'LA6571-9', 'LA6568-5', 'LA6568-5', 'LA6569-3']
const payloadOf = (submission: object) => ({
  applicationId: application.applicationId,
  timestamp: new Date(),
  schemaId: QuestionnaireResponseSchema.schemaUid,
  submission,
})

const failure = (promise: Promise<unknown>): Promise<AndironError> =>
  promise.then(
    () => t.fail('it did not fail') as never,
    error => error,
  )

t.test('an application is registered, changed and read', async t => {
  const registered = await registerApplication(applicationKey, application, controlKey, environment)
  t.match(registered, { ...application, did: applicationKey.did, controlAddress: owner.address })
  const { controlAddress: _, ...shown } = registered
  t.same(await fetchWelshareApp(application.applicationId, environment.apiBaseUrl), shown)
  const changed = await updateApplication(
    applicationKey,
    { ...application, name: 'Sleep and mood study' },
    controlKey,
    environment,
  )
  t.match(changed, { _id: registered._id, name: 'Sleep and mood study' })
})

t.test('a control key lists its applications, whatever the spelling of its address', async t => {
  const applicationId = 'second-study'
  const spelled = { address: owner.address.toLowerCase(), signFn: owner.signFn }
  const second = { ...application, applicationId }
  await registerApplication(storageKeyPairOf('35'.repeat(32)), second, spelled, environment)
  for (const controlled of [controlKey, spelled]) {
    const found = await listApplications(controlled, environment)
    t.same(
      found.map(({ applicationId }) => applicationId),
      ['sleep-study', 'second-study'],
    )
    t.match(found[0], { name: 'Sleep and mood study', controlAddress: owner.address })
  }
  t.same(await listApplications(wallet('45'.repeat(32)), environment), [], 'nobody else')
  const liar = { address: owner.address, signFn: wallet('45'.repeat(32)).signFn }
  t.match(await failure(listApplications(liar, environment)), { code: 'AND_WRONG_CONTROL_KEY' })
})

t.test('an application is registered with a wallet whose signatures differ', async t => {
  const { address, signFn } = restlessWallet('33'.repeat(32))
  const applicationId = 'restless'
  const keypair = storageKeyPairOf('34'.repeat(32))
  const restless = { ...application, applicationId }
  t.match(await registerApplication(keypair, restless, { address, signFn }, environment), { applicationId })
})

t.test('a registration is refused that its keys do not sign', async t => {
  const other = { ...application, applicationId: 'other' }
  const stranger = wallet('44'.repeat(32))
  t.match(await failure(registerApplication(applicationKey, application, stranger, environment)), {
    code: 'AND_APPLICATION_EXISTS',
    status: 409,
  })
  const liar = { address: owner.address, signFn: stranger.signFn }
  t.match(await failure(registerApplication(applicationKey, other, liar, environment)), {
    code: 'AND_WRONG_CONTROL_KEY',
    status: 403,
  })
  t.match(await failure(updateApplication(alice, application, stranger, environment)), {
    code: 'AND_NOT_CONTROLLER',
    status: 403,
  })
  t.match(await failure(fetchWelshareApp('nobody', environment)), {
    code: 'AND_UNKNOWN_APPLICATION',
    status: 404,
    message: new RegExp(`^GET ${environment.apiBaseUrl}/api/application/nobody answered 404: `),
  })
})

t.test('questionnaires are published, replaced, read and refused', async t => {
  const stored = await registerQuestionnaire(applicationKey, phq9, environment)
  t.match(stored, { title: phq9.title, publisher: applicationKey.did, id: 'phq-9' })
  const first = await fetchQuestionnaire(stored._id, environment)
  t.match(first, stored)
  const title = 'PHQ-9'
  const translation = [
    { url: 'lang', valueCode: 'de' },
    { url: 'content', valueString: 'Gesundheitsfragebogen' },
  ]
  const form = {
    ...{ ...phq9, title },
    _title: {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/translation', extension: translation }],
    },
  }
  const replaced = await updateQuestionnaire(applicationKey, stored._id, form, environment)
  t.match(replaced, { _id: stored._id, title })
  t.match(await fetchQuestionnaire(stored._id, environment), { title })
  const versionId = first.meta?.versionId
  t.match(await fetchQuestionnaire(stored._id, environment, { versionId }), { title: phq9.title })
  const german = await fetchQuestionnaire(stored._id, environment, { language: 'fr, de-AT;q=0.5' })
  t.match(german, { language: 'de', title: 'Gesundheitsfragebogen' })
  for (const language of ['*', 'tlh', 'de\r\nx-other: 1', '__proto__', 'de'.repeat(1000)])
    t.match(await fetchQuestionnaire(stored._id, environment, { language }), { title }, language.slice(0, 20))
  const kept = await failure(updateQuestionnaire(applicationKey, stored._id, german, environment))
  t.match(kept.issues, [{ rule: 'Q-TRANSLATED' }], 'a translation does not replace its original')

  const listed = await listQuestionnaires(applicationKey, environment)
  t.same(
    listed.map(({ _id, title, status }) => ({ _id, title, status })),
    [{ _id: stored._id, title, status: phq9.status }],
    'revisions stand behind it, not beside it',
  )
  t.match(await failure(listQuestionnaires(alice, environment)), { code: 'AND_NOT_AN_APPLICATION' })

  const broken = {
    ...phq9,
    item: [
      { linkId: 'a', type: 'choice' },
      { linkId: 'a', type: 'never' },
    ],
  }
  const refused = await failure(registerQuestionnaire(applicationKey, broken, environment))
  t.match(refused, { code: 'AND_INVALID_QUESTIONNAIRE', status: 422 })
  t.ok((refused.issues?.length ?? 0) > 1)
  t.match(await failure(registerQuestionnaire(alice, phq9, environment)), { code: 'AND_NOT_AN_APPLICATION' })
})

t.test(
  'a response goes through the gateway to every node, and back to its owner and to the application',
  async t => {
    const { _id: questionnaire } = await registerQuestionnaire(applicationKey, gad7, environment)
    const receipts = []
    for (const codes of [SEVEN, [...SEVEN].reverse()]) {
      receipts.push(await submitData(alice, payloadOf(answers(questionnaire, codes)), environment))
    }
    const [first, second] = receipts

    const listed = await listData(alice, environment)
    const isResponse = ({ collection }: { readonly collection: string }) =>
      collection === QuestionnaireResponseSchema.schemaUid
    const responsesListed = listed.filter(isResponse)
    t.match(responsesListed, [
      { document: first?.insertedUid, nodes: nodeUrls },
      { document: second?.insertedUid, nodes: nodeUrls },
    ])
    t.equal(responsesListed.length, 2)
    const observed = listed.filter(each => !isResponse(each)).map(({ collection }) => collection)
    t.same(new Set(observed), new Set([uids.Observation]), 'the rest is what was observed in them')
    const [reference] = responsesListed
    if (reference === undefined) throw new Error('nothing is listed')
    const record = await readData(alice, environment, reference)
    t.match(record, {
      ...answers(questionnaire, SEVEN),
      _id: first?.insertedUid,
      subject: { reference: alice.did },
      author: { reference: applicationKey.did },
    })
    t.ok(sameIdentity(record._owner, alice.did))

    const pages = []
    for await (const page of readResponsePages(applicationKey, questionnaire, environment, { count: 1 }))
      pages.push(page)
    const read = pages.flatMap(({ entry = [] }) => entry.map(({ resource }) => resource?.id))
    t.same(read, [first?.insertedUid, second?.insertedUid])
    t.ok(pages.length >= 2)

    const idsRead = async (options: ReadOptions) => {
      const ids = []
      for await (const { id } of readResponses(applicationKey, questionnaire, environment, options))
        ids.push(id)
      return ids
    }
    t.same(await idsRead({ since: new Date(0), authored: ['ge2020', 'lt2100'], count: 1 }), read)
    t.same(await idsRead({ since: '2100-01-01T00:00:00+01:00' }), [])
    t.same(await idsRead({ authored: 'lt2020' }), [])
    t.match(await failure(idsRead({ authored: 'soon' })), { code: 'AND_INVALID_DATE_SEARCH', status: 400 })
    const enough = new AbortController()
    const reading = readResponses(applicationKey, questionnaire, environment, { signal: enough.signal })
    t.match(await reading.next(), { done: false })
    enough.abort(new Error('enough'))
    t.match(await failure(reading.next()), { message: 'enough' })

    t.match(await failure(readResponses(alice, questionnaire, environment).next()), { status: 403 })
    const bob = storageKeyPairOf('55'.repeat(32))
    t.same(await listData(bob, environment), [])
    t.match(await failure(readData(bob, environment, reference)), { code: 'AND_NODE_FAILED', status: 404 })

    await t.test('what a person changed afterwards is not shown, and counted', async t => {
      const client = await connectNodes(alice, environment)
      const submission = answers(questionnaire, SEVEN)
      const { insertedUid: document } = await submitData(alice, payloadOf(submission), environment)
      t.ok((await idsRead({})).includes(document))
      const update = { $set: { language: 'de' } }
      await client.updateData({ collection: reference.collection, document, update })
      const reported: Omissions[] = []
      t.same(await idsRead({ onOmissions: leftOut => reported.push(leftOut) }), read)
      t.same(reported, [{ unattested: 0, changed: 1 }])
      await client.deleteData({ collection: reference.collection, document })
      t.same(await idsRead({ onOmissions: leftOut => reported.push(leftOut) }), read)
      t.equal(reported.length, 1, 'what is gone is not')
    })

    t.test('what the service may read is for the person to decide', async t => {
      const client = await connectNodes(alice, environment)
      await client.revokeAccess({ ...reference, grantee: environment.builderDid })
      t.same((await client.readData(reference))._acl, [])
      const responses = async () => {
        const found = []
        for await (const { id } of readResponses(applicationKey, questionnaire, environment)) found.push(id)
        return found
      }
      t.same(await responses(), [second?.insertedUid])
      const acl = { grantee: environment.builderDid, read: true, write: false, execute: false }
      await client.grantAccess({ ...reference, acl })
      t.same(await responses(), [first?.insertedUid, second?.insertedUid])
    })
  },
)

t.test('no client is made for no nodes', async t => {
  t.throws(() => createNodeClient({ keypair: alice, nodes: [] }), { code: 'AND_NO_NODES' })
})

t.test('a wrong response is refused with every issue', async t => {
  const { _id: questionnaire } = await registerQuestionnaire(applicationKey, gad7, environment)
  const wrong = answers(questionnaire, ['LA6568-5', 'LA0000-0'])
  const error = await failure(submitData(alice, payloadOf(wrong), environment))
  t.match(error, { code: 'AND_INVALID_RECORD', status: 422 })
  const issues: readonly Issue[] = error.issues ?? []
  t.ok(issues.length >= 6, 'five missing answers and one that is no option')
  t.ok(issues.every(({ expression, text }) => expression.startsWith('QuestionnaireResponse') && text))
  const german = await failure(submitData(alice, payloadOf(wrong), environment, { language: 'de' }))
  t.ok(german.issues?.every(({ text }) => text.startsWith('Bitte ')))
})

t.test('a person writes to the nodes with a delegation', async t => {
  const { delegation, audienceDid } = await fetchDelegation(alice, environment)
  t.equal(audienceDid, alice.did)
  t.match(delegation, { type: 'nuc', nodes: environment.nodes, issuer: environment.builderDid })
  const client = await connectNodes(alice, environment)
  const acl = { grantee: environment.builderDid, read: true, write: false, execute: true }
  const document = { collection: letters, owner: alice.did, acl }
  const text = 'Only for you. 🌱'
  const { insertedUid } = await client.createData(delegation, {
    ...document,
    data: { to: 'bob', text: { '%allot': text } },
  })
  const address = { collection: letters, document: insertedUid }

  t.match(environment.secretSharing, { scheme: 'xor', threshold: 3 })
  t.match(await client.readData(address), { to: 'bob', text })
  const shares = new Set<unknown>()
  for (const node of environment.nodes) {
    const part = await createNodeApi(alice, node, []).read(address)
    t.notMatch(JSON.stringify(part), 'Only')
    shares.add((part['text'] as Record<string, unknown>)['%share'])
  }
  t.equal(shares.size, nodeUrls.length)

  t.test('the same document again is the same document', async t => {
    const data = { _id: crypto.randomUUID().toUpperCase(), to: 'carol' }
    const first = await client.createData(delegation, { ...document, data })
    t.same(await client.createData(delegation, { ...document, data }), first)
    const other = { ...data, to: 'dave' }
    t.match(await failure(client.createData(delegation, { ...document, data: other })), { status: 400 })
    const collection = letters
    t.match(await client.readData({ collection, document: first.insertedUid }), { to: 'carol' })
    await client.deleteData({ collection, document: first.insertedUid })
  })

  t.test('changes it, its secret included', async t => {
    await client.updateData({ ...address, update: { $set: { to: 'carol', text: { '%allot': 'New.' } } } })
    t.match(await client.readData(address), { to: 'carol', text: 'New.' })
  })

  t.test('a delegation is for oneself', async t => {
    const bob = await connectNodes(storageKeyPairOf('55'.repeat(32)), environment)
    t.match(await failure(bob.createData(delegation, { ...document, data: { to: 'x' } })), {
      code: 'AND_MALFORMED_TOKEN',
    })
    t.match(
      await failure(
        client.createData(delegation, { ...document, owner: environment.builderDid, data: { to: 'x' } }),
      ),
      {
        status: 404,
      },
    )
  })

  t.test('a node that does not answer is missed by secrets and by writes, not by reads', async t => {
    const [first, second, third] = environment.nodes
    if (!first || !second || !third) throw new Error('three nodes are expected')
    const nodes = [first, second, { ...third, url: 'http://127.0.0.1:9' }]
    const partial = createNodeClient({ keypair: alice, nodes })
    const { insertedUid: plain } = await client.createData(delegation, { ...document, data: { to: 'eve' } })
    const nobody = createNodeClient({ keypair: alice, nodes: [{ ...first, url: 'http://127.0.0.1:9' }] })
    const gone = { collection: letters, document: crypto.randomUUID() }
    const asked = [{ collection: letters, document: plain }, gone, address]
    // At once: each waits for the attempts to reach the node.
    const [read, incomplete, listed, unreachable, several, oneByOne] = await Promise.all([
      partial.readData({ collection: letters, document: plain }),
      failure(partial.readData(address)),
      partial.listData(),
      failure(nobody.listData()),
      partial.readAllData(asked),
      Promise.allSettled(asked.map(each => partial.readData(each))),
    ])
    t.match(read, { to: 'eve' })
    t.match(incomplete, { code: 'AND_SECRET_INCOMPLETE', message: /127\.0\.0\.1:9 did not answer/ })
    t.same(listed.find(({ document }) => document === plain)?.nodes, [first.url, second.url])
    t.match(unreachable, {
      code: 'AND_NETWORK',
      message: /^GET http:\/\/127\.0\.0\.1:9\/v1\/users\/data is unreachable/,
    })
    t.match(several, [
      { value: { to: 'eve' } },
      { reason: { code: 'AND_NODE_FAILED', status: 404 } },
      { reason: { code: 'AND_SECRET_INCOMPLETE' } },
    ])
    t.same(
      several.map(each => (each.status === 'fulfilled' ? each.value : each.reason.code)),
      oneByOne.map(each => (each.status === 'fulfilled' ? each.value : each.reason.code)),
      'as one by one',
    )
    t.match(await client.readAllData([address]), [{ value: { text: 'New.' } }])
    t.same(await client.readAllData([]), [])

    const before = (await client.listData()).length
    t.match(await failure(partial.createData(delegation, { ...document, data: { to: 'frank' } })), {
      code: 'AND_NETWORK',
    })
    t.equal((await client.listData()).length, before, 'what the others took is withdrawn')
    t.match(await failure(partial.deleteData({ collection: letters, document: plain })), {
      code: 'AND_WRITE_INCOMPLETE',
      message: /missing: http:\/\/127\.0\.0\.1:9$/,
      cause: { code: 'AND_NETWORK' },
    })
    await client.deleteData({ collection: letters, document: plain })
    t.equal((await client.listData()).length, before - 1, 'a repeated call completes it')

    const controller = new AbortController()
    const reason = new Error('the person left')
    const stopping = createNodeClient({ keypair: alice, nodes, signal: controller.signal })
    const write = failure(stopping.createData(delegation, { ...document, data: { to: 'grace' } }))
    while ((await client.listData()).length < before) await new Promise(setImmediate)
    controller.abort(reason)
    t.equal(await write, reason)
    t.equal((await client.listData()).length, before - 1, 'and who gives up leaves nothing behind')
  })

  t.test('with a threshold, some of the nodes are enough for a secret', async t => {
    const some = { ...environment, secretSharing: { scheme: 'shamir-gf256', threshold: 2 } } as const
    const client = await connectNodes(alice, some)
    const data = { to: 'heidi', text: { '%allot': text } }
    const { insertedUid } = await client.createData(delegation, { ...document, data })
    const fresh = { collection: letters, document: insertedUid }
    const away = (lost: number) =>
      some.nodes.map((node, at) => (at === lost ? { ...node, url: 'http://127.0.0.1:9' } : node))
    const reads = [0, 1, 2].map(lost =>
      createNodeClient({ ...some, nodes: away(lost), keypair: alice }).readData(fresh),
    )
    for (const read of await Promise.all(reads)) t.match(read, { to: 'heidi', text })
    const [first, second] = some.nodes
    if (!first || !second) throw new Error('three nodes are expected')
    await createNodeApi(alice, first, []).delete(fresh)
    t.match(await client.readData(fresh), { text }, 'a node has lost it')
    await createNodeApi(alice, second, []).delete(fresh)
    t.match(await failure(client.readData(fresh)), {
      code: 'AND_SECRET_INCOMPLETE',
      message: new RegExp(`${first.url}, ${second.url}`),
    })
    await client.deleteData(fresh)
  })

  t.test('an old secret gets its threshold when its owner opens it', async t => {
    const some = { ...environment, secretSharing: { scheme: 'shamir-gf256', threshold: 2 } } as const
    const { insertedUid } = await client.createData(delegation, {
      ...document,
      data: { to: 'ivan', text: { '%allot': text } },
    })
    const old = { collection: letters, document: insertedUid }
    const stored = () =>
      Promise.all(
        some.nodes.map(async node => {
          const { text } = await createNodeApi(alice, node, []).read(old)
          return String((text as Record<string, unknown>)['%share'])
        }),
      )
    const before = await stored()
    const [first, second, third] = some.nodes
    if (!first || !second || !third) throw new Error('three nodes are expected')
    const partial = createNodeClient({
      ...some,
      nodes: [first, second, { ...third, url: 'http://127.0.0.1:9' }],
      keypair: alice,
    })
    t.match(await failure(partial.readData(old)), { code: 'AND_SECRET_INCOMPLETE' })
    t.same(await stored(), before, 'nothing changes unless every node answers')

    // A kill between the nodes: each state is read by clients of before and of now, and completed.
    const changes = await reshareSecrets(
      before.map(share => ({ text: { '%share': share } })),
      { nodes: 3, threshold: 2 },
      alice.privateKey,
      [letters, insertedUid],
    )
    for (const { node, path, share } of changes.slice(0, 2)) {
      const address = some.nodes[node]
      if (address) await createNodeApi(alice, address, []).update(old, { $set: { [path]: share } })
      t.match(await client.readData(old), { text }, `re-shared on ${node + 1}`)
    }
    const clients = await Promise.all(Array.from({ length: 20 }, () => connectNodes(alice, some)))
    for (const read of await Promise.all(clients.map(each => each.readData(old)))) t.match(read, { text })
    const after = await stored()
    t.same(
      after,
      changes.map(({ share }) => share),
      'twenty at once write one and the same',
    )
    t.same(
      after.map(share => JSON.parse(share).former),
      before,
    )
    t.match(await client.readData(old), { text }, 'n-of-n clients of this release read it')
    t.match(await partial.readData(old), { text })

    await t.test('and one that its owner has changed meanwhile stays as it is', async t => {
      const node = createNodeApi(alice, first, [])
      const [path] = changes.map(({ path }) => path)
      const stale = node.update(old, { $set: { [`${path}`]: 'stale' } }, { [`${path}`]: before[0] })
      t.match(await failure(stale), { status: 404 })
      t.same(await stored(), after)
    })
    await client.deleteData(old)
  })

  t.test('nodes that hold different versions are not believed', async t => {
    const [first] = environment.nodes
    if (!first) throw new Error('a node is expected')
    const { insertedUid } = await client.createData(delegation, { ...document, data: { to: 'bob' } })
    const altered = { collection: letters, document: insertedUid }
    await createNodeApi(alice, first, []).update(altered, { $set: { to: 'mallory' } })
    t.match(await failure(client.readData(altered)), { code: 'AND_NODES_DISAGREE' })
  })

  t.test('deletes it', async t => {
    await client.deleteData(address)
    t.match(await failure(client.readData(address)), { code: 'AND_NODE_FAILED', status: 404 })
    t.match(await failure(client.deleteData(address)), { status: 404 })
  })
})

t.test('an adaptive form is answered question by question, and submitted', async t => {
  const { _id } = await registerQuestionnaire(applicationKey, tiredness, environment)
  let response = await nextQuestion(_id, environment)
  for (let asked = 0; response.status === 'in-progress' && asked < 20; asked++) {
    const [form] = response.contained as [Questionnaire]
    const { linkId = '', answerOption = [] } = form.item?.at(-1) ?? {}
    const { valueCoding } = answerOption[2] ?? {}
    const answer = valueCoding ? [{ valueCoding }] : []
    response = await nextQuestion(
      { ...response, item: [...(response.item ?? []), { linkId, answer }] },
      environment,
    )
  }
  t.equal(response.status, 'completed')
  const { insertedUid } = await submitData(
    storageKeyPairOf('56'.repeat(32)),
    {
      ...{ applicationId: application.applicationId, timestamp: new Date() },
      ...{ schemaId: uids.QuestionnaireResponse, submission: response },
    },
    environment,
  )
  t.ok(insertedUid)
  t.match(await failure(nextQuestion(crypto.randomUUID(), environment)), { status: 422 })
})
