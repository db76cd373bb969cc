/** The parts of dates and times: read as typed, written as FHIR, in the order and the clock of a language. */
import t from 'tap'
import { checkWith, FIRST_RULES } from '../../../fhir/form/check.ts'
import { LiveForm } from '../../../fhir/form/live-form.ts'
import { compileQuestionnaire } from '../../../fhir/index.ts'
import { enablement } from '../../../fhir/model/enable-when.ts'
import { readForm } from '../../../fhir/model/read-form.ts'
import { completeRules } from '../complete-rules.ts'
import { dateFormatOf } from '../inputs/date-format.ts'
import {
  answerText,
  type Kind,
  type Part,
  partsOf,
  plainDigits,
  wholeIn,
  wrongPart,
} from '../inputs/date-parts.ts'

process.env['TZ'] = 'Europe/Berlin'

const DAY_FIRST: readonly Part[] = ['day', 'month', 'year']
const MONTH_FIRST: readonly Part[] = ['month', 'day', 'year']

t.test('parts are written as FHIR and read back', t => {
  const cases: readonly [Kind, Parameters<typeof answerText>[1], boolean, string][] = [
    ['date', { day: '4', month: '3', year: '2026' }, false, '2026-03-04'],
    ['date', { year: '1990' }, false, '1990'],
    ['date', { month: '2', year: '1990' }, false, '1990-02'],
    ['date', { day: '٤', month: '٣', year: '٢٠٢٦' }, false, '2026-03-04'],
    ['date', { day: '४', month: '३', year: '२०२६' }, false, '2026-03-04'],
    ['date', {}, false, ''],
    ['time', { hour: '8', minute: '05' }, false, '08:05:00'],
    ['time', { hour: '8', minute: '05', half: 'pm' }, true, '20:05:00'],
    ['time', { hour: '12', minute: '00', half: 'am' }, true, '00:00:00'],
    ['time', { hour: '12', minute: '00', half: 'pm' }, true, '12:00:00'],
    ['time', { hour: '17', minute: '30' }, true, '17:30:00'],
    [
      'dateTime',
      { day: '20', month: '7', year: '2026', hour: '8', minute: '30' },
      false,
      '2026-07-20T08:30:00+02:00',
    ],
    [
      'dateTime',
      { day: '20', month: '1', year: '2026', hour: '8', minute: '30' },
      false,
      '2026-01-20T08:30:00+01:00',
    ],
    ['dateTime', { day: '20', month: '1', year: '2026' }, false, '2026-01-20'],
  ]
  for (const [kind, parts, halves, answer] of cases) {
    t.equal(answerText(kind, parts, halves), answer)
    t.equal(answerText(kind, partsOf(kind, answer, halves), halves), answer, `${answer} is read back`)
    t.equal(answer === '' ? undefined : wrongPart(kind, answer), undefined)
  }
  t.match(partsOf('dateTime', '2026-07-20T06:30:00Z', false), { day: '20', hour: '8', minute: '30' })
  t.end()
})

t.test('what is no date yet is kept as it is typed, and its first wrong part is named', t => {
  const cases: readonly [Kind, Parameters<typeof answerText>[1], boolean, string, Part][] = [
    ['date', { day: '4', month: '3' }, false, '-03-04', 'year'],
    ['date', { day: '4', year: '2026' }, false, '2026--04', 'month'],
    ['date', { day: '4', month: '3', year: '26' }, false, '26-03-04', 'year'],
    ['date', { day: '4', month: '3', year: '0000' }, false, '0000-03-04', 'year'],
    ['date', { day: '31', month: '4', year: '2026' }, false, '2026-04-31', 'day'],
    ['date', { day: '29', month: '2', year: '2026' }, false, '2026-02-29', 'day'],
    ['date', { day: '0', month: '2', year: '2026' }, false, '2026-02-00', 'day'],
    ['date', { day: '4', month: 'OCT-T', year: '2026' }, false, '2026-OCt/t-04', 'month'],
    ['time', { hour: '8' }, false, '08:', 'minute'],
    ['time', { minute: '30' }, false, ':30', 'hour'],
    ['time', { hour: '24', minute: '00' }, false, '24:00', 'hour'],
    ['time', { hour: '8', minute: '30' }, true, '08h:30', 'half'],
    ['time', { hour: '14', minute: '30', half: 'am' }, true, '14h:30', 'half'],
    ['time', { half: 'am' }, true, ':', 'hour'],
    ['dateTime', { month: '1', year: '2026', hour: '8', minute: '30' }, false, '2026-01T08:30', 'day'],
    ['dateTime', { hour: '8', minute: '30' }, false, 'T08:30', 'year'],
  ]
  for (const [kind, parts, halves, answer, wrong] of cases) {
    t.equal(answerText(kind, parts, halves), answer)
    t.equal(wrongPart(kind, answer), wrong, answer)
  }
  t.match(partsOf('date', '2026--04', false), { year: '2026', month: '', day: '4' })
  t.match(partsOf('time', '08h:30', true), { hour: '8', minute: '30', half: '' })
  t.end()
})

