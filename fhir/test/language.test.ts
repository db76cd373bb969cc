/** Languages: tags, the choice among them, and whole resources in another language. */
import t from 'tap'
import { inLanguage, languagesIn } from '../resources/translated-resource.ts'
import { isLanguageTag, lookUp } from '../values/language-tags.ts'

const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation'
const translation = (lang: string, valueString: string) => ({
  url: TRANSLATION,
  extension: [
    { url: 'lang', valueCode: lang },
    { url: 'content', valueString },
  ],
})
const into = (de: string) => ({ extension: [translation('de', de)] })

t.test('a reader gets the language that RFC 4647 looks up', async t => {
  const available = ['en', 'de', 'zh-Hant', 'pt-BR']
  for (const [accepted, found] of [
    ['de', 'de'],
    ['DE-at', 'de'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh-Hant-x-private-1', 'zh-Hant'],
    ['pt', 'pt-BR'],
    ['fr, de;q=0.5', 'de'],
    ['de;q=0.5, en', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', undefined],
    ['fr', undefined],
    ['fr-CA, *;q=0.1', undefined],
    ['', undefined],
    ['__proto__, constructor', undefined],
    ['de\u0000', undefined],
    [undefined, undefined],
  ] as const)
    t.equal(lookUp(accepted, available), found, String(accepted))
  t.equal(lookUp('de', []), undefined)
  t.equal(lookUp('a-'.repeat(8_000), available), undefined, 'a range without end')
  t.equal(lookUp(`${'x,'.repeat(8_000)}de`, available), undefined, 'a list without end')
})

t.test('a language is a well-formed tag of BCP 47', async t => {
  for (const tag of [
    'de',
    'de-AT',
    'zh-Hant-TW',
    'sl-rozaj-biske',
    'de-1996',
    'es-419',
    'zh-cmn',
    'x-own',
    'en-u-nu-latn',
  ])
    t.ok(isLanguageTag(tag), tag)
  for (const tag of [
    '',
    'deutsch!',
    'd',
    'de_AT',
    'de-',
    '-de',
    'de--AT',
    `de${'-abcde'.repeat(10_000)}`,
    '\u0000',
  ])
    t.notOk(isLanguageTag(tag), tag.slice(0, 20))
})

t.test('a form is translated wherever a text stands, and its values stay', async t => {
  const form = {
    resourceType: 'Questionnaire',
    language: 'en',
    title: 'Sleep',
    _title: into('Schlaf'),
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'v',
        compose: {
          include: [
            {
              concept: [{ code: 'a', display: 'Always', designation: [{ language: 'de', value: 'Immer' }] }],
            },
          ],
        },
      },
    ],
    item: [
      {
        linkId: '1',
        prefix: 'A',
        _prefix: into('B'),
        text: 'How?',
        _text: {
          extension: [
            {
              url: 'http://hl7.org/fhir/StructureDefinition/rendering-xhtml',
              valueString: '<b>How?</b>',
              _valueString: into('<b>Wie?</b>'),
            },
            translation('de', 'Wie?'),
          ],
        },
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/entryFormat',
            valueString: 'in words',
            _valueString: into('in Worten'),
          },
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit',
            valueCoding: { code: 'h', display: 'hours', _display: into('Stunden') },
          },
        ],
        answerOption: [
          { valueString: 'Well', _valueString: into('Gut') },
          { valueCoding: { code: 'b', display: 'Badly', _display: into('Schlecht') } },
          { valueCoding: { display: 'Otherwise', _display: into('Anders') } },
        ],
        enableWhen: [{ question: '0', operator: '=', answerString: 'Well', _answerString: into('Gut') }],
        initial: [{ valueString: 'Well', _valueString: into('Gut') }],
        item: [
          {
            linkId: '2',
            text: 'Why?',
            _text: {
              extension: [
                {
                  url: 'http://hl7.org/fhir/StructureDefinition/rendering-markdown',
                  valueMarkdown: '*Why?*',
                },
                translation('de', 'Warum?'),
              ],
            },
          },
        ],
      },
    ],
  }
  const before = JSON.stringify(form)
  t.same(languagesIn(form), ['en', 'de'])
  const german = inLanguage(form, 'de')
  t.equal(JSON.stringify(form), before, 'the original is untouched')
  t.match(german, {
    language: 'de',
    title: 'Schlaf',
    contained: [{ compose: { include: [{ concept: [{ display: 'Immer' }] }] } }],
    item: [
      {
        linkId: '1',
        prefix: 'B',
        text: 'Wie?',
        _text: {
          extension: [
            { valueString: '<b>Wie?</b>' },
            {},
            { extension: [{ valueCode: 'en' }, { valueString: 'How?' }] },
          ],
        },
        extension: [{ valueString: 'in Worten' }, { valueCoding: { code: 'h', display: 'Stunden' } }],
        answerOption: [
          { valueString: 'Well' },
          { valueCoding: { code: 'b', display: 'Schlecht' } },
          { valueCoding: { display: 'Otherwise' } },
        ],
        enableWhen: [{ answerString: 'Well' }],
        initial: [{ valueString: 'Well' }],
        item: [{ text: 'Warum?' }],
      },
    ],
  })
  t.notMatch(JSON.stringify(german.item), /rendering-markdown/, 'markup without a translation is not shown')
  t.same(inLanguage(german, 'en').title, 'Sleep', 'and back')
  t.equal(inLanguage(form, 'en'), form)
  const hostile = JSON.parse(
    '{"__proto__":{"x":1},"item":[{"constructor":"a","_constructor":{"extension":[]}}]}',
  )
  t.equal(
    JSON.stringify(inLanguage(hostile, 'de')),
    '{"__proto__":{"x":1},"item":[{"constructor":"a","_constructor":{"extension":[]}}],"language":"de"}',
  )
})

