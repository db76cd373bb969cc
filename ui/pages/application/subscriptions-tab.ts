/** Loads the subscriptions of an application, with their texts, when they are looked at. */
import { allWords } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'

export const SubscriptionsTab = lazily(async () => {
  const [{ Subscriptions }] = await Promise.all([import('./subscriptions/subscriptions.tsx'), allWords()])
  return Subscriptions
})
