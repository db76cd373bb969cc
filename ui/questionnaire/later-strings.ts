/** The texts of the controls that are loaded later. */
import { usePageStrings } from './page-strings.ts'
import { later } from './strings/en-later.ts'
import type { Strings } from './strings.ts'

/** Every text of the surrounding form. */
export const useStrings = (): Strings => ({ ...later, ...usePageStrings() })
