/** Loads the texts of measurement, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Measurement } from './parts.ts'

export const measurement: Loader<Measurement> = {
  en: () => import('./measurement/en.ts'),
  de: () => import('./measurement/de.ts'),
  es: () => import('./measurement/es.ts'),
  fr: () => import('./measurement/fr.ts'),
  ar: () => import('./measurement/ar.ts'),
  pt: () => import('./measurement/pt.ts'),
  hi: () => import('./measurement/hi.ts'),
  zh: () => import('./measurement/zh.ts'),
}
