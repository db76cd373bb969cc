/** Loads the texts of errors, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Loader } from '../language.ts'
import type { Errors } from './parts.ts'

export const errors: Loader<Errors> = {
  en: () => import('./errors/en.ts'),
  de: () => import('./errors/de.ts'),
  es: () => import('./errors/es.ts'),
  fr: () => import('./errors/fr.ts'),
  ar: () => import('./errors/ar.ts'),
  pt: () => import('./errors/pt.ts'),
  hi: () => import('./errors/hi.ts'),
  zh: () => import('./errors/zh.ts'),
}
