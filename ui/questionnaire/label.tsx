/** The text of an item with its prefix, in the reader's language, with the markup that the form gives it. */
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { extension } from '../../fhir/extensions.ts'
import type { RichText } from '../../fhir/form/rich-text.ts'
import { primitiveOf, textIn } from '../../fhir/form/translate.ts'
import type { Slot } from '../../fhir/form/tree.ts'
import { text } from '../../fhir/shape.ts'
import { useCell, useSession } from './session.ts'

/** The text of an item as one line, for announcements and error lists. */
export const labelText = ({ item }: Slot, lang: string | undefined): string =>
  textIn(item.raw, 'text', lang) ?? item.linkId

export function Label({ slot }: { readonly slot: Slot }) {
  const { lang, strings, debug } = useSession()
  const { raw, required, linkId } = slot.item
  const plain = textIn(raw, 'text', lang) ?? ''
  const prefix = textIn(raw, 'prefix', lang)
  const rich = useRichText(primitiveOf(raw, 'text'))
  return (
    <>
      {prefix !== undefined && `${prefix} `}
      {rich ?? plain}
      {required && slot.item.type !== 'group' && <span className="wq-required"> {strings.required}</span>}
      {useCell(debug) && <code className="wq-debug"> {linkId}</code>}
    </>
  )
}

/** The markup of a text, as elements; the plain text stands there until the reader of markup is loaded. */
function useRichText(primitive: { readonly extension?: unknown }): ReactNode {
  const xhtml = text(extension(primitive, 'xhtml')?.valueString)
  const markdown = text(extension(primitive, 'markdown')?.valueMarkdown)
  const [tree, setTree] = useState<readonly RichText[]>()
  useEffect(() => {
    if (xhtml === undefined && markdown === undefined) return
    let gone = false
    void import('../../fhir/form/rich-text.ts').then(({ readMarkdown, readXhtml }) => {
      if (!gone) setTree(xhtml === undefined ? readMarkdown(markdown ?? '') : readXhtml(xhtml))
    })
    return () => {
      gone = true
    }
  }, [xhtml, markdown])
  return tree === undefined ? undefined : elements(tree)
}

/** Elements are made of the names that the reader lets through; nothing is ever parsed by the browser. */
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
