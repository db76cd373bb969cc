/** Draws a component again whenever the form changes. */
import type { LiveForm } from '@andiron/questionnaire/engine'
import { useSyncExternalStore } from 'react'

export const useLive = ({ audience }: LiveForm) =>
  useSyncExternalStore(audience.listen, audience.read, audience.read)
