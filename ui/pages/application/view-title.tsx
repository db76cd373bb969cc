/** The heading of a location: sets the window title, and takes the focus for screen readers. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLanguage } from '../shell/language/page-texts.ts'
import { windowTitle as titled } from '../shell/theme.tsx'

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
  const last = useRef({ language, href: '' })
  // Another heading at another location. At the same one it is in another language, or has the name that was awaited.
  useLayoutEffect(() => {
    const { href } = location
    if (last.current.language === language && last.current.href !== href) heading.current?.focus()
    last.current = { language, href }
  }, [children, language])
  return (
    <h1 className="wq-title" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
