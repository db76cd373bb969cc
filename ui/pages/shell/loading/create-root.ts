/**
 * `createRoot` of the built pages. That of `preact/compat` empties the element first, as React's does; this one keeps
 * the first words of the page, so that they are not drawn, and not measured, a second time.
 */
import { type ComponentChild, render } from 'preact'

export const createRoot = (element: Element) => ({
  render: (node: ComponentChild) => render(node, element),
})
