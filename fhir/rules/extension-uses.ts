/** Finds every extension of a form, with the item that has it. */
import type { Form, FormItem } from '../model/form-tree.ts'
import { isObject, type Json } from '../values/unchecked-json.ts'

/** An extension of a form, at its first place. */
export interface ExtensionUse {
  readonly url: string
  /** The item that has it; undefined for the form. */
  readonly item: FormItem | undefined
  readonly extension: Json
  /** The URL of the extension around it. */
  readonly within: string | undefined
  /** True for a modifierExtension. */
  readonly isModifier: boolean
}

const read = new WeakMap<readonly FormItem[], readonly ExtensionUse[]>()

/** Every extension in the order of the form, without those of contained resources and without parts of others. */
export function usesOf({ all, raw }: Form): readonly ExtensionUse[] {
  const known = read.get(all)
  if (known !== undefined) return known
  const uses: ExtensionUse[] = []
  collect(raw as Json, undefined, undefined, uses)
  for (const item of all) collect(item.raw as Json, item, undefined, uses)
  read.set(all, uses)
  return uses
}

/** Items are read by the form, up to the depth that it reads. */
const ELSEWHERE: ReadonlySet<string> = new Set(['item', 'contained', 'text'])
const DEEPEST = 32

function collect(
  element: Json,
  item: FormItem | undefined,
  within: string | undefined,
  uses: ExtensionUse[],
  depth = 0,
) {
  if (depth > DEEPEST) return
  for (const key in element) {
    const value = element[key]
    if (typeof value !== 'object' || value === null || (depth === 0 && ELSEWHERE.has(key))) continue
    const isModifier = key === 'modifierExtension'
    const isExtension = isModifier || key === 'extension'
    for (const each of Array.isArray(value) ? value : [value]) {
      if (!isObject(each)) continue
      const url = isExtension ? each['url'] : undefined
      // The parts of a complex extension have relative URLs.
      const isWhole = typeof url === 'string' && url.includes(':')
      if (isWhole) uses.push({ url, item, extension: each, within, isModifier })
      collect(each, item, isWhole ? url : within, uses, depth + 1)
    }
  }
}
