/** The texts of the pages: complete in each language, compiled as committed, used, and said by its rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import t from 'tap'
import { readCatalogue } from '../../../fhir/generate/catalogue.ts'
import { LANGUAGES, placeholdersOf, pluralsOf } from '../../../fhir/generate/languages.ts'
import { compilePages, type PageSource, REFUSED, SETS, TABLES } from '../../languages/pages.ts'
import { AndironError } from '../../sdk/errors.ts'
import { Failure } from '../shell/failure.tsx'
import {
  dateOf,
  dayOf,
  durationOf,
  exactOf,
  joined,
  millisecondsOf,
  numberOf,
  shortDateOf,
  sizeOf,
} from '../shell/language/formats.ts'
import { LANGUAGES as NAMES } from '../shell/language/page-languages.ts'
import { allWords, choose, languageNow, speak, words } from '../shell/language/page-texts.ts'
import { sentenceOf } from '../shell/run-action.ts'
import { drawn } from '../shell/text-with-elements.tsx'
import { frame } from '../texts/frame.ts'
import { problems } from '../texts/problems.ts'

const root = `${process.cwd()}/`
const catalogue = readCatalogue<PageSource>(`${root}ui/languages`)

/** The values that a text takes; a language without genders needs no `kind`. */
const valuesOf = (message: string): string =>
  placeholdersOf(message)
    .toSorted()
    .filter(name => name !== 'kind')
    .join()

t.test('every language has every text, with the same values', async t => {
  t.same(Object.keys(NAMES).toSorted(), [...LANGUAGES].toSorted())
  const { en } = catalogue
  for (const language of LANGUAGES) {
    const source = catalogue[language]
    t.same(Object.keys(source), Object.keys(en), language)
    const categories = new Set<string>()
    for (let many = 0; many < 200; many++) categories.add(new Intl.PluralRules(language).select(many))
    for (const [part, messages] of Object.entries(en)) {
      const own = source[part] ?? {}
      t.same(
        Object.keys(own),
        Object.keys(messages),
        `${language} ${part}: missing, unused or in another order`,
      )
      for (const [key, message] of Object.entries(own)) {
        if (valuesOf(message) !== valuesOf(messages[key] ?? ''))
          t.fail(`${language} ${key}: another set of values`)
        for (const forms of pluralsOf(message))
          for (const category of categories)
            if (!forms.includes(category)) t.fail(`${language} ${key}: no plural form '${category}'`)
        if (message.trim() === '') t.fail(`${language} ${key}: empty`)
        if (language !== 'en' && message.length > 24 && message === messages[key])
          t.fail(`${language} ${key}: in English`)
      }
    }
  }
})

t.test('the files are what the catalogue compiles to', async t => {
  for (const [path, contents] of compilePages(catalogue))
    t.equal(readFileSync(`${root}${path}`, 'utf8'), contents, path)
})

/** The texts that the files of a folder can use, by the page that they belong to. */
const USED_BY: Readonly<Record<string, readonly string[]>> = {
  shell: ['common'],
  keys: ['common', 'keys', 'prompts'],
  frame: ['common', 'keys', 'frame'],
  consent: ['common', 'keys', 'consent'],
  profile: ['common', 'keys', 'profile', 'settings', 'documents', 'measurement'],
  home: ['common', 'home'],
  operator: ['common', 'operator'],
  application: ['common', 'keys', 'prompts', 'application', 'revisions', 'insights', 'subscriptions'],
  questionnaire: ['common', 'questionnaire'],
}

