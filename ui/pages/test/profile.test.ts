/** The series, trends and dates of the profile page, without a browser. */
import type { Observation } from 'fhir/r5.js'
import t from 'tap'
import { assistantsIn } from '../profile/activity/audit-trail.ts'
import { clientName } from '../profile/assistants/client-name.ts'
import { converted, listOf, unitsOf } from '../profile/measurements/measurement-units.ts'
import { bandAt, isUsual, type Observed, seriesOf, textOf, within } from '../profile/measurements/series.ts'
import { changeOf } from '../profile/measurements/trend.ts'
import { dateOf, dayOf, timeOf } from '../shell/language/formats.ts'
import { speak } from '../shell/language/page-texts.ts'
import { profile } from '../texts/profile.ts'

await speak({ first: profile }, 'en')

const stored = (observation: Omit<Observation, 'resourceType' | 'status'>): Observed =>
  ({ resourceType: 'Observation', status: 'final', ...observation }) as Observed

const observed = (code: string, effectiveDateTime: string, value: number, unit = 'kg'): Observed =>
  stored({ effectiveDateTime, code: { coding: [{ code, display: code }] }, valueQuantity: { value, unit } })

t.test('series are by code and unit, the latest first, their values by time', async t => {
  const series = seriesOf([
    observed('height', '2026-01-01', 180, 'cm'),
    observed('weight', '2026-03-01', 73),
    observed('weight', '2026-02-01', 71.5),
    observed('weight', '2026-02-02', 11, 'stones'),
  ])
  t.same(
    series.map(({ name, unit, readings }) => [name, unit, ...readings.map(textOf)]),
    [
      ['weight', 'kg', '71.5', '73'],
      ['weight', 'stones', '11'],
      ['height', 'cm', '180'],
    ],
  )
})

t.test(
  'a blood pressure is one series of two values, by its plain name; other components are apart',
  async t => {
    const loinc = (code: string) => ({
      coding: [{ system: 'http://loinc.org', code, display: `A panel ${code}` }],
    })
    const panel = (
      date: string,
      ...values: readonly (readonly [code: string, value: number, unit: string])[]
    ) =>
      stored({
        ...{ effectiveDateTime: date, code: loinc('85354-9') },
        component: values.map(([code, value, unit]) => ({
          code: loinc(code),
          valueQuantity: { value, unit },
        })),
      })
    const series = seriesOf([
      panel('2026-03-02', ['8480-6', 124, 'mmHg'], ['8462-4', 78, 'mmHg']),
      panel('2026-03-01', ['8462-4', 80, 'mmHg'], ['8480-6', 127, 'mmHg']),
      panel('2026-02-01', ['8480-6', 131, 'mmHg'], ['8867-4', 64, '/min']),
    ])
    t.equal(series[0]?.name, 'Blood pressure')
    t.same(series[0]?.readings.map(textOf), ['127/80', '124/78'])
    t.equal(series[0] && changeOf(series[0]), `Before: 127/80 mmHg on ${dateOf('2026-03-01')}.`)
    t.same(
      series.slice(1).map(({ unit, readings }) => [unit, ...readings.map(textOf)]),
      [
        ['mmHg', '131'],
        ['/min', '64'],
      ],
    )
  },
)

t.test('values are shown in the unit of the latest one, or in the chosen one', async t => {
  const glucose = (date: string, value: number, code: string) =>
    stored({
      effectiveDateTime: date,
      code: { coding: [{ system: 'http://loinc.org', code: '15074-8' }] },
      valueQuantity: { value, code, system: 'http://unitsofmeasure.org' },
      referenceRange: [{ low: { value: code === 'mg/dL' ? 70 : 3.9, code } }],
    })
  const records = [
    observed('weight', '2026-02-01', 158, 'lb'),
    observed('weight', '2026-03-01', 73),
    glucose('2026-01-01', 5.4, 'mmol/L'),
    glucose('2026-01-02', 99, 'mg/dL'),
  ]
  const shown = (chosen = {}) =>
    seriesOf(records, chosen).map(({ unit, readings, ranges }) => [
      unit,
      ...readings.map(textOf),
      ...ranges.flatMap(range => range?.low ?? []),
    ])
  t.same(shown(), [
    ['kg', '71.7', '73'],
    ['mg/dL', '97', '99', 70],
  ])
  t.same(shown({ 'kg [lb_av]': '[lb_av]', 'mg/dL mmol/L': 'mmol/L' }), [
    ['lb', '158', '160.9'],
    ['mmol/L', '5.4', '5.5', 3.9],
  ])
  t.same(shown({ 'kg [lb_av]': 'stones' }), shown(), 'an unknown choice is none')
  const creatinine = unitsOf('2160-0', 'mg/dL')
  t.same(shown({ [listOf(creatinine)]: 'umol/L' }), shown(), 'a choice for creatinine is none for glucose')
})

