/** Loads the texts of common, keys, consent, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Common, Consent, Keys } from './parts.ts'

export const consent: Loader<Common & Keys & Consent> = {
  en: () => import('./consent/en.ts'),
  de: () => import('./consent/de.ts'),
  es: () => import('./consent/es.ts'),
  fr: () => import('./consent/fr.ts'),
  ar: () => import('./consent/ar.ts'),
  pt: () => import('./consent/pt.ts'),
  hi: () => import('./consent/hi.ts'),
  zh: () => import('./consent/zh.ts'),
}
