/** The text of an item with its prefix, in the reader's language, with the form's markup. */
'use client'
import { type ReactNode, useEffect, useState } from 'react'
import type { Slot } from '../../fhir/form/answer-tree.ts'
import { primitiveOf, textIn } from '../../fhir/model/translated-text.ts'
import { objects } from '../../fhir/values/unchecked-json.ts'
import type { Session } from './session.ts'

/** The text of an item in one line, for announcements and error lists. */
export const labelText = ({ item }: Slot, lang: string | undefined): string =>
  textIn(item.raw, 'text', lang) ?? item.linkId

/** The content of a label: a plain string if possible, which browsers render fastest. */
export function labelOf({ item }: Slot, { lang, strings, debug, readOnly }: Session): ReactNode {
  const { raw, required, type, linkId } = item
  const prefix = textIn(raw, 'prefix', lang)
  // A question without a text is named by its `linkId`; a group may go without a name.
  const plain = textIn(raw, 'text', lang) ?? (prefix || /^(?:group|display)$/.test(type) ? '' : linkId)
  const primitive = primitiveOf(raw, 'text')
  const isRich = objects<{ url: unknown }>(primitive.extension).some(({ url }) =>
    /rendering-/.test(String(url)),
  )
  const words = isRich ? (
    <RichText primitive={primitive} plain={plain} lang={plain === raw.text ? undefined : lang} />
  ) : (
    plain
  )
  const marked = required && type !== 'group' && !readOnly && raw.readOnly !== true
  if (prefix === undefined && !marked && !debug) return words
  return (
    <>
      {prefix !== undefined && `${prefix} `}
      {words}
      {marked && <span className="wq-required"> {strings.required}</span>}
      {debug && <code className="wq-debug"> {linkId}</code>}
    </>
  )
}

export interface RichTextProps {
  readonly primitive: { readonly extension?: unknown }
  readonly plain: string
  /** The language of a translated text. */
  readonly lang: string | undefined
}

/** Shows the plain text until the markup parser is loaded. */
function RichText(props: RichTextProps) {
  const [Rich, setRich] = useState<typeof import('./rich-label.tsx')['RichLabel']>()
  useEffect(() => {
    void import('./rich-label.tsx').then(({ RichLabel }) => setRich(() => RichLabel))
  }, [])
  return Rich === undefined ? props.plain : <Rich {...props} />
}
