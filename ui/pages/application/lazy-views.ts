/** The views of an application that are loaded when they are opened, with their texts. */
import { lazyView } from '../shell/lazy-part.tsx'

export const Backends = lazyView(async () => (await import('./backends/backends.tsx')).Backends)
export const Insights = lazyView(async () => (await import('./insights/insights.tsx')).Insights)
export const Revisions = lazyView(async () => (await import('./forms/revisions/revisions.tsx')).Revisions)
export const Subscriptions = lazyView(
  async () => (await import('./subscriptions/subscriptions.tsx')).Subscriptions,
)
