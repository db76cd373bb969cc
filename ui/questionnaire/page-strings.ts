/** The texts of the form around the questions. */
import { useSession } from './session.ts'
import { pages } from './strings/en-pages.ts'
import type { FormStrings, Strings } from './strings.ts'

export type PageStrings = FormStrings & Pick<Strings, keyof typeof pages>

const known = new WeakMap<FormStrings, PageStrings>()

/** With the texts of the form around the questions; the same object for the same texts, as effects depend on it. */
export function withPages(strings: FormStrings): PageStrings {
  const all = known.get(strings) ?? { ...pages, ...strings }
  known.set(strings, all)
  return all
}

/** The texts of the surrounding form, with those around the questions. */
export const usePageStrings = (): PageStrings => withPages(useSession().strings)
