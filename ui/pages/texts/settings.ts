/** Loads the texts of settings, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Settings } from './parts.ts'

export const settings: Loader<Settings> = {
  en: () => import('./settings/en.ts'),
  de: () => import('./settings/de.ts'),
  es: () => import('./settings/es.ts'),
  fr: () => import('./settings/fr.ts'),
  ar: () => import('./settings/ar.ts'),
  pt: () => import('./settings/pt.ts'),
  hi: () => import('./settings/hi.ts'),
  zh: () => import('./settings/zh.ts'),
}
