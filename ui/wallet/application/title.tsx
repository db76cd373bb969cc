/** The heading of a location: sets the window title, and takes the focus for screen readers. */
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
