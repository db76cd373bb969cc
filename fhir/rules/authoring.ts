/**
 * Rules beyond the published invariants that make a form answerable: options, limits, placement of
 * extensions.
 */
import type { QuestionnaireItemAnswerOption, QuestionnaireItemInitial } from 'fhir/r5.js'
import {
  EXTENSIONS,
  type ExtensionName,
  extension,
  extensions,
  nested,
  ownExtensions,
} from '../model/extensions.ts'
import type { FormItem } from '../model/form-tree.ts'
import type { Finding } from '../model/issue.ts'
import { isSlider, stepOf } from '../model/item-controls.ts'
import { LARGEST_PATTERNS, patternOf } from '../model/patterns.ts'
import { extensionNumber, extensionText, isQuestion, OPTION_TYPES, optionKey } from '../model/read-form.ts'
import type { FormItemRule, FormRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import { walk } from '../model/walk.ts'
import { compare } from '../values/compare.ts'
import { LARGEST_PATTERN, patternFault } from '../values/regex.ts'
import { choice, objects, text } from '../values/unchecked-json.ts'
import { limitRules } from './limits.ts'

/** True if an option or an initial value of an item may have this type. */
function fits(item: FormItem, type: string, version: string): boolean {
  if (item.type === 'coding' && version !== 'R5' && OPTION_TYPES.has(type)) return true
  if (item.type === 'quantity' && type === 'Coding') return true
  if (item.type === 'decimal' && type === 'Integer') return true
  if (item.type === 'dateTime' && type === 'Date') return true
  return item.valueKeys.includes(`value${type}`)
}

/** Pairs of limits; the first must not exceed the second. */
const LIMITS: readonly (readonly [ExtensionName, ExtensionName])[] = [
  ['minValue', 'maxValue'],
  ['minQuantity', 'maxQuantity'],
  ['minOccurs', 'maxOccurs'],
]

const RANGED = ['date', 'dateTime', 'time', 'decimal', 'integer']

/** The item types to which an extension applies. */
const PLACES: Readonly<Partial<Record<ExtensionName, readonly string[]>>> = {
  minValue: RANGED,
  maxValue: RANGED,
  minQuantity: ['quantity'],
  maxQuantity: ['quantity'],
  maxDecimalPlaces: ['decimal', 'quantity'],
  // Since 5.3.0 the published invariant permits only integer; before, any item.
  sliderStep: ['integer', 'decimal', 'quantity'],
  unit: ['integer', 'decimal', 'quantity'],
  unitOption: ['quantity'],
  unitValueSet: ['quantity'],
  unitOpen: ['quantity'],
  referenceResource: ['reference'],
  mimeType: ['attachment'],
  maxSize: ['attachment'],
  regex: ['string', 'text', 'url', 'decimal', 'integer', 'coding'],
  minLength: ['string', 'text', 'url', 'coding'],
}

/** Steps that have no effect. */
function stepsOf(item: FormItem): readonly string[] {
  const own = ownExtensions(item.raw, 'slider')[0]
  const step = (own && nested(own, 'step')) ?? extension(item.raw, 'sliderStep')
  if (step === undefined || stepOf(item.raw) !== undefined) return []
  if (isSlider(item.raw)) return [`Give the slider of ${item.name} a step above 0.`]
  return [`Let ${item.name} be drawn as a slider (itemControl), as its sliderStepValue means.`]
}

export const authoringRules: readonly (FormItemRule | FormRule)[] = [
  {
    id: 'Q-DEPTH',
    looksAt: 'questionnaire',
    text: 'Items are nested at most 64 deep.',
    source: 'Own rule: nobody can fill in such a form.',
    code: 'too-costly',
    severity: everywhere('fatal'),
    check: ({ tooDeep }) =>
      tooDeep.map(expression => ({
        text: 'Nest items at most 64 deep: what stands below is not read.',
        at: expression.slice('Questionnaire'.length),
      })),
  },
  {
    id: 'Q-TYPE-ABSTRACT',
    looksAt: 'questionnaire item',
    text: "No item has the abstract type 'question'.",
    source: "Code system item-type: 'question' is abstract.",
    code: 'code-invalid',
    severity: everywhere('error'),
    check(item) {
      if ((item.raw.type as unknown) !== 'question') return
      return {
        text: `Give ${item.name} a type that can be answered: 'question' is only their common parent.`,
        at: '.type',
      }
    },
  },
  {
    id: 'Q-CONSTRAINT',
    looksAt: 'questionnaire item',
    text: 'The type and the answerConstraint of a question say the same.',
    source: 'Forms that mix R4 and R5: an explicit answerConstraint wins over open-choice.',
    code: 'business-rule',
    severity: { mix: 'warning' },
    check(item) {
      const constraint = text(item.raw.answerConstraint)
      if ((item.raw.type as unknown) !== 'open-choice' || constraint === undefined) return
      if (constraint === 'optionsOrString') return
      return {
        text: `Make up your mind about ${item.name}: open-choice takes free text, '${constraint}' does not; the latter counts.`,
        at: '.answerConstraint',
      }
    },
  },
  {
    id: 'Q-OPT-TYPE',
    looksAt: 'questionnaire item',
    text: "The value of every option agrees with the item's type.",
    source:
      'Questionnaire.item.answerOption.value[x]; before R5 a choice offers Codings, integers, dates, times, strings or References.',
    code: 'value',
    severity: { ...everywhere('error'), mix: 'warning' },
    check(item, { version }) {
      if (!isQuestion(item) || item.type === 'unknown') return
      return objects<QuestionnaireItemAnswerOption>(item.raw.answerOption).flatMap(
        (option, index): Finding[] => {
          const value = choice(option, 'value')
          if (value === undefined || fits(item, value.type, version)) return []
          return [
            {
              text: `Give this option of ${item.name} a value of its own type: value${value.type} cannot answer it.`,
              at: `.answerOption[${index}]`,
            },
          ]
        },
      )
    },
  },
  {
    id: 'Q-INIT-TYPE',
    looksAt: 'questionnaire item',
    text: "The initial value agrees with the item's type.",
    source: 'Questionnaire.item.initial.value[x].',
    code: 'value',
    severity: { ...everywhere('error'), mix: 'warning' },
    check(item, { version }) {
      if (!isQuestion(item) || item.type === 'unknown') return
      return objects<QuestionnaireItemInitial>(item.raw.initial).flatMap((initial, index): Finding[] => {
        const value = choice(initial, 'value')
        if (value === undefined || fits(item, value.type, version)) return []
        return [
          {
            text: `Give ${item.name} an initial value of its own type: value${value.type} cannot answer it.`,
            at: `.initial[${index}]`,
          },
        ]
      })
    },
  },
  {
    id: 'Q-INIT-IN',
    looksAt: 'questionnaire item',
    text: 'Initial values are answers that the form would accept.',
    source: 'Own rule, from que-11, que-13 and optionExclusive.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check(item) {
      const selected = item.options.filter(option => option.selected)
      const found: Finding[] = []
      if (selected.length > 1 && !item.repeats) {
        found.push({
          text: `Select one initial option of ${item.name}, or let the question repeat.`,
          at: '.answerOption',
        })
      }
      const exclusive = selected.find(option => option.exclusive)
      if (selected.length > 1 && exclusive !== undefined) {
        found.push({
          text: `Select '${exclusive.label}' of ${item.name} alone: it excludes every other answer.`,
          at: '.answerOption',
        })
      }
      if (item.options.length > 0 && item.constraint === 'optionsOnly') {
        const permitted = new Set(item.options.map(option => option.key))
        objects<QuestionnaireItemInitial>(item.raw.initial).forEach((initial, index) => {
          const value = choice(initial, 'value')
          if (value === undefined || permitted.has(optionKey(value.type, value.value))) return
          found.push({
            text: `Choose the initial value of ${item.name} from its options.`,
            at: `.initial[${index}]`,
          })
        })
      }
      return found
    },
  },
  {
    id: 'Q-OPT-MEET',
    looksAt: 'questionnaire item',
    text: 'Every option is within the limits of its question.',
    source: 'Own rule: nobody can choose an option that the limits refuse.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check(item, form) {
      const checks = item.options.length === 0 ? [] : limitRules.flatMap(rule => rule.on(item, form) ?? [])
      if (checks.length === 0) return
      // The options are checked as answers to this item, without the rest of the form.
      const single = { ...form, byLinkId: new Map([[item.linkId, item]]) }
      const here = walk(single, { item: [{ linkId: item.linkId, answer: item.raw.answerOption }] })
      const answers = here.entries[0]?.answers ?? []
      return answers.flatMap((answer, index): Finding[] => {
        if (checks.every(check => check(answer, here) === undefined)) return []
        return [
          {
            text: `Change this option of ${item.name}, or the limits of the question, which refuse it.`,
            at: `.answerOption[${index}]`,
          },
        ]
      })
    },
  },
  {
    id: 'Q-REGEX',
    looksAt: 'questionnaire item',
    text: 'A pattern for answers is one that RE2 understands.',
    source:
      'Extension regex. Look-around and back references are refused: their matching time has no bound. The issue names what RE2 refuses.',
    code: 'value',
    severity: everywhere('error'),
    check(item, form) {
      if (patternOf(item, form) !== 'not RE2') return
      const fault = patternFault(extensionText(item, 'regex') ?? '')
      return `Rewrite the pattern of ${item.name}, which cannot be used: ${fault}.`
    },
  },
  {
    id: 'Q-REGEX-SIZE',
    looksAt: 'questionnaire item',
    text: 'A pattern is no larger than 5,000 instructions, and the different patterns of a form together than 20,000.',
    source:
      'Own rule: what is counted is written out, a{1,400} as 800 instructions; the time to compile grows with them.',
    code: 'too-costly',
    severity: everywhere('error'),
    check(item, form) {
      const pattern = patternOf(item, form)
      if (pattern === 'too large')
        return `Shorten the pattern of ${item.name}, or lower the counts in it: written out it is larger than ${LARGEST_PATTERN} instructions.`
      if (pattern !== 'too many') return
      return `Use fewer patterns, or smaller ones: up to ${item.name} those of this form are larger than ${LARGEST_PATTERNS} instructions together.`
    },
  },
  {
    id: 'Q-LIMITS',
    looksAt: 'questionnaire item',
    text: 'Limits leave room for an answer, and stand where they count.',
    source:
      'Extensions minValue, maxValue, minLength, minOccurs, maxOccurs, min- and maxQuantity, maxDecimalPlaces, sliderStepValue.',
    code: 'business-rule',
    severity: everywhere('warning'),
    check(item) {
      const found: Finding[] = []
      for (const [low, high] of LIMITS) {
        const least = extension(item.raw, low)
        const most = extension(item.raw, high)
        if (least === undefined || most === undefined) continue
        const a = choice(least, 'value')
        const b = choice(most, 'value')
        if (a === undefined || b === undefined) continue
        if (compare(a.type, a.value, b.type, b.value)?.order === 1) {
          found.push(`Let ${low} of ${item.name} not exceed its ${high}: no answer fits between them.`)
        }
      }
      const minLength = extensionNumber(item, 'minLength')
      if (
        minLength !== undefined &&
        typeof item.raw.maxLength === 'number' &&
        minLength > item.raw.maxLength
      ) {
        found.push(`Let minLength of ${item.name} not exceed its maxLength: no answer fits between them.`)
      }
      const least = extensionNumber(item, 'minOccurs')
      if (least !== undefined && least > 0 && !item.required) {
        found.push(`Make ${item.name} required, as its minOccurs of ${least} means.`)
      }
      const most = extensionNumber(item, 'maxOccurs')
      if (
        (least !== undefined && least > 1 && !item.repeats) ||
        (most !== undefined && most > 1 && !item.repeats)
      ) {
        found.push(`Let ${item.name} repeat, as its minOccurs or maxOccurs means.`)
      }
      const places = extensionNumber(item, 'maxDecimalPlaces')
      if (places !== undefined && places < 0) found.push(`Give ${item.name} a maxDecimalPlaces of 0 or more.`)
      found.push(...stepsOf(item))
      return found
    },
  },
  {
    id: 'Q-EXT-PLACE',
    looksAt: 'questionnaire item',
    text: 'A limit stands on an item of a type that it can limit.',
    source: 'Context invariants of the published extensions.',
    code: 'extension',
    severity: everywhere('warning'),
    check(item) {
      const found: Finding[] = []
      if (item.raw.extension === undefined) return
      for (const [name, types] of Object.entries(PLACES)) {
        if (types.includes(item.type) || extensions(item.raw, name as ExtensionName).length === 0) continue
        found.push(
          `Remove the extension ${EXTENSIONS[name as ExtensionName][0]} from ${item.name}: it has no meaning there.`,
        )
      }
      if (extension(item.raw, 'optionExclusive') !== undefined) {
        found.push(`Move optionExclusive of ${item.name} into the answerOption that it is about.`)
      }
      for (const own of ownExtensions(item.raw, 'exclusiveOption')) {
        const code = own.valueString
        if (item.options.some(option => option.exclusive)) continue
        found.push(
          `Name an option of ${item.name} as the exclusive one: there is none with code '${String(code)}'.`,
        )
      }
      if (ownExtensions(item.raw, 'slider').length > 0 && item.type !== 'integer') {
        found.push(`Use the slider for an integer question: ${item.name} is none.`)
      }
      return found
    },
  },
]
