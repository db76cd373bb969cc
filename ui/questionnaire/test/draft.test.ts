/** A draft that is loaded and saved while its form is answered. */
import t from 'tap'
import { checkWith, FIRST_RULES } from '../../../fhir/form/check.ts'
import { LiveForm } from '../../../fhir/form/live-form.ts'
import { lacksSignature, sign, signatureOf } from '../../../fhir/form/sign.ts'
import { enablement } from '../../../fhir/model/enable-when.ts'
import { readForm } from '../../../fhir/model/read-form.ts'
import { formNamed } from '../../gallery/forms.ts'
import { completeRules } from '../complete-rules.ts'
import { type DraftStore, keepDraft } from '../draft.ts'
import type { Questionnaire, QuestionnaireResponse } from '../index.ts'
import type { Session } from '../session.ts'
import { pages } from '../strings/en-pages.ts'
import { signature } from '../strings/en-signature.ts'
import { englishFirst } from '../strings.ts'

const page = new EventTarget()
const listening = {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
}
t.before(() => void Object.assign(globalThis, listening))
t.after(() => {
  for (const name of Object.keys(listening)) Reflect.deleteProperty(globalThis, name)
})

/** Leaving the page saves without the pause. */
const leave = () => page.dispatchEvent(new Event('pagehide'))

function open(questionnaire = formNamed('computed') as unknown as Questionnaire, lang?: string) {
  const form = readForm(questionnaire, 'mix')
  const options = { questionnaire: 'f', language: lang, decide: enablement }
  const live = new LiveForm(form, checkWith(FIRST_RULES, form), options)
  const said: string[] = []
  const session = {
    ...{ live, questionnaireId: 'f', strings: englishFirst, lang },
    say: (words: string) => void said.push(words),
  } as unknown as Session
  const type = (linkId: string, valueInteger: number) => {
    const slot = live.find(linkId)
    if (slot === undefined) throw new Error(`no ${linkId}`)
    live.answer(slot, [{ valueInteger }])
  }
  const answered = (linkId: string) => {
    const slot = live.find(linkId)
    return slot && live.answers(slot)
  }
  return { session, live, said, type, answered }
}

/** A store that has a draft once it is released. */
function slowStore(draft?: QuestionnaireResponse) {
  const { promise, resolve, reject } = settling<QuestionnaireResponse | undefined>()
  const saved: QuestionnaireResponse[] = []
  const store: DraftStore = {
    load: () => promise,
    save: (_, response) => void saved.push(response),
    clear: () => undefined,
  }
  return { store, saved, release: () => resolve(draft), refuse: () => reject(new Error('no storage')) }
}

function settling<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((fulfil, fail) => {
    resolve = fulfil
    reject = fail
  })
  return { promise, resolve, reject }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

const earlier: QuestionnaireResponse = {
  questionnaire: 'f',
  resourceType: 'QuestionnaireResponse',
  status: 'in-progress',
  item: [{ linkId: 'a', answer: [{ valueInteger: 7 }] }],
}

t.test('what was typed and saved before the draft came is kept', async t => {
  const { session, live, said, type, answered } = open()
  const { store, saved, release } = slowStore(earlier)
  t.teardown(keepDraft(session, store, live.response))
  type('a', 4)
  leave()
  t.match(saved, [{ item: [{ linkId: 'a', answer: [{ valueInteger: 4 }] }] }])
  release()
  await settled()
  t.same(answered('a'), [{ valueInteger: 4 }])
  t.same(said, [])
})

t.test('a draft that comes after the first calculation is loaded, and not overwritten before', async t => {
  const { session, live, said, answered } = open()
  const { store, saved, release } = slowStore(earlier)
  t.teardown(keepDraft(session, store, live.response))
  await completeRules(live, false)
  t.not(answered('total')?.length, 0, 'the form has computed a value')
  leave()
  t.same(saved, [])
  release()
  await settled()
  t.same(answered('a'), [{ valueInteger: 7 }])
  t.same(said, ['Your earlier answers are still here.'])
})

