/** The texts of the form around the questions. */
import { useSession } from './session.ts'
import { pages } from './strings/en-pages.ts'
import type { FormStrings, Strings } from './strings.ts'

export type PageStrings = FormStrings & Pick<Strings, keyof typeof pages>

/** With the texts of the form around the questions. */
export const withPages = (strings: FormStrings): PageStrings => ({ ...pages, ...strings })

/** The texts of the surrounding form, with those around the questions. */
export const usePageStrings = (): PageStrings => withPages(useSession().strings)