t.test('every text is used, and each page loads those that it uses', async t => {
  const used = new Set<string>()
  for (const [folder, parts] of Object.entries(USED_BY)) {
    const path = `${root}ui/pages/${folder}`
    const keys = parts.flatMap(part => Object.keys(catalogue.en[part] ?? {}))
    const known = new Set(keys)
    t.equal(known.size, keys.length, `${folder}: no text takes the place of another`)
    for (const name of readdirSync(path, { encoding: 'utf8', recursive: true }).filter(name =>
      /\.tsx?$/.test(name),
    )) {
      const code = readFileSync(`${path}/${name}`, 'utf8')
      const named = [...code.matchAll(/(?<![-/\w])words\.(\w+)/g)].map(([, key = '']) => key)
      for (const key of named.filter(key => !known.has(key)))
        if (!TABLES.includes(key)) t.fail(`${folder}/${name}: ${key} is not loaded there`)
      for (const key of named) used.add(key)
      for (const [, key = ''] of code.matchAll(/'(\w+)'/g)) if (known.has(key)) used.add(key)
    }
  }
  const refusal = readFileSync(`${root}plugins/oauth/authorize.ts`, 'utf8')
  for (const key of Object.keys(catalogue.en[REFUSED] ?? {}))
    t.ok(refusal.includes(`texts.${key}`) || refusal.includes(`'${key}'`), `${REFUSED}: ${key}`)
  const parts = Object.entries(catalogue.en).filter(([part]) => !TABLES.includes(part) && part !== REFUSED)
  for (const [part, messages] of parts) {
    t.ok(Object.values(SETS).flat().includes(part), part)
    for (const key of Object.keys(messages)) if (!used.has(key)) t.fail(`${part}: ${key} is used nowhere`)
  }
})

t.test('what a program could read is translated as the gateway says it', async t => {
  // On one line, however it is formatted.
  const code = (path: string) => readFileSync(`${root}${path}`, 'utf8').replace(/\s+/g, ' ')
  const page = code('ui/pages/consent/consent.tsx')
  for (const [key, plugin] of [
    ['readsObservations', 'mcp'],
    ['readsAnswers', 'fhir-rest'],
  ] as const) {
    const text = catalogue.en['consent']?.[key] ?? ''
    t.ok(code(`plugins/${plugin}/index.ts`).includes(`gives: '${text}'`), plugin)
    t.ok(page.includes(`'${text}': '${key}'`), key)
  }
})

t.test('numbers take the plural of their language', async t => {
  const cases = [
    ['en', 0, 'Share 0 answers'],
    ['en', 1, 'Share 1 answer'],
    ['en', 1200, 'Share 1,200 answers'],
    ['de', 1, '1 Antwort teilen'],
    ['de', 1200, '1.200 Antworten teilen'],
    ['es', 1, 'Compartir 1 respuesta'],
    ['es', 2, 'Compartir 2 respuestas'],
    ['fr', 0, 'Partager 0 réponse'],
    ['fr', 2, 'Partager 2 réponses'],
    ['pt', 1, 'Compartilhar 1 resposta'],
    ['pt', 5, 'Compartilhar 5 respostas'],
    ['ar', 1, 'مشاركة إجابة واحدة'],
    ['ar', 2, 'مشاركة إجابتين'],
    ['ar', 3, 'مشاركة 3 إجابات'],
    ['ar', 11, 'مشاركة 11 إجابة'],
    ['ar', 100, 'مشاركة 100 إجابة'],
    ['hi', 1, '1 उत्तर साझा करें'],
    ['zh', 3, '共享 3 个回答'],
  ] as const
  for (const [language, many, text] of cases) {
    await speak({ first: frame }, language)
    t.equal(words.share({ kind: 'answers', many }), text, `${language} ${many}`)
  }
})

t.test('dates, numbers, sizes and lists are those of the language', async t => {
  const now = new Date(2026, 2, 2, 12)
  const cases = [
    ['en', '1,234.5', 'Mar 1, 2026', 'Yesterday', '1.2 kB'],
    ['de', '1.234,5', '01.03.2026', 'Gestern', '1,2 kB'],
    ['fr', '1\u202f234,5', '1 mars 2026', 'Hier', '1,2 ko'],
    ['zh', '1,234.5', '2026年3月1日', '昨天', '1.2 kB'],
  ] as const
  for (const [language, number, date, day, size] of cases) {
    await speak({ first: frame }, language)
    t.equal(numberOf(1234.5), number)
    t.equal(dateOf('2026-03-01'), date)
    t.equal(dayOf('2026-03-01', now), day)
    t.equal(sizeOf(1234).replace(/\s/g, ' '), size)
  }
  await speak({ first: frame }, 'en')
  t.equal(sizeOf(3), '3 bytes')
  t.equal(sizeOf(268_435_456), '268 MB')
  t.equal(shortDateOf('2026-05-14T08:30:00Z'), 'May 14, 2026')
  for (const date of ['2026-05', '2026', '2026-05-14', 'Teatime', '', undefined])
    t.equal(shortDateOf(date), dateOf(date), String(date))
  t.equal(exactOf(1987.125), '1987.125', 'a year has no separator')
  t.same([40, 200, 9000].map(durationOf), ['40 sec', '3 min', '2.5 hr'])
  t.same([3.25, 1234.5].map(millisecondsOf), ['3.3 ms', '1,235 ms'])
  t.equal(joined(['a', 'b']), 'a, b')
})

