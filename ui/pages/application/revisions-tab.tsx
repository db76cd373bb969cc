/** Loads the revisions of a form, with their texts, when they are looked at. */
import { allWords } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'

export const RevisionsTab = lazily(async () => {
  const [{ Revisions }] = await Promise.all([import('./forms/revisions/revisions.tsx'), allWords()])
  return Revisions
})
