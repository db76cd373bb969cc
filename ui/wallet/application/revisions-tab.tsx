/** Loads the revisions of a form, with their texts, when they are looked at. */
import { type ComponentType, useEffect, useState } from 'react'
import { allWords, type Language, useLanguage, words } from '../language.ts'
import { sentenceOf } from '../step.ts'
import type { ResponsesProps } from './responses.tsx'

interface Loaded {
  readonly language: Language
  readonly View: ComponentType<ResponsesProps>
}

export function RevisionsTab(props: ResponsesProps) {
  const language = useLanguage()
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    Promise.all([import('./revisions.tsx'), allWords()]).then(
      ([{ Revisions }]) => setLoaded({ language, View: Revisions }),
      error => setFailure(sentenceOf(error)),
    )
  }, [language])
  if (failure) return <p role="alert">{failure}</p>
  if (loaded?.language !== language) return <p role="status">{words.moment}</p>
  return <loaded.View {...props} />
}
