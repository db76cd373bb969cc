/** The root of a page: it is drawn again when the person chooses another language. */
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { directionOf, type Language, tagOf } from './catalogue.ts'
import { speak, type Texts, useLanguage, words } from './language.ts'
import { ServiceLinks } from './theme.tsx'

export interface PageOptions {
  readonly texts: Texts
  /** The language to begin with. @default that of the person */
  readonly language?: Language
  /** The title of the window; a page without it sets its own. */
  readonly title?: () => string
  /** Draws the page: called again for each language, so that no element stays the same. */
  readonly draw: () => ReactNode
}

/** Shows a page in the language of the person. */
export async function showPage(
  element: HTMLElement,
  { texts, language, title, draw }: PageOptions,
): Promise<void> {
  try {
    await speak(texts, language)
  } catch {
    // Not even the texts of an error are there.
    element.lang = 'en'
    element.textContent = 'This page could not be loaded. Check your connection, and load it again.'
    return
  }
  createRoot(element).render(<Spoken {...{ title, draw }} />)
}

interface SpokenProps {
  readonly title: PageOptions['title'] | undefined
  readonly draw: () => ReactNode
}

function Spoken({ title, draw }: SpokenProps): ReactNode {
  const language = useLanguage()
  useLayoutEffect(() => {
    const { documentElement } = document
    documentElement.lang = tagOf(language)
    documentElement.dir = directionOf(language)
    if (title) document.title = title()
  }, [language, title])
  return (
    <>
      {draw()}
      <ServiceLinks />
    </>
  )
}

/** Draws what a promise resolves with, and one moment before it does. */
export function Opened({ drawn }: { readonly drawn: Promise<() => ReactNode> }): ReactNode {
  const [draw, setDraw] = useState<() => ReactNode>()
  useLayoutEffect(() => void drawn.then(it => setDraw(() => it)), [drawn])
  return draw ? draw() : <p role="status">{words.moment}</p>
}
