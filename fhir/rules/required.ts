/**
 * The checks of required items. Kept apart because a form needs them first; `occurrences.ts` describes them.
 */
import { isEnabled } from '../model/enabled.ts'
import { isAnswered } from '../model/entry-queries.ts'
import { isQuestion } from '../model/read-form.ts'
import type { Bare, OccurrenceRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import { required, requiredGroup } from '../sentences/required.ts'

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
