/** The published invariants of a Questionnaire. They follow the text if the expression errs. */
import { extension } from '../model/extensions.ts'
import type { FormItemRule, FormRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import { objects, text } from '../values/unchecked-json.ts'

const NAME = /^[A-Z][A-Za-z0-9_]{0,254}$/

const OPTION_TYPES: ReadonlySet<string> = new Set([
  'coding',
  'decimal',
  'integer',
  'date',
  'dateTime',
  'time',
  'string',
  'quantity',
])

const LENGTH_TYPES: ReadonlySet<string> = new Set(['boolean', 'decimal', 'integer', 'string', 'text', 'url'])

const cardinality = (
  item: Parameters<FormItemRule['check']>[0],
  properties: readonly ('required' | 'repeats' | 'readOnly')[],
) =>
  properties
    .filter(property => item.raw[property] !== undefined)
    .map(property => ({ property, harmless: item.raw[property] === false }))

export const formInvariants: readonly FormRule[] = [
  {
    id: 'que-0',
    looksAt: 'questionnaire',
    text: 'The name of a form is usable as an identifier by software.',
    source: 'R4 que-0; R5 cnl-0. R4 gives empty without a name, where nothing is to be said.',
    code: 'invariant',
    severity: everywhere('warning'),
    check({ raw }) {
      const name = text(raw.name)
      if (name === undefined || NAME.test(name)) return
      return {
        text: `Use a name for software that starts with a capital and holds letters, digits and '_' only; '${name}' does not.`,
        at: '.name',
      }
    },
  },
  {
    id: 'cnl-1',
    looksAt: 'questionnaire',
    text: 'The url of a form holds no |, # or space.',
    source: 'R5 cnl-1.',
    code: 'invariant',
    severity: { R5: 'warning', mix: 'warning' },
    check({ raw }) {
      const url = text(raw.url)
      if (url === undefined || !/[|# ]/.test(url)) return
      return {
        text: "Leave '|', '#' and spaces out of the url: references to the form could not be read.",
        at: '.url',
      }
    },
  },
]

export const itemInvariants: readonly FormItemRule[] = [
  {
    id: 'que-1',
    looksAt: 'questionnaire item',
    text: 'A group has items, a display has none.',
    source: 'R4 que-1. The published expression calls trace().',
    code: 'invariant',
    severity: { R4: 'error' },
    check(item) {
      if (item.type === 'group' && item.items.length === 0)
        return `Put items into the group ${item.name}, or remove it.`
      if (item.type === 'display' && item.items.length > 0)
        return `Move the items out of the display ${item.name}.`
      return
    },
  },
  {
    id: 'que-1b',
    looksAt: 'questionnaire item',
    text: 'A group has items.',
    source:
      'R4B, R5 que-1b. que-1a, the error for a complete form, tests a status that does not exist and never fires.',
    code: 'invariant',
    severity: { R4B: 'warning', R5: 'warning', mix: 'warning' },
    check(item) {
      if (item.type !== 'group' || item.items.length > 0) return
      return `Put items into the group ${item.name}, or remove it.`
    },
  },
  {
    id: 'que-1c',
    looksAt: 'questionnaire item',
    text: 'A display has no items.',
    source: 'R4B, R5 que-1c.',
    code: 'invariant',
    severity: { R4B: 'error', R5: 'error', mix: 'error' },
    check(item) {
      if (item.type !== 'display' || item.items.length === 0) return
      return `Move the items out of the display ${item.name}.`
    },
  },
  {
    id: 'que-2',
    looksAt: 'questionnaire item',
    text: 'Every linkId is used once.',
    source: 'que-2. The published expression also counts the items of contained resources.',
    code: 'duplicate',
    severity: everywhere('error'),
    check(item, form) {
      const first = form.index.get(item.linkId)
      if (item.linkId === '' || first === item) return
      return {
        text: `Give this item a linkId of its own: '${item.linkId}' is already used at ${first?.expression}.`,
        at: '.linkId',
      }
    },
  },
  {
    id: 'que-3',
    looksAt: 'questionnaire item',
    text: 'A display has no code.',
    source: 'que-3.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      if (item.type !== 'display' || item.raw.code === undefined) return
      return {
        text: `Remove the code of ${item.name}: a display asks nothing that a code could name.`,
        at: '.code',
      }
    },
  },
  {
    id: 'que-4',
    looksAt: 'questionnaire item',
    text: 'A question has answer options or a value set, not both.',
    source: 'que-4. In mix a warning, because servers in use accept it; the options then decide.',
    code: 'invariant',
    severity: { ...everywhere('error'), mix: 'warning' },
    check(item) {
      if (item.raw.answerOption === undefined || item.raw.answerValueSet === undefined) return
      return {
        text: `Offer ${item.name} either answerOption or answerValueSet, not both.`,
        at: '.answerValueSet',
      }
    },
  },
  {
    id: 'que-5',
    looksAt: 'questionnaire item',
    text: 'Only questions of a type that can be chosen have options or a value set.',
    source:
      'que-5: choice, open-choice, coding, decimal, integer, date, dateTime, time, string, quantity. The text of R4 names only choice; its expression rules.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      const { answerOption, answerValueSet } = item.raw
      if (answerOption === undefined && answerValueSet === undefined) return
      if (OPTION_TYPES.has(item.type)) return
      return {
        text: `Remove the options of ${item.name}, or give it a type that can be chosen, such as coding.`,
        at: answerOption === undefined ? '.answerValueSet' : '.answerOption',
      }
    },
  },
  {
    id: 'que-6',
    looksAt: 'questionnaire item',
    text: 'A display is neither required nor repeating.',
    source: 'que-6: presence is enough, so `false` is an error too; in mix `false` is a warning.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item, { version }) {
      if (item.type !== 'display') return
      return cardinality(item, ['required', 'repeats']).map(({ property, harmless }) => ({
        text: `Remove '${property}' from the display ${item.name}: nobody answers it.`,
        at: `.${property}`,
        ...(harmless && version === 'mix' && { severity: 'warning' as const }),
      }))
    },
  },
  {
    id: 'que-7',
    looksAt: 'questionnaire item',
    text: 'A condition with the operator exists has a boolean answer.',
    source: "que-7. R4's expression tests the type by `is Boolean`.",
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      return item.conditions.flatMap(({ operator, answer }, index) =>
        operator === 'exists' && answer?.type !== 'Boolean'
          ? [
              {
                text: "Give the operator 'exists' an answerBoolean: true for answered, false for not.",
                at: `.enableWhen[${index}]`,
              },
            ]
          : [],
      )
    },
  },
  {
    id: 'que-8',
    looksAt: 'questionnaire item',
    text: 'Groups and displays have no initial value.',
    source: 'que-8.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      if ((item.type !== 'group' && item.type !== 'display') || item.raw.initial === undefined) return
      return {
        text: `Remove the initial value of ${item.name}: only questions have answers.`,
        at: '.initial',
      }
    },
  },
  {
    id: 'que-9',
    looksAt: 'questionnaire item',
    text: 'A display is not read-only.',
    source: 'que-9: presence is enough, so `false` is an error too; in mix `false` is a warning.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item, { version }) {
      if (item.type !== 'display') return
      return cardinality(item, ['readOnly']).map(({ harmless }) => ({
        text: `Remove 'readOnly' from the display ${item.name}: nobody answers it.`,
        at: '.readOnly',
        ...(harmless && version === 'mix' && { severity: 'warning' as const }),
      }))
    },
  },
  {
    id: 'que-10',
    looksAt: 'questionnaire item',
    text: 'Only questions that are answered with characters have a maximum length.',
    source:
      'que-10. The expression of R5 tests the code optionOrString, which does not exist; optionsOrString is meant.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      if (item.raw.maxLength === undefined || LENGTH_TYPES.has(item.type)) return
      if (item.constraint === 'optionsOrString' && item.valueKeys.length > 0) return
      return { text: `Remove maxLength from ${item.name}: its answers have no length.`, at: '.maxLength' }
    },
  },
  {
    id: 'que-11',
    looksAt: 'questionnaire item',
    text: 'A question with options marks the initial one among them.',
    source: 'que-11.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      if (item.raw.answerOption === undefined || item.raw.initial === undefined) return
      return {
        text: `Mark the initial option of ${item.name} by initialSelected instead of giving an initial value.`,
        at: '.initial',
      }
    },
  },
  {
    id: 'que-12',
    looksAt: 'questionnaire item',
    text: 'An item with more than one condition says whether all or any must hold.',
    source: "que-12. R4's expression counts `> 2`; the text says more than one.",
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      if (item.conditions.length < 2 || item.raw.enableBehavior !== undefined) return
      return `Say by enableBehavior whether all or any of the conditions of ${item.name} must hold.`
    },
  },
  {
    id: 'que-13',
    looksAt: 'questionnaire item',
    text: 'Only repeating questions have several initial values.',
    source: 'que-13. The expression gives empty when repeats is missing; that fails too.',
    code: 'invariant',
    severity: everywhere('error'),
    check(item) {
      if (item.repeats || objects(item.raw.initial).length < 2) return
      return { text: `Keep one initial value of ${item.name}, or let the question repeat.`, at: '.initial' }
    },
  },
  {
    id: 'que-14',
    looksAt: 'questionnaire item',
    text: 'Only a question with options has an answerConstraint.',
    source: 'R5 que-14; SDC also allows an answerExpression.',
    code: 'invariant',
    severity: { R5: 'warning', mix: 'warning' },
    check(item) {
      const { raw } = item
      if (raw.answerConstraint === undefined) return
      if (raw.answerOption !== undefined || raw.answerValueSet !== undefined) return
      if (extension(raw, 'answerExpression') !== undefined) return
      return { text: `Give ${item.name} options, or remove its answerConstraint.`, at: '.answerConstraint' }
    },
  },
  {
    id: 'que-15',
    looksAt: 'questionnaire item',
    text: 'A linkId has at most 255 characters.',
    source: 'R5 que-15; SDC makes it an error.',
    code: 'invariant',
    severity: { R5: 'warning', mix: 'warning' },
    check(item) {
      if (item.linkId.length <= 255) return
      return { text: 'Shorten this linkId to 255 characters or fewer.', at: '.linkId' }
    },
  },
]
