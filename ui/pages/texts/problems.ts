/** Loads the texts of errors, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Errors } from './parts.ts'

export const problems: Loader<Errors> = {
  en: () => import('./problems/en.ts'),
  de: () => import('./problems/de.ts'),
  es: () => import('./problems/es.ts'),
  fr: () => import('./problems/fr.ts'),
  ar: () => import('./problems/ar.ts'),
  pt: () => import('./problems/pt.ts'),
  hi: () => import('./problems/hi.ts'),
  zh: () => import('./problems/zh.ts'),
}
