/** Draws a text whose values are elements, such as the name of an application. */
import { Fragment, type ReactNode } from 'react'

/** Elements and texts for the values of a text; numbers stay numbers, because they decide on the plural. */
export type Drawable<V> = { readonly [K in keyof V]: V[K] extends string ? ReactNode : V[K] }

/** In the place of an element; nobody types this character. */
const MARK = '\uE000'

/**
 * Texts of others belong into an element, `<bdi>`: their direction does not change that of the sentence.
 * @param text - a text of the catalogue: `Connect your health profile to {name}?`
 */
export function drawn<V extends object>(text: (v: V) => string, values: Drawable<V>): ReactNode {
  const elements: ReactNode[] = []
  const held = Object.entries(values).map(([key, value]) => {
    if (typeof value === 'object') return [key, `${MARK}${elements.push(value as ReactNode) - 1}${MARK}`]
    return [key, typeof value === 'string' ? value.replaceAll(MARK, '') : value]
  })
  return text(Object.fromEntries(held) as V)
    .split(MARK)
    .map((piece, at) => <Fragment key={at}>{at % 2 === 0 ? piece : elements[Number(piece)]}</Fragment>)
}
