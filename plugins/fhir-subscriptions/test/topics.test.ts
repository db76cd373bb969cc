/** Every topic, from what people and applications do to the notification. People and answers are synthetic. */
import t from 'tap'
import { keyIdOf } from '../../../core/crypto/index.ts'
import sleepDiary, { NIGHTS } from '../../../examples/sleep-diary/sleep-diary.ts'
import { deleteProfile, giveConsent, withdrawConsent } from '../../../ui/sdk/index.ts'
import { keep } from '../../test/fixtures/files.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { type Application, application, gateway, person, publishForm, submit } from '../../testing/index.ts'
import { TOPICS } from '../topics.ts'
import { eventsOf, startReceiver, until } from './receiver.ts'

const app = await gateway(t, {
  plugins: [sleepDiary],
  config: {
    plugins: {
      'fhir-subscriptions': { publicOnly: false },
      'fhir-bulk': { settleSeconds: 0 },
      profile: { settleSeconds: 0 },
    },
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
app.gateway.baseUrl = app.listeningOrigin
const BASE = app.gateway.baseUrl
const R5 = { 'content-type': 'application/fhir+json; fhirVersion=5.0' }
const SCOPES = ['read:questionnaire[*]', 'read:collection[*]']

const study = await application(app)
const another = await application(app)
const form = await publishForm(app, study, {
  ...mood,
  item: [...mood.item, { linkId: 'photo', type: 'attachment', text: 'A photo' }],
})
const ben = person()

/** Subscribes to a topic. */
const request = (topic: string, endpoint: string, more: object = {}, scopes = SCOPES, who = study) =>
  app.inject({
    method: 'POST',
    url: '/fhir/Subscription',
    headers: { ...R5, ...who.bearer(scopes) },
    body: {
      ...{ resourceType: 'Subscription', status: 'requested', channelType: { code: 'rest-hook' }, endpoint },
      ...{ topic: `${BASE}/fhir/SubscriptionTopic/${topic}`, ...more },
    },
  })
const by = (filterParameter: string, value: string) => ({ filterBy: [{ filterParameter, value }] })

/** A receiver of a topic that is active. */
async function subscribed(topic: string, more: object = {}) {
  const receiver = await startReceiver(t)
  const created = await request(topic, receiver.url, more)
  if (created.statusCode !== 201) throw new Error(created.body)
  await until(() => receiver.ofType('handshake').length > 0)
  return receiver
}
type Receiver = Awaited<ReturnType<typeof subscribed>>
const eventsAt = ({ received }: Receiver) => received.flatMap(({ bundle }) => eventsOf(bundle))
const focusesAt = (receiver: Receiver) => eventsAt(receiver).map(({ focus }) => focus)

const answer = async (...items: readonly object[]) => {
  const response = moodResponse(form._id, 'secret words')
  const sent = await submit(app, ben, {
    submission: { ...response, item: [...response.item, ...items] },
    application: study,
  })
  if (sent.statusCode !== 201) throw new Error(sent.body)
  return sent.json().insertedUid as string
}
const night = async (study: Application) => {
  const submission = { date: '2026-01-14', minutesAsleep: 431 }
  const sent = await submit(app, ben, { submission, schemaId: NIGHTS, application: study })
  if (sent.statusCode !== 201) throw new Error(sent.body)
  return sent.json().insertedUid as string
}
const response = (id: string) => ({ reference: `${BASE}/fhir/QuestionnaireResponse/${id}` })
const record = (value: string) => ({ identifier: { system: `${BASE}/api/collection/${NIGHTS}`, value } })

const nights = by('collection', 'sleep nights')
const both = { filterBy: [...by('questionnaire', form._id).filterBy, ...nights.filterBy] }
const receivers = {
  submitted: await subscribed('response-submitted'),
  files: await subscribed('file-attached', by('questionnaire', form._id)),
  records: await subscribed('record-submitted', nights),
  revoked: await subscribed('record-revoked', both),
  revokedOfForms: await subscribed('record-revoked'),
  deleted: await subscribed('profile-deleted', both),
  exported: await subscribed('export-ready'),
}
const made = { first: '', photo: '', night: '' }

t.test('a response and its file are events of their topics', async t => {
  made.first = await answer()
  const { binaryId } = await keep(app, ben.keyPair, Buffer.from('a photo'))
  made.photo = await answer({
    ...{ linkId: 'photo', answer: [{ valueAttachment: { id: binaryId, contentType: 'text/plain' } }] },
  })
  await until(() => eventsAt(receivers.files).length === 1)
  await until(() => eventsAt(receivers.submitted).length === 2)
  t.same(focusesAt(receivers.submitted), [made.first, made.photo].map(response))
  t.match(eventsAt(receivers.files), [
    {
      focus: response(made.photo),
      additionalContext: [{ reference: `${BASE}/fhir/Binary/${binaryId}` }],
    },
  ])
})

t.test(
  'a record of a custom collection is an event for the application that it was submitted for',
  async t => {
    await night(another)
    made.night = await night(study)
    await until(() => eventsAt(receivers.records).length === 1)
    t.same(focusesAt(receivers.records), [record(made.night)])
  },
)

t.test('a complete export is an event', async t => {
  const kickOff = await app.inject({
    url: '/fhir/$export?_type=QuestionnaireResponse',
    headers: { ...study.bearer(['read:questionnaire[*]']), prefer: 'respond-async' },
  })
  t.equal(kickOff.statusCode, 202)
  const id = String(kickOff.headers['content-location']).split('/').at(-1)
  await until(() => eventsAt(receivers.exported).length === 1)
  t.same(focusesAt(receivers.exported), [{ identifier: { system: `${BASE}/fhir/$export`, value: id } }])
})

t.test('a withdrawn consent is an event for each record that the application may no longer use', async t => {
  const { applicationId } = study
  await giveConsent(ben.keyPair, { application: applicationId }, BASE)
  await withdrawConsent(ben.keyPair, { application: applicationId, form: form._id }, BASE)
  await until(() => eventsAt(receivers.revoked).length === 2)
  const responses = [made.first, made.photo].map(response)
  const sorted = (focuses: readonly object[]) => focuses.map(each => JSON.stringify(each)).sort()
  t.same(sorted(focusesAt(receivers.revoked)), sorted(responses))
  await until(() => eventsAt(receivers.revokedOfForms).length === 2)
  await withdrawConsent(ben.keyPair, { application: applicationId, collection: NIGHTS }, BASE)
  await until(() => eventsAt(receivers.revoked).length === 3)
  t.same(focusesAt(receivers.revoked).at(-1), record(made.night))
  t.notMatch(JSON.stringify(receivers.revoked.received), keyIdOf(ben.did), 'the person is not named')
})

t.test('no event is about a record that the application could not read, or still can', async t => {
  const { applicationId } = study
  const eva = person()
  const answered = async () => {
    const sent = await submit(app, eva, {
      submission: moodResponse(form._id, 'secret words'),
      application: study,
    })
    return response(sent.json().insertedUid)
  }
  const about = (receiver: Receiver) => focusesAt(receiver).map(each => JSON.stringify(each))
  const permitted = await answered()
  await giveConsent(eva.keyPair, { application: applicationId, form: form._id }, BASE)
  await withdrawConsent(eva.keyPair, { application: applicationId }, BASE)
  await withdrawConsent(eva.keyPair, { application: applicationId, form: form._id }, BASE)
  await until(() => about(receivers.revoked).includes(JSON.stringify(permitted)))
  t.equal(about(receivers.revoked).filter(each => each === JSON.stringify(permitted)).length, 1, 'once')
  const withheld = await answered()
  await withdrawConsent(eva.keyPair, { application: applicationId, form: form._id }, BASE)
  await deleteProfile(eva.keyPair, BASE, { confirm: eva.did })
  await until(async () => (await app.profileDeletions.kept.read(keyIdOf(eva.did)))?.state === 'done')
  await until(async () => (await app.subscriptions.queue.first(1, undefined)).length === 0)
  for (const each of [withheld, permitted].map(each => JSON.stringify(each)))
    t.notOk(about(receivers.deleted).includes(each), 'withheld, so it was announced before or never known')
  t.notOk(about(receivers.revoked).includes(JSON.stringify(withheld)))
})

t.test('a deleted profile is an event for each record, after which nobody could find them', async t => {
  const dora = person()
  for (const submission of [moodResponse(form._id, 'well'), moodResponse(form._id, 'secret words')])
    t.equal((await submit(app, dora, { submission, application: study })).statusCode, 201)
  const slept = { submission: { date: '2026-01-15', minutesAsleep: 400 }, schemaId: NIGHTS }
  t.equal((await submit(app, dora, { ...slept, application: study })).statusCode, 201)
  await deleteProfile(dora.keyPair, BASE, { confirm: dora.did })
  await until(() => eventsAt(receivers.deleted).length === 3)
  t.equal(new Set(focusesAt(receivers.deleted).map(each => JSON.stringify(each))).size, 3)
  t.match(receivers.deleted.received.at(-1)?.bundle.entry[1] ?? { request: { method: 'DELETE' } }, {
    request: { method: 'DELETE' },
  })
  t.notMatch(JSON.stringify(receivers.deleted.received), new RegExp(`${keyIdOf(dora.did)}|secret words`))
})

t.test('each topic is described, and refuses filters and tokens that do not fit', async t => {
  for (const { name } of TOPICS)
    for (const version of ['4.3', '5.0']) {
      const accept = `application/fhir+json; fhirVersion=${version}`
      const found = await app.inject({ url: `/fhir/SubscriptionTopic/${name}`, headers: { accept } })
      t.match(found.json(), { resourceType: 'SubscriptionTopic', id: name, canFilterBy: [{}] })
    }
  const endpoint = 'http://127.0.0.1:9/notify'
  const forms = ['read:questionnaire[*]']
  const refused: readonly [string, number, object, string[]?][] = [
    ['export-ready', 422, by('questionnaire', form._id)],
    ['response-submitted', 422, nights],
    ['record-submitted', 422, {}],
    ['record-submitted', 422, by('collection', 'QuestionnaireResponse')],
    ['record-submitted', 422, by('collection', 'constructor')],
    ['record-submitted', 403, nights, forms],
    ['profile-deleted', 403, both, forms],
    ['profile-deleted', 403, {}, ['read:collection[*]']],
    ['export-ready', 403, {}, [`read:questionnaire[${form._id}]`]],
  ]
  for (const [topic, status, more, scopes] of refused) {
    const answered = await request(topic, endpoint, more, scopes)
    t.equal(answered.statusCode, status, `${topic} ${JSON.stringify(more)} ${answered.body.slice(0, 200)}`)
  }
  t.equal(
    (await request('response-submitted', endpoint, by('questionnaire', form._id), forms, another)).statusCode,
    422,
  )
})
