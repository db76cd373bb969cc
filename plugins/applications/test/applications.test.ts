/** Applications: who may register, change and speak for one, and whose pages may call. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { addressOf, signTypedData } from '../../../core/crypto/eip712.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { listingTypedData } from '../../../schemas/application.ts'
import {
  anApplication,
  bearer,
  form,
  gateway,
  published,
  register,
  registered,
  registrationOf,
  sendRequest,
} from '../../test/fixtures/actors.ts'
import { mood, moodResponse, seed } from '../../test/fixtures/responses.ts'

t.test('registering', async t => {
  const app = await gateway(t)
  const study = anApplication()
  const post = (body: object, keyPair = study.keyPair, scopes = ['write:application']) =>
    sendRequest(app, 'POST', '/api/application', bearer(keyPair, scopes), body)

  await t.test('needs the signature of the control key and a token of the application key', async t => {
    t.match((await post({ ...registrationOf(study), name: 'Another name' })).json(), {
      status: 403,
      code: 'AND_WRONG_CONTROL_KEY',
    })
    t.match((await post({ ...registrationOf(study), controlAddress: `0x${'1'.repeat(40)}` })).json(), {
      code: 'AND_WRONG_CONTROL_KEY',
    })
    t.match((await post(registrationOf(study), createKeyPair())).json(), {
      status: 403,
      code: 'AND_WRONG_APPLICATION_KEY',
    })
    t.match((await post(registrationOf(study), study.keyPair, ['write'])).json(), {
      status: 403,
      code: 'AND_INSUFFICIENT_SCOPE',
    })
  })

  await t.test('says everything that is wrong with the request', async t => {
    const { issues } = (
      await post({
        ...registrationOf(study),
        applicationId: 'no spaces',
        callbackUrls: ['ftp://x'],
        extra: 1,
      })
    ).json()
    t.same(issues.map(({ expression }: { expression: string }) => expression).sort(), [
      'body.applicationId',
      'body.callbackUrls[0]',
      'body.extra',
    ])
  })

  await t.test('takes no callback URL whose origin would be more than one in a header', async t => {
    const callbackUrls = [
      'https://*/',
      'https://a;script-src/',
      'https://a.example/',
      'https://a.example:99999/',
    ]
    const { status, code, issues } = (await register(app, study, { callbackUrls })).json()
    t.match({ status, code }, { status: 422, code: 'AND_INVALID_RECORD' })
    t.same(
      issues.map(({ expression }: { expression: string }) => expression),
      [0, 1, 3].map(at => `body.callbackUrls[${at}]`),
    )
  })

  await t.test(
    'answers with the application, which everyone may read without its control address',
    async t => {
      const answer = await register(app, study)
      t.equal(answer.statusCode, 201, answer.body)
      t.match(answer.json(), {
        applicationId: study.applicationId,
        did: study.keyPair.did,
        callbackUrls: ['https://study.example/app'],
        controlAddress: /^0x/,
      })
      const read = await sendRequest(app, 'GET', `/api/application/${study.applicationId}`, {})
      t.match(read.json(), { _id: answer.json()._id, applicationId: study.applicationId })
      t.notOk('controlAddress' in read.json())
      t.match((await sendRequest(app, 'GET', '/api/application/nobody', {})).json(), {
        status: 404,
        code: 'AND_UNKNOWN_APPLICATION',
      })
    },
  )

  await t.test('takes an id once, also when many ask at once', async t => {
    t.match((await register(app, { ...anApplication(), applicationId: study.applicationId })).json(), {
      status: 409,
      code: 'AND_APPLICATION_EXISTS',
    })
    const rivals = Array.from({ length: 8 }, () => ({ ...anApplication(), applicationId: 'contested' }))
    const statuses = (await Promise.all(rivals.map(rival => register(app, rival)))).map(
      ({ statusCode }) => statusCode,
    )
    t.equal(statuses.filter(status => status === 201).length, 1, statuses.join())
  })

  await t.test('may give one control key several ids', async t => {
    const second = { ...anApplication(), control: study.control }
    t.equal((await register(app, second)).statusCode, 201)
  })

  await t.test('may be repeated by whoever got no answer', async t => {
    const again = anApplication()
    const body = registrationOf(again)
    const answers = [await post(body, again.keyPair), await post(body, again.keyPair)]
    t.same(
      answers.map(({ statusCode }) => statusCode),
      [201, 201],
    )
    t.equal(answers[0]?.json()._id, answers[1]?.json()._id)
  })
})

