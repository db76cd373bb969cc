/** The quota of a person on the storage nodes, as seen by a submitter. */
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { createGateway } from '../../index.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { mood, moodResponse } from '../fixtures/responses.ts'

t.test('a submission beyond what the nodes keep of a person says what is left', async t => {
  const data = await temporaryDirectory(t)
  const quota = { records: 5, bytes: 20_000, newRecords: 5, newBytes: 20_000 }
  const config = {
    ...{ data, stores: { records: { nodes: 1 } } },
    plugins: { 'storage-node': { serve: false, quota }, operations: { requestsPerMinute: 1_000_000 } },
  }
  const app = await createGateway(config, { fastify: { logger: false } })
  t.teardown(() => app.close())
  await app.ready()
  const study = await registered(app)
  const { _id } = await published(app, study, mood)
  const submit = (person: ReturnType<typeof createKeyPair>, note = 'Synthetic') =>
    sendRequest(
      ...([app, 'POST', '/api/submission', bearer(person, ['write'])] as const),
      submissionOf(study.applicationId, moodResponse(_id, note)),
    )

  const [ann, ben] = [createKeyPair(), createKeyPair()]
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(ann)))
  t.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 5, 'twenty at once store five')
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  t.equal(refused.length, 15)
  for (const answer of refused)
    t.match(answer.json(), { code: 'AND_QUOTA_RECORDS', detail: /: .*0 records are left/ })
  t.equal((await submit(ben)).statusCode, 201, 'another person has room of their own')

  const large = await submit(ben, 'x'.repeat(20_000))
  t.match([large.statusCode, large.json().code], [413, 'AND_QUOTA_BYTES'], large.body.slice(0, 300))
  t.match(large.json().detail, /\d+ bytes and 4 records are left/)
  t.equal((await submit(ben)).statusCode, 201, 'what is refused takes no room')
})
