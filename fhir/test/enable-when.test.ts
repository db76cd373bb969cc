/** Enablement: operators, behaviours, and the scopes in which a condition finds its answers. */
import t from 'tap'
import { compileRulesOnly } from '../index.ts'

type Condition = object

const q = (linkId: string, type: string, more: object = {}) => ({ linkId, type, text: linkId, ...more })
const answers = (linkId: string, ...answer: object[]) => ({ linkId, answer })
const here = { valueString: 'here' }

/** The rules that are broken with and without an answer to item `b`. */
function rules(form: readonly object[], response: readonly object[]) {
  const { validate } = compileRulesOnly({ item: form }, { fhirVersion: 'mix' })
  return validate({ status: 'completed', questionnaire: 'x', item: response }).map(({ rule }) => rule)
}

/**
 * True if `b` is enabled by this condition on `a` with these answers, judged by the issues with and without
 * an answer.
 */
function isEnabledBy(
  type: string,
  condition: Condition,
  given: readonly object[],
  more: object = {},
): boolean {
  const form = [
    q('a', type, { repeats: true, ...more }),
    q('b', 'string', { required: true, enableWhen: [{ question: 'a', ...condition }] }),
  ]
  const start = given.length > 0 ? [answers('a', ...given)] : []
  const whenAnswered = rules(form, [...start, answers('b', here)])
  const whenNot = rules(form, start)
  t.equal(
    whenAnswered.includes('QR-EW'),
    !whenNot.includes('QR-REQ'),
    'required and forbidden exclude each other',
  )
  return !whenAnswered.includes('QR-EW')
}

const kg = (value: number, code = 'kg') => ({ value, unit: code, system: 'http://unitsofmeasure.org', code })
const coding = (code: string, more: object = {}) => ({ system: 'http://s', code, ...more })

