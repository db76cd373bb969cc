/** The frame without a browser: decisions, remembered consents, and entered details. */
import t from 'tap'
import { uids } from '../../../schemas/uids.ts'
import type { Notice, Request } from '../../react/messages.ts'
import { AndironError } from '../../sdk/errors.ts'
import { storageKeyPairOf } from '../../sdk/key-pair.ts'
import { asks, fillIn } from '../frame/fill-in.ts'
import type { Answer } from '../frame/frame-pairing.ts'
import { consentsIn } from '../frame/remembered-consents.ts'
import { type Ask, RequestQueue, type RequestQueueOptions } from '../frame/request-queue.ts'
import { subjectOf } from '../frame/request-subject.ts'

const application = { applicationId: 'study', name: 'A study' }
const keyPair = storageKeyPairOf('11'.repeat(32))
const another = storageKeyPairOf('22'.repeat(32))

const responseTo = (questionnaire: string, more: object = {}): Request => ({
  type: 'SUBMIT_DATA',
  id: crypto.randomUUID(),
  payload: {
    ...{ applicationId: 'study', timestamp: '2026-11-21T12:00:00Z', schemaId: uids.QuestionnaireResponse },
    submission: { resourceType: 'QuestionnaireResponse', questionnaire },
    ...more,
  },
})

const fileFor = (reference: string): Request => ({
  type: 'SUBMIT_BINARY_DATA',
  id: crypto.randomUUID(),
  payload: {
    ...{ applicationId: 'study', reference, fileName: 'a.png', fileType: 'image/png' },
    data: new Uint8Array(3),
  },
})

/** An in-memory browser storage. */
function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}

/** A request queue that stores everything, with a record of its messages. */
function requestQueue(more: Partial<RequestQueueOptions> = {}) {
  const consents = consentsIn(storage())
  const stored: string[] = []
  const said: Pick<Notice, 'type' | 'payload'>[] = []
  const say: Answer = (type, payload) => void said.push({ type, payload } as Notice)
  const requestQueue = new RequestQueue({
    ...{ application, consents, say },
    async store({ type }, { did }) {
      stored.push(`${type} ${did}`)
      return { insertedUid: 'u', url: 'andiron://x' }
    },
    ...more,
  })
  /** Sends a request and returns the replies so far. */
  const ask = (request: Request) => {
    const answers: { readonly type: string; readonly payload: object }[] = []
    requestQueue.take(request, 'https://study.example', (type, payload) => answers.push({ type, payload }))
    return answers
  }
  return { requestQueue, ask, stored, said, consents }
}

/** Accepts the displayed request. */
function agree(requestQueue: RequestQueue, remember: boolean): void {
  const { waiting } = requestQueue.read()
  if (waiting) requestQueue.agree(waiting, {}, remember)
}

/** Resolves after all pending promises. */
const settled = () => new Promise(resolve => setImmediate(resolve))

t.test('nothing is stored without a profile and a person who agrees', async t => {
  const { requestQueue: each, ask, stored, said } = requestQueue()
  const first = ask(responseTo('q'))
  const second = ask(fileFor('questionnaire/q/photo'))
  t.match(each.read(), { choosing: true, waiting: undefined })
  agree(each, false)
  await settled()
  t.same(stored, [])
  each.connect(keyPair)
  t.same(said, [{ type: 'SESSION_READY', payload: { sessionPublicKey: keyPair.did } }])
  t.match(each.read(), {
    choosing: false,
    waiting: { questionnaire: 'q', origin: 'https://study.example' },
    more: 1,
  })
  agree(each, false)
  agree(each, false)
  t.match(each.read(), { waiting: undefined, working: { questionnaire: 'q' } })
  await settled()
  t.match(first, [{ type: 'DATA_UPLOADED' }])
  t.same(stored, [`SUBMIT_DATA ${keyPair.did}`], 'to press twice agrees to one thing')
  t.match(each.read(), { waiting: { questionnaire: 'q', ask: { type: 'SUBMIT_BINARY_DATA' } } })
  each.decline()
  t.match(second, [{ type: 'ERROR', payload: { code: 'AND_DECLINED' } }])
  t.match(each.read(), { waiting: undefined, working: undefined })
})

t.test('the page of the application is known from its first message', t => {
  const { requestQueue: each, ask } = requestQueue()
  t.equal(each.read().origin, undefined)
  ask({ type: 'OPEN_WALLET', payload: {} })
  t.equal(each.read().origin, 'https://study.example')
  const { requestQueue: paired } = requestQueue()
  paired.greet('https://study.example')
  t.equal(paired.read().origin, 'https://study.example')
  t.end()
})

