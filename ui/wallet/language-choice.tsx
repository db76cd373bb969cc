/** The choice of the language: each by its own name. */
import type { ReactNode } from 'react'
import { choose, LANGUAGES, type Language, languageNow, words } from './language.ts'

export const LanguageChoice = ({ className }: { readonly className: string }): ReactNode => (
  <select
    className={className}
    aria-label={words.language}
    value={languageNow()}
    // Without its texts the page stays as it is.
    onChange={({ target }) => void choose(target.value as Language).catch(() => {})}
  >
    {Object.entries(LANGUAGES).map(([code, name]) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    ))}
  </select>
)
