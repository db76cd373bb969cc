/** The texts of an adaptive form in the language of its reader. */
'use client'
import { useEffect, useMemo, useState } from 'react'
import { loadStrings } from '../load-strings.ts'
import { adaptive } from '../strings/en-adaptive.ts'
import { en, type Strings } from '../strings.ts'

/** Every text of the components. */
export type AdaptiveWords = Strings & typeof adaptive

/** @param given - the application's own; without them, those that `loadStrings` has for `lang` */
export function useWords(lang: string | undefined, given: Partial<Strings> | undefined): AdaptiveWords {
  const [loaded, learn] = useState<Partial<Strings>>()
  useEffect(() => {
    let gone = false
    if (given === undefined && lang !== undefined)
      void loadStrings(lang).then(strings => {
        if (!gone) learn(strings)
      })
    return () => {
      gone = true
    }
  }, [given, lang])
  return useMemo(() => ({ ...en, ...adaptive, ...(given ?? loaded) }), [given, loaded])
}
