/** Rules for the number of occurrences of required questions and groups. */
import { extensionNumber, type FormItem, isQuestion } from '../definition.ts'
import { enablement, isEnabled } from '../enable-when.ts'
import { answered } from '../places.ts'
import type { OccurrenceRule } from '../rule.ts'
import { everywhere } from '../version.ts'
import type { Occurrences } from '../walk.ts'
import { requiredRules } from './required.ts'

const count = (occurrences: Occurrences) =>
  isQuestion(occurrences.item)
    ? occurrences.entries.reduce((sum, entry) => sum + answered(entry).length, 0)
    : occurrences.entries.length

const things = (item: FormItem, many: number) =>
  isQuestion(item) ? (many === 1 ? 'answer to' : 'answers to') : many === 1 ? 'entry for' : 'entries for'

/** The descriptions of the rules in `required.ts`. */
const REQUIRED: Readonly<Record<string, Pick<OccurrenceRule, 'text' | 'source'>>> = {
  'QR-REQ': {
    text: 'A required question that is enabled has an answer, wherever the item above it is there.',
    source: 'Questionnaire.item.required: only a completed response must be complete; hidden questions too.',
  },
  'QR-REQ-GROUP': {
    text: 'A required group that is enabled holds an answer.',
    source: 'Questionnaire.item.required: at least one descendant has an answer.',
  },
}

export const occurrenceRules: readonly OccurrenceRule[] = [
  ...requiredRules.map(rule => ({ text: '', source: '', ...REQUIRED[rule.id], ...rule })),
  {
    id: 'QR-MINOCC',
    looksAt: 'occurrences',
    text: 'A question has at least as many answers, a group as many items, as minOccurs says, that number included.',
    source:
      'Extension questionnaire-minOccurs. The Java validator refuses exactly that number, and every group.',
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
        return `Give at least ${least} ${things(item, least)} ${item.name}.`
      }
    },
  },
  {
    id: 'QR-MAXOCC',
    looksAt: 'occurrences',
    text: 'A question has at most as many answers, a group as many items, as maxOccurs says, that number included.',
    source:
      'Extension questionnaire-maxOccurs. The Java validator refuses exactly that number, and lets every group pass.',
    code: 'business-rule',
    severity: everywhere('error'),
    on(item) {
      const most = extensionNumber(item, 'maxOccurs')
      if (most === undefined) return
      return occurrences => {
        if (count(occurrences) <= most) return
        return `Give at most ${most} ${things(item, most)} ${item.name}.`
      }
    },
  },
  {
    id: 'QR-EW-INDET',
    looksAt: 'occurrences',
    text: 'The answers given decide every condition.',
    source: 'R5 text of enableWhen: what cannot be decided is enabled.',
    code: 'business-rule',
    severity: everywhere('warning'),
    on: item =>
      item.conditions.length > 0
        ? (occurrences, walk) => {
            if (occurrences.entries.length === 0) return
            if (enablement(item, occurrences.scope, walk) !== 'undecided') return
            return `Check whether ${item.name} is meant to be answered: the other answers are not exact enough to tell.`
          }
        : undefined,
  },
]
