/** Answers as text: in the words of the language of the page, and in the order of their values. */
import type { QuestionnaireResponse } from 'fhir/r5.js'
import t from 'tap'
import type { FormItem } from '../../../fhir/model/form-tree.ts'
import { uids } from '../../../schemas/uids.ts'
import { answersTo, compareAnswers } from '../application/forms/responses/answers-by-question.ts'
import { answerText, itemsBelow } from '../profile/answers/answer-text.ts'
import { timesOf } from '../profile/measurements/series-chart.tsx'
import type { Own } from '../profile/person-records.ts'
import { firstAnswer } from '../profile/sharing/readership.ts'
import { speak } from '../shell/language/page-texts.ts'
import { profile } from '../texts/profile.ts'

t.test('numbers and dates are written as the language writes them', async t => {
  await speak({ first: profile }, 'de')
  t.equal(answerText({ valueDecimal: 72.5 }), '72,5')
  t.equal(answerText({ valueInteger: 0 }), '0')
  t.equal(answerText({ valueQuantity: { value: 7.25, unit: 'h' } }), '7,25 h')
  t.equal(answerText({ valueQuantity: { unit: 'h' } }), 'h')
  t.equal(answerText({ valueDate: '2026-06-15' }), '15.06.2026')
  t.equal(answerText({ valueDate: '2026-06' }), 'Juni 2026')
  t.match(answerText({ valueDateTime: '2026-06-15T08:30:00' }), '15.06.2026, 08:30')
  t.equal(answerText({ valueTime: '22:15:00' }), '22:15')
  t.equal(answerText({ valueDate: 'once' }), 'once')
  t.equal(answerText({ valueBoolean: false }), 'Nein')
  t.equal(answerText({ valueString: 'well', item: [] }), 'well')
})

t.test('the items below an answer are below its question', async t => {
  const below = { linkId: 'since', answer: [{ valueString: 'May' }] }
  const group = { linkId: 'group', item: [] }
  t.same(itemsBelow({ answer: [{ valueBoolean: true, item: [below] }, { valueBoolean: false }] }), [below])
  t.same(itemsBelow({ item: [group] }), [group])
})

t.test('dates are in the order of time, whatever their language writes first', async t => {
  await speak({ first: profile }, 'en')
  const response = (valueDate: string): QuestionnaireResponse => ({
    ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: 'form' },
    item: [{ linkId: 'day', answer: [{ valueDate }] }],
  })
  const days = ['2026-04-02', '2025-12-30', '2026-01-15'].map(day => answersTo('day', response(day)))
  const question = { linkId: 'day', options: [] } as unknown as FormItem
  t.same(
    days.toSorted((a, b) => compareAnswers(question, a, b)).map(([answer]) => answer?.valueDate),
    ['2025-12-30', '2026-01-15', '2026-04-02'],
  )
})

t.test('a chart names the days of its ends and two between them', async t => {
  await speak({ first: profile }, 'de')
  const at = (date: string) => ({ date, at: Date.parse(date) })
  t.same(timesOf([at('2026-01-01'), at('2026-01-10')]), [
    '01.01.2026',
    '04.01.2026',
    '07.01.2026',
    '10.01.2026',
  ])
  t.same(timesOf([at('2026-01-01'), at('2026-01-02')]), ['01.01.2026', '02.01.2026'], 'none twice')
  t.same(timesOf([at('2026-01-01T08:00'), at('2026-01-01T20:00')]), [
    '01.01.2026, 08:00',
    '01.01.2026, 20:00',
  ])
  t.same(timesOf([]), [])
})

t.test('an application has answers since the first one, if all records were read', async t => {
  const answered = (form: string, authored: string | undefined, _created: string) => ({
    collection: uids.QuestionnaireResponse,
    document: {
      ...{ _id: _created, _created, authored },
      meta: { tag: [{ system: 'urn:andiron:questionnaire', code: form }] },
    },
  })
  const records = [
    answered('sleep', '2026-03-01', '2026-03-02'),
    answered('sleep', undefined, '2026-02-01'),
    answered('mood', '2026-01-01', '2026-01-01'),
  ]
  const own = { records, all: records.map(() => ({})) } as unknown as Own
  t.equal(firstAnswer(own, [{ id: 'sleep', title: 'Sleep' }]), '2026-02-01')
  t.equal(firstAnswer(own, [{ id: 'pain', title: 'Pain' }]), undefined)
  t.equal(
    firstAnswer({ ...own, all: [...own.all, ...own.all] }, [{ id: 'sleep', title: 'Sleep' }]),
    undefined,
  )
})
