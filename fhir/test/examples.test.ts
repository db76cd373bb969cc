/** The forms of `examples/forms` compile and can be answered. */
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { prepareQuestionnaire } from '../index.ts'

const folder = new URL('../../examples/forms/', import.meta.url)
const files = readdirSync(folder)
const read = (file: string): { url: string } => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

const kg = (value: number, code = 'kg') => ({ value, unit: code, system: 'http://unitsofmeasure.org', code })
const a = (linkId: string, ...answer: object[]) => ({ linkId, answer })
const codes = 'https://codes.andiron.example/CodeSystem/'
const coding = (system: string, code: string) => ({ valueCoding: { system: `${codes}${system}`, code } })

/** Complete answers by form, and answers that break the named rules. */
const ANSWERS: Readonly<
  Record<
    string,
    {
      readonly right: readonly object[]
      readonly wrong: readonly object[]
      readonly rules: readonly string[]
    }
  >
> = {
  'blood-pressure': {
    right: [
      a('measured', { valueDateTime: '2026-11-21T08:00:00+01:00' }),
      {
        linkId: 'blood-pressure',
        item: [
          a('systolic', { valueQuantity: kg(124, 'mm[Hg]') }),
          a('diastolic', { valueQuantity: kg(79, 'mm[Hg]') }),
        ],
      },
      a('medicine', { valueBoolean: true }),
      a('medicine-time', { valueTime: '07:30:00' }),
    ],
    wrong: [
      a('measured', { valueDateTime: '2026-11-21T08:00:00+01:00' }),
      {
        linkId: 'blood-pressure',
        item: [
          a('systolic', { valueQuantity: kg(12, 'kPa') }),
          a('diastolic', { valueQuantity: kg(790, 'mm[Hg]') }),
        ],
      },
      a('medicine', { valueBoolean: false }),
      a('medicine-time', { valueTime: '07:30:00' }),
    ],
    rules: ['QR-UNIT', 'QR-MAXQ', 'QR-EW'],
  },
  'every-type': {
    right: [
      {
        linkId: 'about',
        item: [
          { linkId: 'hello' },
          a('name', { valueString: 'Ada Example' }),
          a('born', { valueDate: '1990-05' }),
          a('postcode', { valueString: '01234' }),
          a('home-page', { valueUri: 'https://ada.example' }),
        ],
      },
      {
        linkId: 'health',
        item: [
          a('smoker', { valueBoolean: true }),
          a('cigarettes', { valueInteger: 3 }),
          a('pain', { valueInteger: 10 }),
          a('temperature', { valueDecimal: 36.6 }),
          a('weight', { valueQuantity: kg(150, '[lb_av]') }),
          a('woke', { valueTime: '06:00:00' }),
          a('visit', { valueDateTime: '2026-11' }),
          a('doctor', { valueReference: { reference: 'Practitioner/1' } }),
        ],
      },
      {
        linkId: 'choices',
        item: [
          a('allergies', coding('allergy', 'nuts'), { valueString: 'Bees' }),
          a('diet', { valueString: 'Mostly soup' }),
          a('symptoms', coding('symptom', 'none')),
          a('blood-group', coding('blood-group', 'ab')),
        ],
      },
      {
        linkId: 'files',
        item: [
          a('report', {
            valueAttachment: {
              contentType: 'application/pdf',
              url: 'https://files.example/1',
              size: 5242880,
            },
          }),
          a('words', { valueString: 'Thank\nyou' }),
        ],
      },
    ],
    wrong: [
      { linkId: 'about', item: [a('name', { valueString: 'A' }), a('postcode', { valueString: '123456' })] },
      {
        linkId: 'health',
        item: [
          a('smoker', { valueBoolean: true }),
          a('pain', { valueInteger: 11 }),
          a('temperature', { valueDecimal: 36.65 }),
          a('weight', { valueQuantity: kg(900, '[lb_av]') }),
        ],
      },
      {
        linkId: 'choices',
        item: [
          a('allergies', coding('allergy', 'none'), coding('allergy', 'nuts')),
          a('blood-group', coding('blood-group', 'c')),
        ],
      },
      {
        linkId: 'files',
        item: [
          a('report', {
            valueAttachment: { contentType: 'text/html', url: 'https://files.example/1', size: 5242881 },
          }),
        ],
      },
    ],
    rules: [
      'QR-MINLEN',
      'QR-REGEX',
      'QR-MAX',
      'QR-DECIMALS',
      'QR-MAXQ',
      'QR-EXCL',
      'QR-VS',
      'QR-MIME',
      'QR-MAXSIZE',
      'QR-REQ',
    ],
  },
  medicines: {
    right: [
      a('any', { valueBoolean: true }),
      {
        linkId: 'medicine',
        item: [
          a('medicine-name', { valueString: 'One', item: [a('medicine-maker', { valueString: 'Maker' })] }),
          a('as-needed', { valueBoolean: true }),
          a('reason', { valueString: 'Headache' }),
        ],
      },
      {
        linkId: 'medicine',
        item: [
          a('medicine-name', { valueString: 'Two' }),
          a('as-needed', { valueBoolean: false }),
          {
            linkId: 'intake',
            item: [a('intake-time', { valueTime: '08:00:00' }), a('intake-amount', { valueDecimal: 0.5 })],
          },
          {
            linkId: 'intake',
            item: [a('intake-time', { valueTime: '20:00:00' }), a('intake-amount', { valueDecimal: 1 })],
          },
        ],
      },
    ],
    wrong: [
      a('any', { valueBoolean: true }),
      {
        linkId: 'medicine',
        item: [
          a('medicine-name', { valueString: 'One' }),
          a('as-needed', { valueBoolean: true }),
          { linkId: 'intake', item: [a('intake-time', { valueTime: '08:00:00' })] },
        ],
      },
    ],
    rules: ['QR-EW'],
  },
  schlaf: {
    right: [
      {
        linkId: 'nacht',
        item: [
          a('zu-bett', { valueTime: '23:00:00' }),
          a('stunden', { valueDecimal: 6.5 }),
          a('güte', coding('schlaf', 'schlecht')),
        ],
      },
      a('störung', coding('störung', 'lärm'), { valueString: 'Der Mond' }),
      a('mittel', { valueBoolean: false }),
    ],
    wrong: [
      {
        linkId: 'nacht',
        item: [
          a('zu-bett', { valueTime: '23:00:00' }),
          a('stunden', { valueDecimal: 25 }),
          a('güte', coding('schlaf', 'gut')),
        ],
      },
      a('störung', coding('störung', 'lärm')),
    ],
    rules: ['QR-MAX', 'QR-EW', 'QR-REQ'],
  },
}

