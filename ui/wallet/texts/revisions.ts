/** Loads the texts of revisions, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Loader } from '../language.ts'
import type { Revisions } from './parts.ts'

export const revisions: Loader<Revisions> = {
  en: () => import('./revisions/en.ts'),
  de: () => import('./revisions/de.ts'),
  es: () => import('./revisions/es.ts'),
  fr: () => import('./revisions/fr.ts'),
  ar: () => import('./revisions/ar.ts'),
  pt: () => import('./revisions/pt.ts'),
  hi: () => import('./revisions/hi.ts'),
  zh: () => import('./revisions/zh.ts'),
}
