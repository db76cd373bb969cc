/** Texts of forms and answers: markup that is parsed and never run, translations, and formatted answers. */
import fc from 'fast-check'
import t from 'tap'
import { rounds } from '../../../core/test/fixtures/rounds.ts'
import { readForm } from '../../model/read-form.ts'
import { textIn } from '../../model/translated-text.ts'
import { displayOf } from '../display.ts'
import { asksForExpressions, asksForUnits } from '../needed-engines.ts'
import { optionsOf } from '../options.ts'
import { type RichText, readMarkdown, readXhtml, tokensOf } from '../rich-text.ts'

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const UCUM = 'http://unitsofmeasure.org'

/** A tree as text that is easy to compare. */
const shown = (tree: readonly RichText[]): string =>
  tree
    .map(node =>
      typeof node === 'string'
        ? node
        : `[${node.tag}${node.href === undefined ? '' : ` ${node.href}`}:${shown(node.children)}]`,
    )
    .join('')

t.test('XHTML', async t => {
  for (const [markup, expected] of [
    ['<div>a <b>b</b><br/>c</div>', 'a [b:b][br:]c'],
    ['<a href="https://a.example/?x=1&amp;y=2">x</a>', '[a https://a.example/?x=1&y=2:x]'],
    ["<a href='mailto:a@b.example'>x</a>", '[a mailto:a@b.example:x]'],
    ['<a href="javascript:alert(1)">x</a>', '[a:x]'],
    ['<a href="java&#10;script:alert(1)">x</a>', '[a:x]'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '[a:x]'],
    ['<a href="data:text/html,x">x</a><a>y</a>', '[a:x][a:y]'],
    ['a<script>alert("<b>")</script>b', 'ab'],
    ['<SCRIPT>x</SCRIPT><style>y</style>z', 'z'],
    ['<svg><b>x</b></svg>y<iframe/>z', 'yz'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<p onclick="alert(1)" style="x">a</p>', '[p:a]'],
    ['<b>a<i>b</b>c', '[b:a[i:b]]c'],
    ['a</b>b < c <!-- d <b> -->e', 'ab < c e'],
    ['&lt;b&gt; &amp; &#65;&#x42; &quot;&apos; &nope; &#0;', '<b> & AB "\' &nope; '],
    ['<p title=">">a</p>', '[p:a]'],
  ] as const) {
    t.equal(shown(readXhtml(markup)), expected, markup)
  }
  t.ok(shown(readXhtml('<b>'.repeat(10_000))).length > 0, 'is as deep as somebody reads')
  t.ok(readXhtml(`<a ${'"'.repeat(50_000)}`).length > 0, 'is read in a moment, however broken')
})

t.test('markdown', async t => {
  for (const [markup, expected] of [
    ['a **b** *c* _d_ `e`', '[span:a [strong:b] [em:c] [em:d] [code:e]]'],
    ['a\nb\n\nc', '[span:a b][span:c]'],
    ['- a\n- **b**', '[ul:[li:a][li:[strong:b]]]'],
    ['1. a\n2. b', '[ol:[li:a][li:b]]'],
    ['# a', '[strong:a]'],
    ['[a](https://a.example) [b](javascript:x)', '[span:[a https://a.example:a] b]'],
    ['<script>x</script>', '[span:<script>x</script>]'],
    ['', ''],
  ] as const) {
    t.equal(shown(readMarkdown(markup)), expected, markup)
  }
})

t.test('translations', async t => {
  const translation = (lang: string, content: object) => ({
    url: `${HL7}translation`,
    extension: [
      { url: 'lang', valueCode: lang },
      { url: 'content', ...content },
    ],
  })
  const item = {
    text: 'Colour',
    _text: {
      extension: [
        translation('de', { valueString: 'Farbe' }),
        translation('fr', { valueMarkdown: 'Couleur' }),
      ],
    },
  }
  t.equal(textIn(item, 'text', undefined), 'Colour')
  t.equal(textIn(item, 'text', 'de'), 'Farbe')
  t.equal(textIn(item, 'text', 'de-AT'), 'Farbe')
  t.equal(textIn(item, 'text', 'fr'), 'Couleur')
  t.equal(textIn(item, 'text', 'es'), 'Colour')
  t.equal(textIn({ text: 'x' }, 'text', 'de'), 'x')
  t.equal(textIn({}, 'text', 'de'), undefined)
})

t.test('answers in words', async t => {
  const words = { yes: 'Yes', no: 'No' }
  for (const [given, lang, expected] of [
    [{}, 'en', ''],
    [{ valueBoolean: true }, 'en', 'Yes'],
    [{ valueBoolean: false }, undefined, 'No'],
    [{ valueDecimal: 3.5 }, 'de', '3,5'],
    [{ valueDate: '2026' }, 'en', '2026'],
    [{ valueDate: '2026-02' }, 'en', 'February 2026'],
    [{ valueDate: '2026-02-01' }, 'en', 'February 1, 2026'],
    [{ valueDate: '2026-02-01' }, 'no such language', '2026-02-01'],
    [{ valueDate: 'yesterday' }, 'en', 'yesterday'],
    [{ valueDateTime: '2026-02-01T23:30:00+09:00' }, 'en-GB', '1 February 2026 at 23:30'],
    [{ valueTime: '08:30:00' }, 'en', '08:30'],
    [{ valueCoding: { code: 'a', display: 'A' } }, 'en', 'A'],
    [{ valueCoding: { code: 'a' } }, 'en', 'a'],
    [{ valueQuantity: { value: 1.5, unit: 'kg' } }, 'en', '1.5 kg'],
    [{ valueQuantity: { value: 1, code: 'kg' } }, 'en', '1 kg'],
    [{ valueAttachment: { title: 'a.pdf' } }, 'en', 'a.pdf'],
    [{ valueReference: { reference: 'Patient/1' } }, 'en', 'Patient/1'],
    [{ valueString: 'said' }, 'en', 'said'],
  ] as const) {
    t.equal(displayOf(given as object, lang, words), expected, JSON.stringify(given))
  }
})

t.test('options of value sets', async t => {
  const form = (valueSet: object, find?: () => object) =>
    readForm(
      {
        contained: [{ resourceType: 'ValueSet', id: 'v', ...valueSet }],
        item: [{ linkId: 'a', type: 'choice', answerValueSet: find ? 'urn:elsewhere' : '#v' }],
      },
      'mix',
      find ? { valueSets: find as never } : {},
    )
  const labels = (from: ReturnType<typeof form>) => {
    const [item] = from.items
    return item === undefined ? [] : optionsOf(item, from).map(({ label }) => label)
  }
  t.same(
    labels(
      form({
        compose: { include: [{ system: 's', concept: [{ code: 'x', display: 'X' }, { code: 'y' }] }] },
      }),
    ),
    ['X', 'y'],
  )
  t.same(
    labels(
      form({
        expansion: {
          contains: [
            { abstract: true, contains: [{ code: 'x', display: 'X' }] },
            { code: 'y', display: 'Y' },
          ],
        },
      }),
    ),
    ['X', 'Y'],
  )
  t.same(labels(form({})), [])
  t.same(labels(form({}, () => ({ resourceType: 'ValueSet', expansion: { contains: [{ code: 'z' }] } }))), [
    'z',
  ])
})

t.test('what a form asks for beside the rules', async t => {
  const form = (item: object) => readForm({ item: [{ linkId: 'a', type: 'quantity', ...item }] }, 'mix')
  const unit = (code: string) => ({
    url: `${HL7}questionnaire-unitOption`,
    valueCoding: { system: UCUM, code },
  })
  const most = {
    url: `${HL7}questionnaire-maxQuantity`,
    valueQuantity: { value: 1, system: UCUM, code: 'kg' },
  }
  t.notOk(asksForUnits(form({ extension: [unit('kg'), most] })))
  t.ok(asksForUnits(form({ extension: [unit('kg'), unit('[lb_av]'), most] })))
  t.notOk(asksForExpressions(form({ extension: [most] })))
  t.ok(
    asksForExpressions(
      form({ extension: [{ url: `${HL7}variable`, valueExpression: { expression: '1' } }] }),
    ),
  )
})

/** XHTML tokens as one regular expression, which takes quadratic time on tags without an end. */
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([A-Za-z][A-Za-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<|[^<]+/g

t.test('finds the tags that a regular expression finds, in one pass', async t => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '<b',
    '</b',
    '<a href=',
    '"',
    "'",
    '<!--',
    '-->',
    ' ',
    'x',
    '/',
    '<br/>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const markup = pieces.join('')
      const found = [...markup.matchAll(TOKEN)].flatMap<unknown>(([token, closing, tag, attributes]) =>
        tag === undefined
          ? token.startsWith('<!--')
            ? []
            : [token]
          : [{ tag, closing: closing === '/', attributes }],
      )
      return JSON.stringify([...tokensOf(markup)]) === JSON.stringify(found)
    }),
    { seed: 13, numRuns: rounds(20_000) },
  )
  t.pass()
})

t.test('reads 120 KB of markup without an end in one pass', async t => {
  for (const piece of ['<a ', '<!--', '<a "', '<a \'"', '<', '<a href="', '&a', '</a'])
    t.ok(readXhtml(piece.repeat(120_000 / piece.length)).length > 0, piece)
  for (const piece of ['[', '[a](', '**', '_a', '`', '*a', '# ', '\n \n', '- '])
    t.ok(readMarkdown(piece.repeat(120_000 / piece.length)), piece)
  t.ok(readMarkdown(`# ${' '.repeat(120_000)}a\nb`))
  t.same(readMarkdown('[a](https://example.org) #'), [
    { tag: 'span', children: [{ tag: 'a', href: 'https://example.org', children: ['a'] }, ' #'] },
  ])
})
