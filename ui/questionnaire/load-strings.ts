/** Loads the texts of a language when a form is shown in it. */
import { lookUpRange } from '../../fhir/values/language-tags.ts'
import type { Strings } from './strings.ts'

const LOADERS = {
  ar: () => import('./strings/ar.ts').then(({ ar }) => ar),
  de: () => import('./strings/de.ts').then(({ de }) => de),
  es: () => import('./strings/es.ts').then(({ es }) => es),
  fr: () => import('./strings/fr.ts').then(({ fr }) => fr),
  hi: () => import('./strings/hi.ts').then(({ hi }) => hi),
  pt: () => import('./strings/pt.ts').then(({ pt }) => pt),
  zh: () => import('./strings/zh.ts').then(({ zh }) => zh),
} as const

/** The languages that the components have texts for, beside English. */
export const STRING_LANGUAGES: readonly string[] = Object.keys(LOADERS)

/**
 * The texts of a language, by the lookup of RFC 4647: `de-AT` finds `de`.
 * @returns undefined if English is the best that there is
 */
export async function loadStrings(lang: string): Promise<Partial<Strings> | undefined> {
  const found = lookUpRange(lang, STRING_LANGUAGES)
  return found === undefined ? undefined : LOADERS[found as keyof typeof LOADERS]()
}
