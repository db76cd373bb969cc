/** The words in which a form is shown: a signature stands for these. */
import type { Form } from '../../fhir/model/form-tree.ts'
import { get, isObject, type Json, text } from '../../fhir/values/unchecked-json.ts'

/** Languages into which a form is translated. */
const known = new WeakMap<Form, ReadonlySet<string>>()

function languagesOf(form: Form): ReadonlySet<string> {
  const earlier = known.get(form)
  if (earlier !== undefined) return earlier
  const found = new Set<string>()
  known.set(form, found)
  JSON.stringify(form.raw, (_, value) => {
    if (isObject(value)) {
      const part = value as Json
      // A part of the extension `translation`, or a designation of a value set.
      const language = text(get(part, 'url') === 'lang' ? get(part, 'valueCode') : get(part, 'language'))
      if (language !== undefined && value !== form.raw) found.add(language)
    }
    return value
  })
  return found
}

/** The translation that a reader of a language sees: `de` for `de-AT`; '' for the words of the original. */
export function wordingOf(form: Form, lang = ''): string {
  const languages = languagesOf(form)
  for (let range = lang; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-'))))
    if (languages.has(range)) return range
  return ''
}

/** False if a response was given to other words than those of a language; true if its language is not known. */
export const isInWordsOf = (form: Form, given: string | undefined, lang: string | undefined): boolean =>
  given === undefined || wordingOf(form, given) === wordingOf(form, lang)
