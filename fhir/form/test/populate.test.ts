/**
 * Population: launch context, expressions and earlier Observations; failures are reported beside the results.
 */
import type { Questionnaire } from 'fhir/r5.js'
import t from 'tap'
import { loadFhirPath } from '../../expressions/load-fhirpath.ts'
import { readForm } from '../../model/read-form.ts'
import { type Population, populate } from '../populate.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const LOINC = 'http://loinc.org'
const UCUM = 'http://unitsofmeasure.org'
const NOW = Date.parse('2026-11-22T12:00:00Z')

const expression = (name: string, words: string, language = 'text/fhirpath') => ({
  url: `${SDC}${name}`,
  valueExpression: { language, expression: words },
})
const begins = (words: string, language?: string) => ({
  extension: [expression('initialExpression', words, language)],
})

const compileExpression = await loadFhirPath('mix')

function populated(item: object[], population: Partial<Population> = {}, extension: object[] = []) {
  const questionnaire = { resourceType: 'Questionnaire', status: 'active', item, extension } as Questionnaire
  const form = readForm(questionnaire, 'mix', { compileExpression })
  const { response, issues } = populate(form, { now: NOW, ...population })
  return { item: response.item, issues: issues.map(({ severity, text }) => `${severity}: ${text}`) }
}

/** A synthetic person. */
const patient = {
  resourceType: 'Patient',
  name: [{ given: ['Ada', 'B.'], family: 'Example' }],
  birthDate: '1970-05',
  gender: 'female',
  maritalStatus: { coding: [{ system: 'urn:status', code: 'M' }] },
}
const launch = [['patient', patient]] as const
const gender = ['male', 'female'].map(code => ({ valueCoding: { system: 'urn:gender', code } }))

t.test('expressions see the launch context and each other', async t => {
  const { item, issues } = populated(
    [
      { linkId: 'name', type: 'string', ...begins('%patient.name.first().family') },
      { linkId: 'given', type: 'string', repeats: true, ...begins('%patient.name.given') },
      { linkId: 'born', type: 'date', ...begins('%patient.birthDate') },
      { linkId: 'gender', type: 'choice', answerOption: gender, ...begins('%patient.gender') },
      {
        linkId: 'status',
        type: 'choice',
        answerOption: [{ valueCoding: { system: 'urn:status', code: 'M', display: 'Married' } }],
        ...begins('%patient.maritalStatus'),
      },
      { linkId: 'fixed', type: 'integer', initial: [{ valueInteger: 4 }] },
      {
        linkId: 'double',
        type: 'integer',
        extension: [
          expression('calculatedExpression', "%resource.item.where(linkId='fixed').answer.value * 2"),
        ],
      },
      { linkId: 'by-variable', type: 'string', ...begins('%greeting') },
    ],
    { launch },
    [
      {
        url: `${HL7}variable`,
        valueExpression: {
          name: 'greeting',
          language: 'text/fhirpath',
          expression: "'Hello ' + %patient.name.family",
        },
      },
    ],
  )
  t.same(issues, [])
  t.same(item, [
    { linkId: 'name', answer: [{ valueString: 'Example' }] },
    { linkId: 'given', answer: [{ valueString: 'Ada' }, { valueString: 'B.' }] },
    { linkId: 'born', answer: [{ valueDate: '1970-05' }] },
    { linkId: 'gender', answer: [{ valueCoding: { system: 'urn:gender', code: 'female' } }] },
    { linkId: 'status', answer: [{ valueCoding: { system: 'urn:status', code: 'M', display: 'Married' } }] },
    { linkId: 'fixed', answer: [{ valueInteger: 4 }] },
    { linkId: 'double', answer: [{ valueInteger: 8 }] },
    { linkId: 'by-variable', answer: [{ valueString: 'Hello Example' }] },
  ])
})

t.test('what cannot be populated is told, and the rest is', async t => {
  const declared = {
    url: `${SDC}launchContext`,
    extension: [
      { url: 'name', valueCoding: { system: 'urn:launch', code: 'user' } },
      { url: 'type', valueCode: 'Practitioner' },
    ],
  }
  const { item, issues } = populated(
    [
      { linkId: 'a', text: 'A', type: 'string', ...begins('no(such') },
      { linkId: 'b', text: 'B', type: 'string', ...begins('%user.name.family') },
      { linkId: 'c', text: 'C', type: 'string', ...begins('Patient?_id=1', 'application/x-fhir-query') },
      { linkId: 'd', text: 'D', type: 'choice', answerOption: gender, ...begins("'other'") },
      { linkId: 'e', text: 'E', type: 'string', ...begins("'fine'") },
    ],
    { launch: [...launch, ['resource', patient], ['__proto__', patient], ['study', { reference: 'x/1' }]] },
    [declared],
  )
  t.same(item, [{ linkId: 'e', answer: [{ valueString: 'fine' }] }])
  t.same(issues, [
    "warning: Give the context another name than 'resource'.",
    "warning: Give the context another name than '__proto__'.",
    "warning: Send the resource of the context 'study': references are not followed.",
    "information: The launch context 'user' was not sent: what depends on it is not populated.",
    "warning: 'A' is not populated by its initialExpression: it is no FHIRPath.",
    "warning: 'B' is not populated by its initialExpression: it cannot be evaluated.",
    "warning: 'C' is not populated by its initialExpression: it is written in application/x-fhir-query, which is not evaluated here.",
    "warning: 'D' is not populated by its initialExpression: its code is none of the options.",
  ])
})

