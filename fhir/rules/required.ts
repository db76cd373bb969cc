/**
 * The checks of required items. Kept apart because a form needs them first; `occurrences.ts` describes them.
 */
import { isQuestion } from '../definition.ts'
import { isEnabled } from '../enabled.ts'
import { isAnswered } from '../places.ts'
import type { Bare, OccurrenceRule } from '../rule.ts'
import { required, requiredGroup } from '../sentences/required.ts'
import { everywhere } from '../version.ts'

export const requiredRules: readonly Bare<OccurrenceRule>[] = [
  {
    id: 'QR-REQ',
    looksAt: 'occurrences',
    code: 'required',
    severity: everywhere('error'),
    unfinished: 'warning',
    on: item =>
      item.required && isQuestion(item)
        ? (occurrences, walk) => {
            if (occurrences.entries.some(entry => entry.answers.some(answer => answer.key !== undefined)))
              return
            if (!isEnabled(item, occurrences.scope, walk)) return
            return required({ question: item.name })
          }
        : undefined,
  },
  {
    id: 'QR-REQ-GROUP',
    looksAt: 'occurrences',
    code: 'required',
    severity: everywhere('error'),
    unfinished: 'warning',
    on: item =>
      item.required && item.type === 'group'
        ? (occurrences, walk) => {
            if (occurrences.entries.some(isAnswered)) return
            if (!isEnabled(item, occurrences.scope, walk)) return
            return requiredGroup({ question: item.name })
          }
        : undefined,
  },
]
