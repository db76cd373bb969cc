/** The bar at the top: the service, the choice of the language, and what else a view has there. */
import type { ReactNode } from 'react'
import { LanguageChoice } from '../shell/language/language-choice.tsx'
import { words } from '../shell/language/page-texts.ts'
import { Logo, serviceName } from '../shell/theme.tsx'

export const Top = ({ children }: { readonly children?: ReactNode }): ReactNode => (
  <header className="op-top">
    <Logo />
    <strong>
      <bdi>{serviceName()}</bdi>
    </strong>
    <span className="op-badge">{words.operatorTitle}</span>
    <LanguageChoice className="op-language" />
    {children}
  </header>
)
