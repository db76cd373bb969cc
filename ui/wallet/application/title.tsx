/** The heading of a location: sets the window title, and takes the focus for screen readers. */
import { useEffect, useRef } from 'react'

export interface TitleProps {
  readonly children: string
  /** The window title, which browsers keep in their history. @default the heading */
  readonly windowTitle?: string
}

export function Title({ children, windowTitle = children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = windowTitle
  }, [windowTitle])
  // Another heading is another location.
  useEffect(() => heading.current?.focus(), [children])
  return (
    <h1 className="wq-title" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
