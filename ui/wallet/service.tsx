/** The service of this page by its host, above a decision: nothing else tells it from a copy. */
import type { ReactNode } from 'react'
import { LanguageChoice } from './language-choice.tsx'
import { Mark } from './mark.tsx'

export const Service = (): ReactNode => (
  <div className="service">
    <Mark /> <bdi>{location.host}</bdi>
    <LanguageChoice className="language" />
  </div>
)
