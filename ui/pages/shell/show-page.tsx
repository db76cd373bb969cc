/** The root of a page: it is drawn again when the person chooses another language. */
import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { directionOf, type Language, tagOf } from './language/page-languages.ts'
import { allWords, speak, type Texts, useLanguage } from './language/page-texts.ts'
import { ServiceLinks } from './theme.tsx'

export interface PageOptions {
  readonly texts: Texts
  /** The language to begin with. @default that of the person */
  readonly language?: Language
  /** The title of the window; a page without it sets its own. */
  readonly title?: () => string
  /**
   * Draws the page: called again for each language, so that no element stays the same. Until a promise resolves, the
   * page keeps its first words.
   */
  readonly draw: Draw | Promise<Draw>
  /** Draws why the promise was rejected, once the later texts are there: reasons are among them. */
  readonly failed?: (why: unknown) => ReactNode
}

export type Draw = () => ReactNode

/** Shows a page in the language of the person. */
export async function showPage(
  element: HTMLElement,
  { texts, language, title, draw, failed }: PageOptions,
): Promise<void> {
  const opened = Promise.resolve(draw)
  // It may be rejected before the texts are there.
  opened.catch(() => {})
  try {
    await speak(texts, language)
  } catch {
    // Not even the texts of an error are there.
    element.lang = 'en'
    element.textContent = 'This page could not be loaded. Check your connection, and load it again.'
    return
  }
  const drawing = await opened.catch(async error => {
    if (failed === undefined) throw error
    await allWords().catch(() => {})
    return () => failed(error)
  })
  createRoot(element).render(<Spoken {...{ title, draw: drawing }} />)
}

interface SpokenProps {
  readonly title: PageOptions['title'] | undefined
  readonly draw: Draw
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
