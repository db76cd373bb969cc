/** The heading of a location: sets the window title, and takes the focus for screen readers. */
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.ts'
import { windowTitle as titled } from '../theme.tsx'

export interface TitleProps {
  readonly children: string
  /** The window title, which browsers keep in their history. @default the heading */
  readonly windowTitle?: string
}

export function Title({ children, windowTitle = children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = titled(windowTitle)
  }, [windowTitle])
  const language = useLanguage()
  const said = useRef(language)
  // Another heading is another location, unless it is the same in another language.
  useEffect(() => {
    if (said.current === language) heading.current?.focus()
    said.current = language
  }, [children, language])
  return (
    <h1 className="wq-title" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