t.test('units are converted as UCUM converts them', async t => {
  const { default: ucum } = await import('@lhncbc/ucum-lhc')
  const utils = ucum.UcumLhcUtils.getInstance()
  const cases = [
    ...[
      { loinc: '', from: 'kg', value: 71.8 },
      { loinc: '', from: 'cm', value: 181 },
    ],
    ...[
      { loinc: '', from: 'Cel', value: 37.9 },
      { loinc: '2345-7', from: 'mg/dL', value: 108, mass: 180.156 },
    ],
    ...[{ loinc: '2093-3', from: 'mg/dL', value: 201, mass: 386.65 }],
    ...[{ loinc: '2571-8', from: 'mg/dL', value: 150, mass: 885.7 }],
    ...[{ loinc: '2160-0', from: 'mg/dL', value: 1.1, mass: 113.12 }],
    ...[{ loinc: '3084-1', from: 'mg/dL', value: 6.2, mass: 168.11 }],
  ]
  for (const { loinc, from, value, mass } of cases) {
    const [first, second] = unitsOf(loinc, from)
    if (!first || !second) return t.fail(from)
    const { toVal } = utils.convertUnitTo(from, value, second.code, mass ? { molecularWeight: mass } : {})
    t.equal(converted(value, first, second), Number(Number(toVal).toFixed(second.decimals)), second.code)
    const back = converted(converted(value, first, { ...second, decimals: 9 }), second, first)
    t.equal(back, Number(value.toFixed(first.decimals)), first.code)
  }
})

t.test('a reference range is that of the latest record that has one for everybody, in its unit', async t => {
  const heart = (date: string, value: number, referenceRange: Observation['referenceRange'] = []) =>
    stored({
      effectiveDateTime: date,
      code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
      valueQuantity: { value, unit: '/min' },
      referenceRange,
    })
  const ends = (low?: number, high?: number, unit = '/min') => ({
    ...(low !== undefined && { low: { value: low, unit } }),
    ...(high !== undefined && { high: { value: high, unit } }),
  })
  const rangesOf = (...referenceRange: NonNullable<Observation['referenceRange']>) =>
    seriesOf([heart('2026-01-01', 60, referenceRange)])[0]?.ranges
  t.same(rangesOf(ends(60, 100)), [{ low: 60, high: 100 }])
  t.same(rangesOf(ends(undefined, 100)), [{ high: 100 }])
  t.same(rangesOf(ends(1, 2, '/s')), [undefined], 'another unit')
  t.same(rangesOf({ ...ends(1, 2), appliesTo: [{ text: 'athletes' }] }), [undefined])
  t.same(rangesOf({ ...ends(1, 2), type: { coding: [{ code: 'treatment' }] } }), [undefined])
  t.same(rangesOf({ text: 'ask us' }), [undefined])
  const [series] = seriesOf([
    heart('2026-01-01', 55, [ends(50, 90)]),
    heart('2026-01-02', 60, [ends(60, 100)]),
    heart('2026-01-03', 101),
  ])
  t.same(series?.ranges, [{ low: 60, high: 100 }])
  t.same(
    series?.readings.map(reading => isUsual(reading, series.ranges)),
    [false, true, false],
  )
  const ranges = [{ low: 60 }, undefined]
  const usual = (...values: (number | string | undefined)[]) =>
    isUsual({ date: '', values, record: stored({ code: {} }) }, ranges)
  t.same(
    [usual('negative', 1), usual(undefined, 1), usual(61, 'low'), usual(59, 1)],
    [undefined, undefined, true, false],
    'a text and a value without a range are not compared',
  )
})

t.test('a record of another shape hides no other one', t => {
  const odd = [
    { component: 'all' },
    { referenceRange: 7, valueInteger: 1 },
    { code: { coding: {} }, valueInteger: 1 },
  ]
  const series = seriesOf([...odd.map(each => stored(each as never)), observed('weight', '2026-03-01', 73)])
  t.match(series, [{ name: 'weight' }])
  t.equal(series.length, 1)
  t.end()
})

t.test('a score has its published bands', async t => {
  const [phq] = seriesOf([
    stored({ code: { coding: [{ system: 'http://loinc.org', code: '44261-6' }] }, valueInteger: 12 }),
  ])
  t.equal(phq && bandAt(phq, phq.readings[0]?.values[0])?.name, 'moderate')
  t.same(phq?.bands.at(-1), { from: 20, to: 27, name: 'severe' })
  t.equal(phq && bandAt(phq, 28), undefined)
})