t.test('a store that never answers, or fails, stops neither the form nor the saving', async t => {
  for (const fails of [false, true]) {
    const { session, live, type } = open()
    const { store, saved, refuse } = slowStore()
    t.teardown(keepDraft(session, store, live.response))
    if (fails) refuse()
    await completeRules(live, false)
    leave()
    t.same(saved, [], 'what was not loaded is not overwritten by a form that nobody has answered')
    type('a', 4)
    leave()
    t.match(saved, [{ item: [{ linkId: 'a', answer: [{ valueInteger: 4 }] }] }])
  }
})

t.test('a listener of the application that fails during a calculation loses no answer', async t => {
  const { session, live, type, answered } = open()
  const { store, saved, release } = slowStore(earlier)
  t.teardown(keepDraft(session, store, live.response))
  const stop = live.audience.listen(() => {
    throw new Error('of the application')
  })
  await t.rejects(completeRules(live, false), /of the application/)
  stop()
  type('a', 4)
  leave()
  t.match(saved, [{ item: [{ linkId: 'a', answer: [{ valueInteger: 4 }] }] }])
  release()
  await settled()
  t.same(answered('a'), [{ valueInteger: 4 }])
})

t.test('a form that is attached anew meanwhile knows what was typed before', async t => {
  const { session, live, type, answered } = open()
  const { store, release } = slowStore(earlier)
  keepDraft(session, store, live.response)()
  type('a', 4)
  t.teardown(keepDraft(session, store, live.response))
  release()
  await settled()
  t.same(answered('a'), [{ valueInteger: 4 }])
})

t.test('a draft keeps its signatures for the form that was signed, and for no other', async t => {
  const form = formNamed('signatures') as unknown as Questionnaire
  const when = '2026-11-24T10:00:00.000Z'
  const signed = open(form)
  const { store, saved } = slowStore()
  const stop = keepDraft(signed.session, store, signed.live.response)
  const [occurrence] = signed.live.find('terms')?.occurrences ?? []
  sign(signed.live, { name: 'Ada Beispiel', when }, occurrence)
  sign(signed.live, { name: 'Ada Beispiel', when })
  leave()
  stop()
  const [draft] = JSON.parse(JSON.stringify(saved))
  const { restored } = pages
  const revised = { ...form, item: form.item?.map(each => ({ ...each, text: `${each.text}, and sell it` })) }
  const { extension: _, ...nameless } = draft
  for (const [again, given, isKept] of [
    [form, draft, true],
    [revised, draft, false],
    [form, nameless, false],
  ] as const) {
    const { session, live, said } = open(again as Questionnaire)
    const { store, saved, release } = slowStore(given)
    t.teardown(keepDraft(session, store, live.response))
    release()
    await settled()
    leave()
    t.same(saved, [], 'a draft that was only loaded stays as it is')
    t.same(said, [isKept ? restored : `${restored} ${signature.unsignedForm}`])
    t.equal(lacksSignature(live), !isKept)
    t.equal(signatureOf(live, live.find('terms')?.occurrences[0]) !== undefined, isKept)
    t.notMatch(JSON.stringify(live.response), 'signed-form', 'what is sent does not name it')
  }
})

t.test('a draft keeps its signatures for the words that were signed, and for no others', async t => {
  const form = formNamed('signatures') as unknown as Questionnaire
  const signed = open(form, 'de-AT')
  const { store, saved } = slowStore()
  const stop = keepDraft(signed.session, store, signed.live.response)
  sign(signed.live, { name: 'Ada Beispiel', when: '2026-11-24T10:00:00.000Z' })
  leave()
  stop()
  const [draft] = JSON.parse(JSON.stringify(saved))
  t.equal(draft.language, 'de-AT')
  const { restored } = pages
  for (const [lang, isKept] of [
    ['de-AT', true],
    ['de', true],
    ['fr', false],
    ['en', false],
    [undefined, false],
  ] as const) {
    const { session, live, said } = open(form, lang)
    const { store, saved, release } = slowStore(draft)
    t.teardown(keepDraft(session, store, live.response))
    release()
    await settled()
    leave()
    t.same(said, [isKept ? restored : `${restored} ${signature.unsignedLanguage}`], lang ?? 'none')
    t.equal(lacksSignature(live), !isKept)
    t.same(saved, [], 'the draft stays signed for its language')
  }
})
