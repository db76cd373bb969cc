/** The cost of a check: steps grow with form and response, never with their product. */
import fc from 'fast-check'
import { RE2JS } from 're2js'
import t from 'tap'
import { rounds } from '../../core/test/fixtures/rounds.ts'
import { loadUcum } from '../expressions/load-ucum.ts'
import { compileQuestionnaire, compileRulesOnly, MOST_ISSUES, refused } from '../index.ts'
import { enablement } from '../model/enable-when.ts'
import { readForm } from '../model/read-form.ts'
import { walk } from '../model/walk.ts'
import { Values } from '../values/answer-values.ts'
import { compare, equal } from '../values/compare.ts'
import { compilePattern, patternSize } from '../values/regex.ts'
import { Steps } from '../values/step-budget.ts'
import { indexValues } from '../values/value-index.ts'
import {
  backwardChain,
  type Costly,
  conditionsByAnswers,
  datesByConditions,
  emptyRepetitions,
  groupsThatNameEachOther,
  manyConditions,
  optionsByAnswers,
} from './fixtures/costly-forms.ts'

/** The steps to decide every item of a response. */
function stepsOf({ form, response }: Costly): number {
  const here = walk(readForm(form, 'mix'), response, undefined, indexValues)
  for (const { item, scope } of here.entries) if (item !== undefined) enablement(item, scope, here)
  return here.steps.taken
}

/** The exponent with which a cost grows: 1 is linear, 2 quadratic. */
const exponent = (cost: (size: number) => number, size = 1_000) => Math.log2(cost(size * 4) / cost(size)) / 2

for (const family of [conditionsByAnswers, manyConditions, groupsThatNameEachOther, backwardChain]) {
  t.test(`decides ${family.name} in linear steps`, async t => {
    t.ok(exponent(size => stepsOf(family(size))) < 1.05)
    const { form, response } = family(9_000)
    const rules = compileRulesOnly(form, { fhirVersion: 'mix' })
      .validate(response)
      .map(({ rule }) => rule)
    t.notOk(rules.includes('QR-COST'))
  })
}

t.test('checks 100,000 conditions against 100,000 answers', async t => {
  const { form, response } = conditionsByAnswers(100_000)
  t.same(compileRulesOnly(form, { fhirVersion: 'mix' }).validate(response), [])
})

t.test('finds an answer among options of the same code', async t => {
  const { form, response } = optionsByAnswers(9_000)
  const { validate } = compileRulesOnly(form, { fhirVersion: 'mix' })
  t.equal(validate(response).length, MOST_ISSUES)
  t.same(
    validate({
      ...response,
      item: [{ linkId: 'a', answer: [{ valueCoding: { system: 'http://example.org/7', code: 'x' } }] }],
    }),
    [],
  )
})

for (const family of [emptyRepetitions, datesByConditions]) {
  t.test(`stops at ${family.name}, which costs a product, without a clock`, async t => {
    const { form, response } = family(4_000)
    const issues = compileQuestionnaire(form, { fhirVersion: 'mix' }).validate(response)
    t.match(issues.at(-1), { rule: 'QR-COST', severity: 'error', code: 'too-costly' })
    const few = family(100)
    const found = compileQuestionnaire(few.form, { fhirVersion: 'mix' }).validate(few.response)
    t.notOk(refused(found), 'a small one passes')
  })
}

t.test('decides a chain to its end, however long it is', async t => {
  const { form, response } = backwardChain(3_000)
  const { validate } = compileRulesOnly(form, { fhirVersion: 'mix' })
  t.same(validate(response), [])
  const { item } = response as { item: { linkId: string; answer: object[] }[] }
  const last = item.map((each, at) => (at === 2_999 ? { ...each, answer: [{ valueInteger: 2 }] } : each))
  t.equal(validate({ ...response, item: last }).length, MOST_ISSUES, 'all before it are disabled')
})

t.test('lets an error in where 500 warnings stand already', async t => {
  const text = { linkId: 'a', text: 'A', type: 'string', repeats: true }
  const whole = { linkId: 'b', text: 'B', type: 'integer' }
  const form = { resourceType: 'Questionnaire', status: 'active', item: [text, whole] }
  const { validate } = compileQuestionnaire(form, { fhirVersion: 'mix' })
  const warned = Array.from({ length: 600 }, () => ({ valueString: 'a\nb' }))
  const response = (value: object, more: object = {}) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'x',
    ...more,
    item: [
      { linkId: 'a', answer: warned },
      { linkId: 'b', answer: [value] },
    ],
  })
  t.notOk(refused(validate(response({ valueInteger: 1 }))))
  const issues = validate(response({ valueString: 'one' }))
  t.equal(issues.length, MOST_ISSUES)
  t.match(issues.at(-1), { rule: 'QR-TYPE', severity: 'error' })
  const extension = Array.from({ length: 600 }, (_, at) => ({
    url: `https://example.org/${at}`,
    valueInteger: 1,
  }))
  t.ok(refused(validate(response({ valueString: 'one' }, { extension }))), 'remarks on the structure neither')
})

