/** Rules for the places of items: a response follows the structure of its form. */
import type { PlaceRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { text } from '../values/unchecked-json.ts'

export const placeRules: readonly PlaceRule[] = [
  {
    id: 'QR-LINK-MISSING',
    looksAt: 'place',
    text: 'Every item of a response has a linkId.',
    source: 'QuestionnaireResponse.item.linkId 1..1.',
    code: 'required',
    severity: everywhere('error'),
    check({ raw }) {
      if (text(raw.linkId) !== undefined && raw.linkId !== '') return
      return say.linkIdMissing()
    },
  },
  {
    id: 'QR-LINK-UNKNOWN',
    looksAt: 'place',
    text: 'Every linkId of a response is one of the form.',
    source: 'QuestionnaireResponse.item.linkId.',
    code: 'not-found',
    severity: everywhere('error'),
    check({ raw, item }) {
      const linkId = text(raw.linkId)
      if (item !== undefined || linkId === undefined || linkId === '') return
      return say.linkIdUnknown({ linkId })
    },
  },
  {
    id: 'QR-LINK-MISPLACED',
    looksAt: 'place',
    text: 'Every item of a response stands below the same item as in the form.',
    source: 'Text of QuestionnaireResponse: the structure follows the form.',
    code: 'structure',
    severity: everywhere('error'),
    check({ item, inPlace }) {
      if (item === undefined || inPlace) return
      const { name: question, parent } = item
      return parent === undefined
        ? say.moveToTop({ question })
        : say.moveBelow({ question, parent: parent.name })
    },
  },
  {
    id: 'QR-ORDER',
    looksAt: 'place',
    text: 'Items stand in the order of the form, repetitions of a group side by side; gaps are fine.',
    source: 'Text of QuestionnaireResponse: items are in the order of the form.',
    code: 'structure',
    severity: everywhere('error'),
    check({ item, inOrder }) {
      if (item === undefined || inOrder) return
      return say.moveUp({ question: item.name })
    },
  },
  {
    id: 'QR-REPEATS-ITEM',
    looksAt: 'place',
    text: 'A question that does not repeat is answered in one item.',
    source: 'Questionnaire.item.repeats.',
    code: 'duplicate',
    severity: everywhere('error'),
    check({ item, earlier }) {
      if (earlier === 0 || item === undefined || item.type === 'group' || item.repeats) return
      return say.answerOnce({ question: item.name })
    },
  },
  {
    id: 'QR-REPEATS-GROUP',
    looksAt: 'place',
    text: 'Only a repeating group stands more than once.',
    source: 'Questionnaire.item.repeats.',
    code: 'duplicate',
    severity: everywhere('error'),
    check({ item, earlier }) {
      if (earlier === 0 || item?.type !== 'group' || item.repeats) return
      return say.fillOnce({ question: item.name })
    },
  },
  {
    id: 'qrs-2',
    looksAt: 'place',
    text: 'The answers to a repeating question are combined in one item.',
    source:
      'R5 qrs-2, whose expression misses the top level; SDC sdcqr-2; before R5 only the comment on repeats says so.',
    code: 'duplicate',
    severity: { R4: 'warning', R4B: 'warning', R5: 'error', mix: 'warning' },
    check({ item, earlier }) {
      if (earlier === 0 || item === undefined || item.type === 'group' || !item.repeats) return
      return say.oneItem({ question: item.name })
    },
  },
]