const LIKERT = (count: number, group: string) => ({
  right: [
    {
      linkId: group,
      item: Array.from({ length: count }, (_, index) =>
        a(String(index + 1), { valueCoding: { system: 'http://loinc.org', code: 'LA6569-3' } }),
      ),
    },
  ],
  wrong: [{ linkId: group, item: [a('1', { valueCoding: { system: 'http://loinc.org', code: 'LA1-1' } })] }],
  rules: ['QR-OPT', 'QR-REQ'],
})

const cases = { ...ANSWERS, 'phq-9': LIKERT(9, 'phq-9-questions'), 'gad-7': LIKERT(7, 'gad-7-questions') }

t.test('has a case for every form', async t => {
  t.same(new Set(files.map(file => file.slice(0, -'.json'.length))), new Set(Object.keys(cases)))
})

for (const [name, { right, wrong, rules }] of Object.entries(cases)) {
  t.test(`${name} compiles, takes the right answers and refuses the wrong ones`, async t => {
    const form = read(`${name}.json`)
    const { issues, validate } = await prepareQuestionnaire(form, { fhirVersion: 'mix' })
    t.same(
      issues.filter(({ severity }) => severity !== 'information'),
      [],
    )
    const response = (item: readonly object[]) => ({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: form.url,
      item,
    })
    t.same(validate(response(right)), [])
    t.same(new Set(validate(response(wrong)).map(({ rule }) => rule)), new Set(rules))
  })
}
