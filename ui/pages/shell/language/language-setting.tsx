/** The section of the settings with the choice of the language. */
import { useId } from 'react'
import { LanguageChoice } from './language-choice.tsx'
import { words } from './page-texts.ts'

export function LanguageSetting() {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.language}</h2>
      <p>{words.languageAbout}</p>
      <LanguageChoice className="wq-input" />
    </section>
  )
}
