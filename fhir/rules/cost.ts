/** The bound on the work of one check. */
import type { ResponseRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'

/** The message of QR-COST. */
export const TOO_COSTLY = 'Make this smaller or simpler: checking it takes more steps than its size permits.'

/** Reported by the check itself when its steps are used up. */
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
