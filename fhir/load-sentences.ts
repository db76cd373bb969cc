/** Loads the sentences of a language when a reader asks for it. */
import { shorten } from './definition.ts'
import { extensions, nested } from './extensions.ts'
import { textIn } from './form/translate.ts'
import type { Form } from './form-tree.ts'
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
  const own = messagesIn(form, language)
  return issues.map(issue => {
    const text = issue.rule === 'QR-CONSTRAINT' ? own.get(issue.text) : undefined
    return { ...issue, text: text ?? sayIssue(issue, catalogue, words) }
  })
}

/** The translated messages of the constraints of a form's author, by the originals. */
function messagesIn(form: Form, language: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const raw of [form.raw, ...form.all.map(item => item.raw)])
    for (const name of ['constraint', 'targetConstraint'] as const)
      for (const constraint of extensions(raw, name)) {
        const human = nested(constraint, 'human') ?? {}
        for (const property of ['valueString', 'valueMarkdown']) {
          const [original, translated] = [textIn(human, property), textIn(human, property, language)]
          if (original !== undefined && translated !== undefined) found.set(original, translated)
        }
      }
  return found
}
