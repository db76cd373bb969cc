/** Icons of the pages: lines in the colour of the text, invisible to screen readers. */
import { SHAPES } from './shapes.ts'

export type IconName = keyof typeof SHAPES

/** Those that point along the line of writing. */
const DIRECTED: ReadonlySet<IconName> = new Set(['back', 'answers', 'documents'])

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={DIRECTED.has(name) ? 'icon icon-directed' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={SHAPES[name]} />
  </svg>
)