t.test('what was observed before', async t => {
  const period = (value: number, code: string) => ({
    url: `${SDC}observationLinkPeriod`,
    valueDuration: { value, system: UCUM, code },
  })
  const code = (value: string) => [{ system: LOINC, code: value }]
  const weight = (more: object = {}, ...extension: object[]) => ({
    ...{ linkId: 'w', type: 'quantity', code: code('29463-7') },
    extension: [period(3, 'mo'), ...extension],
    ...more,
  })
  const observed = (effectiveDateTime: string, value: object, more: object = {}) => ({
    ...{ resourceType: 'Observation', status: 'final', code: { coding: code('29463-7') } },
    ...{ effectiveDateTime, ...value, ...more },
  })
  const kilos = (value: number, unit = 'kg', more: object = {}) => ({
    valueQuantity: { value, unit, system: UCUM, code: unit, ...more },
  })
  const of = (item: object, ...observations: object[]) =>
    populated([item], { observations }).item?.[0]?.answer?.[0]

  t.same(
    of(
      weight(),
      observed('2026-08-01', kilos(60)),
      observed('2026-10-01T08:00:00Z', kilos(71)),
      observed('2026-09', kilos(72)),
    ),
    kilos(71),
    'the newest',
  )
  t.equal(of(weight(), observed('2026-08-01', kilos(60))), undefined, 'within the period')
  t.equal(of(weight(), observed('2026-11-23', kilos(60))), undefined, 'not of the future')
  t.equal(of(weight(), observed('2026-11-01', kilos(60), { status: 'entered-in-error' })), undefined)
  t.equal(of(weight(), observed('2026-11-01', kilos(60, 'kg', { comparator: '<' }))), undefined)
  t.equal(
    of(weight({ extension: [] }), observed('2026-11-01', kilos(60))),
    undefined,
    'where the form says so',
  )
  for (const broken of [period(-1, 'd'), period(1, 'constructor'), { url: `${SDC}observationLinkPeriod` }])
    t.equal(of(weight({ extension: [broken] }), observed('2026-11-22', kilos(60))), undefined)
  t.equal(
    of(
      weight(),
      observed('2026-11-01', kilos(60), { code: { coding: [{ system: 'urn:x', code: '29463-7' }] } }),
    ),
    undefined,
  )
  const option = {
    url: `${HL7}questionnaire-unitOption`,
    valueCoding: { system: UCUM, code: 'kg' },
  }
  t.same(
    of(weight({}, option), observed('2026-11-02', kilos(150, '[lb_av]')), observed('2026-11-01', kilos(60))),
    kilos(60),
    'in a unit of the question',
  )
  const plain = { url: `${HL7}questionnaire-unit`, valueCoding: { system: UCUM, code: 'kg' } }
  t.same(of(weight({ type: 'decimal' }, plain), observed('2026-11-01', kilos(60.5))), { valueDecimal: 60.5 })
  t.equal(of(weight({ type: 'integer' }, plain), observed('2026-11-01', kilos(60.5))), undefined)
  t.same(of(weight({ type: 'integer' }), observed('2026-11-01', { valueInteger: 60 })), { valueInteger: 60 })
  t.same(of(weight({ type: 'boolean' }), observed('2026-11-01', { valueBoolean: false })), {
    valueBoolean: false,
  })
  t.same(of(weight({ type: 'date' }), observed('2026-11-01', { valueDateTime: '2026-10-31T08:00:00Z' })), {
    valueDate: '2026-10-31',
  })
  const smokes = (given: string) =>
    observed('2026-11-01', { valueCodeableConcept: { coding: [{ system: 'urn:gender', code: given }] } })
  const choice = weight({ type: 'choice', answerOption: gender })
  t.same(of(choice, smokes('male')), { valueCoding: { system: 'urn:gender', code: 'male' } })
  t.equal(of(choice, smokes('other')), undefined)

  const systolic = weight({ type: 'quantity', code: code('8480-6') })
  const pressure = observed(
    '2026-11-01',
    {},
    {
      code: { coding: code('85354-9') },
      component: [{ code: { coding: code('8480-6') }, ...kilos(120, 'mm[Hg]') }],
    },
  )
  t.same(of(systolic, pressure), kilos(120, 'mm[Hg]'), 'a component')

  t.same(
    of(weight({ initial: [kilos(1)] }), observed('2026-11-01', kilos(60))),
    kilos(1),
    'what the form begins with stays',
  )
  const { item, issues } = populated([weight({ item: [weight({ linkId: 'again' })] })], {
    observations: [null, 'x', {}, { component: [null] }, observed('2026-11-01', kilos(60))],
  })
  t.same(issues, [])
  t.same(item, [
    { linkId: 'w', answer: [{ ...kilos(60), item: [{ linkId: 'again', answer: [kilos(60)] }] }] },
  ])
})
