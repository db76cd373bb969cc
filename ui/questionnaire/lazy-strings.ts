/** The texts of the controls that are loaded later. */
import { type PageStrings, usePageStrings } from './page-strings.ts'
import { later } from './strings/en-later.ts'
import type { Strings } from './strings.ts'

const known = new WeakMap<PageStrings, Strings>()

/** Every text of the surrounding form; the same object for the same texts, because a form has many controls. */
export function useStrings(): Strings {
  const pages = usePageStrings()
  const all = known.get(pages) ?? { ...later, ...pages }
  known.set(pages, all)
  return all
}
