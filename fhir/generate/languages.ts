/** Compiles the catalogue of sentences, ICU messages in `fhir/languages`, to TypeScript without a parser. */
import { parse, type Token } from '@messageformat/parser'

/** The languages of the catalogue. English is the source of the others. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ar', 'pt', 'hi', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

export const NAMES: Readonly<Record<Language, string>> = {
  ...{ en: 'English', de: 'German', es: 'Spanish', fr: 'French', ar: 'Arabic' },
  ...{ pt: 'Portuguese', hi: 'Hindi', zh: 'Chinese' },
}

/** ICU messages by key. */
export type Messages = Readonly<Record<string, string>>

/** One file of the catalogue. */
export interface Source {
  /** Sentences of the rules that a browser checks at once. */
  readonly required: Messages
  /** Sentences of the rules for responses. */
  readonly answering: Messages
  /** Sentences about the parts of dates, which the forms that ask for dates load. */
  readonly dates: Messages
  /** Texts of the questions, of the form around them, and of the controls loaded later. */
  readonly form: Messages
  readonly pages: Messages
  readonly later: Messages
  /** Texts of the search of a value set. */
  readonly search: Messages
  /** Texts of signatures. */
  readonly signature: Messages
  /** Texts of adaptive forms. */
  readonly adaptive: Messages
}

/** The parts of a file. */
export const PARTS = [
  'required',
  'answering',
  'dates',
  'form',
  'pages',
  'later',
  'search',
  'signature',
  'adaptive',
] as const

const HEAD = (what: string) =>
  `/** ${what}, generated from fhir/languages by fhir/generate: do not edit. */\n`

/** The generated files by their paths. */
export function compileCatalogue(sources: Readonly<Record<Language, Source>>): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const { en } = sources
  const english = { ...en.required, ...en.answering, ...en.dates }
  for (const part of ['required', 'answering', 'dates'] as const)
    files.set(`fhir/sentences/${part}.ts`, englishSentences(en[part]))
  for (const language of LANGUAGES) {
    if (language === 'en') continue
    const { required, answering, dates } = sources[language]
    files.set(
      `fhir/sentences/${language}.ts`,
      sentences(language, { ...required, ...answering, ...dates }, english),
    )
  }
  return files
}

/** The placeholders of a message, in the order of their first use. */
export function placeholdersOf(message: string): readonly string[] {
  const found = new Set<string>()
  const collect = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if ('arg' in token) found.add(token.arg)
      if ('cases' in token) for (const each of token.cases) collect(each.tokens)
    }
  }
  collect(parse(message))
  return [...found]
}

/** The forms of every plural of a message. */
export function pluralsOf(message: string): readonly (readonly string[])[] {
  const found: string[][] = []
  const collect = (tokens: readonly Token[]) => {
    for (const token of tokens)
      if ('cases' in token) {
        if (token.type === 'plural') found.push(token.cases.map(({ key }) => key))
        for (const each of token.cases) collect(each.tokens)
      }
  }
  collect(parse(message))
  return found
}

/** The expressions by which the code of a language reads and shows a value. */
export interface Dialect {
  read(arg: string): string
  show(value: string): string
  /** `#` in a plural. @default show */
  count?(value: string): string
  format(name: string, value: string): string
  plural(value: string, forms: readonly (readonly [string, string])[]): string
  /** Prefix of the function `select`. */
  select(value: string, texts: string): string
}

const record = (entries: readonly (readonly [string, string])[]) =>
  `{ ${entries.map(([key, text]) => `${key}: ${text}`).join(', ')} }`

/** English, whose sentences word their values themselves. */
export const ENGLISH: Dialect = {
  read: arg => `v.${arg}`,
  show: value => value,
  format: (name, value) => (name === 'list' ? `oneOf(${value})` : value),
  plural(value, forms) {
    const of = new Map(forms)
    return `count(${value}, ${of.get('one') ?? of.get('other')}, ${of.get('other')})`
  },
  select: (value, texts) => `choose(${value}, ${texts})`,
}

