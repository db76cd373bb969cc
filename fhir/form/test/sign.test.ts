/** Signatures on items and on the whole response, and the changes that remove them. */
import type { Questionnaire } from 'fhir/r5.js'
import t from 'tap'
import { compileQuestionnaire } from '../../index.ts'
import { enablement } from '../../model/enable-when.ts'
import { readForm } from '../../model/read-form.ts'
import { answeringRules } from '../answering.ts'
import { checkWith } from '../check.ts'
import { LiveForm } from '../live-form.ts'
import { lacksSignature, sign, signatureOf, signatureRequired } from '../sign.ts'

const WITNESS = { system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.5' }
const required = (...coding: object[]) => [
  {
    url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired',
    valueCodeableConcept: coding.length > 0 ? { coding } : { text: 'any' },
  },
]

const questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  extension: required(),
  item: [
    { linkId: 'terms', type: 'display', text: 'I agree', extension: required(WITNESS) },
    {
      linkId: 'child',
      type: 'group',
      text: 'Child',
      repeats: true,
      extension: required(),
      item: [
        { linkId: 'name', type: 'string', text: 'Name' },
        {
          linkId: 'school',
          type: 'string',
          text: 'School',
          enableWhen: [{ question: 'any', operator: '=', answerBoolean: true }],
        },
      ],
    },
    { linkId: 'any', type: 'boolean', text: 'Any school', extension: required() },
  ],
} as unknown as Questionnaire

const when = '2026-11-23T10:00:00.000Z'

async function opened(response?: object) {
  const form = readForm(questionnaire, 'mix')
  return new LiveForm(form, checkWith(await answeringRules(form), form), {
    ...{ questionnaire: 'f', response, decide: enablement },
  })
}

/** The slot with a linkId and its first repetition. */
function place(live: LiveForm, linkId: string) {
  const slot = live.find(linkId)
  const [occurrence] = slot?.occurrences ?? []
  if (slot === undefined || occurrence === undefined) throw new Error(`no ${linkId}`)
  return { slot, occurrence }
}

/** Everything answered and signed. */
async function signed() {
  const live = await opened()
  live.answer(place(live, 'name').slot, [{ valueString: 'Ada' }])
  live.answer(place(live, 'any').slot, [{ valueBoolean: false }])
  for (const linkId of ['terms', 'child', 'any'])
    sign(live, { name: 'Ada Beispiel', when }, place(live, linkId).occurrence)
  const picture = { contentType: 'image/svg+xml', data: 'PHN2Zy8+' }
  sign(live, { name: 'Ada Beispiel', when, picture })
  return live
}

const isSigned = (live: LiveForm, linkId: string) =>
  signatureOf(live, place(live, linkId).occurrence) !== undefined

t.test('what is to be signed is an error until it is signed', async t => {
  const live = await opened()
  const wrong = () => [...live.visible()].filter(slot => live.errorsOf(slot).length > 0)
  t.same(
    wrong().map(({ item }) => item.linkId),
    ['terms', 'child'],
    'a question without an answer has nothing to sign',
  )
  live.answer(place(live, 'any').slot, [{ valueBoolean: true }])
  t.equal(wrong().length, 3)
  t.ok(lacksSignature(live))
  t.ok(signatureRequired(live, place(live, 'terms').occurrence))
  t.same(wrong(), live.show(live.visible()))
  sign(live, { name: 'Ada', when }, place(live, 'any').occurrence)
  t.same(place(live, 'any').slot.issues, [], 'an error disappears with the signature')
  t.equal(wrong().length, 2)
  const all = await signed()
  t.same(all.show(all.visible()), [])
  t.notOk(lacksSignature(all))
})

t.test('a signature is where FHIR has it, and the service finds it there', async t => {
  const live = await signed()
  const url = 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature'
  const of = (type: object, more = {}) => [
    { url, valueSignature: { type: [type], when, who: { display: 'Ada Beispiel' }, ...more } },
  ]
  const author = { system: WITNESS.system, code: '1.2.840.10065.1.12.1.1' }
  t.match(live.response, {
    extension: of(author, { sigFormat: 'image/svg+xml', data: 'PHN2Zy8+' }),
    item: [
      { linkId: 'terms', extension: of(WITNESS) },
      { linkId: 'child', extension: of(author), item: [{ linkId: 'name' }] },
      { linkId: 'any', extension: of(author), answer: [{ valueBoolean: false }] },
    ],
  })
  for (const fhirVersion of ['mix', 'R4', 'R4B', 'R5'] as const) {
    const { validate } = compileQuestionnaire(questionnaire, { fhirVersion })
    const issues = (response: object) =>
      validate(response)
        .filter(({ rule }) => /SIGN|^S-|EXT/.test(rule))
        .map(({ rule, text }) => `${rule} ${text}`)
    t.same(issues({ ...live.response, status: 'completed' }), [], fhirVersion)
    const { extension: _, ...unsigned } = live.response as { extension?: unknown }
    t.match(issues({ ...unsigned, status: 'completed' }), [/^QR-SIGN-WHOLE/], fhirVersion)
  }
})