t.test('a whole date in one text is read in the order of ISO or of the page, and not guessed', t => {
  const read = (text: string, order = DAY_FIRST, kind: Kind = 'date') => {
    const found = wholeIn(kind, text, order, false)
    return found && answerText(kind, found, false)
  }
  t.equal(read('2026-03-04'), '2026-03-04')
  t.equal(read('2026-03-04', MONTH_FIRST), '2026-03-04')
  t.equal(read('03/04/2026'), '2026-04-03')
  t.equal(read('03/04/2026', MONTH_FIRST), '2026-03-04')
  t.equal(read(' 3. 4. 2026 '), '2026-04-03')
  t.equal(read('2026年3月4日', ['year', 'month', 'day']), '2026-03-04')
  t.equal(read('٣‏/٤‏/٢٠٢٦'), '2026-04-03')
  t.equal(read('2026-03-04T08:30:00Z'), '2026-03-04')
  t.equal(read('2026-03-04T08:30', DAY_FIRST, 'dateTime'), '2026-03-04T08:30:00+01:00')
  for (const text of [
    '04/25/2026',
    '3/4/26',
    '2026/03/04',
    '03/04',
    'yesterday',
    '2026-02-30',
    '3 4 2026 5',
    '',
  ])
    t.equal(read(text), undefined, text)
  t.same(wholeIn('time', '07:15', [], false), { hour: '07', minute: '15', half: '' })
  t.equal(wholeIn('time', '25:00', [], false), undefined)
  t.equal(plainDigits('１２٣۴५'), '12345')
  t.end()
})

t.test('each language has its order, its names, and its clock', t => {
  t.same(dateFormatOf('fr').date, ['day', 'month', 'year'])
  t.same(dateFormatOf('en').date, ['month', 'day', 'year'])
  t.same(dateFormatOf('en-GB').date, ['day', 'month', 'year'])
  t.same(dateFormatOf('zh').date, ['year', 'month', 'day'])
  t.match(dateFormatOf('fr').names, { day: 'Jour', month: 'Mois', year: 'Année', hour: 'Heure' })
  t.equal(dateFormatOf('de').halves, undefined)
  t.same(dateFormatOf('en').halves, { am: 'AM', pm: 'PM' })
  t.same(dateFormatOf('ar').halves, { am: 'ص', pm: 'م' })
  t.same(dateFormatOf('zh-TW').time, ['half', 'hour', 'minute'])
  t.equal(dateFormatOf('th').names.year, 'ปี (ค.ศ.)', 'the Gregorian year, and not that of the language')
  t.same(dateFormatOf('not a language').date, ['month', 'day', 'year'])
  t.end()
})

t.test('a part that is wrong is an error where the service refuses the answer', async t => {
  const questionnaire = {
    ...{ resourceType: 'Questionnaire', id: 'dates', status: 'active' },
    item: [
      { linkId: 'date', type: 'date', text: 'Day' },
      { linkId: 'dateTime', type: 'dateTime', text: 'Moment' },
      { linkId: 'time', type: 'time', text: 'Time' },
    ],
  }
  const form = readForm(questionnaire, 'R5')
  const live = new LiveForm(form, checkWith(FIRST_RULES, form), {
    questionnaire: 'dates',
    decide: enablement,
  })
  await completeRules(live, false)
  const service = compileQuestionnaire(questionnaire as never, { fhirVersion: 'R5' })
  const keys = { date: 'valueDate', dateTime: 'valueDateTime', time: 'valueTime' } as const
  const cases: readonly [keyof typeof keys, string, string | undefined][] = [
    ['date', '2026', undefined],
    ['date', '2024-02-29', undefined],
    ['date', '-03-04', "Give the year of 'Day' in four digits, for example 1985."],
    ['date', '2026-13-04', "Give the month of 'Day' as a number from 1 to 12."],
    ['date', '2026-02-30', "Give the day of 'Day' as a number from 1 to 28."],
    ['dateTime', '2026-01-20T08:30:00Z', undefined],
    ['dateTime', '2026-01T08:30', "Give the day of 'Moment' as a number from 1 to 31."],
    ['time', '08:30:00', undefined],
    ['time', '24:30', "Give the hour of 'Time' as a number from 0 to 23."],
    ['time', '08:60', "Give the minute of 'Time' as a number from 0 to 59."],
    ['time', '08h:30', "Choose whether 'Time' is before or after noon."],
  ]
  for (const [linkId, value, sentence] of cases) {
    const slot = live.find(linkId)
    if (slot === undefined) throw new Error(linkId)
    live.answer(slot, [{ [keys[linkId]]: value }])
    t.same(
      live.errorsOf(slot).map(({ text }) => text),
      sentence === undefined ? [] : [sentence],
      value,
    )
    const refused = service
      .validate({ ...live.response, status: 'completed' })
      .some(({ severity, expression }) => severity === 'error' && expression.includes('answer'))
    t.equal(refused, sentence !== undefined, `${value} at the service`)
    live.answer(slot, [])
  }
})
