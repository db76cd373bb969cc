/** The choice of the language: each by its own name. */
import type { ReactNode } from 'react'
import { LANGUAGES, type Language } from './page-languages.ts'
import { choose, languageNow, words } from './page-texts.ts'

export interface LanguageChoiceProps {
  readonly className: string
}

export const LanguageChoice = ({ className }: LanguageChoiceProps): ReactNode => (
  <select
    className={className}
    aria-label={words.language}
    value={languageNow()}
    onChange={({ target }) =>
      void choose(target.value as Language).catch(() => {
        // Without its texts the page stays as it is.
        target.value = languageNow()
      })
    }
  >
    {Object.entries(LANGUAGES).map(([code, name]) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    ))}
  </select>
)
