/** Loads the texts of common, questionnaire, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Common, Questionnaire } from './parts.ts'

export const questionnaire: Loader<Common & Questionnaire> = {
  en: () => import('./questionnaire/en.ts'),
  de: () => import('./questionnaire/de.ts'),
  es: () => import('./questionnaire/es.ts'),
  fr: () => import('./questionnaire/fr.ts'),
  ar: () => import('./questionnaire/ar.ts'),
  pt: () => import('./questionnaire/pt.ts'),
  hi: () => import('./questionnaire/hi.ts'),
  zh: () => import('./questionnaire/zh.ts'),
}
