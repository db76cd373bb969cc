/** Loads the subscriptions of an application, with their texts, when they are looked at. */
import { allWords } from '../language.ts'
import { lazily } from '../lazily.tsx'

export const SubscriptionsTab = lazily(async () => {
  const [{ Subscriptions }] = await Promise.all([import('./subscriptions.tsx'), allWords()])
  return Subscriptions
})
