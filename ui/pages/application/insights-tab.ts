/** Loads the questions about answers, with their texts, when they are looked at. */
import { allWords } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'

export const InsightsTab = lazily(async () => {
  const [{ Insights }] = await Promise.all([import('./insights/insights.tsx'), allWords()])
  return Insights
})
