/** Renders markup as elements that the parser permits. The browser never parses the markup itself. */
'use client'
import { createElement, type ReactNode } from 'react'
import { extension } from '../../fhir/extensions.ts'
import { type RichText, readMarkdown, readXhtml } from '../../fhir/form/rich-text.ts'
import { textIn } from '../../fhir/form/translate.ts'
import type { RichTextProps } from './label.tsx'

/** Renders the markup in the extensions of a text. Of a translated text, only translated markup. */
export function RichLabel({ primitive, plain, lang }: RichTextProps) {
  const xhtml = extension(primitive, 'xhtml')
  const source = xhtml ?? extension(primitive, 'markdown') ?? {}
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
