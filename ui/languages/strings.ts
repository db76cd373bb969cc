/** Compiles the texts of the form components, ICU messages in `fhir/languages`, to TypeScript without a parser. */
import {
  type Dialect,
  ENGLISH,
  expressionOf,
  FOREIGN,
  LANGUAGES,
  type Language,
  type Messages,
  NAMES,
  placeholdersOf,
  type Source,
} from '../../fhir/generate/languages.ts'

const HEAD = (what: string) =>
  `/** ${what}, generated from fhir/languages by ui/languages/strings.ts: do not edit. */\n`

/** The generated files by their paths. */
export function compileStrings(sources: Readonly<Record<Language, Source>>): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const { en } = sources
  for (const part of ['form', 'pages', 'later', 'search', 'signature', 'adaptive'] as const)
    files.set(`ui/questionnaire/strings/en-${part}.ts`, englishStrings(part, en[part]))
  for (const language of LANGUAGES)
    if (language !== 'en')
      files.set(
        `ui/questionnaire/strings/${language}.ts`,
        strings(language, textsOf(sources[language]), textsOf(en)),
      )
  return files
}

type Texts = Omit<Source, 'required' | 'answering' | 'dates'>

const textsOf = ({ form, pages, later, search, signature, adaptive }: Texts): Messages => ({
  ...form,
  ...pages,
  ...later,
  ...search,
  ...signature,
  ...adaptive,
})

/** A text of the components needs no key: the application knows its name. */
const ENGLISH_TEXT: Dialect = {
  ...ENGLISH,
  plural(value, forms) {
    const of = new Map(forms)
    const other = of.get('other') ?? ''
    return `${value} === 1 ? ${of.get('one') ?? other} : ${other}`
  },
}

/** One text of the components: a string, or a function of its values in the order of the English message. */
function stringOf(key: string, message: string, source: string, dialect: Dialect): string {
  const args = placeholdersOf(source)
  const positional = { ...dialect, read: (arg: string) => arg }
  const text = expressionOf(message, positional)
  if (args.length === 0) return `  ${key}: ${text},`
  return `  ${key}: ${args.length === 1 ? args[0] : `(${args.join(', ')})`} => ${text},`
}

const ENGLISH_PARTS = {
  form: ['first', 'English texts of the questions'],
  pages: ['pages', 'English texts of the form around the questions'],
  later: ['later', 'English texts of the components that are loaded later'],
  search: ['search', 'English texts of the search of a value set'],
  signature: ['signature', 'English texts of signatures'],
  adaptive: ['adaptive', 'English texts of adaptive forms'],
} as const

function englishStrings(part: keyof typeof ENGLISH_PARTS, messages: Messages): string {
  const keys = Object.keys(messages)
  const rows = keys.map(key => stringOf(key, messages[key] ?? '', messages[key] ?? '', ENGLISH_TEXT))
  const [name, what] = ENGLISH_PARTS[part]
  return `${HEAD(what)}import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, ${keys.map(key => `'${key}'`).join(' | ')}>>

export const ${name}: Texts = {
${rows.join('\n')}
}
`
}

function strings(language: Language, messages: Messages, source: Messages): string {
  const rows = Object.entries(messages).map(([key, message]) =>
    stringOf(key, message, source[key] ?? '', FOREIGN),
  )
  return `${HEAD(`${NAMES[language]} texts of the components`)}import { sayIssue, wordsIn } from '../../../fhir/sentences/issue-text.ts'
import { ${language} as sentences } from '../../../fhir/sentences/${language}.ts'
import type { Strings } from '../strings.ts'

const w = wordsIn('${language}')

export const ${language}: Partial<Strings> = {
${rows.join('\n')}
  issue: (issue, question) => sayIssue(issue, sentences, w, question),
}
`
}
