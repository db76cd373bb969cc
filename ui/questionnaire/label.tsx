/** The text of an item with its prefix, in the reader's language, with the markup that the form gives it. */
import { useEffect, useState } from 'react'
import { extension } from '../../fhir/extensions.ts'
import { primitiveOf, textIn } from '../../fhir/form/translate.ts'
import type { Slot } from '../../fhir/form/tree.ts'
import { useCell, useSession } from './session.ts'

/** The text of an item as one line, for announcements and error lists. */
export const labelText = ({ item }: Slot, lang: string | undefined): string =>
  textIn(item.raw, 'text', lang) ?? item.linkId

export function Label({ slot }: { readonly slot: Slot }) {
  const { lang, strings, debug } = useSession()
  const { raw, required, linkId } = slot.item
  const plain = textIn(raw, 'text', lang) ?? ''
  const prefix = textIn(raw, 'prefix', lang)
  const primitive = primitiveOf(raw, 'text')
  const isRich = (extension(primitive, 'xhtml') ?? extension(primitive, 'markdown')) !== undefined
  const [Rich, setRich] = useState<typeof import('./rich-label.tsx')['RichLabel']>()
  useEffect(() => {
    // The plain text stands there until the reader of markup is loaded.
    if (isRich) void import('./rich-label.tsx').then(({ RichLabel }) => setRich(() => RichLabel))
  }, [isRich])
  return (
    <>
      {prefix !== undefined && `${prefix} `}
      {Rich === undefined ? plain : <Rich primitive={primitive} />}
      {required && slot.item.type !== 'group' && <span className="wq-required"> {strings.required}</span>}
      {useCell(debug) && <code className="wq-debug"> {linkId}</code>}
    </>
  )
}
