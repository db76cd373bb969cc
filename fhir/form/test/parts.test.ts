/** The parts of the form engine: options, numbers, pages. */
import t from 'tap'
import { sliderOf } from '../../model/item-controls.ts'
import { readForm } from '../../model/read-form.ts'
import { choose, isOption, mostAnswers, openAnswerOf, write } from '../choose.ts'
import { readNumber, writeNumber } from '../numbers.ts'
import {
  calculateProgress,
  findQuestionnaireItem,
  getAllQuestionsFromPage,
  getExclusiveOptionCode,
  getSteps,
  getVisiblePages,
  hasAnswerValue,
  isQuestionHidden,
} from '../pages.ts'

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const OWN = 'https://codes.example/StructureDefinition/questionnaire-'

const itemOf = (raw: object) => {
  const [item] = readForm({ item: [{ linkId: 'a', type: 'choice', ...raw }] }, 'mix').items
  if (item === undefined) throw new Error('no item')
  return item
}

const options = ['x', 'y', 'none'].map(code => ({ valueCoding: { system: 's', code, display: code } }))
const several = itemOf({
  repeats: true,
  answerConstraint: 'optionsOrString',
  answerOption: options,
  extension: [
    { url: `${OWN}exclusive-option`, valueString: 'none' },
    { url: `${HL7}questionnaire-maxOccurs`, valueInteger: 2 },
  ],
})
const [x, y, none] = several.options as [never, never, never]

t.test('choosing among several options', async t => {
  const one = choose(several, [], x)
  t.same(one, { given: [options[0]] })
  const two = choose(several, one.given, y)
  t.same(two.given, options.slice(0, 2))
  t.same(choose(several, two.given, x).given, [options[1]], 'a second time takes it back')
  t.same(choose(several, two.given, none), { given: [options[2]], became: 'exclusive' })
  t.same(choose(several, [options[2] as object], x), { given: [options[0]], became: 'exclusive' })
  t.equal(mostAnswers(several), 2)
  t.same(write(several, two.given, 'else'), { given: two.given, became: 'limit' })
  t.same(write(several, one.given, 'else').given, [options[0], { valueString: 'else' }])
  t.same(write(several, [options[0] as object, { valueString: 'els' }], '').given, [options[0]])
  t.equal(openAnswerOf(several, [options[0] as object, { valueString: 'else' }]), 'else')
})

t.test('choosing one option', async t => {
  const single = itemOf({ answerConstraint: 'optionsOrString', answerOption: options })
  const [first] = single.options as [never]
  t.same(choose(single, [{ valueString: 'else' }], first).given, [options[0]])
  t.same(write(single, [options[0] as object], 'else').given, [{ valueString: 'else' }], 'one or the other')
  t.same(write(single, [{ valueString: 'else' }], '').given, [])
})

t.test('options that are texts, or have no system', async t => {
  const texts = itemOf({ type: 'string', answerOption: [{ valueString: 'red' }] })
  t.ok(isOption(texts.options[0] as never, { valueString: 'red' }))
  t.equal(openAnswerOf(texts, [{ valueString: 'red' }]), undefined)
  const bare = itemOf({ answerOption: [{ valueCoding: { code: '1' } }] })
  t.ok(isOption(bare.options[0] as never, { valueCoding: { code: '1', display: 'One' } }))
})

t.test('numbers', async t => {
  for (const [words, lang, expected] of [
    ['3.5', 'en', 3.5],
    ['3,5', 'en', 3.5],
    ['3,5', 'de', 3.5],
    [' -2 ', 'de', -2],
    ['36.6', 'de', 36.6],
    ['1,000', 'en', '1,000'],
    ['1.000', 'de', '1.000'],
    ['1.234', 'en', 1.234],
    ['٣٫٥', 'ar', 3.5],
    ['1e3', 'en', '1e3'],
    ['', 'en', ''],
    ['1.2.3', 'en', '1.2.3'],
    ['1', 'no such language', 1],
  ] as const) {
    t.equal(readNumber(words, lang), expected, `${words} in ${lang}`)
  }
  t.equal(writeNumber(3.5, 'de'), '3,5')
  t.equal(writeNumber('warm', 'en'), 'warm')
  t.equal(writeNumber(undefined, 'en'), '')
})

