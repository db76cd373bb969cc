/** Texts of a form in the reader's language (extension `translation`). */
import type { Extension } from 'fhir/r5.js'
import { extensions, nested } from '../extensions.ts'
import { get, type Json, object, text } from '../shape.ts'

/** The extensions of a primitive: those of `_text` for `text`. */
export const primitiveOf = (element: object, property: string): { readonly extension?: unknown } =>
  object<{ extension: Extension[] }>(get(element as Json, `_${property}`)) ?? {}

/** The text of an element in a language: `de-AT` falls back to `de`, then to the original. */
export function textIn(element: object, property: string, lang: string | undefined): string | undefined {
  const plain = text(get(element as Json, property))
  if (lang === undefined) return plain
  const translated = extensions(primitiveOf(element, property), 'translation')
  if (translated.length === 0) return plain
  const find = (wanted: string) => {
    const found = translated.find(each => get((nested(each, 'lang') ?? {}) as Json, 'valueCode') === wanted)
    const content = (found && nested(found, 'content')) as Json | undefined
    return content && (text(get(content, 'valueString')) ?? text(get(content, 'valueMarkdown')))
  }
  return find(lang) ?? find(lang.split('-', 1)[0] ?? lang) ?? plain
}
