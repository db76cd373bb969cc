/** Loads the texts of common, keys, frame, generated from ui/languages by fhir/generate: do not edit. */
import type { Loader } from '../shell/language/page-texts.ts'
import type { Common, Frame, Keys } from './parts.ts'

export const frame: Loader<Common & Keys & Frame> = {
  en: () => import('./frame/en.ts'),
  de: () => import('./frame/de.ts'),
  es: () => import('./frame/es.ts'),
  fr: () => import('./frame/fr.ts'),
  ar: () => import('./frame/ar.ts'),
  pt: () => import('./frame/pt.ts'),
  hi: () => import('./frame/hi.ts'),
  zh: () => import('./frame/zh.ts'),
}
