/** Forms in the languages of their readers: translated once, while the cache has room. */
import { LRUCache } from 'lru-cache'
import { growing } from '../../core/index.ts'
import { inLanguage, languagesIn } from '../../fhir/resources/translated-resource.ts'
import { lookUp } from '../../fhir/values/language-tags.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { markTranslated } from './tags.ts'

/** A form in one language. */
export interface TranslatedForm {
  readonly resource: StoredQuestionnaire
  /** The language of its texts; undefined if the form does not state the language of its originals. */
  readonly language: string | undefined
  /** False for the form as it is stored. */
  readonly isTranslated: boolean
}

/** Maximum characters of JSON of the translated forms in the cache. */
const MOST_CHARACTERS = 16 * 1024 * 1024
/** Maximum revisions whose languages are kept. */
const MOST_REVISIONS = 1_000

/** The translations of registered forms. The stored form, its revision and its attestation never change. */
export class Translations {
  readonly #languages = new LRUCache<string, readonly string[]>(growing(MOST_REVISIONS))
  readonly #forms = new LRUCache<string, StoredQuestionnaire>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: form => JSON.stringify(form).length,
  })

  /** The form in the language that suits the reader best. */
  of(resource: StoredQuestionnaire, accepted: string | undefined): TranslatedForm {
    const original = resource.language
    const revision = `${resource._id} ${resource._updated}`
    const languages = this.#languages.get(revision) ?? languagesIn(resource as never)
    this.#languages.set(revision, languages)
    const language = lookUp(accepted, languages)
    if (language === undefined || language === original)
      return { resource, language: original, isTranslated: false }
    const key = `${revision} ${language}`
    const translated =
      this.#forms.get(key) ?? markTranslated(inLanguage(resource as never, language), language)
    this.#forms.set(key, translated)
    return { resource: translated, language, isTranslated: true }
  }
}
