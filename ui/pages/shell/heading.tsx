/** The heading of the current screen; takes the focus when the screen changes. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export function Heading({ children }: { readonly children: ReactNode }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
