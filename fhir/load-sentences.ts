/** Loads the sentences of a language when a reader asks for it. */
import { type Form, shorten } from './definition.ts'
import { textIn } from './form/translate.ts'
import { sayIssue, wordsIn } from './in-words.ts'
import type { Issue } from './issue.ts'
import { lookUp } from './language.ts'
import type { Catalogue } from './sentence.ts'

const LOADERS: Readonly<Record<string, () => Promise<Catalogue>>> = {
  ar: () => import('./sentences/ar.ts').then(({ ar }) => ar),
  de: () => import('./sentences/de.ts').then(({ de }) => de),
  es: () => import('./sentences/es.ts').then(({ es }) => es),
  fr: () => import('./sentences/fr.ts').then(({ fr }) => fr),
  hi: () => import('./sentences/hi.ts').then(({ hi }) => hi),
  pt: () => import('./sentences/pt.ts').then(({ pt }) => pt),
  zh: () => import('./sentences/zh.ts').then(({ zh }) => zh),
}

/** The languages of the sentences. English comes first, and needs no catalogue. */
const LANGUAGES: readonly string[] = ['en', ...Object.keys(LOADERS)]

/**
 * The language in which a reader gets the sentences.
 * @param accepted - the header `Accept-Language`
 * @returns undefined for English
 */
export function sentenceLanguage(accepted: string | undefined): string | undefined {
  const found = lookUp(accepted, LANGUAGES)
  return found === 'en' ? undefined : found
}

/**
 * The issues that a check has just returned, in a language, with the questions as the form translates them. Their
 * codes, rules and places stay.
 * @param language - one of {@link sentenceLanguage}; English is the default
 */
export async function issuesIn(
  issues: readonly Issue[],
  form: Form,
  language: string | undefined,
): Promise<readonly Issue[]> {
  const load = language === undefined ? undefined : LOADERS[language]
  if (language === undefined || load === undefined || issues.length === 0) return issues
  const catalogue = await load()
  const names = new Map<string, string>()
  for (const { name, text, raw } of form.all) {
    const translated = textIn(raw, 'text', language)
    if (translated !== undefined && translated !== text) names.set(name, `'${shorten(translated)}'`)
  }
  const words = wordsIn(language, name => names.get(name) ?? name)
  return issues.map(issue => ({ ...issue, text: sayIssue(issue, catalogue, words) }))
}
