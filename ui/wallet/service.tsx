/** The service of this page by its host, above a decision: nothing else tells it from a copy. */
import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

export const Service = (): ReactNode => (
  <p className="service">
    <Mark /> {location.host}
  </p>
)
