/** Texts of a form in the reader's language (extension `translation`, and designations of value sets). */
import type { Extension, ValueSetComposeIncludeConceptDesignation } from 'fhir/r5.js'
import { get, type Json, object, objects, text } from '../values/unchecked-json.ts'
import { extensions, nested } from './extensions.ts'

/** The extensions of a primitive: those of `_text` for `text`. */
export const primitiveOf = (element: object, property: string): { readonly extension?: unknown } =>
  object<{ extension: Extension[] }>(get(element as Json, `_${property}`)) ?? {}

/** The translation of a primitive into exactly this language. */
export function translationOf(primitive: { readonly extension?: unknown }, lang: string) {
  const found = extensions(primitive, 'translation').find(
    each => get((nested(each, 'lang') ?? {}) as Json, 'valueCode') === lang,
  )
  const content = (found && nested(found, 'content')) as Json | undefined
  return content && (text(get(content, 'valueString')) ?? text(get(content, 'valueMarkdown')))
}

/** The text of an element in a language: `zh-Hant-TW` falls back to `zh-Hant`, `zh`, then to the original. */
export function textIn(element: object, property: string, lang = ''): string | undefined {
  const primitive = primitiveOf(element, property)
  const designations = objects<ValueSetComposeIncludeConceptDesignation>(
    property === 'display' && get(element as Json, 'designation'),
  )
  for (let range = lang; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const found =
      translationOf(primitive, range) ?? text(designations.find(({ language }) => language === range)?.value)
    if (found !== undefined) return found
  }
  return text(get(element as Json, property))
}