/** Type, condition, answers, expected enablement. */
const CASES: readonly (readonly [string, Condition, readonly object[], boolean])[] = [
  ['string', { operator: 'exists', answerBoolean: true }, [{ valueString: 'x' }], true],
  ['string', { operator: 'exists', answerBoolean: true }, [], false],
  ['string', { operator: 'exists', answerBoolean: false }, [], true],
  ['string', { operator: 'exists', answerBoolean: false }, [{ valueString: 'x' }], false],
  ['boolean', { operator: '=', answerBoolean: true }, [{ valueBoolean: true }], true],
  ['boolean', { operator: '=', answerBoolean: true }, [{ valueBoolean: false }], false],
  ['boolean', { operator: '=', answerBoolean: true }, [], false],
  ['integer', { operator: '=', answerInteger: 2 }, [{ valueInteger: 1 }, { valueInteger: 2 }], true],
  ['integer', { operator: '!=', answerInteger: 2 }, [{ valueInteger: 1 }, { valueInteger: 2 }], false],
  ['integer', { operator: '!=', answerInteger: 2 }, [{ valueInteger: 1 }], true],
  ['integer', { operator: '!=', answerInteger: 2 }, [], true],
  ['integer', { operator: '>', answerInteger: 2 }, [{ valueInteger: 3 }], true],
  ['integer', { operator: '>', answerInteger: 2 }, [{ valueInteger: 2 }], false],
  ['integer', { operator: '>=', answerInteger: 2 }, [{ valueInteger: 2 }], true],
  ['decimal', { operator: '<', answerDecimal: 2.5 }, [{ valueDecimal: 2.4 }], true],
  ['decimal', { operator: '<', answerInteger: 2 }, [{ valueDecimal: 1.5 }], true],
  ['decimal', { operator: '<=', answerDecimal: 2.5 }, [{ valueDecimal: 2.6 }], false],
  ['date', { operator: '>', answerDate: '2026-01' }, [{ valueDate: '2026-02-01' }], true],
  ['date', { operator: '<', answerDate: '2026-01' }, [{ valueDate: '2026-02-01' }], false],
  ['date', { operator: '>', answerDate: '2026-05' }, [{ valueDate: '2026' }], true],
  [
    'dateTime',
    { operator: '=', answerDateTime: '2026-01-01T10:00:00Z' },
    [{ valueDateTime: '2026-01-01T11:00:00+01:00' }],
    true,
  ],
  ['time', { operator: '>=', answerTime: '12:00:00' }, [{ valueTime: '12:00:00.5' }], true],
  ['string', { operator: '=', answerString: 'x' }, [{ valueString: 'x' }], true],
  ['string', { operator: '=', answerString: 'x' }, [{ valueString: 'X' }], false],
  ['url', { operator: '=', answerString: 'http://x' }, [{ valueUri: 'http://x' }], true],
  [
    'coding',
    { operator: '=', answerCoding: coding('x') },
    [{ valueCoding: coding('x', { display: 'X' }) }],
    true,
  ],
  ['coding', { operator: '=', answerCoding: coding('x') }, [{ valueCoding: { code: 'x' } }], false],
  [
    'coding',
    { operator: '=', answerCoding: coding('x', { version: '1' }) },
    [{ valueCoding: coding('x', { version: '2' }) }],
    false,
  ],
  ['coding', { operator: '=', answerCoding: { display: 'X' } }, [{ valueCoding: { display: 'X' } }], true],
  ['coding', { operator: '>', answerCoding: coding('x') }, [{ valueCoding: coding('y') }], true],
  [
    'reference',
    { operator: '=', answerReference: { reference: 'Patient/1' } },
    [{ valueReference: { reference: 'Patient/1' } }],
    true,
  ],
  [
    'reference',
    { operator: '=', answerReference: { reference: 'Patient/1' } },
    [{ valueReference: { display: 'x' } }],
    false,
  ],
  ['quantity', { operator: '>', answerQuantity: kg(5) }, [{ valueQuantity: kg(6) }], true],
  ['quantity', { operator: '>', answerQuantity: kg(5) }, [{ valueQuantity: kg(4) }], false],
  [
    'quantity',
    { operator: '=', answerQuantity: { value: 5, unit: 'cup' } },
    [{ valueQuantity: { value: 5, unit: 'cup' } }],
    true,
  ],
  ['quantity', { operator: '>', answerQuantity: kg(5) }, [{ valueQuantity: kg(6, 'm') }], true],
  ['integer', { operator: '=', answerString: '1' }, [{ valueInteger: 1 }], false],
  ['integer', { operator: 'constructor', answerInteger: 1 }, [{ valueInteger: 1 }], true],
]

t.test('decides each operator by the answers given', async t => {
  for (const [type, condition, given, expected] of CASES) {
    t.equal(
      isEnabledBy(type, condition, given),
      expected,
      `${type} ${JSON.stringify(condition)} on ${JSON.stringify(given)}`,
    )
  }
})

t.test('combines conditions by their behaviour, by all where there is none', async t => {
  const two = (enableBehavior?: string) => [
    q('a', 'boolean'),
    q('c', 'boolean'),
    q('b', 'string', {
      enableBehavior,
      enableWhen: [
        { question: 'a', operator: '=', answerBoolean: true },
        { question: 'c', operator: '=', answerBoolean: true },
      ],
    }),
  ]
  const half = [
    answers('a', { valueBoolean: true }),
    answers('c', { valueBoolean: false }),
    answers('b', here),
  ]
  t.same(rules(two('any'), half), [])
  t.same(rules(two('all'), half), ['QR-EW'])
  t.same(rules(two(), half), ['QR-EW'])
})

const ifA = { enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] }
const yes = { valueBoolean: true }
const no = { valueBoolean: false }
const group = (linkId: string, item: readonly object[], more: object = {}) => ({
  linkId,
  text: linkId,
  type: 'group',
  item,
  ...more,
})

