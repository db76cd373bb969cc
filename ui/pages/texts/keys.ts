/** Loads the texts of common, keys, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Common, Keys } from './parts.ts'

export const keys: Loader<Common & Keys> = {
  en: () => import('./keys/en.ts'),
  de: () => import('./keys/de.ts'),
  es: () => import('./keys/es.ts'),
  fr: () => import('./keys/fr.ts'),
  ar: () => import('./keys/ar.ts'),
  pt: () => import('./keys/pt.ts'),
  hi: () => import('./keys/hi.ts'),
  zh: () => import('./keys/zh.ts'),
}
