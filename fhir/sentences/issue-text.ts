/** Says issues in the language of a reader. */
import { dateOf } from '../values/date-text.ts'
import { shorten } from '../model/read-form.ts'
import { sentenceOf } from '../model/findings.ts'
import type { Issue } from '../model/issue.ts'
import type { Catalogue, Value, Words } from '../model/sentence.ts'

/** The quotation marks of the languages; others have those of English. */
const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['« ', ' »'],
  ar: ['«', '»'],
  pt: ['“', '”'],
  hi: ['“', '”'],
  zh: ['“', '”'],
}

/** A name as the rules quote it: `'Weight'`. */
const QUOTED = /^'([\s\S]*)'$/

/**
 * The functions of a language, of one catalogue.
 * @param names - a question in the language of the reader, by its quoted name; the same name by default
 */
export function wordsIn(language: string, names: (name: string) => string = name => name): Words {
  const [open, close] = QUOTES[language] ?? ["'", "'"]
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: 'min2' })
  const rules = new Intl.PluralRules(language)
  const lists = new Intl.ListFormat(language, { type: 'disjunction' })
  const show = (value: Value): string => {
    if (typeof value === 'number') return numbers.format(value)
    const text = names(String(value ?? ''))
    const [, inner] = QUOTED.exec(text) ?? []
    return inner === undefined ? text : `${open}${inner}${close}`
  }
  return {
    show,
    value: value => (typeof value === 'string' && isDate(value) ? dateOf(value, language) : show(value)),
    list: value => (typeof value === 'object' ? lists.format(value) : show(value)),
    plural: (count, forms) => forms[rules.select(Number(count))] ?? forms['other'] ?? '',
  }
}

const isQuoted = (value: unknown) => typeof value === 'string' && QUOTED.test(value)

const isDate = (text: string) => /^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)?)?$/.test(text)

/**
 * The text of an issue in the language of a catalogue. Issues without a sentence, such as the constraints of a
 * form's author, keep their text.
 * @param question - the text of the question, in place of its name
 */
export function sayIssue(issue: Issue, catalogue: Catalogue, words: Words, question?: string): string {
  const said = sentenceOf(issue)
  if (said === undefined) return issue.text
  const key = said.parts.join('{}')
  const say = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
  // The rules quote the name of the question, and of no answer.
  const named = question === undefined ? -1 : said.values.findIndex(isQuoted)
  const values = said.values.map((value, at) => {
    if (at === named) return `'${shorten(question ?? '')}'`
    return typeof value === 'object' ? value.value : value
  })
  return say?.(values, words) ?? issue.text
}
