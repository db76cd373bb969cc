/** Rules for what a form computes: the answer to a question, and the options on offer. */
import type { Quantity } from 'fhir/r5.js'
import { equal } from '../compare.ts'
import { computedAnswers, computedOf, withdrawn } from '../computed.ts'
import { extensionNumber, type FormItem, shorten } from '../definition.ts'
import { ExpressionFailure } from '../expression-run.ts'
import { optionFinder } from '../option-index.ts'
import { answered, typeOf } from '../places.ts'
import type { EntryRule, Finding } from '../rule.ts'
import { isObject, number, object, text } from '../shape.ts'
import { everywhere } from '../version.ts'
import type { Answer, Walk } from '../walk.ts'

export const computedRules: readonly EntryRule[] = [
  {
    id: 'QR-CALC',
    looksAt: 'response item',
    text: 'An answer has the value that the expression of its question computes.',
    source:
      'SDC calculatedExpression, and cqf-calculatedValue on an item; numbers at maxDecimalPlaces, or else to 9 digits. A person may overrule the form: a warning with both values.',
    code: 'business-rule',
    severity: everywhere('warning'),
    on(item, form) {
      const expression = computedOf(form).get(item)?.calculated
      if (expression === undefined) return
      return (entry, walk) => {
        const given = answered(entry)
        if (walk.expressions === undefined || given.length === 0) return
        let values: unknown[]
        try {
          values = computedAnswers(item, walk.expressions.onItem(expression, item, entry.scope, entry))
        } catch (cause) {
          if (!(cause instanceof ExpressionFailure)) throw cause
          return `Check the answer to ${item.name}: ${cause.message}, so the form's own value is not known here.`
        }
        const isSame =
          values.length === given.length &&
          given.every((answer, index) => isEqual(item, answer, values[index], walk))
        if (isSame) return
        const own = given.map(({ value }) => shown(value)).join(', ')
        const computed = values.length === 0 ? 'no value' : values.map(shown).join(', ')
        return {
          text: `Check the answer to ${item.name}: it is ${shorten(own)}, and the form computes ${shorten(computed)}.`,
          at: '.answer',
        }
      }
    },
  },
  {
    id: 'QR-OPT-OFFERED',
    looksAt: 'response item',
    text: 'An answer is an option that is on offer, given the other answers.',
    source:
      'SDC answerOptionsToggleExpression: an option of several toggles is on offer if one of them is true; core optionRestriction. One that cannot be evaluated is a warning.',
    code: 'code-invalid',
    severity: everywhere('error'),
    unfinished: 'warning',
    on(item, form) {
      const toggles = computedOf(form).get(item)?.toggles ?? []
      if (toggles.length === 0) return
      return (entry, walk) => {
        const given = answered(entry)
        if (walk.expressions === undefined || given.length === 0) return
        const { options, isOpen } = withdrawn(toggles, item, entry.scope, entry, walk)
        const optionOf = optionFinder(options)
        const found = given.flatMap((answer): Finding[] => {
          const option = optionOf(answer)
          if (option === undefined) return []
          return [
            {
              text: `Choose another option than '${shorten(option.label)}' for ${item.name}: given the other answers, it is not offered.`,
              at: `.answer[${answer.index}].value`,
            },
          ]
        })
        if (found.length > 0 || !isOpen) return found
        return {
          text: `Check the answer to ${item.name}: not every option on offer is known here.`,
          at: '.answer',
          severity: 'warning',
        }
      }
    },
  },
]

/** True unless the values differ; units that cannot be compared differ. */
function isEqual(item: FormItem, answer: Answer, value: unknown, { engines }: Walk): boolean {
  const a = numberOf(answer.value)
  const b = numberOf(value)
  if (a !== undefined && b !== undefined && !unitsDiffer(answer.value, value)) {
    const places = extensionNumber(item, 'maxDecimalPlaces')
    // The answer may be the rounded value.
    if (places !== undefined && places >= 0 && places <= 15)
      return Math.abs(a - b) <= 0.5 / 10 ** places + MARGIN * Math.abs(b)
    return Math.abs(a - b) <= MARGIN * Math.max(Math.abs(a), Math.abs(b))
  }
  return equal(typeOf(answer), answer.value, typeOf(answer), value, engines) !== false
}

/** Binary fractions differ from decimal ones by less. */
const MARGIN = 1e-9

const numberOf = (value: unknown) => number(isObject(value) ? object<Quantity>(value)?.value : value)

function unitsDiffer(left: unknown, right: unknown): boolean {
  const [a, b] = [object<Quantity>(left), object<Quantity>(right)]
  // A computed number has the unit of the answer.
  return b?.code !== undefined && (a?.code !== b.code || a?.system !== b.system)
}

/** A value as a person reads it. */
function shown(value: unknown): string {
  if (!isObject(value)) return String(value)
  const { display, code, reference, unit } = value as Readonly<Record<string, unknown>>
  const amount = number(object<Quantity>(value)?.value)
  if (amount !== undefined) return `${amount} ${text(unit) ?? text(code) ?? ''}`.trim()
  return text(display) ?? text(code) ?? text(reference) ?? 'another value'
}
