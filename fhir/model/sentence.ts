/** A sentence of a rule: a template of the English catalogue with its values. */

/** A value in a sentence. */
export type Value = string | number | readonly string[] | undefined

/** A value that an English sentence words itself: a number with its noun, or one of several texts. */
export interface Worded {
  readonly value: Value
  toString(): string
}

/** A sentence in English, which a {@link Catalogue} says in another language. */
export interface Sentence {
  readonly text: string
  /** The fixed parts of the English sentence: its key in the catalogues. */
  readonly parts: readonly string[]
  readonly values: readonly (string | number | Worded)[]
}

/** The tag of the English sentences. Browsers load no parser, and no key but the sentence itself. */
export const say = (parts: TemplateStringsArray, ...values: Sentence['values']): Sentence => {
  // String.raw takes several times as long.
  const text = values.reduce((said: string, value, at) => `${said}${value}${parts[at + 1]}`, parts[0] ?? '')
  return { text, parts, values }
}

const worded = (value: Value, words: string): Worded => ({ value, toString: () => words })

/** English: a number with a noun that agrees with it. */
export const count = (value: number, one: string, other: string): Worded =>
  worded(value, value === 1 ? one : other)

/** English: `a or b`. */
export const oneOf = (value: readonly string[]): Worded => worded(value, value.join(' or '))

/** English: one of several texts. */
export const choose = (value: string | number, texts: Readonly<Record<string, string>>): Worded =>
  worded(value, select(value, texts))

/** The text for a key among several; `other` for the rest. */
export const select = (key: Value, texts: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(texts, String(key)) ? texts[String(key)] : texts['other']) ?? ''

/** The functions that the sentences of a language use. */
export interface Words {
  /** A number, or a text in the quotation marks of the language if it is quoted. */
  show(value: Value): string
  /** A limit: a number, or a date. */
  value(value: Value): string
  /** One of several: `a, b or c`. */
  list(value: Value): string
  /** The form for a number, by the plural rules of the language. */
  plural(count: Value, forms: Readonly<Record<string, string>>): string
}

/** The sentences of a language, by the fixed parts of the English sentence with `{}` between them. */
export type Catalogue = Readonly<Record<string, (values: readonly Value[], words: Words) => string>>
