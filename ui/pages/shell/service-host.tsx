/**
 * The service of this page by its host, above a decision: nothing else tells it from a copy. A name could be copied.
 */
import type { ReactNode } from 'react'
import { LanguageChoice } from './language/language-choice.tsx'
import { Logo, ownName } from './theme.tsx'

export function Service(): ReactNode {
  const name = ownName()
  return (
    <div className="service">
      <Logo /> {name !== undefined && <bdi>{name}</bdi>} <bdi className={name && 'host'}>{location.host}</bdi>
      <LanguageChoice className="language" />
    </div>
  )
}