const TYPED = fc.oneof(
  fc.record({
    type: fc.constantFrom('Integer', 'Decimal'),
    value: fc.constantFrom<unknown>(-1, 0, 1, 2.5, 7, '1'),
  }),
  fc.record({
    type: fc.constantFrom('String', 'Uri'),
    value: fc.constantFrom<unknown>('', 'a', 'b', 'constructor', 1),
  }),
  fc.record({ type: fc.constant('Boolean'), value: fc.constantFrom<unknown>(true, false, 'true') }),
  fc.record({
    type: fc.constantFrom('Date', 'DateTime'),
    value: fc.constantFrom<unknown>(
      '2020',
      '2020-05',
      '2020-05-01',
      '2020-05-01T08:00:00Z',
      '2020-05-01T09:00:00',
      'x',
    ),
  }),
  fc.record({
    type: fc.constant('Time'),
    value: fc.constantFrom<unknown>('08:00', '08:00:00', '09:30', 'x'),
  }),
  fc.record({
    type: fc.constant('Coding'),
    value: fc.record(
      {
        system: fc.constantFrom('s', 't'),
        code: fc.constantFrom('x', 'y', '__proto__'),
        version: fc.constantFrom('1', '2'),
        display: fc.constantFrom('X', 'Y'),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    type: fc.constant('Reference'),
    value: fc.record({ reference: fc.constantFrom('Patient/1', 'Patient/2') }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constant('Quantity'),
    value: fc.record(
      { value: fc.constantFrom(1, 2), unit: fc.constantFrom('kg', 'g'), code: fc.constantFrom('kg', 'g') },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ type: fc.constantFrom('Attachment', ''), value: fc.constantFrom<unknown>({}, null, 'x') }),
)

const some = (results: readonly (boolean | undefined)[]) =>
  results.includes(true) ? true : results.includes(undefined) ? undefined : false

t.test('an index of answers says what comparing with each of them says', async t => {
  const steps = () => new Steps(1e9)
  fc.assert(
    fc.property(fc.array(TYPED, { maxLength: 30 }), TYPED, (values, wanted) => {
      const index = new Values(values, indexValues)
      const { type, value } = wanted
      const equals = some(values.map(each => equal(each.type, each.value, type, value)))
      if (index.equals(wanted, {}, steps()) !== equals) return false
      return [[1], [-1], [0, 1], [-1, 0]].every(orders => {
        const each = values.map(one => {
          const found = compare(one.type, one.value, type, value)
          return found?.certain ? orders.includes(found.order) : undefined
        })
        return index.inOrder(orders, wanted, {}, steps()) === some(each)
      })
    }),
    { seed: 13, numRuns: rounds(20_000) },
  )
  t.pass()
})

/** Pieces of patterns, put together at random. */
const PIECES = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '.',
    '\\d',
    '\\w',
    '[a-c]',
    '[^a]',
    '[]a]',
    '[[:alpha:]]',
    '\\b',
    '\\pL',
    '\\p{Greek}',
    'é',
    '😀',
  ),
  fc.constantFrom(
    '(',
    '(?:',
    '(?i)',
    '(?P<n>',
    ')',
    '|',
    '*',
    '+',
    '?',
    '{2}',
    '{1,3}',
    '{2,}',
    '{0}',
    '^',
    '$',
  ),
  fc.constantFrom('\\Qa(b[\\E', '(?s:', '\\x{61}', '\\[', '[\\]a]', '\\B', '(?m)', '\n'),
)
const SUBJECTS = fc.array(
  fc.constantFrom('a', 'b', 'c', '1', '_', ' ', '\n', 'é', 'É', '😀', '\ud800', 'α', '['),
  {
    maxLength: 8,
  },
)

t.test('runs a program as the engine of RE2 does, and knows its size before', async t => {
  let compiled = 0
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 10 }), SUBJECTS, (pieces, characters) => {
      const pattern = pieces.join('')
      let engine: RE2JS
      try {
        engine = RE2JS.compile(pattern)
      } catch {
        return compilePattern(pattern) === undefined
      }
      compiled++
      const value = characters.join('')
      const own = compilePattern(pattern)
      const found = own?.matches(value, new Steps(1e9))
      return found === engine.matches(value) && patternSize(pattern) >= engine.programSize()
    }),
    { seed: 13, numRuns: rounds(20_000) },
  )
  t.ok(compiled > rounds(2_000), `${compiled} of them are patterns`)
})