t.test('disables what stands below a disabled item, and tells the outermost once', async t => {
  const form = [
    q('a', 'boolean'),
    group('g', [q('b', 'string', { required: true })], { ...ifA, required: true }),
  ]
  t.same(rules(form, [answers('a', no)]), [])
  t.same(rules(form, [answers('a', yes)]), ['QR-REQ-GROUP'])
  t.same(rules(form, [answers('a', no), { linkId: 'g', item: [answers('b', here)] }]), ['QR-EW'])
  t.same(
    rules(form, [answers('a', no), { linkId: 'g', item: [{ linkId: 'b' }] }]),
    [],
    'an empty shell may stay',
  )
})

t.test('counts the answer to a disabled item as none', async t => {
  const form = [
    q('a', 'boolean'),
    q('b', 'boolean', ifA),
    q('c', 'string', {
      enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: false }],
      required: true,
    }),
  ]
  t.same(rules(form, [answers('a', no), answers('b', yes)]).sort(), ['QR-EW', 'QR-REQ'])
})

t.test('finds the answer in the same repetition of a group', async t => {
  const form = [group('g', [q('a', 'boolean'), group('h', [q('b', 'string', ifA)])], { repeats: true })]
  const repetition = (a: object, ...b: object[]) => ({
    linkId: 'g',
    item: [answers('a', a), ...b.map(answer => ({ linkId: 'h', item: [answers('b', answer)] }))],
  })
  t.same(rules(form, [repetition(yes, here), repetition(no)]), [])
  t.same(rules(form, [repetition(yes), repetition(no, here)]), ['QR-EW'])
})

t.test('finds the answer in any repetition of another group', async t => {
  const form = [group('g', [q('a', 'boolean')], { repeats: true }), q('b', 'string', ifA)]
  const repetition = (a: object) => ({ linkId: 'g', item: [answers('a', a)] })
  t.same(rules(form, [repetition(no), repetition(yes), answers('b', here)]), [])
  t.same(rules(form, [repetition(no), answers('b', here)]), ['QR-EW'])
})

t.test('looks at the question above when the condition stands below its answer', async t => {
  const form = [q('a', 'boolean', { item: [q('b', 'string', { ...ifA, required: true })] })]
  t.same(rules(form, [{ linkId: 'a', answer: [{ ...yes, item: [answers('b', here)] }] }]), [])
  t.same(rules(form, [{ linkId: 'a', answer: [yes] }]), ['QR-REQ'])
  t.same(rules(form, [{ linkId: 'a', answer: [no] }]), [])
  t.same(rules(form, [{ linkId: 'a', answer: [{ ...no, item: [answers('b', here)] }] }]), ['QR-EW'])
})

t.test('asks what waits in a circle rather than hiding it for good', async t => {
  const waits = (linkId: string, question: string) =>
    q(linkId, 'string', { enableWhen: [{ question, operator: 'exists', answerBoolean: true }] })
  const form = [waits('a', 'b'), waits('b', 'a')]
  t.same(rules(form, [answers('a', here), answers('b', here)]), [])
})

t.test('converts units where an engine is there, and compares nothing where none is', async t => {
  const form = [
    q('a', 'quantity'),
    q('b', 'string', { enableWhen: [{ question: 'a', operator: '>', answerQuantity: kg(1) }] }),
  ]
  const { validate } = compileRulesOnly(
    { item: form },
    {
      fhirVersion: 'mix',
      convertUnit: (value, from, to) => (from === 'g' && to === 'kg' ? value / 1000 : undefined),
    },
  )
  const response = (value: number) => ({
    status: 'completed',
    questionnaire: 'x',
    item: [answers('a', { valueQuantity: kg(value, 'g') }), answers('b', here)],
  })
  t.same(validate(response(1001)), [])
  t.match(validate(response(999)), [{ rule: 'QR-EW' }])
  t.same(rules(form, response(999).item), ['QR-EW-INDET'])
})
