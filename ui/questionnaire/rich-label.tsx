/** Renders markup as elements that the parser permits. The browser never parses the markup itself. */
'use client'
import { createElement, type ReactNode } from 'react'
import { type RichText, readMarkdown, readXhtml } from '../../fhir/form/rich-text.ts'
import { styleOf } from '../../fhir/form/style.ts'
import { extension } from '../../fhir/model/extensions.ts'
import { FURTHER } from '../../fhir/model/further-extensions.ts'
import { textIn } from '../../fhir/model/translated-text.ts'
import type { RichTextProps } from './label.tsx'

/** Renders a text with its markup and its style. Of a translated text, only translated markup. */
export function RichLabel(props: RichTextProps) {
  const style = styleOf(props.primitive)
  const words = markupOf(props)
  // React sets the style through the CSSOM, which the policy of a page without inline styles permits.
  return Object.keys(style).length === 0 ? words : <span style={{ display: 'block', ...style }}>{words}</span>
}

function markupOf({ primitive, plain, lang }: RichTextProps): ReactNode {
  const xhtml = extension(primitive, FURTHER.xhtml)
  const source = xhtml ?? extension(primitive, FURTHER.markdown)
  if (source === undefined) return plain
  const property = xhtml === undefined ? 'valueMarkdown' : 'valueString'
  const markup = textIn(source, property, lang) ?? ''
  if (lang !== undefined && markup === textIn(source, property)) return plain
  return elements(xhtml === undefined ? readMarkdown(markup) : readXhtml(markup))
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
