/** Messages between an application and its wallet: validation and pairing. */
import t, { type Test } from 'tap'
import { uids } from '../../../schemas/uids.ts'
import { type Answer, type LinkOptions, openLink } from '../../pages/frame/frame-pairing.ts'
import { type PairingOptions, pair } from '../connection.ts'
import { MOST_OPEN, MOST_REQUESTS, type Request, readNotice, readRequest } from '../messages.ts'
import { heard, type TestWindow, twoWindows } from './fixtures/windows.ts'

const APP = 'https://study.example'
const WALLET = 'https://profile.example'
const ELSEWHERE = 'https://elsewhere.example'

const record = {
  applicationId: 'study',
  timestamp: '2026-11-21T12:00:00Z',
  schemaId: uids.QuestionnaireResponse,
  submission: { resourceType: 'QuestionnaireResponse', questionnaire: 'q' },
}
const file = {
  applicationId: 'study',
  reference: 'questionnaire/q/photo',
  fileName: 'a.png',
  fileType: 'image/png',
}
const data = new Uint8Array([1, 2, 3])

interface Heard {
  readonly request: Request
  readonly origin: string
  readonly answer: Answer
}

/** A listening frame, with the requests that it accepted. */
function frame(t: Test, more: Partial<LinkOptions> = {}) {
  const [app, home] = twoWindows(APP, WALLET)
  const taken: Heard[] = []
  const link = openLink({
    ...{ home, peer: app, origins: [APP], applicationId: 'study', onPaired() {} },
    onRequest: (request, origin, answer) => taken.push({ request, origin, answer }),
    ...more,
  })
  t.teardown(() => link.end())
  return { app, home, taken, link }
}

/** The application's end, paired with a frame that opens shortly after. */
function paired(t: Test, more: Partial<PairingOptions> = {}, frameOptions: Partial<LinkOptions> = {}) {
  const [app, home] = twoWindows(APP, WALLET)
  const sessions: string[] = []
  const connection = pair({
    ...{ home: app as never, frame: home as never, origin: WALLET, applicationId: 'study', timeout: 30_000 },
    ...{ onSession: (did: string) => sessions.push(did), onResize() {}, onClosing() {} },
    ...more,
  })
  t.teardown(() => connection.end(new Error('the test ends')))
  const taken: Heard[] = []
  const link = openLink({
    ...{ home, peer: app, origins: [APP, ELSEWHERE], applicationId: 'study', onPaired() {} },
    onRequest: (request, origin, answer) => taken.push({ request, origin, answer }),
    ...frameOptions,
  })
  t.teardown(() => link.end())
  return { app, home, connection, taken, link, sessions }
}

