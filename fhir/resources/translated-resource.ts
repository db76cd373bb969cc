/** A whole resource in another language: every text that has a translation, at every depth. */
import type { Coding, Extension, ValueSetComposeIncludeConceptDesignation } from 'fhir/r5.js'
import { EXTENSIONS, extensions, nested, type UncheckedExtension } from '../model/extensions.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { primitiveOf, textIn, translationOf } from '../model/translated-text.ts'
import { isObject, type Json, object, objects, text } from '../values/unchecked-json.ts'

/** The maximum number of languages that are read from one resource. */
const MOST_LANGUAGES = 100

/** The languages of a resource: its own first, then those of its translations. */
export function languagesIn(resource: Json): readonly string[] {
  const found = new Set<string>()
  const own = text(resource['language'])
  if (own !== undefined) found.add(own)
  collect(resource, found)
  return [...found]
}

function collect(value: unknown, found: Set<string>): void {
  if (found.size >= MOST_LANGUAGES) return
  if (Array.isArray(value)) for (const each of value) collect(each, found)
  else if (isObject(value)) {
    for (const each of extensions(value, 'translation')) {
      const lang = langOf(each)
      if (lang !== undefined) found.add(lang)
    }
    for (const { language } of objects<ValueSetComposeIncludeConceptDesignation>(value['designation']))
      if (typeof language === 'string') found.add(language)
    for (const each of Object.values(value)) if (typeof each === 'object') collect(each, found)
  }
}

/**
 * The resource in a language. A text without a translation stays as it is; of one that is replaced, the
 * original becomes a translation, if the resource states its language.
 *
 * Values stay: an option of type string, an initial value and the answer in a condition are compared with
 * answers, which must not depend on the reader's language. Their translations stay beside them.
 *
 * @param language - one of {@link languagesIn}
 */
export function inLanguage<Resource extends Json>(resource: Resource, language: string): Resource {
  const own = text(resource['language'])
  if (own === language) return resource
  return { ...(translated(resource, '', { language, own }) as Resource), language }
}

interface Languages {
  readonly language: string
  /** The language of the original texts. */
  readonly own: string | undefined
}

/** Elements whose choice of a type is a value that answers are compared with. */
const VALUES: ReadonlySet<string> = new Set(['answerOption', 'initial', 'enableWhen'])

function translated(value: unknown, name: string, languages: Languages): unknown {
  if (Array.isArray(value)) return value.map(each => translated(each, name, languages))
  if (!isObject(value)) return value
  // A display without a code is the only value that the Coding has.
  const isValue = (property: string) =>
    (VALUES.has(name) && /^(?:value|answer)[A-Z]/.test(property)) ||
    (property === 'display' && isBareCoding(name, value))
  const texts = new Map<string, unknown>()
  for (const [property, each] of Object.entries(value)) {
    if (typeof each === 'string' && !isValue(property)) {
      const words = textIn(value, property, languages.language)
      if (words === undefined || words === each) continue
      texts.set(property, words)
      if (primitiveOf(value, property).extension !== undefined)
        texts.set(`_${property}`, withOriginal(primitiveOf(value, property), each, languages))
    }
  }
  return Object.fromEntries(
    Object.entries(value).map(([property, each]) => [
      property,
      property.startsWith('_') && texts.has(property)
        ? translated(texts.get(property), property, languages)
        : (texts.get(property) ?? translated(each, property, languages)),
    ]),
  )
}

const CODINGS: ReadonlySet<string> = new Set(['valueCoding', 'answerCoding', 'coding', 'code'])
const isBareCoding = (name: string, value: Json) =>
  CODINGS.has(name) && (value as { readonly code?: Coding['code'] }).code === undefined

/** The extensions of a replaced text, with the original as a translation, without markup of the original. */
function withOriginal(primitive: Json, original: string, { own, language }: Languages): Json {
  const markup = [...extensions(primitive, FURTHER.xhtml), ...extensions(primitive, FURTHER.markdown)]
  const kept = objects<Extension>(primitive['extension']).filter(
    each =>
      !markup.includes(each) || MARKUP.some(property => translationOf(primitiveOf(each, property), language)),
  )
  const has = extensions(primitive, 'translation').some(each => langOf(each) === own)
  if (own === undefined || has) return { ...primitive, extension: kept }
  const parts = [
    { url: 'lang', valueCode: own },
    { url: 'content', valueString: original },
  ]
  return { ...primitive, extension: [...kept, { url: EXTENSIONS.translation[0], extension: parts }] }
}

const MARKUP = ['valueString', 'valueMarkdown'] as const

const langOf = (translation: UncheckedExtension): string | undefined =>
  text(object<{ valueCode: string }>(nested(translation, 'lang'))?.valueCode)
