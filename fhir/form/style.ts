/** The style of a text (extension `rendering-style`), as far as every theme can show it. */
import { extension } from '../model/extensions.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { text } from '../values/unchecked-json.ts'

/**
 * The permitted properties with their values. Colours and sizes are not among them: a theme chooses them so that texts
 * stay legible. No value can load anything.
 */
const PERMITTED: Readonly<Record<string, readonly [property: string, values: RegExp]>> = {
  'font-style': ['fontStyle', /^(?:normal|italic|oblique)$/],
  'font-variant': ['fontVariant', /^(?:normal|small-caps)$/],
  'font-weight': ['fontWeight', /^(?:normal|bold|bolder|lighter|[1-9]00)$/],
  'text-align': ['textAlign', /^(?:left|right|center|start|end|justify)$/],
  'text-decoration': ['textDecoration', /^(?:none|underline|line-through)$/],
  'text-transform': ['textTransform', /^(?:none|uppercase|lowercase|capitalize)$/],
}

const LONGEST = 1_000

/** The permitted declarations of an element, by property name of the CSSOM; empty if there are none. */
export function styleOf(element: { readonly extension?: unknown }): Readonly<Record<string, string>> {
  const style: Record<string, string> = {}
  const words = text(extension(element, FURTHER.style)?.valueString)?.slice(0, LONGEST) ?? ''
  for (const declaration of words.split(';')) {
    const [name = '', value = ''] = declaration.split(':', 2).map(part => part.trim().toLowerCase())
    const [property, values] = (Object.hasOwn(PERMITTED, name) ? PERMITTED[name] : undefined) ?? []
    if (property !== undefined && values?.test(value)) style[property] = value
  }
  return style
}
