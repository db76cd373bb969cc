/** The catalogue of sentences: complete, well formed, compiled as committed, and said in each language. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { readCatalogue } from '../generate/catalogue.ts'
import {
  compileCatalogue,
  keyOf,
  LANGUAGES,
  PARTS,
  placeholdersOf,
  pluralsOf,
} from '../generate/languages.ts'
import { prepareQuestionnaire } from '../index.ts'
import { wordsIn } from '../sentences/issue-text.ts'
import { issuesIn, sentenceLanguage } from '../sentences/load-sentences.ts'

const root = `${process.cwd()}/`
const catalogue = readCatalogue(`${root}fhir/languages`)

t.test('every language has every sentence, with the same values', async t => {
  const { en } = catalogue
  const keys = new Map<string, string>()
  for (const part of ['required', 'answering', 'dates'] as const)
    for (const [name, message] of Object.entries(en[part])) {
      t.notOk(keys.has(keyOf(message)), `${name} is another sentence than ${keys.get(keyOf(message))}`)
      keys.set(keyOf(message), name)
    }
  for (const language of LANGUAGES) {
    const source = catalogue[language]
    t.same(Object.keys(source), PARTS, language)
    const categories = new Set<string>()
    for (let many = 0; many < 200; many++) categories.add(new Intl.PluralRules(language).select(many))
    for (const part of PARTS) {
      t.same(
        Object.keys(source[part]),
        Object.keys(en[part]),
        `${language} ${part}: missing, unused or in another order`,
      )
      for (const [key, message] of Object.entries(source[part])) {
        const original = placeholdersOf(en[part][key] ?? '')
        const own = placeholdersOf(message)
        if (own.toString() !== original.toString())
          t.same([...own].sort(), [...original].sort(), `${language} ${key}: another set of values`)
        for (const forms of pluralsOf(message))
          for (const category of categories)
            if (!forms.includes(category)) t.fail(`${language} ${key}: no plural form '${category}'`)
        if (message.trim() === '' || /\{\{|(?<!')'\{/.test(message)) t.fail(`${language} ${key}: malformed`)
      }
    }
  }
})

t.test('every sentence of the rules is used', async t => {
  const folder = `${root}fhir/rules/`
  const files = [
    'answers',
    'computed',
    'entries',
    'expressions',
    'limits',
    'occurrences',
    'pattern',
    'item-positions',
    'required',
  ]
  const code = [...files, 'response', 'value-sets']
    .map(name => readFileSync(`${folder}${name}.ts`, 'utf8'))
    .join('')
  // The terminology server is asked beside the rules.
  const remote = readFileSync(`${root}plugins/fhir-questionnaire/remote-codes.ts`, 'utf8')
  for (const key of Object.keys(catalogue.en.answering))
    t.ok(code.includes(`say.${key}`) || remote.includes(`${key}(question)`), key)
  for (const key of Object.keys(catalogue.en.required)) t.ok(code.includes(`${key}({`), key)
  const dates = readFileSync(`${root}ui/questionnaire/date-sentences.ts`, 'utf8')
  for (const key of Object.keys(catalogue.en.dates)) t.ok(dates.includes(`say.${key}`), key)
})

t.test('the committed files are what the catalogue compiles to', async t => {
  for (const [path, contents] of compileCatalogue(catalogue))
    t.equal(readFileSync(`${root}${path}`, 'utf8'), contents, path)
})

const translated = {
  resourceType: 'Questionnaire',
  status: 'active',
  item: [
    {
      ...{ linkId: 'weight', type: 'decimal', text: 'Weight', required: true },
      _text: {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/translation',
            extension: [
              { url: 'lang', valueCode: 'de' },
              { url: 'content', valueString: 'Gewicht' },
            ],
          },
        ],
      },
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/maxDecimalPlaces', valueInteger: 1 },
        { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueDecimal: 12500.5 },
      ],
    },
    {
      ...{ linkId: 'day', type: 'date', text: 'Day' },
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueDate: '2026-03-01' }],
    },
  ],
}

t.test('an issue is said in the language of the reader, and its codes stay', async t => {
  const { form, validate } = await prepareQuestionnaire(translated, { fhirVersion: 'R4' })
  const base = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: 'x' }
  const answered = (valueDecimal: number, valueDate: string) => ({
    ...base,
    item: [
      { linkId: 'weight', answer: [{ valueDecimal }] },
      { linkId: 'day', answer: [{ valueDate }] },
    ],
  })
  const said = async (response: object, accepted: string | undefined) =>
    (await issuesIn(validate(response), form, sentenceLanguage(accepted))).map(({ text }) => text)
  t.same(await said(base, 'de-AT, en;q=0.5'), ['Bitte beantworten Sie „Gewicht“.'])
  t.same(await said(base, 'zh-Hant'), ['请回答“Weight”。'])
  t.same(await said(base, 'ar'), ['يُرجى الإجابة عن «Weight».'])
  for (const accepted of ['en', 'en-US, de;q=0.9', 'tlh', '*', undefined, '__proto__', 'constructor'])
    t.same(await said(base, accepted), ["Answer 'Weight'."], String(accepted))
  t.same(await said(answered(20_000.25, '2026-02-28'), 'de'), [
    'Bitte geben Sie bei „Gewicht“ höchstens 12.500,5 an.',
    'Bitte geben Sie bei „Gewicht“ höchstens 1 Nachkommastelle an.',
    'Bitte geben Sie bei „Day“ mindestens 1. März 2026 an.',
  ])
  const english = validate(base)
  const [german] = await issuesIn(validate(base), form, 'de')
  t.same({ ...german, text: '' }, { ...english[0], text: '' })
  for (const language of LANGUAGES) t.equal((await said(base, language)).length, 1, language)
})

t.test('the message of an author is said in the language of the reader, if it is translated', async t => {
  const message = (valueString: string, de?: string) => ({
    ...{ url: 'human', valueString },
    ...(de !== undefined && {
      _valueString: {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/translation',
            extension: [
              { url: 'lang', valueCode: 'de' },
              { url: 'content', valueString: de },
            ],
          },
        ],
      },
    }),
  })
  const constraint = (key: string, human: object) => ({
    url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-constraint',
    extension: [
      { url: 'key', valueId: key },
      { url: 'severity', valueCode: 'error' },
      { url: 'expression', valueString: 'false' },
      human,
    ],
  })
  const { form, validate } = await prepareQuestionnaire(
    {
      ...translated,
      extension: [
        constraint('a', message('Sleep more.', 'Schlafen Sie mehr.')),
        constraint('b', message('Eat less.')),
      ],
    },
    { fhirVersion: 'R4' },
  )
  const response = { resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: 'x' }
  const said = async (language: string | undefined) =>
    (await issuesIn(validate(response), form, language))
      .filter(({ rule }) => rule === 'QR-CONSTRAINT')
      .map(({ text }) => text)
  t.same(await said('de'), ['Schlafen Sie mehr.', 'Eat less.'])
  t.same(await said(undefined), ['Sleep more.', 'Eat less.'])
})

t.test('names with marks, of any length, are shown as they are', async t => {
  const words = wordsIn('fr', name => (name === "'a'" ? "'b'" : name))
  t.equal(words.show("'a'"), '« b »')
  t.equal(words.show('a'), 'a')
  t.equal(words.show("'{x} ${y} \u0000 \ud800'"), '« {x} ${y} \u0000 \ud800 »')
  t.equal(words.value('2026-03'), 'mars 2026')
  t.equal(words.value('<script>'), '<script>')
  t.equal(words.list(['a', 'b']), 'a ou b')
  t.equal(words.plural(2, { one: 'x', other: 'y' }), 'y')
})