t.test('whoever chooses no profile declines', async t => {
  const { requestQueue: each, ask } = requestQueue()
  const [opening, storing] = [ask({ type: 'OPEN_WALLET', payload: {} }), ask(responseTo('q'))]
  each.decline()
  t.match(
    [opening, storing],
    [[{ payload: { code: 'AND_DECLINED' } }], [{ payload: { code: 'AND_DECLINED' } }]],
  )
})

t.test('a profile is chosen once, and another one when the person wants it', async t => {
  const { requestQueue: each, ask, said } = requestQueue({ keyPair })
  each.greet()
  t.match(said, [{ type: 'SESSION_READY', payload: { sessionPublicKey: keyPair.did } }])
  t.match(ask({ type: 'OPEN_WALLET', payload: {} }), [{ payload: { sessionPublicKey: keyPair.did } }])
  const managed = ask({ type: 'OPEN_WALLET', payload: { manage: true } })
  t.match([managed, each.read().choosing], [[], true])
  each.connect(another)
  t.match(managed, [{ payload: { sessionPublicKey: another.did } }])
  each.disconnect()
  each.decline()
  t.match(each.read(), { choosing: false, keyPair: { did: another.did } }, 'not to choose changes nothing')
})

t.test('what is agreed to for a form is agreed to for nothing else', async t => {
  const { requestQueue: each, ask, stored, consents } = requestQueue({ keyPair })
  ask(responseTo('q'))
  agree(each, true)
  await settled()
  t.equal(stored.length, 1)
  for (const request of [responseTo('q'), fileFor('questionnaire/q/photo')]) ask(request)
  await settled()
  await settled()
  t.equal(stored.length, 3, 'its responses and its files')

  const others: readonly (readonly [string, Request])[] = [
    ['another form', responseTo('other')],
    ['a file of something else', fileFor('somewhere/q/photo')],
    ['another kind of record that names it', responseTo('q', { schemaId: uids.Observation })],
    ['what the person has to fill in', responseTo('q', { interpolateSocials: { emailAddress: 'mail' } })],
  ]
  for (const [what, request] of others) {
    const answers = ask(request)
    await settled()
    t.ok(each.read().waiting, what)
    each.decline()
    t.match(answers, [{ payload: { code: 'AND_DECLINED' } }], what)
  }
  const [consent] = consents.list()
  t.match(consent, {
    applicationId: 'study',
    applicationName: 'A study',
    questionnaire: 'q',
    did: keyPair.did,
  })
  if (consent) consents.forget(consent)
  ask(responseTo('q'))
  t.ok(each.read().waiting, 'and is taken back at once')
  each.connect(another)
  consents.remember({ ...application, applicationName: 'A study', questionnaire: 'q', did: keyPair.did })
  ask(responseTo('q'))
  t.ok(each.read().waiting, 'for one profile')
})

t.test('a consent to one adaptive form is none to another', async t => {
  const { requestQueue: each, ask, stored } = requestQueue()
  const TAG = 'urn:andiron:questionnaire'
  const adaptive = (...contained: unknown[]) =>
    responseTo('#adaptive', {
      submission: { resourceType: 'QuestionnaireResponse', questionnaire: '#adaptive', contained },
    })
  const formOf = (code: string) => ({
    ...{ resourceType: 'Questionnaire', id: 'adaptive', derivedFrom: ['https://gateway.example/other'] },
    meta: { tag: [{ system: TAG, code }] },
  })
  each.connect(keyPair)
  ask(adaptive(formOf('q')))
  t.match(each.read(), { waiting: { questionnaire: 'q' } })
  agree(each, true)
  await settled()
  ask(adaptive(formOf('q')))
  await settled()
  t.equal(stored.length, 2)
  ask(adaptive(formOf('other')))
  await settled()
  t.equal(stored.length, 2)
  t.match(each.read(), { waiting: { questionnaire: 'other' } })
  agree(each, false)
  await settled()
  for (const contained of [
    undefined,
    null,
    'x',
    { ...formOf('q'), meta: { tag: 'x' }, derivedFrom: undefined },
  ]) {
    ask(adaptive(contained))
    t.equal(each.read().waiting?.questionnaire, undefined, 'without a name, nothing is remembered')
    each.decline()
  }
})