t.test('listing', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const controlAddress = addressOf(study.control.publicKey)
  const asker = createKeyPair()
  const HOUR = 3_600_000
  /** Sends a listing request with a signature for a key and a time. */
  const list = (did = asker.did, left = HOUR / 2, control = study.control) => {
    const expires = new Date(Date.now() + left).toISOString()
    const signed = listingTypedData({ controlAddress, did, expires }, 'Andiron Health Wallet')
    const body = { controlAddress, expires, signature: signTypedData(signed, control.privateKey) }
    return sendRequest(app, 'POST', '/api/application/$list', bearer(asker, ['read:application']), body)
  }

  const answer = await list()
  t.equal(answer.headers['cache-control'], 'no-store')
  t.match(answer.json(), { applications: [{ applicationId: study.applicationId, controlAddress }] })
  t.match((await list(createKeyPair().did)).json(), { status: 403, code: 'AND_WRONG_CONTROL_KEY' })
  t.match((await list(asker.did, HOUR / 2, createKeyPair())).json(), { code: 'AND_WRONG_CONTROL_KEY' })
  for (const left of [-1000, 2 * HOUR])
    t.match((await list(asker.did, left)).json(), { status: 403, code: 'AND_LISTING_EXPIRED' })
})

t.test('changing', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const put = (body: object, keyPair = study.keyPair, id = study.applicationId) =>
    sendRequest(app, 'PUT', `/api/application/${id}`, bearer(keyPair, ['write:application']), body)

  await t.test('sets name and callback URLs', async t => {
    const answer = await put(
      registrationOf(study, { name: 'Renamed', callbackUrls: ['http://localhost:3000/'] }),
    )
    t.match(answer.json(), {
      name: 'Renamed',
      callbackUrls: ['http://localhost:3000/'],
      did: study.keyPair.did,
    })
  })
  await t.test('takes a signed message once', async t => {
    const body = registrationOf(study, { name: 'Once' })
    t.equal((await put(body)).statusCode, 200)
    t.match((await put(body)).json(), { status: 409, code: 'AND_NONCE_USED' })
  })
  await t.test('is for the control key that registered it', async t => {
    const thief = { ...anApplication(), applicationId: study.applicationId }
    t.match((await put(registrationOf(thief), thief.keyPair)).json(), {
      status: 403,
      code: 'AND_NOT_CONTROLLER',
    })
    const other = { ...study, keyPair: createKeyPair() }
    t.match((await put(registrationOf(other))).json(), { status: 403, code: 'AND_WRONG_APPLICATION_KEY' })
  })
  await t.test('is for an application that exists, under its own path', async t => {
    const nobody = anApplication('nobody')
    t.match((await put(registrationOf(nobody), nobody.keyPair, 'nobody')).json(), { status: 404 })
    t.match((await put(registrationOf(study), study.keyPair, 'other')).json(), {
      status: 400,
      code: 'AND_MISMATCHED_ID',
    })
  })
})

t.test('a new key of an application is the same publisher, and the old one ends', async t => {
  const app = await gateway(t)
  const study = await registered(app)
  const mine = await published(app, study, mood)
  const next = { ...study, keyPair: createKeyPair() }
  const replace = (by: typeof study, overlap: number) =>
    sendRequest(
      app,
      'PUT',
      `/api/application/${study.applicationId}`,
      bearer(by.keyPair, ['write:application']),
      { ...registrationOf(by), overlap },
    )
  const read = ({ keyPair }: typeof study) =>
    sendRequest(
      app,
      'GET',
      `/api/questionnaire/${mine._id}/responses`,
      bearer(keyPair, [`read:questionnaire[${mine._id}]`]),
    )
  t.equal((await read(next)).statusCode, 403, 'a key that nobody has named is no application')
  t.match((await replace(next, 2)).json(), {
    did: study.keyPair.did,
    keys: [{ did: study.keyPair.did, ends: String }, { did: next.keyPair.did }],
  })
  t.equal((await read(next)).statusCode, 200, 'the new key reads what the old one published')
  t.equal((await read(study)).statusCode, 200, 'and so does the old one until it ends')
  t.equal((await published(app, next, form('gad-7'))).publisher, study.keyPair.did)
  const search = async (by: typeof study, scopes: readonly string[]) =>
    sendRequest(
      app,
      'GET',
      `/fhir/QuestionnaireResponse?questionnaire=${mine._id}`,
      bearer(by.keyPair, scopes),
    )
  await seed(app, study.applicationId, createKeyPair(), [moodResponse(mine._id, 'synthetic')])
  const scope = `read:questionnaire[${mine._id}]`
  t.match((await search(next, [scope])).json().entry, { length: 1 })
  t.match((await search(next, ['read', scope])).json().entry, { length: 1 }, 'whichever other scopes it has')
  await delay(2_100)
  t.equal((await read(study)).statusCode, 403)
  for (const scopes of [[scope], ['read', scope], ['write', 'read:questionnaire[*]']])
    t.notMatch((await search(study, scopes)).body, '"entry"', `an ended key with ${scopes}`)
  t.equal((await read(next)).statusCode, 200)
  t.match((await replace(study, 0)).json(), { status: 409, code: 'AND_APPLICATION_KEY_USED' })

  const third = { ...study, keyPair: createKeyPair() }
  t.equal((await replace(third, 0)).statusCode, 200, 'a lost key needs the control key alone')
  t.equal((await read(next)).statusCode, 403, 'without an overlap the old key ends at once')
  t.equal((await read(third)).statusCode, 200)
})

