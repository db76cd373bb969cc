/** Queries of the responses to a form: which are valid, and that equal queries have equal plans. */
import t from 'tap'
import type { Aggregation } from '../../schemas/aggregate.ts'
import { loadUcum } from '../expressions/load-ucum.ts'
import { readForm } from '../model/read-form.ts'
import { planAggregation } from '../results/aggregate.ts'
import { costOf } from '../results/aggregation-cost.ts'
import { unitOf } from '../results/counted-unit.ts'
import type { ConvertUnit } from '../values/unit-conversion.ts'

const HL7 = 'http://hl7.org/fhir/StructureDefinition'
const coding = (code: string, system?: string) => ({ valueCoding: { code, ...(system && { system }) } })
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const UCUM = 'http://unitsofmeasure.org'
const unitOption = (code: string, system?: string) => ({
  url: `${HL7}/questionnaire-unitOption`,
  valueCoding: { code, ...(system && { system }) },
})
const limit = (name: string, valueInteger: number) => ({ url: `${HL7}/${name}`, valueInteger })
const slider = {
  url: 'https://codes.example/StructureDefinition/questionnaire-slider-control',
  extension: [
    { url: 'minValue', valueInteger: 1 },
    { url: 'maxValue', valueInteger: 5 },
  ],
}

const form = readForm(
  {
    resourceType: 'Questionnaire',
    item: [
      { linkId: 'choice', type: 'choice', answerOption: [coding('a'), coding('b')] },
      { linkId: 'twins', type: 'choice', answerOption: [coding('a', 'urn:1'), coding('a', 'urn:2')] },
      {
        linkId: 'mixed',
        type: 'open-choice',
        answerOption: [coding('a'), { valueString: 'other' }, { valueInteger: 3 }],
      },
      { linkId: 'set', type: 'choice', answerValueSet: 'https://sets.example/v' },
      {
        linkId: 'many',
        type: 'choice',
        answerOption: Array.from({ length: 101 }, (_, at) => coding(`${at}`)),
      },
      { linkId: 'age', type: 'integer', extension: [limit('minValue', 18), limit('maxValue', 99)] },
      { linkId: 'slider', type: 'integer', extension: [slider] },
      { linkId: 'listed', type: 'integer', answerOption: [{ valueInteger: 0 }, { valueInteger: 10 }] },
      { linkId: 'free', type: 'integer' },
      { linkId: 'weight', type: 'decimal', extension: [limit('minValue', 0), limit('maxValue', 200)] },
      { linkId: 'yes', type: 'boolean' },
      {
        linkId: 'mass',
        type: 'quantity',
        extension: [
          unitOption('kg', UCUM),
          unitOption('[lb_av]', UCUM),
          unitOption('stone'),
          { url: `${SDC}minQuantity`, valueQuantity: { value: 30, system: UCUM, code: 'kg' } },
          { url: `${SDC}maxQuantity`, valueQuantity: { value: 200, system: UCUM, code: 'kg' } },
        ],
      },
      { linkId: 'dose', type: 'quantity' },
      { linkId: 'often', type: 'group', repeats: true, item: [{ linkId: 'inner', type: 'integer' }] },
    ],
  },
  'mix',
)

const plan = (question: Aggregation, convertUnit?: ConvertUnit) =>
  planAggregation(question, {
    ...{ form, convertUnit },
    since: '2026-03-01T12:00:00.000Z',
    until: '2026-05-01T12:00:00.000Z',
    nearest: () => undefined,
  })
const histogram = (linkId: string, buckets?: number | number[]) =>
  plan({ measures: [{ linkId, op: 'histogram', ...(buckets !== undefined && { buckets }) }] }).plan
const filtered = (filter: NonNullable<Aggregation['filter']>) =>
  plan({ measures: [{ linkId: 'yes', op: 'count' }], filter }).plan?.filter
const wrong = (question: Partial<Aggregation>) =>
  plan({ measures: [{ linkId: 'yes', op: 'count' }], ...question }).issues.map(({ text }) => text)