t.test('pages and what is on them', async t => {
  const hidden = [{ url: `${HL7}questionnaire-hidden`, valueBoolean: true }]
  const group = (linkId: string, more = {}) => ({
    linkId,
    type: 'group' as const,
    item: [
      {
        linkId: `${linkId}.1`,
        type: 'string' as const,
        item: [{ linkId: `${linkId}.1.1`, type: 'date' as const }],
      },
      { linkId: `${linkId}.2`, type: 'display' as const },
      { linkId: `${linkId}.3`, type: 'string' as const, extension: hidden },
    ],
    ...more,
  })
  const form = { resourceType: 'Questionnaire' as const, status: 'active' as const }
  const grouped = { ...form, item: [group('a'), group('b'), group('c', { extension: hidden })] }
  t.same(
    getVisiblePages(grouped).map(({ linkId }) => linkId),
    ['a', 'b'],
  )
  const mixed = getVisiblePages([group('a'), { linkId: 'q', type: 'string' }])
  t.same(
    mixed.map(({ linkId, item }) => [linkId, item?.length]),
    [['page', 2]],
  )
  t.same(
    getAllQuestionsFromPage(group('a')).map(({ linkId }) => linkId),
    ['a.1', 'a.1.1'],
  )
  t.same(getVisiblePages(undefined), [])
  const text = { linkId: 'text', type: 'display' as const }
  const steps = [
    text,
    group('a', { text: 'A' }),
    group('b', { repeats: true }),
    group('c', { extension: hidden }),
  ]
  t.same(
    getSteps(steps).map(({ text, item }) => [text, ...(item ?? []).map(({ linkId }) => linkId)]),
    [
      [undefined, 'text'],
      ['A', 'a.1'],
      ['A', 'a.2'],
      [undefined, 'b'],
    ],
  )
  const extension = [
    { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired' },
  ] as never
  t.match(
    getSteps([group('a', { text: 'A', extension, item: [group('b')] })]),
    [{ linkId: 'page', item: [{ linkId: 'a', text: 'A' }] }],
    'a group that is signed is one step',
  )
  t.match(getSteps([group('a', { text: 'A', item: [group('b')] })]), [{ text: 'A' }, { text: 'A' }])
  t.equal(findQuestionnaireItem(grouped, 'b.1.1')?.type, 'date')
  t.equal(findQuestionnaireItem(grouped.item, 'none'), undefined)
  t.ok(isQuestionHidden({ linkId: 'a', type: 'string', extension: hidden }))

  t.same(
    [0, 1, 3, 9].map(index => calculateProgress(index, 4)),
    [25, 50, 100, 100],
  )
  t.equal(calculateProgress(0, 0), 0)
})

t.test('answers that say something', async t => {
  t.notOk(hasAnswerValue(undefined))
  t.notOk(hasAnswerValue({}))
  t.notOk(hasAnswerValue({ valueString: '' }))
  t.notOk(hasAnswerValue({ valueQuantity: { unit: 'kg' } }))
  t.ok(hasAnswerValue({ valueQuantity: { value: 0 } }))
  t.ok(hasAnswerValue({ valueBoolean: false }))
  t.ok(hasAnswerValue({ valueInteger: 0 }))
})

t.test('exclusive options and sliders, in both spellings', async t => {
  const item = { linkId: 'a', type: 'coding' as const }
  t.equal(getExclusiveOptionCode(item), undefined)
  t.equal(
    getExclusiveOptionCode({ ...item, extension: [{ url: `${OWN}exclusive-option`, valueString: 'none' }] }),
    'none',
  )
  t.equal(
    getExclusiveOptionCode({
      ...item,
      answerOption: [
        {
          valueCoding: { code: 'no' },
          extension: [{ url: `${HL7}questionnaire-optionExclusive`, valueBoolean: true }],
        },
      ],
    }),
    'no',
  )
  t.equal(sliderOf(item), undefined)
  t.same(
    sliderOf({
      extension: [
        {
          url: `${OWN}slider-control`,
          extension: [
            { url: 'minValue', valueInteger: 1 },
            { url: 'maxValue', valueInteger: 7 },
            { url: 'step', valueInteger: 2 },
            { url: 'unit', valueString: 'days' },
          ],
        },
      ],
    }),
    { min: 1, max: 7, step: 2, unit: 'days' },
  )
  t.same(
    sliderOf({
      extension: [
        { url: `${HL7}questionnaire-itemControl`, valueCodeableConcept: { coding: [{ code: 'slider' }] } },
        { url: `${HL7}questionnaire-sliderStepValue`, valueInteger: 5 },
        { url: `${HL7}maxValue`, valueInteger: 50 },
      ],
    }),
    { min: 0, max: 50, step: 5, unit: undefined },
  )
})
