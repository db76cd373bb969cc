/** A real form, compiled and answered: issues of whole responses. */
import { readFileSync } from 'node:fs'
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r5.js'
import t from 'tap'
import { check, compileQuestionnaire, FHIR_VERSIONS, refused } from '../index.ts'

const read = (name: string): Questionnaire =>
  JSON.parse(readFileSync(new URL(`../../examples/forms/${name}.json`, import.meta.url), 'utf8'))

const phq9 = read('phq-9')
const never = { valueCoding: { system: 'http://loinc.org', code: 'LA6568-5', display: 'Not at all' } }

const answered = (): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'https://andiron.example/Questionnaire/phq-9|1.0.0',
  item: [
    {
      linkId: 'phq-9-questions',
      item: Array.from({ length: 9 }, (_, index) => ({ linkId: String(index + 1), answer: [never] })),
    },
    { linkId: 'total', answer: [{ valueInteger: 0 }] },
  ],
})

t.test('accepts a complete response in every version that knows the item type', async t => {
  for (const fhirVersion of FHIR_VERSIONS) {
    const { validate } = compileQuestionnaire(phq9, { fhirVersion })
    t.same(validate(answered()), [], fhirVersion)
  }
})

t.test('lists every issue with its place and a sentence for the person', async t => {
  const { validate } = compileQuestionnaire(phq9, { fhirVersion: 'mix' })
  const response = answered()
  const [questions, total] = response.item ?? []
  questions?.item?.splice(4, 1)
  if (total !== undefined) total.answer = [{ valueInteger: 28 }, { valueInteger: 3 }]
  response.item?.push({ linkId: 'surprise' })
  const issues = validate(response)
  t.match(
    issues.map(({ rule, expression, text }) => [rule, expression, text]),
    [
      [
        'QR-REPEATS-ANSWER',
        'QuestionnaireResponse.item[1].answer',
        "Give one answer to 'PHQ-9 total score'.",
      ],
      ['QR-MAX', 'QuestionnaireResponse.item[1].answer[0].value', /of at most 27 for/],
      [
        'QR-LINK-UNKNOWN',
        'QuestionnaireResponse.item[2]',
        "Remove the item 'surprise': the form does not ask it.",
      ],
      ['QR-REQ', 'QuestionnaireResponse.item[0]', "Answer 'Poor appetite or overeating'."],
    ],
  )
  t.ok(refused(issues))
})

t.test('only warns of what is missing while the response is in progress', async t => {
  const { validate } = compileQuestionnaire(phq9, { fhirVersion: 'mix' })
  const issues = validate({ ...answered(), status: 'in-progress', item: undefined })
  t.match(issues, [{ severity: 'warning', rule: 'QR-REQ-GROUP' }])
  t.notOk(refused(issues))
})

t.test('one call checks everything about a resource', async t => {
  const form = {
    resourceType: 'Questionnaire',
    url: 'http://example.org/form',
    status: 'active',
    item: [
      { linkId: 'a', type: 'integer', required: true },
      { linkId: 'a', type: 'integer' },
    ],
  }
  const rulesOf = async (...sent: Parameters<typeof check>) =>
    (await check(...sent)).map(({ rule, expression }) => `${rule} ${expression}`)
  t.same(await rulesOf(form), ['que-2 Questionnaire.item[1].linkId'], 'linkIds that are not unique')
  t.same(await rulesOf({ ...form, status: 'done' }), [
    'S-BIND Questionnaire.status',
    'que-2 Questionnaire.item[1].linkId',
  ])
  const valid = { ...form, item: [form.item[0]] }
  t.same(await rulesOf(valid, { fhirVersion: 'R4' }), [])

  const response = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'http://example.org/form',
    item: [],
  }
  const missing = ['S-EMPTY QuestionnaireResponse.item', 'QR-REQ QuestionnaireResponse']
  t.same(await rulesOf(response, { questionnaire: valid }), missing)
  t.same(await rulesOf(response, { questionnaires: () => valid }), missing, 'a form that is found')
  t.same(await rulesOf(response), [
    'S-EMPTY QuestionnaireResponse.item',
    'QR-Q QuestionnaireResponse.questionnaire',
  ])
  const inside = { ...response, questionnaire: '#f', contained: [{ ...valid, id: 'f' }], item: undefined }
  t.same(await rulesOf(JSON.parse(JSON.stringify(inside))), ['QR-REQ QuestionnaireResponse'])

  const bundle = (...resources: object[]) => ({
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource, index) => ({ fullUrl: `http://example.org/${index}`, resource })),
  })
  t.same(await rulesOf(bundle(form)), ['que-2 Bundle.entry[0].resource.item[1].linkId'])
  const { item: _, ...unanswered } = response
  t.same(await rulesOf(bundle(valid, unanswered)), ['QR-REQ Bundle.entry[1].resource'])
  t.same(await rulesOf(bundle(unanswered)), ['QR-Q Bundle.entry[0].resource.questionnaire'])

  t.match(await rulesOf({ resourceType: 'Observation' }, { fhirVersion: 'R4' }), [/S-CARD Observation/])
  for (const junk of [undefined, null, 7, 'x', [], {}, { resourceType: '__proto__' }, bundle({ entry: 7 })])
    t.ok((await check(junk)).length > 0)
})
