/** Loads the questions about answers, with their texts, when they are looked at. */
import { allWords } from '../language.ts'
import { lazily } from '../lazily.tsx'

export const InsightsTab = lazily(async () => {
  const [{ Insights }] = await Promise.all([import('./insights.tsx'), allWords()])
  return Insights
})