t.test('the classes of a question come from the form', async t => {
  const classes = (linkId: string, buckets?: number | number[]) => {
    const [statistic] = histogram(linkId, buckets)?.statistics ?? []
    return statistic?.op === 'classes' ? statistic.of : undefined
  }
  const labels = (linkId: string, buckets?: number | number[]) => {
    const [measure] = histogram(linkId, buckets)?.measures ?? []
    return measure && 'classes' in measure ? measure.classes : undefined
  }
  t.match(classes('choice'), { of: { length: 1 }, options: [['a'], ['b']] })
  t.match(classes('twins'), {
    of: { length: 2 },
    options: [
      ['a', 'urn:1'],
      ['a', 'urn:2'],
    ],
  })
  t.match(classes('mixed'), {
    options: [
      ['a', null, null],
      [null, 'other', null],
      [null, null, 3],
    ],
  })
  t.same(labels('mixed'), [{ value: 'a' }, { value: 'other' }, { value: 3 }])
  t.match(classes('age'), { edges: { 0: 18, 10: 100, length: 11 } })
  t.ok(labels('age')?.every(label => 'from' in label && Number.isInteger(label.from)))
  t.same(
    labels('slider'),
    [1, 2, 3, 4, 5].map(value => ({ value })),
  )
  t.match(classes('listed'), { edges: { 0: 0, 11: 11, length: 12 } })
  t.same(labels('weight', 2), [
    { from: 0, below: 100 },
    { from: 100, below: 200 },
  ])
  t.match(classes('free', [0, 5, 9]), { edges: [0, 5, 9] })
})

t.test('what cannot be asked is said', async t => {
  const measure = (linkId: string, op: 'mean' | 'histogram' = 'histogram') =>
    wrong({ measures: [{ linkId, op }] })
  t.same(measure('set'), ["The form does not list the options of 'set'."])
  t.same(measure('many'), ["'many' has more than 100 options."])
  t.match(measure('free'), [/does not say between which numbers/])
  t.match(measure('inner'), [/can be answered several times/])
  t.match(measure('inner', 'mean'), [/has no one mean/])
  const sum = (...buckets: number[]) => wrong({ measures: [{ linkId: 'free', op: 'sum', buckets }] })
  t.match(
    sum(1e15, 1e15 + 1),
    [/is too narrow for its distance from 0 to have a sum/],
    'rounding would show one person',
  )
  for (const end of [Number.MAX_VALUE, Number.MIN_VALUE]) t.match(sum(-end, end), [/cannot be added up/])
  t.same(sum(1900, 2030), [])
  const condition = (answers: NonNullable<NonNullable<Aggregation['filter']>['answers']>) =>
    wrong({ filter: { answers } })
  t.match(condition([{ linkId: 'free', anyOf: [1.5] }]), [
    /1.5 is no answer to 'free', which is a whole number/,
  ])
  t.match(condition([{ linkId: 'yes', below: 3 }]), [/no plain numbers/])
  t.match(condition([{ linkId: 'yes', anyOf: [true], from: 1 }]), [/Say which answers/])
})

t.test('quantities in other units that the form offers are converted', async t => {
  const convert = await loadUcum()
  const planned = (measure: object, more: object = {}) =>
    plan({ measures: [{ linkId: 'mass', ...measure } as never], ...more }, convert).plan
  const pounds = { unit: { code: '[lb_av]' } }
  t.match(planned({ op: 'sum', ...pounds }), {
    statistics: [
      { op: 'count', of: { length: 2 } },
      { low: 66.1386786555, high: 440.92452437, or: [{ factor: 2.20462262185, offset: 0 }] },
    ],
    measures: [{ unit: { code: '[lb_av]', system: UCUM } }],
  })
  t.same(planned({ op: 'sum', ...pounds })?.measures[0]?.unit, { code: '[lb_av]', system: UCUM })
  t.match(planned({ op: 'histogram', unit: { code: 'kg' }, buckets: [50, 100] }), {
    statistics: [{ of: { edges: [50, 100], or: [{ edges: [110.231131092, 220.462262185] }] } }],
  })
  const filter = { answers: [{ linkId: 'mass', unit: { code: 'kg' }, from: 50, below: 100 }] }
  const answer = { item: { $elemMatch: { answer: { $elemMatch: { $or: { 1: {} } } } } } }
  t.match(planned({ op: 'count' }, { filter })?.filter, { $and: [answer] })
  t.match(JSON.stringify(planned({ op: 'count' }, { filter })), /"\$gte":110.231131092,"\$lt":220.462262185/)

  await t.test('a temperature by an offset, a logarithm and a unit of another kind not at all', async t => {
    const convert = (value: number, from: string) =>
      from === 'log' ? 10 ** -value : from === 'Cel' ? value * 1.8 + 32 : undefined
    const item = form.index.get('mass')
    if (item === undefined) return t.fail('the form has no such question')
    const offering = (...codes: string[]) =>
      readForm(
        {
          resourceType: 'Questionnaire',
          item: [{ linkId: 'heat', type: 'quantity', extension: codes.map(code => unitOption(code, UCUM)) }],
        },
        'mix',
      ).index.get('heat') as typeof item
    const others = (...codes: string[]) =>
      unitOf(offering(...codes), { code: codes[0] ?? '' }, convert)?.others
    t.match(others('[degF]', 'Cel', 'log', 'kg'), [{ code: 'Cel', factor: 1.8, offset: 32 }])
    t.equal(others('[degF]', ...Array.from({ length: 50 }, () => 'Cel'))?.length, 1)
    t.same(others('[degF]', '[degF]'), [])
  })
})