const patterned = (patterns: readonly string[]) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item: patterns.map((valueString, at) => ({
    linkId: `q${at}`,
    text: `Q${at}`,
    type: 'string',
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString }],
  })),
})
const texts = (size: number, valueString: string) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'x',
  item: Array.from({ length: size }, (_, at) => ({ linkId: `q${at}`, answer: [{ valueString }] })),
})

t.test('refuses patterns that are larger than a form needs', async t => {
  const many = Array.from({ length: 1_000 }, (_, at) => `a{1,400}b{1,400}c${at}`)
  const { issues, validate } = compileQuestionnaire(patterned(many), { fhirVersion: 'mix' })
  t.equal(issues.length, MOST_ISSUES)
  t.ok(issues.every(({ rule }) => rule === 'Q-REGEX-SIZE'))
  t.ok(refused(validate(texts(100, 'ab'))), 'and takes no answer to them unchecked')
  for (const bomb of [
    '((a{900}){900}){9}',
    '\\Q[\\E((a{1000}){900}){9}]',
    'a'.repeat(100_000),
    `${'('.repeat(50_000)}a`,
  ]) {
    const found = compileQuestionnaire(patterned([bomb]), { fhirVersion: 'mix' }).issues
    t.match(found, [{ rule: 'Q-REGEX-SIZE' }], bomb.slice(0, 20))
  }
})

t.test('stops matching a pattern that stays in hundreds of states', async t => {
  const { issues, validate } = compileQuestionnaire(
    patterned(Array.from({ length: 100 }, () => '(a?){400}')),
    {
      fhirVersion: 'mix',
    },
  )
  t.same(issues, [])
  t.match(validate(texts(100, 'a'.repeat(2_000))).at(-1), { rule: 'QR-COST' })
})

t.test('matches the patterns of real forms in long answers', async t => {
  const real = [
    '[\\s\\S]{1,1000}',
    "^[\\p{L}][\\p{L} '.-]{0,99}$",
    '^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\\.[A-Za-z]{2,24}$',
    '^\\+?[0-9 ()/-]{5,30}$',
    '(0[1-9]|[12][0-9]|3[01])\\.(0[1-9]|1[0-2])\\.(19|20)[0-9]{2}',
    '^([A-Z]{2}[0-9]{2}( ?[A-Z0-9]{4}){3,7}( ?[A-Z0-9]{1,3})?)$',
  ]
  const forms = Array.from({ length: 40 }, () => real).flat()
  const { issues, validate } = compileQuestionnaire(patterned(forms), { fhirVersion: 'mix' })
  t.same(issues, [])
  const found = validate(texts(forms.length, 'Ein längerer Text, '.repeat(50)))
  t.notOk(found.some(({ rule }) => rule === 'QR-COST'))
})

t.test('parses a unit once, and no more units than a response has steps for', async t => {
  const convertUnit = await loadUcum()
  t.equal(convertUnit(2, 'kg', 'g'), 2_000)
  t.equal(convertUnit(2, 'kg', 's'), undefined)
  t.equal(convertUnit(37, 'Cel', '[degF]'), 98.6)
  t.equal(convertUnit(1, 'no unit', 'g'), undefined, 'spaces never reach the engine, which would print them')
  t.equal(convertUnit(1, 'kg.'.repeat(1_000), 'g'), undefined)
  const kg = (value: number, code: string) => ({ value, system: 'http://unitsofmeasure.org', code })
  const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-maxQuantity'
  const form = {
    item: [
      {
        linkId: 'a',
        type: 'quantity',
        repeats: true,
        extension: [{ url, valueQuantity: kg(1, 'kg') }],
      },
    ],
  }
  const { validate } = compileRulesOnly(form, { fhirVersion: 'mix', convertUnit })
  const given = (size: number, code: (at: number) => string) => ({
    status: 'completed',
    questionnaire: 'x',
    item: [
      { linkId: 'a', answer: Array.from({ length: size }, (_, at) => ({ valueQuantity: kg(1, code(at)) })) },
    ],
  })
  t.same(validate(given(3_000, () => 'g')), [])
  t.same(validate(given(15, at => `g.m${at + 2}/m${at + 2}`)), [])
  t.match(validate(given(3_000, at => `10*${at}.g`)).at(-1), { rule: 'QR-COST' })
})

t.test('never throws at a form whose options are in thousands of units', async t => {
  const kg = (code: string) => ({ value: 1, system: 'http://unitsofmeasure.org', code })
  const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-maxQuantity'
  const item = {
    linkId: 'a',
    type: 'quantity',
    extension: [{ url, valueQuantity: kg('kg') }],
    answerOption: Array.from({ length: 3_000 }, (_, at) => ({ valueQuantity: kg(`g${at}`) })),
  }
  const { issues } = compileRulesOnly({ item: [item] }, { fhirVersion: 'mix', convertUnit: value => value })
  t.ok(issues.some(({ rule }) => rule === 'QR-COST'))
})