t.test('the application hears why something was not stored, and nothing more', async t => {
  const issues = [
    { severity: 'error', code: 'value', rule: 'r', expression: 'item[0]', text: 'No.' },
  ] as const
  let failure: unknown = new AndironError('AND_INVALID_RECORD', 'It is wrong', { issues })
  const { requestQueue: each, ask } = requestQueue({ keyPair, store: () => Promise.reject(failure) })
  const first = ask(responseTo('q'))
  agree(each, false)
  await settled()
  t.same(first, [{ type: 'ERROR', payload: { error: 'It is wrong', code: 'AND_INVALID_RECORD', issues } }])
  failure = new Error('disk')
  const second = ask(responseTo('q'))
  agree(each, false)
  await settled()
  t.match(second, [{ payload: { error: /The wallet failed: disk/, code: 'AND_WALLET_FAILED' } }])
})

t.test('the end of a request is known until the next decision', async t => {
  const failure = new AndironError('AND_NETWORK', 'It is unreachable')
  let fails = false
  const { requestQueue: each, ask } = requestQueue({
    keyPair,
    async store(_ask, _key, { onKept }) {
      if (fails) {
        onKept('consent')
        throw failure
      }
      return { insertedUid: 'u', url: 'andiron://x' }
    },
  })
  t.equal(each.read().outcome, undefined)
  ask(responseTo('q'))
  agree(each, false)
  t.equal(each.read().outcome, undefined, 'while it is stored')
  await settled()
  t.match(each.read().outcome, { request: { questionnaire: 'q' }, failure: undefined })
  fails = true
  ask(responseTo('other'))
  t.match(each.read(), { waiting: {}, outcome: { request: { questionnaire: 'q' } } }, 'beside the next one')
  agree(each, false)
  await settled()
  t.match(each.read().outcome, { failure: { error: failure, kept: 'consent' } })
  ask(responseTo('q'))
  each.decline()
  t.equal(each.read().outcome, undefined)
})

t.test('the number of answers is that of the record as it will be stored', t => {
  const mail = { linkId: 'mail' }
  const form = { resourceType: 'Questionnaire', item: [{ linkId: 'a' }, mail] } as never
  const nested = { linkId: 'b', answer: [{ valueBoolean: true, item: [{ linkId: 'c', answer: [{}] }] }] }
  const item = [{ linkId: 'group', item: [nested, { linkId: 'open', answer: [] }] }, { linkId: 'a' }]
  const submission = { resourceType: 'QuestionnaireResponse', questionnaire: 'q', item }
  const request = responseTo('q', { submission, interpolateSocials: { emailAddress: 'mail' } }) as Ask
  t.match(subjectOf(request, form, {}), { kind: 'answers', many: 2 })
  const filled = subjectOf(request, form, { emailAddress: 'ada@person.example' })
  t.equal(filled.many, 3)
  t.match(JSON.stringify(filled.record), 'ada@person.example')
  const one = responseTo('q', { submission: { ...submission, item: [{ linkId: 'a', answer: [{}] }] } }) as Ask
  t.match(subjectOf(one, form, {}), { kind: 'answer', many: 1 })
  let deep: object = { linkId: 'a', answer: [{}] }
  for (let level = 0; level < 100_000; level++) deep = { item: [deep] }
  const huge = responseTo('q', { submission: { ...submission, item: [deep] } }) as Ask
  t.equal(subjectOf(huge, form, {}).many, 1)
  t.match(subjectOf(fileFor('x') as Ask, undefined, {}), { kind: 'file', record: undefined })
  t.match(subjectOf(responseTo('q', { submission: {} }) as Ask, undefined, {}), { kind: 'record' })
  t.end()
})

t.test('what the application gives up is asked for no more, and ends where it runs', async t => {
  let ended = false
  const { requestQueue: each, ask } = requestQueue({
    keyPair,
    store: (_ask, _key, { signal, onProgress }) => {
      onProgress({ loaded: 1, total: 2 })
      return new Promise((_, fail) =>
        signal.addEventListener('abort', () => {
          ended = true
          fail(signal.reason)
        }),
      )
    },
  })
  const [running, waiting] = [responseTo('q'), responseTo('q')]
  const [first, second] = [ask(running), ask(waiting)]
  agree(each, false)
  t.match(each.read().progress, { loaded: 1, total: 2 })
  for (const { id = '' } of [running, waiting, responseTo('unknown')])
    ask({ type: 'CANCEL', payload: { request: id } })
  await settled()
  t.match([first.at(-1), second.at(-1), ended], [{ type: 'ERROR' }, { type: 'ERROR' }, true])
  t.match(each.read(), { waiting: undefined, working: undefined })
})