t.test('a period has the readings since its first day, and those without a date', async t => {
  const [series] = seriesOf([
    observed('weight', '2026-03-01', 73),
    observed('weight', '2026-01-01', 72),
    observed('weight', '', 71),
  ])
  const textsSince = (days?: number) =>
    series && within(series, days, Date.parse('2026-03-10')).readings.map(textOf)
  t.equal(textsSince()?.length, 3)
  t.same(textsSince(31)?.toSorted(), ['71', '73'])
})

t.test('the name of a series in an address is its own, stable and opaque', async t => {
  const [weight, height] = seriesOf([
    observed('weight', '2026-03-01', 73),
    observed('height', '2026-01-01', 180, 'cm'),
  ])
  const [later] = seriesOf([observed('weight', '2026-04-01', 70)])
  t.equal(weight?.id, later?.id)
  t.not(weight?.id, height?.id)
  t.match(weight?.id, /^[0-9a-z]+$/)
  t.notMatch(weight?.id, 'weight')
})

t.test('the latest change of a series is one sentence', async t => {
  const sentenceOf = (...values: readonly number[]) =>
    seriesOf(values.map((value, at) => observed('weight', `2026-0${at + 1}-01`, value))).map(changeOf)[0]
  t.equal(sentenceOf(72, 71.5, 73), `Up 1.5 kg since ${dateOf('2026-02-01')}.`)
  t.equal(sentenceOf(0.3, 0.1), `Down 0.2 kg since ${dateOf('2026-01-01')}.`)
  t.equal(sentenceOf(72, 72), `The same as on ${dateOf('2026-01-01')}.`)
  t.equal(sentenceOf(72), 'One value so far.')
})

t.test('days are those of the person, and dates have no zone', async t => {
  const now = new Date(2026, 2, 1, 0, 30)
  for (const [at, day] of [
    [new Date(2026, 2, 1, 0, 10).toISOString(), 'Today'],
    [new Date(2026, 1, 28, 23, 50).toISOString(), 'Yesterday'],
    ['2026-03-01', 'Today'],
    ['2026-02-28', 'Yesterday'],
    ['2026-02', dateOf('2026-02')],
    ['2026', '2026'],
    ['', ''],
  ] as const)
    t.equal(dayOf(at, now), day, at)
  t.match(dayOf('2026-01-05', now), /2026/)
  t.equal(timeOf('2026-03-01'), '')
})

t.test('assistants are connected until the person disconnects all of them', async t => {
  const entry = (action: string, name?: string) => ({
    ...{ id: action + name, at: '2026-03-01T00:00:00Z', action, records: [] },
    ...(name !== undefined && { client: { id: name, name, kind: 'assistant' as const } }),
  })
  const entries = [
    entry('my_answers', 'new'),
    entry('sign-in', 'new'),
    entry('sign-out'),
    entry('my_answers', 'old'),
    entry('sign-in', 'new'),
  ]
  t.match(assistantsIn({ entries }), [
    { name: 'new', isConnected: true },
    { name: 'old', isConnected: false },
  ])
})

t.test('an assistant is connected until its access expires', async t => {
  const entry = (at: string, action: string) => ({
    ...{ id: at + action, at: `2026-03-${at}T00:00:00Z`, action, records: [] },
    client: { id: 'a', name: 'a', kind: 'assistant' as const },
  })
  const isConnected = (day: string, ...entries: ReturnType<typeof entry>[]) =>
    assistantsIn({ entries }, 7 * 86_400, Date.parse(`2026-03-${day}T00:00:00Z`))[0]?.isConnected
  const used = [entry('06', 'my_answers'), entry('01', 'sign-in')]
  t.equal(isConnected('07', ...used), true)
  t.equal(isConnected('08', ...used), false, 'a week after the sign-in, however often it reads')
  t.equal(isConnected('12', entry('06', 'my_answers')), true, 'its sign-in is not among the entries')
  t.equal(isConnected('13', entry('06', 'my_answers')), false)
  t.equal(isConnected('12', entry('11', 'sign-in'), ...used), true, 'signed in again')
  t.equal(isConnected('12', entry('10', 'my_answers'), entry('01', 'sign-in')), true, 'by another token')
})

t.test('a program that gave itself no name is said to have none, and its id is no name', async t => {
  await speak({ first: profile }, 'en')
  const id = 'https://assistant.example/client'
  t.equal(clientName({ id, name: 'Assistant' }), 'Assistant')
  t.equal(clientName({ id, name: id }), 'A program without a name')
  t.equal(clientName({ id: 'study', name: 'study', kind: 'application' }), 'study')
})
