/** Rules for what a form computes: the answer to a question, and the options on offer. */
import type { Quantity } from 'fhir/r5.js'
import { computedAnswers, computedOf, withdrawn } from '../expressions/computed.ts'
import { answered, typeOf } from '../model/entry-queries.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import type { FormItem } from '../model/form-tree.ts'
import type { Finding } from '../model/issue.ts'
import { optionFinder } from '../model/option-index.ts'
import { extensionNumber, shorten } from '../model/read-form.ts'
import type { Answer, Walk } from '../model/response-tree.ts'
import type { Bare, EntryRule } from '../model/rule.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { equal } from '../values/compare.ts'
import { isObject, number, object, text } from '../values/unchecked-json.ts'

export const computedRules: readonly Bare<EntryRule>[] = [
  {
    id: 'QR-CALC',
    looksAt: 'response item',
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
          return say.computedUnknown({ question: item.name })
        }
        const isSame =
          values.length === given.length &&
          given.every((answer, index) => isEqual(item, answer, values[index], walk))
        if (isSame) return
        const words = { question: item.name, own: shown(given.map(({ value }) => value)) }
        const found =
          values.length === 0
            ? say.computedNothing(words)
            : say.computedDiffers({ ...words, computed: shown(values) })
        return { ...found, at: '.answer' }
      }
    },
  },
  {
    id: 'QR-OPT-OFFERED',
    looksAt: 'response item',
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
              ...say.notOffered({ option: shorten(option.label), question: item.name }),
              at: `.answer[${answer.index}].value`,
            },
          ]
        })
        if (found.length > 0 || !isOpen) return found
        return {
          ...say.offerUnknown({ question: item.name }),
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

/** Values as a person reads them; a number stays one, for the languages. */
const shown = (values: readonly unknown[]): string | number => {
  const [only] = values
  return values.length === 1 && typeof only === 'number' ? only : shorten(values.map(wordsOf).join(', '))
}

function wordsOf(value: unknown): string {
  if (!isObject(value)) return String(value)
  const { display, code, reference, unit } = value as Readonly<Record<string, unknown>>
  const amount = number(object<Quantity>(value)?.value)
  if (amount !== undefined) return `${amount} ${text(unit) ?? text(code) ?? ''}`.trim()
  return text(display) ?? text(code) ?? text(reference) ?? '…'
}