t.test('an upload that stopped waits for the person, and for the application that gives it up', async t => {
  const decisions: boolean[] = []
  const { requestQueue: each, ask } = requestQueue({
    keyPair,
    async store(_ask, _key, { onStopped }) {
      while (await onStopped('a.png')) decisions.push(true)
      decisions.push(false)
      throw new AndironError('AND_NETWORK', 'broken off')
    },
  })
  const first = ask(fileFor('questionnaire/q/photo'))
  agree(each, false)
  t.match(each.read(), { stopped: 'a.png', working: {} })
  each.decline()
  t.equal(each.read().stopped, 'a.png', 'it is decided already')
  each.resume(true)
  each.resume(false)
  await settled()
  t.same(decisions, [true], 'one press counts')
  t.equal(each.read().stopped, 'a.png')
  t.same(first, [], 'the application waits')
  each.resume(false)
  await settled()
  t.match(first, [{ type: 'ERROR', payload: { code: 'AND_NETWORK' } }])
  t.equal(each.read().stopped, undefined)
  each.resume(true)

  const second = fileFor('questionnaire/q/photo')
  const answers = ask(second)
  agree(each, false)
  ask({ type: 'CANCEL', payload: { request: second.id ?? '' } })
  await settled()
  t.same(decisions, [true, false, false])
  t.match(answers, [{ type: 'ERROR' }])
  t.match(each.read(), { stopped: undefined, working: undefined })
})

t.test('a person agrees to what they saw, not to what came in its place meanwhile', async t => {
  const { requestQueue: each, ask, stored } = requestQueue({ keyPair })
  const harmless = responseTo('q')
  ask(harmless)
  const { waiting: seen } = each.read()
  const other = ask(responseTo('other'))
  ask({ type: 'CANCEL', payload: { request: harmless.id ?? '' } })
  if (seen) each.agree(seen, {}, true)
  await settled()
  t.same([stored, other], [[], []])
  t.match(each.read(), { waiting: { questionnaire: 'other' } })
})

t.test('consents that cannot be read are none, and the oldest go', async t => {
  const place = storage()
  for (const text of ['{', '{}', '[null, 1, {"did": 1}]']) {
    place.setItem('andiron-consents', text)
    t.same(consentsIn(place).list(), [])
  }
  const consents = consentsIn(place)
  for (let at = 0; at < 510; at++)
    consents.remember({
      ...application,
      applicationName: 'A study',
      questionnaire: `${at}`,
      did: 'did:nil:02',
    })
  t.equal(consents.list().length, 500)
  t.equal(consents.has({ applicationId: 'study', questionnaire: '0', did: 'did:nil:02' }), false)
  t.equal(consents.has({ applicationId: 'study', questionnaire: '509', did: 'did:nil:02' }), true)
})

t.test('details of a person stand where their questions do', t => {
  const questionnaire = {
    item: [
      { linkId: 'a' },
      { linkId: 'g', item: [{ linkId: 'g1' }, { linkId: 'mail' }, { linkId: 'g2' }] },
      { linkId: 'z' },
    ],
  }
  t.ok(asks(questionnaire, 'mail'))
  for (const linkId of ['e-mail', undefined]) t.notOk(asks(questionnaire, linkId), 'no question asks for it')
  const mail = new Map([['mail', 'ada@person.example']])
  const answer = [{ valueString: 'ada@person.example' }]
  t.same(fillIn({ item: [{ linkId: 'a' }, { linkId: 'z' }] }, questionnaire, mail), {
    item: [{ linkId: 'a' }, { linkId: 'g', item: [{ linkId: 'mail', answer }] }, { linkId: 'z' }],
  })
  t.same(
    fillIn(
      { item: [{ linkId: 'g', item: [{ linkId: 'g2' }, { linkId: 'mail', answer: [] }] }] },
      questionnaire,
      mail,
    ),
    { item: [{ linkId: 'g', item: [{ linkId: 'g2' }, { linkId: 'mail', answer }] }] },
    'in the place of what the application put there',
  )
  t.same(fillIn({}, questionnaire, new Map([['z', 'x']])), {
    item: [{ linkId: 'z', answer: [{ valueString: 'x' }] }],
  })
  t.same(fillIn({ status: 'completed' }, questionnaire, new Map([['none', 'x']])), { status: 'completed' })
  t.end()
})
