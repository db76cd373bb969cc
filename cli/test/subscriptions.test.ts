/** `andiron app subscriptions` of an application, and `andiron subscriptions` of an operator. */
import { join } from 'node:path'
import t from 'tap'
import { temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { compiled, directoryWith, launch } from '../../core/test/fixtures/cli.ts'
import { startReceiver, until } from '../../plugins/fhir-subscriptions/test/receiver.ts'
import { serve } from '../../plugins/index.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import { mood, moodResponse } from '../../plugins/test/fixtures/responses.ts'
import { application, person, publishForm, submit } from '../../plugins/testing/index.ts'
import { createBackendKey, registerBackend } from '../../ui/sdk/index.ts'
import { here } from './fixtures/here.ts'

const data = await temporaryDirectory(t)
await copyDeployment(data)
const plugins = { 'fhir-subscriptions': { publicOnly: false, retryDays: 1 / 86_400 } }
const config = { port: 0, data, log: { level: 'silent' }, plugins } as const

t.test('subscriptions are made, listed, replayed and deleted', async t => {
  const { app, url, close } = await serve(config, { fastify: { logger: false } })
  t.teardown(close)
  const study = await application(app)
  const form = await publishForm(app, study, mood)
  const { privateJwk, publicJwk } = await createBackendKey()
  await registerBackend(
    study.keyPair,
    study.applicationId,
    { name: 'Server', jwks: { keys: [publicJwk] } },
    url,
  )
  const { applicationId } = study
  const receiver = await startReceiver(t)
  const cwd = await directoryWith(t, {
    'andiron-app.json': { file: 'andiron server key', applicationId, service: url, key: privateJwk },
    'andiron.json': config,
  })
  const andiron = (...args: string[]) => here(args, { cwd })
  const ofApplication = (...args: string[]) => andiron('app', 'subscriptions', ...args)
  const stateOf = async (...command: string[]) => {
    const { code, stdout, stderr } = await andiron(...command, '--json')
    t.same([code, stderr], [0, ''])
    return JSON.parse(stdout).subscriptions
  }

  t.same(await stateOf('app', 'subscriptions'), [])
  t.match(await andiron('subscriptions'), { code: 0, stdout: 'There is no subscription.\n' })
  t.match(await ofApplication('create', '--endpoint', 'nowhere', '--form', 'none'), {
    code: 1,
    stderr: /Subscription\.|filterBy|endpoint/,
  })
  const endpoint = `${receiver.url}?secret=of-the-receiver`
  const created = await ofApplication('create', '--endpoint', endpoint, '--form', form._id)
  t.match(created, { code: 0, stderr: '' })
  const { id, secret } = JSON.parse(created.stdout) as { id: string; secret: string }
  t.match(secret, /^whsec_/)
  await until(async () => (await stateOf('app', 'subscriptions'))[0].status === 'active')

  receiver.status = 500
  const sent = await submit(app, person(), {
    submission: moodResponse(form._id, 'well'),
    application: study,
  })
  t.equal(sent.statusCode, 201)
  await until(async () => (await stateOf('subscriptions'))[0].dead === 1, 30)
  t.match(await stateOf('subscriptions'), [
    { id, application: applicationId, topic: 'response-submitted', receiver: receiver.url, events: 1 },
  ])
  const listed = await andiron('subscriptions')
  t.match(listed.stdout, /1 events, 0 waiting, 1 dead/)
  t.notMatch(listed.stdout, /of-the-receiver/, 'a query may hold a secret')

  receiver.status = 204
  t.match(await andiron('subscriptions', 'replay'), { code: 0, stdout: /delivered again, from number 1 on/ })
  await until(() => receiver.numbers().length === 1)
  t.match(await andiron('subscriptions', 'replay'), { code: 0, stdout: 'There are no dead letters.\n' })
  t.match(await ofApplication('replay', id, '--from', '1'), { code: 0 })
  await until(() => receiver.numbers().length === 2)
  t.same(receiver.numbers(), [1, 1])

  const streamed = await ofApplication('create', '--topic', 'profile-deleted')
  t.match(JSON.parse(streamed.stdout), { topic: 'profile-deleted' })
  await until(async () =>
    /profile-deleted +active .*event-stream/.test((await andiron('subscriptions')).stdout),
  )
  t.match(await ofApplication('delete', id), { code: 0 })
  t.match(await ofApplication('replay', id, '--from', '1'), { code: 1, stderr: /no subscription/i })
  t.match(await andiron('subscriptions', 'replay', id), { code: 1, stderr: /no subscription/i })
  t.match(await andiron('subscriptions', 'replay', 'x'), { code: 2, stderr: /no id of a subscription/ })
  t.match(await andiron('subscriptions', 'replay', '--from', '3'), { code: 2, stderr: /needs the id/ })
})

t.test('without the plugin there is nothing to list', async t => {
  const cwd = await directoryWith(t, { 'andiron.json': { port: 0 } })
  t.match(await launch(compiled, ['subscriptions'], cwd).ended, { code: 0, stdout: /was never on here/ })
  t.match(await launch(compiled, ['subscriptions', '--data', join(cwd, 'none')], cwd).ended, { code: 0 })
})
