/** Loads the sentences of a language when a reader asks for it. */
import { shorten } from '../model/read-form.ts'
import { extensions, nested } from '../model/extensions.ts'
import { textIn } from '../model/translated-text.ts'
import type { Form } from '../model/form-tree.ts'
import { sayIssue, wordsIn } from './issue-text.ts'
import type { Issue } from '../model/issue.ts'
import { lookUp } from '../values/language-tags.ts'
import type { Catalogue } from '../model/sentence.ts'

const LOADERS: Readonly<Record<string, () => Promise<Catalogue>>> = {
  ar: () => import('./ar.ts').then(({ ar }) => ar),
  de: () => import('./de.ts').then(({ de }) => de),
  es: () => import('./es.ts').then(({ es }) => es),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
  hi: () => import('./hi.ts').then(({ hi }) => hi),
  pt: () => import('./pt.ts').then(({ pt }) => pt),
  zh: () => import('./zh.ts').then(({ zh }) => zh),
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
