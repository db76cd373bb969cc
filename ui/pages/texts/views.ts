/** Loads the texts of revisions, insights, subscriptions, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Insights, Revisions, Subscriptions } from './parts.ts'

export const views: Loader<Revisions & Insights & Subscriptions> = {
  en: () => import('./views/en.ts'),
  de: () => import('./views/de.ts'),
  es: () => import('./views/es.ts'),
  fr: () => import('./views/fr.ts'),
  ar: () => import('./views/ar.ts'),
  pt: () => import('./views/pt.ts'),
  hi: () => import('./views/hi.ts'),
  zh: () => import('./views/zh.ts'),
}
