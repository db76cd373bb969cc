/** Rules for the number of occurrences of required questions and groups. */
import { enablement } from '../model/enable-when.ts'
import { isEnabled } from '../model/enabled.ts'
import { answered } from '../model/entry-queries.ts'
import { extensionNumber, isQuestion } from '../model/read-form.ts'
import type { Occurrences } from '../model/response-tree.ts'
import type { Bare, OccurrenceRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { requiredRules } from './required.ts'

const count = (occurrences: Occurrences) =>
  isQuestion(occurrences.item)
    ? occurrences.entries.reduce((sum, entry) => sum + answered(entry).length, 0)
    : occurrences.entries.length

export const occurrenceRules: readonly Bare<OccurrenceRule>[] = [
  ...requiredRules,
  {
    id: 'QR-MINOCC',
    looksAt: 'occurrences',
    code: 'business-rule',
    severity: everywhere('error'),
    unfinished: 'warning',
    on(item) {
      const least = extensionNumber(item, 'minOccurs')
      if (least === undefined) return
      return (occurrences, walk) => {
        const given = count(occurrences)
        // QR-REQ already reports this.
        if (given >= least || (given === 0 && item.required)) return
        if (!isEnabled(item, occurrences.scope, walk)) return
        return (isQuestion(item) ? say.minAnswers : say.minEntries)({ least, question: item.name })
      }
    },
  },
  {
    id: 'QR-MAXOCC',
    looksAt: 'occurrences',
    code: 'business-rule',
    severity: everywhere('error'),
    on(item) {
      const most = extensionNumber(item, 'maxOccurs')
      if (most === undefined) return
      return occurrences => {
        if (count(occurrences) <= most) return
        return (isQuestion(item) ? say.maxAnswers : say.maxEntries)({ most, question: item.name })
      }
    },
  },
  {
    id: 'QR-EW-INDET',
    looksAt: 'occurrences',
    code: 'business-rule',
    severity: everywhere('warning'),
    on: item =>
      item.conditions.length > 0
        ? (occurrences, walk) => {
            if (occurrences.entries.length === 0) return
            if (enablement(item, occurrences.scope, walk) !== 'undecided') return
            return say.undecided({ question: item.name })
          }
        : undefined,
  },
]
