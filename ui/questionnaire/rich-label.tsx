/** Renders markup as elements that the parser permits. The browser never parses the markup itself. */
'use client'
import { createElement, type ReactNode } from 'react'
import { extension } from '../../fhir/extensions.ts'
import { type RichText, readMarkdown, readXhtml } from '../../fhir/form/rich-text.ts'
import { styleOf } from '../../fhir/form/style.ts'
import { FURTHER } from '../../fhir/further-extensions.ts'
import { text } from '../../fhir/shape.ts'

interface RichLabelProps {
  readonly primitive: { readonly extension?: unknown }
  readonly plain: string
}

/** Renders the markup in the extensions of a text, with its style. */
export function RichLabel({ primitive, plain }: RichLabelProps) {
  const xhtml = text(extension(primitive, FURTHER.xhtml)?.valueString)
  const markdown = text(extension(primitive, FURTHER.markdown)?.valueMarkdown)
  const words =
    xhtml !== undefined
      ? elements(readXhtml(xhtml))
      : markdown !== undefined
        ? elements(readMarkdown(markdown))
        : plain
  const style = styleOf(primitive)
  // React sets the style through the CSSOM, which the policy of a page without inline styles permits.
  return Object.keys(style).length === 0 ? words : <span style={{ display: 'block', ...style }}>{words}</span>
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
