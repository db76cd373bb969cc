/** Loads the texts of prompts, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Prompts } from './parts.ts'

export const prompts: Loader<Prompts> = {
  en: () => import('./prompts/en.ts'),
  de: () => import('./prompts/de.ts'),
  es: () => import('./prompts/es.ts'),
  fr: () => import('./prompts/fr.ts'),
  ar: () => import('./prompts/ar.ts'),
  pt: () => import('./prompts/pt.ts'),
  hi: () => import('./prompts/hi.ts'),
  zh: () => import('./prompts/zh.ts'),
}