/** Languages whose functions are in a parameter `w`. */
export const FOREIGN: Dialect = {
  read: arg => `v['${arg}']`,
  show: value => `w.show(${value})`,
  format: (name, value) => `w.${name}(${value})`,
  plural: (value, forms) => `w.plural(${value}, ${record(forms)})`,
  select: (value, texts) => `select(${value}, ${texts})`,
}

/** A message as an expression of TypeScript. */
export function expressionOf(message: string, dialect: Dialect): string {
  const textOf = (tokens: readonly Token[], count?: string): string => {
    if (tokens.every(({ type }) => type === 'content'))
      return quoted(tokens.map(token => (token as { value: string }).value).join(''))
    const parts = tokens.map(token => {
      if (token.type === 'content') return escaped(token.value)
      if (token.type === 'octothorpe') return `\${${(dialect.count ?? dialect.show)(count ?? '')}}`
      const value = dialect.read(token.arg)
      if (token.type === 'argument') return `\${${dialect.show(value)}}`
      if (token.type === 'function') return `\${${dialect.format(token.key, value)}}`
      const cases = token.cases.map(each => [each.key, textOf(each.tokens, value)] as const)
      return token.type === 'plural'
        ? `\${${dialect.plural(value, cases)}}`
        : `\${${dialect.select(value, record(cases))}}`
    })
    return `\`${parts.join('')}\``
  }
  return textOf(parse(message))
}

/** The fixed parts of a message with `{}` between them. */
export const keyOf = (message: string): string =>
  parse(message)
    .map(token => (token.type === 'content' ? token.value : '{}'))
    .join('')

/** A message as a template. */
const templateOf = (message: string, dialect: Dialect): string => {
  const text = expressionOf(message, dialect)
  return text.startsWith('`')
    ? text
    : `\`${parse(message)
        .map(token => escaped((token as { value: string }).value))
        .join('')}\``
}

const quoted = (text: string) =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`
const escaped = (text: string) => text.replace(/[`\\]|\$\{/g, '\\$&')

const TYPES: Readonly<Record<string, string>> = { list: 'readonly string[]' }

function englishSentences(messages: Messages): string {
  const rows = Object.entries(messages).map(([key, message]) => {
    const text = `say${templateOf(message, ENGLISH)}`
    const args = placeholdersOf(message)
    if (args.length === 0) return `export const ${key} = (): Sentence => ${text}`
    const types = typesOf(parse(message))
    const values = args.map(arg => `${arg}: ${types.get(arg)}`).join('; ')
    return `export const ${key} = (v: { ${values} }): Sentence =>\n  ${text}`
  })
  const body = rows.join('\n\n')
  const used = ['choose', 'count', 'oneOf'].filter(name => body.includes(`{${name}(`))
  const imports = [...used, 'type Sentence', 'say'].join(', ')
  return `${HEAD('English sentences of the rules')}import { ${imports} } from '../model/sentence.ts'\n\n${body}\n`
}

/** The types of the values of a message, from their use. */
function typesOf(tokens: readonly Token[], found = new Map<string, string>()): Map<string, string> {
  for (const token of tokens) {
    if (!('arg' in token)) continue
    const type =
      token.type === 'plural'
        ? 'number'
        : token.type === 'function'
          ? (TYPES[token.key] ?? 'string | number')
          : 'string | number'
    if (found.get(token.arg) !== 'number') found.set(token.arg, type)
    if ('cases' in token) for (const each of token.cases) typesOf(each.tokens, found)
  }
  return found
}

function sentences(language: Language, messages: Messages, english: Messages): string {
  const rows = Object.entries(messages).map(([key, message]) => {
    const source = english[key] ?? ''
    const order = placeholdersOf(source)
    const text = expressionOf(message, { ...FOREIGN, read: arg => `v[${order.indexOf(arg)}]` })
    const parameters = text.includes('w.') ? '(v, w)' : text.includes('v[') ? 'v' : '()'
    return `  ${JSON.stringify(keyOf(source))}: ${parameters} => ${text},`
  })
  const body = rows.join('\n')
  const imports = body.includes('select(') ? 'import { type Catalogue, select }' : 'import type { Catalogue }'
  return `${HEAD(`${NAMES[language]} sentences of the rules`)}${imports} from '../model/sentence.ts'

export const ${language}: Catalogue = {
${body}
}
`
}