/** Waits for the effect of messages, with a limit. */
async function until(holds: () => boolean): Promise<void> {
  for (let left = 2000; !holds(); left--) {
    if (left === 0) throw new Error(`This did not come about: ${holds}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

const options = { timeout: 30_000 }

t.test('messages are taken in their form, and in no other', async t => {
  const deep: Record<string, unknown> = {}
  deep['self'] = deep
  const cases: readonly (readonly [string, unknown, 'taken' | 'malformed' | 'too large' | 'ignored'])[] = [
    ['a record', { type: 'SUBMIT_DATA', payload: record, id: '1' }, 'taken'],
    ['with a Date', { type: 'SUBMIT_DATA', payload: { ...record, timestamp: new Date() } }, 'taken'],
    [
      'that is no date',
      { type: 'SUBMIT_DATA', payload: { ...record, timestamp: new Date('x') } },
      'malformed',
    ],
    [
      'of no application',
      { type: 'SUBMIT_DATA', payload: { ...record, applicationId: '../x' } },
      'malformed',
    ],
    ['that is no object', { type: 'SUBMIT_DATA', payload: { ...record, submission: [1] } }, 'malformed'],
    ['that is not JSON', { type: 'SUBMIT_DATA', payload: { ...record, submission: deep } }, 'malformed'],
    [
      'that is too long',
      { type: 'SUBMIT_DATA', payload: { ...record, submission: { text: 'x'.repeat(1024 * 1024) } } },
      'too large',
    ],
    [
      'with details to fill in',
      { type: 'SUBMIT_DATA', payload: { ...record, interpolateSocials: { emailAddress: 'mail' } } },
      'taken',
    ],
    [
      'with details that are none',
      { type: 'SUBMIT_DATA', payload: { ...record, interpolateSocials: { emailAddress: 1 } } },
      'malformed',
    ],
    ['a file', { type: 'SUBMIT_BINARY_DATA', payload: { ...file, data } }, 'taken'],
    ['as a Blob', { type: 'SUBMIT_BINARY_DATA', payload: { ...file, data: new Blob([data]) } }, 'taken'],
    ['as text', { type: 'SUBMIT_BINARY_DATA', payload: { ...file, data: 'AQID' } }, 'malformed'],
    ['without a payload', { type: 'OPEN_WALLET' }, 'taken'],
    ['of another type', { type: 'GET_KEY', payload: {} }, 'ignored'],
    ['of a type of every object', { type: 'toString', payload: {} }, 'ignored'],
    ['that is no message', 'SUBMIT_DATA', 'ignored'],
    ['that is nothing', null, 'ignored'],
  ]
  for (const [what, message, becomes] of cases) {
    const read = readRequest(message)
    const refused = read !== undefined && 'malformed' in read && (read.isTooLarge ? 'too large' : 'malformed')
    t.equal(read === undefined ? 'ignored' : refused || 'taken', becomes, what)
  }
  t.same(readRequest({ type: 'SUBMIT_DATA', payload: 1, id: 'x' }), {
    malformed: 'SUBMIT_DATA',
    isTooLarge: false,
    id: 'x',
  })
  t.match(readNotice({ type: 'SESSION_READY', payload: { sessionPublicKey: 'did:nil:02ab' } }), {
    type: 'SESSION_READY',
  })
  t.match(readNotice({ type: 'SESSION_READY', payload: { sessionPublicKey: 'a key' } }), {
    malformed: 'SESSION_READY',
  })
})

t.test('both ends find each other, and what is asked is answered', async t => {
  const { app, connection, taken, link, sessions } = paired(
    t,
    {},
    { onPaired: () => link.say('SESSION_READY', { sessionPublicKey: 'did:nil:02' }) },
  )
  const progress: number[] = []
  const reply = connection.request(
    'SUBMIT_BINARY_DATA',
    { ...file, data },
    { ...options, onProgress: part => progress.push(part) },
  )
  await until(() => taken.length === 1)
  const [{ request, origin, answer }] = taken as [Heard]
  t.match({ request, origin }, { request: { type: 'SUBMIT_BINARY_DATA', payload: file }, origin: APP })
  answer('PROGRESS', { loaded: 1, total: 4 })
  answer('BINARY_DATA_SUBMITTED', { insertedUid: 'u', url: 'andiron://x' })
  answer('ERROR', { error: 'too late' })
  t.same(await reply, { insertedUid: 'u', url: 'andiron://x' })
  t.same(progress, [0.25])
  t.same(sessions, ['did:nil:02'])

  const refused = connection.request('SUBMIT_DATA', record, options)
  await until(() => taken.length === 2)
  taken[1]?.answer('ERROR', { error: 'No.', code: 'AND_DECLINED', issues: [{ text: 'x' }] })
  await t.rejects(refused, {
    name: 'AndironError',
    code: 'AND_DECLINED',
    message: 'No.',
    issues: [{ text: 'x' }],
  })
  t.ok(
    app.sent.every(({ targetOrigin }) => targetOrigin !== '*'),
    'no message goes to just anybody',
  )
})

t.test('what is not answered ends', async t => {
  await t.test('when nobody is there', async t => {
    const [app, home] = twoWindows(APP, WALLET)
    const connection = pair({
      ...{ home: app as never, frame: home as never, origin: WALLET, applicationId: 'study', timeout: 20 },
      ...{ onSession() {}, onResize() {}, onClosing() {} },
    })
    await t.rejects(connection.request('OPEN_WALLET', {}, options), { code: 'AND_DIALOG_UNREACHABLE' })
    t.equal(connection.open, 0)
  })
  await t.test('when it takes too long, or nobody wants it any more: the frame is told', async t => {
    let isPaired = false
    const onPaired = () => {
      isPaired = true
    }
    const { connection, taken } = paired(t, {}, { onPaired })
    await until(() => isPaired)
    await t.rejects(connection.request('SUBMIT_DATA', record, { timeout: 200 }), {
      code: 'AND_DIALOG_TIMEOUT',
    })
    const controller = new AbortController()
    const reply = connection.request('SUBMIT_DATA', record, { ...options, signal: controller.signal })
    await until(() => taken.some(({ request }) => request.type === 'CANCEL'))
    controller.abort(new DOMException('Enough', 'AbortError'))
    await t.rejects(reply, { name: 'AbortError' })
    await until(() => taken.filter(({ request }) => request.type === 'CANCEL').length === 2)
    const ids = taken.filter(({ request }) => request.type === 'SUBMIT_DATA').map(({ request }) => request.id)
    const cancelled = taken.flatMap(({ request }) =>
      request.type === 'CANCEL' ? [request.payload.request] : [],
    )
    t.same(cancelled, ids)
  })
  await t.test('when the person closes it', async t => {
    const closing: string[] = []
    const { connection, taken, link } = paired(t, { onClosing: () => closing.push('closed') })
    const reply = connection.request('SUBMIT_DATA', record, options)
    await until(() => taken.length === 1)
    link.say('DIALOG_CLOSING', {})
    await until(() => closing.length === 1)
    connection.end(new Error('closed'))
    await t.rejects(reply, { message: 'closed' })
  })
  await t.test('with its height, on the port alone', async t => {
    const heights: number[] = []
    const { app, home, connection, taken, link } = paired(t, { onResize: height => heights.push(height) })
    connection.request('OPEN_WALLET', {}, options).catch(() => {})
    await until(() => taken.length === 1)
    const resize = { type: 'RESIZE', payload: { height: 1 } }
    heard(app, resize, home)
    heard(app, resize, home, { origin: ELSEWHERE })
    link.say('RESIZE', { height: 'auto' } as never)
    link.say('RESIZE', { height: 300 })
    await until(() => heights.length > 0)
    t.same(heights, [300])
    connection.end(new Error('the test ends'))
  })
  await t.test('when it speaks another version, or too much is asked at once', async t => {
    const [app, home] = twoWindows(APP, WALLET)
    const connection = pair({
      ...{
        home: app as never,
        frame: home as never,
        origin: WALLET,
        applicationId: 'study',
        timeout: 30_000,
      },
      ...{ onSession() {}, onResize() {}, onClosing() {} },
    })
    const many = Array.from({ length: MOST_OPEN }, () => connection.request('OPEN_WALLET', {}, options))
    t.throws(() => connection.request('OPEN_WALLET', {}, options), { code: 'AND_WALLET_BUSY' })
    const ready = { protocol: 'andiron-wallet', versions: [2, 3], nonce: 'ab'.repeat(16) }
    heard(app, { type: 'DIALOG_READY', payload: ready }, home, { origin: ELSEWHERE })
    heard(app, { type: 'DIALOG_READY', payload: ready }, home)
    for (const reply of many) await t.rejects(reply, { code: 'AND_WALLET_VERSION' })
  })
})

/** The messages of a type that a frame sent to the application's window. */
const said = ({ sent }: TestWindow) =>
  sent.map(({ message }) => message as { type: string; id?: string; payload: never })

function hello(app: TestWindow, changes: object = {}) {
  const [ready] = said(app) as unknown as [{ payload: { nonce: string } }]
  const { nonce } = ready.payload
  const payload = {
    version: 1,
    frameNonce: nonce,
    nonce: 'cd'.repeat(16),
    applicationId: 'study',
    ...changes,
  }
  return { type: 'HELLO', payload }
}

t.test('a frame listens to one application', async t => {
  await t.test('and to no other origin, nor window', async t => {
    const { app, home, taken } = frame(t)
    const [other] = twoWindows(APP, WALLET)
    const message = { type: 'SUBMIT_DATA', payload: record, id: '1' }
    heard(home, message, app, { origin: ELSEWHERE })
    heard(home, message, app, { origin: 'null' })
    heard(home, message, app, { origin: `${APP}.elsewhere.example` })
    heard(home, message, other)
    t.same(taken, [])
    t.same(
      said(app).map(({ type }) => type),
      ['DIALOG_READY'],
    )
  })
  await t.test('that has the nonce, its own id and one port, once', async t => {
    const { app, home, link } = frame(t)
    const ports = () => {
      const { port1, port2 } = new MessageChannel()
      const messages: unknown[] = []
      port1.onmessage = ({ data }: { data: unknown }) => messages.push(data)
      t.teardown(() => port1.close())
      return { port: port2, messages }
    }
    const [first, second, third] = [ports(), ports(), ports()]
    heard(home, hello(app, { frameNonce: 'ef'.repeat(16) }), app, { ports: [first.port] })
    heard(home, hello(app), app)
    heard(home, hello(app, { version: 2 }), app, { ports: [first.port] })
    heard(home, hello(app, { applicationId: 'other' }), app, { ports: [first.port] })
    t.match(said(app).slice(1), [
      { type: 'ERROR', payload: { code: 'AND_WALLET_VERSION' } },
      { type: 'ERROR', payload: { code: 'AND_WRONG_APPLICATION' } },
    ])
    heard(home, hello(app), app, { ports: [second.port] })
    heard(home, hello(app), app, { ports: [third.port] })
    heard(home, { type: 'SUBMIT_DATA', payload: record }, app)
    link.say('SESSION_READY', { sessionPublicKey: 'did:nil:02' })
    await until(() => second.messages.length === 2)
    t.match(second.messages, [
      { type: 'WELCOME', payload: { nonce: 'cd'.repeat(16) } },
      { type: 'SESSION_READY' },
    ])
    t.same([first.messages, third.messages], [[], []])
    t.equal(said(app).length, 3, 'nothing goes between the windows any more')
  })
})

t.test('an application without the library speaks by window messages', async t => {
  const { app, home, taken, link } = frame(t, { origins: [APP, ELSEWHERE] })
  link.say('SESSION_READY', { sessionPublicKey: 'did:nil:02' })
  t.same(
    app.sent.map(({ targetOrigin }) => targetOrigin),
    [APP, ELSEWHERE, APP, ELSEWHERE],
    'before it has spoken, it is told at each of its origins',
  )
  heard(home, { type: 'SUBMIT_DATA', payload: record, id: '7' }, app)
  heard(home, { type: 'SUBMIT_DATA', payload: record, id: '7' }, app)
  t.equal(taken.length, 1, 'a message that comes again is not served again')
  taken[0]?.answer('DATA_UPLOADED', record)
  t.match(app.sent.at(-1), { message: { type: 'DATA_UPLOADED', id: '7' }, targetOrigin: APP })

  heard(home, { type: 'SUBMIT_DATA', payload: { ...record, schemaId: 1 }, id: '8' }, app)
  t.match(app.sent.at(-1)?.message, { type: 'ERROR', id: '8', payload: { code: 'AND_BAD_MESSAGE' } })
  heard(home, { type: 'SUBMIT_DATA', payload: { ...record, applicationId: 'other' }, id: '9' }, app)
  t.match(app.sent.at(-1)?.message, { type: 'ERROR', id: '9', payload: { code: 'AND_WRONG_APPLICATION' } })
  heard(home, { type: 'SUBMIT_DATA', payload: record }, app, { origin: ELSEWHERE })
  t.equal(taken.length, 1, 'another of its origins is another application for now')
})

t.test('a flood is bounded', async t => {
  const { app, home, taken } = frame(t)
  const send = (id: number) => heard(home, { type: 'SUBMIT_DATA', payload: record, id: `${id}` }, app)
  for (let id = 0; id < MOST_OPEN + 3; id++) send(id)
  t.equal(taken.length, MOST_OPEN, 'so many wait for the person')
  t.match(app.sent.at(-1)?.message, { type: 'ERROR', payload: { code: 'AND_WALLET_BUSY' } })
  taken[0]?.answer('ERROR', { error: 'No.' })
  send(100)
  t.equal(taken.length, MOST_OPEN + 1, 'one more when one is answered')
  for (let id = 200; id < 200 + 3 * MOST_REQUESTS; id++) send(id)
  t.ok(app.sent.length < 2 * MOST_REQUESTS + 10, 'and whoever goes on is not answered any more')
})