const EXTENSION = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/'

/** A text and its translation in an element. */
const text = (property: string) => ({ [property]: 'Original', [`_${property}`]: into('Übersetzt') })
const inExtension = (url: string, property: string) => ({ extension: [{ url, ...text(property) }] })
const inItem = (element: object) => ({ item: [{ linkId: '1', type: 'coding', ...element }] })
const inValueSet = (element: object) => ({ contained: [{ resourceType: 'ValueSet', id: 'v', ...element }] })
const designated = { code: 'a', display: 'Original', designation: [{ language: 'de', value: 'Übersetzt' }] }
const constraint = (property: string) => ({
  extension: [
    { url: `${EXTENSION}questionnaire-constraint`, extension: [{ url: 'human', ...text(property) }] },
  ],
})

/** Every place in a form where a text stands. */
const PLACES: readonly (readonly [string, object])[] = [
  ...['title', 'description', 'purpose', 'copyright', 'copyrightLabel', 'usage', 'publisher'].map(
    property => [property, text(property)] as const,
  ),
  ['the name of a contact', { contact: [text('name')] }],
  ['a code of the form', { code: [{ code: 'a', ...text('display') }] }],
  ['a jurisdiction', { jurisdiction: [text('text')] }],
  ['the text of an item', inItem(text('text'))],
  ['its prefix', inItem(text('prefix'))],
  ['a code of an item', inItem({ code: [{ code: 'a', ...text('display') }] })],
  ['help below an item', inItem({ item: [{ linkId: '1.1', type: 'display', ...text('text') }] })],
  ['an option', inItem({ answerOption: [{ valueCoding: { code: 'a', ...text('display') } }] })],
  ['an option that is a reference', inItem({ answerOption: [{ valueReference: text('display') }] })],
  [
    'the prefix of an option',
    inItem({ answerOption: [inExtension(`${EXTENSION}questionnaire-optionPrefix`, 'valueString')] }),
  ],
  ['an initial code', inItem({ initial: [{ valueCoding: { code: 'a', ...text('display') } }] })],
  [
    'a unit',
    inItem({
      extension: [{ url: `${EXTENSION}questionnaire-unit`, valueCoding: { code: 'h', ...text('display') } }],
    }),
  ],
  [
    'a unit to choose',
    inItem({
      extension: [
        { url: `${EXTENSION}questionnaire-unitOption`, valueCoding: { code: 'h', ...text('display') } },
      ],
    }),
  ],
  ['the format of an answer', inItem(inExtension(`${EXTENSION}entryFormat`, 'valueString'))],
  ['the label of an open choice', inItem(inExtension(`${SDC}sdc-questionnaire-openLabel`, 'valueString'))],
  ['markdown', inItem({ text: 'x', _text: inExtension(`${EXTENSION}rendering-markdown`, 'valueMarkdown') })],
  ['XHTML', inItem({ text: 'x', _text: inExtension(`${EXTENSION}rendering-xhtml`, 'valueString') })],
  [
    'the title of a picture',
    inItem({ extension: [{ url: `${SDC}sdc-questionnaire-itemMedia`, valueAttachment: text('title') }] }),
  ],
  ['the message of a constraint', constraint('valueString')],
  ['the message of a constraint of an item', inItem(constraint('valueMarkdown'))],
  ['a value set', inValueSet(text('title'))],
  ['a concept of a value set', inValueSet({ compose: { include: [{ concept: [designated] }] } })],
  [
    'a concept with an extension',
    inValueSet({ compose: { include: [{ concept: [{ code: 'a', ...text('display') }] }] } }),
  ],
  ['an expansion', inValueSet({ expansion: { contains: [designated] } })],
  [
    'a code below another in an expansion',
    inValueSet({ expansion: { contains: [{ contains: [designated] }] } }),
  ],
]

t.test('each place in a form where a text stands is translated', async t => {
  for (const [place, element] of PLACES) {
    const form = { resourceType: 'Questionnaire', status: 'active', language: 'en', ...element }
    t.same(languagesIn(form), ['en', 'de'], place)
    const german = inLanguage(form, 'de')
    // The original stays beside it as a translation, or in a designation as it was.
    const shown = JSON.stringify(german, (key, value) => {
      if (key === 'designation') return undefined
      return Array.isArray(value) ? value.filter(each => each?.url !== TRANSLATION) : value
    })
    t.match(shown, /"Übersetzt"/, place)
    t.notMatch(shown, /"Original"/, place)
  }
})
