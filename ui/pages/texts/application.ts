/** Loads the texts of common, keys, application, flaws, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Application, Common, Flaws, Keys } from './parts.ts'

export const application: Loader<Common & Keys & Application & Flaws> = {
  en: () => import('./application/en.ts'),
  de: () => import('./application/de.ts'),
  es: () => import('./application/es.ts'),
  fr: () => import('./application/fr.ts'),
  ar: () => import('./application/ar.ts'),
  pt: () => import('./application/pt.ts'),
  hi: () => import('./application/hi.ts'),
  zh: () => import('./application/zh.ts'),
}
