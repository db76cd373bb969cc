/** Loads the texts of common, home, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Common, Home } from './parts.ts'

export const home: Loader<Common & Home> = {
  en: () => import('./home/en.ts'),
  de: () => import('./home/de.ts'),
  es: () => import('./home/es.ts'),
  fr: () => import('./home/fr.ts'),
  ar: () => import('./home/ar.ts'),
  pt: () => import('./home/pt.ts'),
  hi: () => import('./home/hi.ts'),
  zh: () => import('./home/zh.ts'),
}
