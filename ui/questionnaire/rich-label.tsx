/** Renders markup as elements that the parser permits. The browser never parses the markup itself. */
'use client'
import { createElement, type ReactNode } from 'react'
import { extension } from '../../fhir/extensions.ts'
import { type RichText, readMarkdown, readXhtml } from '../../fhir/form/rich-text.ts'
import { text } from '../../fhir/shape.ts'

/** Renders the markup in the extensions of a text. */
export function RichLabel({ primitive }: { readonly primitive: { readonly extension?: unknown } }) {
  const xhtml = text(extension(primitive, 'xhtml')?.valueString)
  const markdown = text(extension(primitive, 'markdown')?.valueMarkdown) ?? ''
  return elements(xhtml === undefined ? readMarkdown(markdown) : readXhtml(xhtml))
}

const elements = (tree: readonly RichText[]): ReactNode[] =>
  tree.map((node, index) =>
    typeof node === 'string'
      ? node
      : createElement(
          node.tag,
          { key: index, ...(node.href !== undefined && { href: node.href, rel: 'noopener noreferrer' }) },
          ...(node.children.length > 0 ? [elements(node.children)] : []),
        ),
  )