t.test('quantities count in the unit that is named', async t => {
  const mean = (linkId: string, more: object = {}) => plan({ measures: [{ linkId, op: 'mean', ...more }] })
  const where = (code: string, system: string | null) => [
    { key: 'code', value: code },
    { key: 'system', value: system },
    { key: 'comparator', value: null },
  ]
  t.match(mean('mass', { unit: { code: 'kg' } }).plan, {
    statistics: [
      {
        op: 'count',
        of: [{ 2: { field: 'valueQuantity', where: where('kg', UCUM) }, 3: { field: 'value' } }],
      },
      { op: 'sum', low: 30, high: 200 },
    ],
    measures: [{ linkId: 'mass', unit: { code: 'kg', system: UCUM }, op: 'mean' }],
  })
  t.same(
    mean('mass', { unit: { code: 'kg', system: UCUM } }).plan,
    mean('mass', { unit: { code: 'kg' } }).plan,
    'the same unit, however it is written',
  )
  t.match(mean('dose', { unit: { code: 'mg' }, buckets: [0, 50] }).plan, {
    statistics: { 0: { of: [{ 2: { where: where('mg', UCUM) } }] } },
  })
  t.match(mean('mass', { unit: { code: 'stone' }, buckets: [4, 40] }).plan, {
    statistics: { 0: { of: [{ 2: { where: where('stone', null) } }] } },
  })
  t.match(plan({ measures: [{ linkId: 'mass', op: 'histogram', unit: { code: 'kg' }, buckets: 2 }] }).plan, {
    measures: [
      {
        classes: [
          { from: 30, below: 115 },
          { from: 115, below: 200 },
        ],
      },
    ],
  })
  t.match(plan({ measures: [{ linkId: 'mass', op: 'count' }] }).plan, {
    statistics: [{ of: [{ length: 3 }] }],
  })
  t.match(filtered({ answers: [{ linkId: 'mass', unit: { code: 'kg' }, from: 10, below: 70 }] }), {
    $and: [
      {
        item: {
          $elemMatch: {
            answer: {
              $elemMatch: {
                'valueQuantity.value': { $gte: 30, $lt: 70 },
                'valueQuantity.code': 'kg',
                'valueQuantity.system': UCUM,
                'valueQuantity.comparator': { $exists: false },
              },
            },
          },
        },
      },
    ],
  })
  const said = (linkId: string, more: object = {}) =>
    mean(linkId, more).issues.map(({ expression, text }) => [expression, text])
  t.same(said('mass'), [
    [
      'body.measures[0].unit',
      "Name the unit in which the answers to 'mass' count: 'kg', '[lb_av]', 'stone'.",
    ],
  ])
  t.same(said('dose'), [['body.measures[0].unit', "Name the unit in which the answers to 'dose' count."]])
  t.same(said('mass', { unit: { code: 'g' } }), [
    ['body.measures[0].unit', "'mass' is not answered in 'g', but in: 'kg', '[lb_av]', 'stone'."],
  ])
  t.match(said('mass', { unit: { code: 'kg', system: 'urn:x' } }), [
    ['body.measures[0].unit', /not answered in/],
  ])
  t.match(said('mass', { unit: { code: '[lb_av]' } }), [
    ['body.measures[0].buckets', /between which numbers of '\[lb_av\]' .* give the edges/],
  ])
  t.same(said('age', { unit: { code: 'a' } }), [
    ['body.measures[0].unit', "The answers to 'age' have no unit: its type is integer."],
  ])
  t.match(wrong({ filter: { answers: [{ linkId: 'choice', anyOf: ['a'], unit: { code: 'kg' } }] } }), [
    /A unit goes with 'from' and 'below'/,
  ])
  t.match(wrong({ groupBy: 'mass' }), [/Name the unit/])
  t.same(wrong({ groupBy: { linkId: 'mass', unit: { code: 'kg' }, buckets: [50, 75, 100] } }), [])
})

