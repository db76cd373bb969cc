/** Compiles the catalogue of the pages, ICU messages in `ui/languages`, to TypeScript without a parser. */
import { parse, type Token } from '@messageformat/parser'
import {
  type Dialect,
  expressionOf,
  LANGUAGES,
  type Language,
  type Messages,
  NAMES,
} from '../../fhir/generate/languages.ts'

/** One file of the catalogue: the texts of each part of the pages. */
export type PageSource = Readonly<Record<string, Messages>>

/** Parts whose texts are chosen by a code at run time, instead of by the name of a member. */
export const TABLES: readonly string[] = ['errors', 'actions', 'measurements', 'bands', 'flaws']

/** The parts that are loaded together: a file for each page and language, and those that a page loads later. */
export const SETS: Readonly<Record<string, readonly string[]>> = {
  keys: ['common', 'keys'],
  frame: ['common', 'keys', 'frame'],
  consent: ['common', 'keys', 'consent'],
  profile: ['common', 'keys', 'profile', 'actions', 'measurements', 'bands'],
  questionnaire: ['common', 'questionnaire'],
  application: ['common', 'keys', 'application', 'flaws'],
  home: ['common', 'home'],
  operator: ['common', 'operator'],
  views: ['revisions', 'insights', 'subscriptions'],
  settings: ['settings'],
  measurement: ['measurement'],
  documents: ['documents'],
  prompts: ['prompts'],
  problems: ['errors'],
}

/** The part that the gateway says itself, to a person whose sign-in it refuses: no page is open yet. */
export const REFUSED = 'refused'

const HEAD = (what: string) =>
  `/** ${what}, generated from ui/languages by ui/languages/pages.ts: do not edit. */\n`

/** The generated files by their paths: the types of all parts, and each set with a module for each language. */
export function compilePages(sources: Readonly<Record<Language, PageSource>>): ReadonlyMap<string, string> {
  const { [REFUSED]: _, ...pages } = sources.en
  const files = new Map([
    ['ui/pages/texts/parts.ts', typesOf(pages)],
    ['plugins/oauth/refused-texts.ts', refusedOf(sources)],
  ])
  for (const [set, parts] of Object.entries(SETS)) {
    files.set(`ui/pages/texts/${set}.ts`, loaderOf(set, parts))
    for (const language of LANGUAGES)
      files.set(`ui/pages/texts/${set}/${language}.ts`, textsOf(parts, language, sources[language]))
  }
  return files
}

const typeName = (part: string) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`

const typesOf = (english: PageSource): string =>
  `${HEAD('The texts of each part of the pages')}${Object.entries(english)
    .map(([part, messages]) => {
      const members = TABLES.includes(part)
        ? [`  readonly ${part}: Readonly<Record<string, string>>`]
        : Object.entries(messages).map(([key, message]) => {
            const values = valuesOf(parse(message))
            const types = [...values].map(([name, each]) => `readonly ${name}: ${each}`).join('; ')
            return `  readonly ${key}: ${values.size === 0 ? 'string' : `(v: { ${types} }) => string`}`
          })
      return `\nexport interface ${typeName(part)} {\n${members.join('\n')}\n}\n`
    })
    .join('')}`

const loaderOf = (set: string, parts: readonly string[]): string =>
  `${HEAD(`Loads the texts of ${parts.join(', ')}`)}import type { Loader } from '../shell/language/page-texts.ts'
import type { ${parts.map(typeName).toSorted().join(', ')} } from './parts.ts'

export const ${set}: Loader<${parts.map(typeName).join(' & ')}> = {
${LANGUAGES.map(language => `  ${language}: () => import('./${set}/${language}.ts'),`).join('\n')}
}
`

/** The values of a message with their types. */
function valuesOf(tokens: readonly Token[], found = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const token of tokens) {
    if (!('arg' in token)) continue
    const isNumber = token.type === 'plural' || (token.type === 'function' && token.key === 'number')
    const isList = token.type === 'function' && token.key === 'list'
    const type = isNumber ? 'number' : isList ? 'readonly string[]' : 'string'
    if (type !== 'string' || !found.has(token.arg)) found.set(token.arg, type)
    if ('cases' in token) for (const each of token.cases) valuesOf(each.tokens, found)
  }
  return found
}

const record = (entries: readonly (readonly [string, string])[]) =>
  `{ ${entries.map(([key, text]) => `${key}: ${text}`).join(', ')} }`

const DIALECT: Dialect = {
  read: arg => `v.${arg}`,
  show: value => value,
  count: value => `w.number(${value})`,
  format: (name, value) => `w.${name}(${value})`,
  plural: (value, forms) => `w.plural(${value}, ${record(forms)})`,
  select: (value, texts) => `w.select(${value}, ${texts})`,
}

function textsOf(parts: readonly string[], language: Language, source: PageSource): string {
  const body = parts.map(part => rowsOf(part, source[part] ?? {})).join('\n')
  const isFormatted = body.includes('w.')
  const types = parts.map(typeName)
  return `${HEAD(`${NAMES[language]} texts of ${parts.join(', ')}`)}${isFormatted ? "import type { Formats } from '../../shell/language/formats.ts'\n" : ''}import type { ${types.toSorted().join(', ')} } from '../parts.ts'

export default (${isFormatted ? 'w: Formats' : ''}): ${types.join(' & ')} => ({
${body}
})
`
}

const indented = (rows: string): string => rows.replaceAll(/^/gm, '  ')

const refusedOf = (sources: Readonly<Record<Language, PageSource>>): string =>
  `${HEAD('A refused sign-in in each language')}export const REFUSED = {
${LANGUAGES.map(language => `  ${language}: {\n${indented(rowsOf(REFUSED, sources[language][REFUSED] ?? {}))}\n  },`).join('\n')}
} as const
`

function rowsOf(part: string, messages: Messages): string {
  const isTable = TABLES.includes(part)
  const rows = Object.entries(messages).map(([key, message]) => {
    const text = expressionOf(message, DIALECT)
    const name = isTable ? `    '${key}'` : `  ${key}`
    return `${name}: ${text.includes('${') ? 'v => ' : ''}${text},`
  })
  return (isTable ? [`  ${part}: {`, ...rows, '  },'] : rows).join('\n')
}
