/** Rules for required items. Kept apart because a form needs them first. */
import { isQuestion } from '../definition.ts'
import { isEnabled } from '../enable-when.ts'
import { isAnswered } from '../places.ts'
import type { OccurrenceRule } from '../rule.ts'
import { everywhere } from '../version.ts'

export const requiredRules: readonly OccurrenceRule[] = [
  {
    id: 'QR-REQ',
    looksAt: 'occurrences',
    text: 'A required question that is enabled has an answer, wherever the item above it is there.',
    source: 'Questionnaire.item.required: only a completed response must be complete; hidden questions too.',
    code: 'required',
    severity: everywhere('error'),
    unfinished: 'warning',
    on: item =>
      item.required && isQuestion(item)
        ? (occurrences, walk) => {
            if (occurrences.entries.some(entry => entry.answers.some(answer => answer.key !== undefined)))
              return
            if (!isEnabled(item, occurrences.scope, walk)) return
            return `Answer ${item.name}.`
          }
        : undefined,
  },
  {
    id: 'QR-REQ-GROUP',
    looksAt: 'occurrences',
    text: 'A required group that is enabled holds an answer.',
    source: 'Questionnaire.item.required: at least one descendant has an answer.',
    code: 'required',
    severity: everywhere('error'),
    unfinished: 'warning',
    on: item =>
      item.required && item.type === 'group'
        ? (occurrences, walk) => {
            if (occurrences.entries.some(isAnswered)) return
            if (!isEnabled(item, occurrences.scope, walk)) return
            return `Answer at least one question in ${item.name}.`
          }
        : undefined,
  },
]
