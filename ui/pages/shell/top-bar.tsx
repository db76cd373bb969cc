/** The service above a page, and the choice of the language. */
import type { ReactNode } from 'react'
import { LanguageChoice } from './language/language-choice.tsx'
import { Logo, serviceName } from './theme.tsx'

export const Top = (): ReactNode => (
  <div className="top">
    <Logo /> <bdi>{serviceName()}</bdi>
    <LanguageChoice className="language" />
  </div>
)
