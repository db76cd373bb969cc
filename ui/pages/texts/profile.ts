/** Loads the texts of common, keys, profile, actions, measurements, bands, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Actions, Bands, Common, Keys, Measurements, Profile } from './parts.ts'

export const profile: Loader<Common & Keys & Profile & Actions & Measurements & Bands> = {
  en: () => import('./profile/en.ts'),
  de: () => import('./profile/de.ts'),
  es: () => import('./profile/es.ts'),
  fr: () => import('./profile/fr.ts'),
  ar: () => import('./profile/ar.ts'),
  pt: () => import('./profile/pt.ts'),
  hi: () => import('./profile/hi.ts'),
  zh: () => import('./profile/zh.ts'),
}
