/** Loads the texts of documents, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Documents } from './parts.ts'

export const documents: Loader<Documents> = {
  en: () => import('./documents/en.ts'),
  de: () => import('./documents/de.ts'),
  es: () => import('./documents/es.ts'),
  fr: () => import('./documents/fr.ts'),
  ar: () => import('./documents/ar.ts'),
  pt: () => import('./documents/pt.ts'),
  hi: () => import('./documents/hi.ts'),
  zh: () => import('./documents/zh.ts'),
}
