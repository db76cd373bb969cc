/** The sentence of a finding: that of its rule, or that of a flaw in the language of the page. */
import { words } from '../../../shell/language/page-texts.ts'
import type { Finding } from './finding.ts'

export function textOf({ text, flaw }: Finding): string {
  if (flaw === undefined) return text
  const { code, value = '' } = flaw
  if (code === 'keyTwice') return words.keyTwice({ key: value })
  if (code === 'notJson') return words.notJson({ message: value })
  if (code === 'unchecked') return words.unchecked({ message: value })
  return words.flaws?.[code] ?? words.flaws?.['InvalidSymbol'] ?? ''
}