t.test('a measure that a question names twice is charged once', t => {
  const costOfAll = (...measures: Aggregation['measures']) => {
    const { plan: planned } = plan({ measures, groupBy: 'choice' })
    return planned && costOf(planned)
  }
  for (const op of ['count', 'mean', 'sum', 'min', 'max', 'histogram'] as const) {
    const once = { linkId: 'weight', op }
    t.ok(costOfAll(once))
    t.equal(costOfAll(once, once), costOfAll(once), op)
  }
  const [mean, sum] = [{ linkId: 'weight', op: 'mean' } as const, { linkId: 'weight', op: 'sum' } as const]
  t.equal(costOfAll(mean, sum), costOfAll(mean), 'nor is a sum that its mean has')
  const [named, whole] = [
    { linkId: 'mass', op: 'mean', unit: { code: 'kg' } } as const,
    { linkId: 'mass', op: 'mean', unit: { code: 'kg', system: UCUM }, buckets: [30, 200] } as const,
  ]
  t.equal(costOfAll(named, { ...whole, buckets: [...whole.buckets] }), costOfAll(named))
  t.end()
})

t.test('equal questions read alike, however they are written', async t => {
  const alike: readonly (readonly NonNullable<Aggregation['filter']>[])[] = [
    [
      { answers: [{ linkId: 'choice', anyOf: ['a', 'b'] }] },
      { answers: [{ linkId: 'choice', anyOf: ['b', 'a', 'b'] }] },
    ],
    [
      {
        answers: [
          { linkId: 'choice', anyOf: ['a'] },
          { linkId: 'yes', anyOf: [true] },
        ],
      },
      {
        answers: [
          { linkId: 'yes', anyOf: [true] },
          { linkId: 'choice', anyOf: ['a'] },
          { linkId: 'choice', anyOf: ['a'] },
        ],
      },
    ],
    [
      { answers: [{ linkId: 'age', from: 30, below: 40 }] },
      { answers: [{ linkId: 'age', from: 29.5, below: 39.1 }] },
    ],
    [
      { answers: [{ linkId: 'age', from: 18 }] },
      { answers: [{ linkId: 'age', from: 3, below: 200 }] },
      { answers: [{ linkId: 'age', below: 100 }] },
    ],
    [{ authored: ['2026-03'] }, { authored: ['lt2026-04'] }, { authored: ['ge2020', 'le2026-03-31'] }],
    [{}, { authored: ['ge2026-03-01'] }, { authored: ['lt2100'] }, { authored: ['2026'] }],
  ]
  for (const [first, ...others] of alike)
    for (const other of others) t.same(filtered(other), filtered(first ?? {}), JSON.stringify(other))
  t.same(filtered({ authored: ['ge2026-04', 'lt2026-04-15'] }), {
    $and: [{ authored: { $gte: '2026-04-01T00:00:00.000Z', $lt: '2026-04-15T00:00:00.000Z' } }],
  })
  t.match(filtered({ answers: [{ linkId: 'mixed', anyOf: ['a', 'other'] }] }), {
    $and: [{ item: { $elemMatch: { answer: { $elemMatch: { $or: { length: 2 } } } } } }],
  })
  t.ok(filtered({ answers: [{ linkId: 'set', anyOf: ['whatever'] }] }), 'a value set elsewhere may have it')
  t.ok(filtered({ answers: [{ linkId: 'weight', from: 50 }] }))
  t.ok(filtered({ answers: [{ linkId: 'free', below: 5 }] }))
})
