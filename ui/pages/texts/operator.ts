/** Loads the texts of common, operator, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Common, Operator } from './parts.ts'

export const operator: Loader<Common & Operator> = {
  en: () => import('./operator/en.ts'),
  de: () => import('./operator/de.ts'),
  es: () => import('./operator/es.ts'),
  fr: () => import('./operator/fr.ts'),
  ar: () => import('./operator/ar.ts'),
  pt: () => import('./operator/pt.ts'),
  hi: () => import('./operator/hi.ts'),
  zh: () => import('./operator/zh.ts'),
}