t.test('a change removes the signatures of what is changed, and only these', async t => {
  const named = await signed()
  named.answer(place(named, 'name').slot, [{ valueString: 'Eve' }])
  t.same(
    ['terms', 'child', 'any'].map(each => isSigned(named, each)),
    [true, false, true],
  )
  t.ok(lacksSignature(named))
  t.notMatch(named.response, { extension: [] })

  const asked = await signed()
  asked.answer(place(asked, 'any').slot, [{ valueBoolean: true }])
  t.same(
    ['terms', 'child', 'any'].map(each => isSigned(asked, each)),
    [true, false, false],
    'a question that is shown or hidden changes its group',
  )

  const grown = await signed()
  grown.add(place(grown, 'child').slot)
  t.ok(isSigned(grown, 'child'), 'another repetition is signed by itself')
  t.ok(lacksSignature(grown))

  const taken = await signed()
  taken.sign(undefined, place(taken, 'child').occurrence)
  t.notOk(isSigned(taken, 'child'))
  t.ok(lacksSignature(taken), 'the whole response has changed')
  taken.sign(undefined)
  t.equal(signatureOf(taken), undefined)
})

t.test('a signed response is loaded with its signatures', async t => {
  const { response, draft } = await signed()
  for (const given of [response, draft]) {
    const again = await opened(given)
    t.same(again.response, response)
    t.same(again.show(again.visible()), [])
  }
  const late = new LiveForm(readForm(questionnaire, 'mix'), () => [], { response })
  late.decideBy(enablement)
  t.same(late.response.item, response.item, 'conditions that are decided later change nothing')
  const replaced = await signed()
  replaced.load({ item: [] })
  t.ok(lacksSignature(replaced))
  t.notOk(isSigned(replaced, 'terms'))
})

t.test('an expression removes the signatures of what it shows and hides', async t => {
  const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression'
  const extension = [{ url, valueExpression: { language: 'text/fhirpath', expression: 'true' } }]
  const item = [
    { linkId: 'any', type: 'boolean', text: 'Any', extension },
    {
      ...{ linkId: 'child', type: 'group', text: 'Child', extension: required() },
      item: [
        { linkId: 'name', type: 'string', text: 'Name' },
        {
          ...{ linkId: 'school', type: 'string', text: 'School' },
          enableWhen: [{ question: 'any', operator: '=', answerBoolean: true }],
        },
      ],
    },
  ]
  const form = readForm({ ...questionnaire, item } as unknown as Questionnaire, 'mix')
  const live = new LiveForm(form, checkWith(await answeringRules(form), form), { decide: enablement })
  const { slot } = place(live, 'any')
  live.answer(slot, [{ valueBoolean: true }])
  live.express(slot, true)
  t.ok(live.find('school')?.enabled)
  sign(live, { name: 'Ada', when }, place(live, 'child').occurrence)
  live.express(slot, false)
  t.notOk(live.find('school')?.enabled)
  t.notOk(isSigned(live, 'child'))
})

t.test('nobody is asked to sign what is hidden', async t => {
  const hidden = { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true }
  const [terms] = questionnaire.item ?? []
  const item = [{ ...terms, extension: [...required(), hidden] }] as Questionnaire['item']
  const form = readForm({ ...questionnaire, item } as Questionnaire, 'mix')
  const live = new LiveForm(form, checkWith(await answeringRules(form), form))
  t.same(live.show(live.visible()), [])
})

t.test('malformed signatures and other extensions are left out', async t => {
  const extension = [null, 7, { url: 'https://example.org/other' }]
  const live = await opened({ extension, item: [{ linkId: 'terms', extension }] })
  t.notMatch(live.response, { extension: [] })
  t.same(live.response.item, [])
  const text = await opened({ extension: 'x', item: [{ linkId: 'terms', extension: {} }] })
  t.equal(signatureOf(text), undefined)
})
