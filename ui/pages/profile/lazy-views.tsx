/** The views of a profile that are loaded when they are opened, with their texts. */
import { lazyView } from '../shell/lazy-part.tsx'
import { Awaited } from './view-placeholders.tsx'

export const Documents = lazyView(
  async () => (await import('./documents/documents.tsx')).Documents,
  () => <Awaited of="documents" />,
)
export const Measurement = lazyView(
  async () => (await import('./measurements/measurement.tsx')).Measurement,
  () => <Awaited of="measurements" />,
)
export const Settings = lazyView(
  async () => (await import('./settings/settings.tsx')).Settings,
  () => <Awaited of="settings" />,
)
