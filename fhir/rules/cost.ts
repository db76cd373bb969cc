/** The bound on the work of one check. */
import type { ResponseRule } from '../rule.ts'
import { everywhere } from '../version.ts'

/** The sentence of QR-COST. */
export const TOO_COSTLY =
  'Send fewer answers, or answer a simpler form: checking this response takes more steps than its size permits.'

/** Found by the check itself, where its steps are used up. */
export const costRule: ResponseRule = {
  id: 'QR-COST',
  looksAt: 'response',
  text: 'A response is checked in a number of steps that grows with the form and the response, and not with their product.',
  source:
    'Own rule: 100,000 steps, 20 for each item, condition, option, scope and answer, and 20 for each character of an answer.',
  code: 'too-costly',
  severity: everywhere('error'),
  check: () => undefined,
}
