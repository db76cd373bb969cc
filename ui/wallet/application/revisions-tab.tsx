/** Loads the revisions of a form, with their texts, when they are looked at. */
import { allWords } from '../language.ts'
import { lazily } from '../lazily.tsx'

export const RevisionsTab = lazily(async () => {
  const [{ Revisions }] = await Promise.all([import('./revisions.tsx'), allWords()])
  return Revisions
})