t.test('pages of registered applications may call the API, others not', async t => {
  const app = await gateway(t)
  const study = anApplication()
  await register(app, study, { callbackUrls: ['https://study.example/app', 'http://localhost:3000'] })
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/submission',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
  const cases: [string, boolean][] = [
    ['https://study.example', true],
    ['http://localhost:3000', true],
    ['http://study.example', false],
    ['https://study.example:444', false],
    ['https://study.example.evil.example', false],
    ['https://evil.example', false],
    ['null', false],
  ]
  for (const [origin, allowed] of cases) {
    const { headers } = await preflight(origin)
    t.equal(headers['access-control-allow-origin'], allowed ? origin : undefined, origin)
    t.notOk(headers['access-control-allow-credentials'])
  }
  t.match((await preflight('https://study.example')).headers['access-control-allow-headers'], /authorization/)
})

t.test(
  'a control key and an address register a number of applications, an application publishes a number of bytes',
  async t => {
    const limits = { perControlKey: 5, perAddress: 8, publishedRecords: 6, publishedBytes: 3000 }
    const small = await gateway(t, { plugins: { applications: limits } })
    const control = createKeyPair()
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await register(small, { ...anApplication(), control })).statusCode,
      ),
    )
    t.equal(statuses.filter(status => status === 201).length, 5, 'twenty at once by one control key')
    t.equal(statuses.filter(status => status === 429).length, 15)
    const fresh = await Promise.all(Array.from({ length: 20 }, () => register(small, anApplication())))
    t.equal(
      fresh.filter(({ statusCode }) => statusCode === 201).length,
      3,
      'fresh control keys share the address',
    )
    const refused = fresh.find(({ statusCode }) => statusCode === 429)
    t.match(refused?.json(), {
      code: 'AND_TOO_MANY_APPLICATIONS',
      detail: /^This address, within a day, has reached the limit of 8 applications/,
    })
    t.match(refused?.headers, { 'retry-after': /^\d+$/ })

    const other = await gateway(t, { plugins: { applications: limits } })
    const study = anApplication()
    t.equal((await register(other, study)).statusCode, 201)
    const headers = bearer(study.keyPair, ['write:questionnaire'])
    const form = (title: string) => ({
      ...{ resourceType: 'Questionnaire', status: 'active', title },
      item: [{ linkId: '1', type: 'string', text: 'Synthetic' }],
    })
    const publish = (title: string) => sendRequest(other, 'POST', '/api/questionnaire', headers, form(title))
    const forms = await Promise.all(Array.from({ length: 20 }, (_, at) => publish(`form ${at}`)))
    t.equal(forms.filter(({ statusCode }) => statusCode === 201).length, 6, 'twenty at once: six revisions')
    t.match(forms.find(({ statusCode }) => statusCode === 413)?.json(), {
      code: 'AND_PUBLISHING_EXHAUSTED',
      detail: /: 0 revisions and \d+ bytes/,
    })
    const set = { resourceType: 'ValueSet', status: 'active', url: 'https://study.example/ValueSet/a' }
    t.equal(
      (await sendRequest(other, 'POST', '/api/valueset', headers, set)).statusCode,
      413,
      'value sets count, too',
    )

    const ofAddress = { publishedRecordsOfAddress: 7, publishedBytesOfAddress: 1_000_000 }
    const shared = await gateway(t, { plugins: { applications: { ...limits, ...ofAddress } } })
    const studies = Array.from({ length: 5 }, () => anApplication())
    for (const each of studies) t.equal((await register(shared, each)).statusCode, 201)
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const { keyPair } = studies[at % 5] ?? study
        const headers = bearer(keyPair, ['write:questionnaire'])
        return sendRequest(shared, 'POST', '/api/questionnaire', headers, form(`shared ${at}`))
      }),
    )
    t.equal(many.filter(({ statusCode }) => statusCode === 201).length, 7, 'five applications at one address')
    const last = many.find(({ statusCode }) => statusCode === 429)
    t.match(last?.json(), {
      code: 'AND_ADDRESS_PUBLISHING_EXHAUSTED',
      detail: /: 0 revisions and \d+ bytes/,
    })
    t.match(last?.headers, { 'retry-after': /^\d+$/ })

    const third = await gateway(t, { plugins: { applications: limits } })
    t.equal((await register(third, study)).statusCode, 201)
    const large = await sendRequest(third, 'POST', '/api/questionnaire', headers, form('x'.repeat(4000)))
    t.match(large.json(), { code: 'AND_PUBLISHING_EXHAUSTED', detail: /6 revisions and 3000 bytes/ })
    for (let at = 0; at < 9; at++)
      t.match(
        (await sendRequest(third, 'POST', '/api/valueset', headers, set)).statusCode,
        /20[01]/,
        'again, nothing new',
      )
  },
)