t.test('an error is said by its code; without one, by the gateway', async t => {
  const known = new AndironError('AND_NETWORK', 'https://x is unreachable')
  const unknown = new AndironError('AND_NEW', 'x answered 400: No', {
    problem: { type: 'x', title: 'x', status: 400, code: 'AND_NEW', detail: 'No such thing' },
  })
  await speak({ first: frame, later: [problems] }, 'de')
  await allWords()
  t.match(sentenceOf(known), /^Der Dienst ist nicht erreichbar/)
  t.match(sentenceOf({ code: 4001, message: 'User rejected' }), /abgelehnt/)
  t.equal(sentenceOf(unknown), 'Meldung des Dienstes: \u2068No such thing.\u2069')
  t.equal(sentenceOf({ code: 'constructor', message: 'x\u2069' }), 'Meldung des Dienstes: \u2068x.\u2069')
  t.equal(
    renderToStaticMarkup(Failure({ text: sentenceOf(unknown) }) as never),
    '<p class="notice" role="alert">Meldung des Dienstes: <bdi lang="en">No such thing.</bdi></p>',
  )
  await speak({ first: frame, later: [problems] }, 'en')
  t.equal(sentenceOf(unknown), 'No such thing.')
})

t.test('a name in a sentence is an element, and cannot be another part of it', async t => {
  await speak({ first: frame }, 'en')
  const draw = (name: string) => renderToStaticMarkup(drawn(words.connectTitle, { name }) as never)
  t.equal(draw('<b>'), 'Connect your health profile to &lt;b&gt;?')
  t.equal(draw('\uE0000\uE000'), 'Connect your health profile to 0?', 'a mark in a name hides nothing')
})

/** Texts whose loading a test ends. */
const slowly = () => {
  const loading = new Map<string, { done(): void; fail(): void }>()
  const texts = Object.fromEntries(
    LANGUAGES.map(language => [
      language,
      () =>
        new Promise((done, fail) => {
          loading.set(language, {
            done: () => done({ default: () => ({ language }) }),
            fail: () => fail(new Error('unreachable')),
          })
        }),
    ]),
  ) as unknown as typeof frame
  return { texts, loading }
}

t.test('of two choices the later one is kept, although its texts came first', async t => {
  const kept: string[] = []
  t.intercept(globalThis, 'localStorage', {
    value: { setItem: (_: string, language: string) => kept.push(language) },
  })
  const { texts, loading } = slowly()
  const begun = speak({ first: texts }, 'en')
  loading.get('en')?.done()
  await begun
  const choices = [choose('fr'), choose('de')]
  loading.get('de')?.done()
  await choices[1]
  loading.get('fr')?.done()
  await choices[0]
  t.equal(languageNow(), 'de')
  t.same(kept, ['de'])
})

t.test('without the texts of a language the page keeps its own, and no promise is left alone', async t => {
  const { texts, loading } = slowly()
  const later = slowly()
  await speak({ first: frame }, 'en')
  const begun = speak({ first: texts, later: [later.texts] }, 'en')
  loading.get('en')?.done()
  await begun
  const chosen = choose('de')
  later.loading.get('de')?.fail()
  loading.get('de')?.fail()
  await t.rejects(chosen, { message: 'unreachable' })
  t.equal(languageNow(), 'en')
})

t.test('a language of the browser that Intl refuses is one without a region', async t => {
  t.intercept(globalThis, 'navigator', { value: { languages: ['en-US@posix', 'en-GB'] } })
  await speak({ first: frame })
  t.equal(languageNow(), 'en')
  t.equal(dateOf('2026-03-01'), '1 Mar 2026')
})
