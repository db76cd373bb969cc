/** The heading of a place: the title of the window, and where a screen reader begins after a change of place. */
import { useEffect, useRef } from 'react'

export function Title({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = children
    heading.current?.focus()
  }, [children])
  return (
    <h1 className="wq-title" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
