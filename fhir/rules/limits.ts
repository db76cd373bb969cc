/** Rules for the limits of an answer. */
import type { Attachment, Quantity } from 'fhir/r5.js'
import { computedOf, fitted, type LimitName } from '../expressions/computed.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import { extension, nested, ownExtensions } from '../model/extensions.ts'
import type { Form, FormItem } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Findings } from '../model/issue.ts'
import { stepOf } from '../model/item-controls.ts'
import {
  extensionNumber,
  extensionText,
  extensionValue,
  extensionValues,
  isQuestion,
} from '../model/read-form.ts'
import type { Answer, Walk } from '../model/response-tree.ts'
import type { AnswerRule, Bare } from '../model/rule.ts'
import type { Sentence } from '../model/sentence.ts'
import { everywhere } from '../model/version.ts'
import * as say from '../sentences/answering.ts'
import { compare, compareQuantities, needsConversion } from '../values/compare.ts'
import { type Choice, choice, number, object, text } from '../values/unchecked-json.ts'

const RANGED: ReadonlySet<string> = new Set(['integer', 'decimal', 'date', 'dateTime', 'time'])

/** A limit of a question: the extension, or the end of its slider. */
function bound(item: FormItem, name: 'minValue' | 'maxValue'): Choice | undefined {
  if (!RANGED.has(item.type)) return undefined
  const own = ownExtensions(item.raw, 'slider')[0]
  const found = extension(item.raw, name) ?? (own && nested(own, name))
  return found && choice(found, 'value')
}

/** A limit that does not depend on answers, or that an expression gives. */
type Limit = Choice | ((answer: Answer, walk: Walk) => Choice | undefined | ExpressionFailure)

/** The limit of an item; an expression takes precedence over the value beside it. */
function limitOf(item: FormItem, form: Form, name: LimitName, fixed: Choice | undefined): Limit | undefined {
  const expression = computedOf(form).get(item)?.limits.get(name)
  if (expression === undefined) return fixed
  const [key = ''] = item.valueKeys
  return ({ entry }, { expressions }) => {
    if (expressions === undefined) return fixed
    try {
      const [value] = expressions.onItem(expression, item, entry.scope, entry)
      return value === undefined ? undefined : { type: key.slice(5), value: fitted(key, value) }
    } catch (cause) {
      if (cause instanceof ExpressionFailure) return cause
      throw cause
    }
  }
}

const unknownLimit = (item: FormItem): Findings => ({
  ...say.limitUnknown({ question: item.name }),
  at: '.value',
  severity: 'warning',
})

/** The sentence about a limit. */
type Bounded = (values: { limit: string | number; question: string }) => Sentence

const shownLimit = (limit: unknown) => (typeof limit === 'number' ? limit : String(limit))

/** Checks an answer against a limit at their common precision: 2022-06-30 is within 2022-06. */
function within(item: FormItem, form: Form, name: 'minValue' | 'maxValue', wrong: -1 | 1, bounded: Bounded) {
  const limit = RANGED.has(item.type) ? limitOf(item, form, name, bound(item, name)) : undefined
  if (limit === undefined) return undefined
  return (answer: Answer, walk: Walk): Findings => {
    const { key, value } = answer
    const found = typeof limit === 'function' ? limit(answer, walk) : limit
    if (key === undefined || found === undefined) return
    if (found instanceof ExpressionFailure) return unknownLimit(item)
    if (compare(key.slice(5), value, found.type, found.value)?.order !== wrong) return
    return { ...bounded({ limit: shownLimit(found.value), question: item.name }), at: '.value' }
  }
}

/** Checks a quantity against a limit, converted between units if necessary. */
function withinQuantity(
  item: FormItem,
  form: Form,
  name: 'minQuantity' | 'maxQuantity',
  wrong: -1 | 1,
  bounded: Bounded,
) {
  const own = extension(item.raw, name)
  const bound = item.type === 'quantity' ? limitOf(item, form, name, own && choice(own, 'value')) : undefined
  if (bound === undefined) return undefined
  return (answer: Answer, walk: Walk): Findings => {
    const { key, value } = answer
    const { engines } = walk
    const quantity = key === 'valueQuantity' ? object<Quantity>(value) : undefined
    if (quantity === undefined || number(quantity.value) === undefined) return
    const at = typeof bound === 'function' ? bound(answer, walk) : bound
    if (at instanceof ExpressionFailure) return unknownLimit(item)
    const limit = object<Quantity>(at?.value)
    if (limit === undefined || (typeof bound === 'function' && number(limit.value) === undefined)) return
    const shown = `${number(limit.value) ?? ''} ${text(limit.unit) ?? text(limit.code) ?? ''}`.trim()
    const found = compareQuantities(quantity, limit, engines.convertUnit)
    if (found === undefined) {
      const unread = engines.convertUnit === undefined && needsConversion(quantity, limit)
      return {
        ...(unread ? say.notConverted : say.comparableUnit)({ question: item.name, limit: shown }),
        at: '.value',
        ...(unread && { severity: 'warning' as const }),
      }
    }
    if (found.order === wrong) return { ...bounded({ limit: shown, question: item.name }), at: '.value' }
    if (quantity.code !== undefined || limit.code !== undefined || quantity.unit === undefined) return
    return {
      ...say.unitAsCode({ question: item.name }),
      at: '.value',
      severity: 'warning',
    }
  }
}

/**
 * Checks that a number is a whole number of steps from the minimum, or from 0: as a slider in a browser
 * counts. A quantity is checked only if the form permits a single unit.
 */
function onStep(item: FormItem) {
  const given = STEPPED.has(item.type) ? stepOf(item.raw) : undefined
  if (given === undefined || extensionValues(item, 'unitOption').length > 1) return undefined
  const { step, isOwn } = given
  const isQuantity = item.type === 'quantity'
  const least = isQuantity ? object<Quantity>(extensionValue(item, 'minQuantity')) : undefined
  const from = number(isQuantity ? least?.value : bound(item, 'minValue')?.value) ?? 0
  return ({ key, value }: Answer): Findings => {
    const quantity = key === 'valueQuantity' ? object<Quantity>(value) : undefined
    if (least !== undefined && (quantity?.code !== least.code || quantity?.system !== least.system)) return
    const answered = number(quantity === undefined ? value : quantity.value)
    if (answered === undefined || isStepsAway(answered, from, step)) return
    const words = { step, from, question: item.name }
    const found = { ...(from === 0 ? say.multipleOf(words) : say.inSteps(words)), at: '.value' }
    return isOwn ? found : { ...found, severity: 'warning' as const }
  }
}

const STEPPED: ReadonlySet<string> = new Set(['integer', 'decimal', 'quantity'])

/** Counts in decimals, as the numbers are written: in binary, 0.3 is not three times 0.1. */
function isStepsAway(value: number, from: number, step: number): boolean {
  const literals = [value, from, step]
  if ([...literals, value - from].every(Number.isSafeInteger)) return (value - from) % step === 0
  const least = Math.min(...literals.map(each => exponentOf(each)))
  const [at = 0n, start = 0n, width = 1n] = literals.map(
    each => BigInt(digitsOf(each)) * 10n ** BigInt(exponentOf(each) - least),
  )
  return (at - start) % width === 0n
}

/** The digits of a number, to be multiplied by ten to the power of its exponent. */
const digitsOf = (value: number) => String(value).split('e')[0]?.replace('.', '') ?? '0'
const exponentOf = (value: number) => {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Number(exponent) - (digits.split('.')[1] ?? '').length
}

/** Decimal places without an exponent. JSON.parse has already dropped trailing zeros. */
function decimalPlaces(value: number): number {
  return Math.max(0, -exponentOf(value))
}

/** The text of a string answer. */
export const characters = ({ key, value }: Answer) =>
  key === 'valueString' || key === 'valueUri' ? text(value) : undefined

/** The number of code points: characters as people count them, not UTF-16 units. */
function codePoints(words: string): number {
  let count = 0
  for (const _ of words) count++
  return count
}

const oneLine = (answer: Answer): Findings => {
  const words = characters(answer)
  if (words === undefined || (!words.includes('\n') && !words.includes('\r'))) return
  return { ...say.oneLine({ question: answer.entry.item?.name ?? '' }), at: '.value' }
}

/** A media type without its parameters. */
const mediaType = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase()

/** The size of a file in bytes: as declared, or of its base64. */
function fileSize(file: { readonly size?: unknown; readonly data?: unknown }): number | undefined {
  const data = text(file.data)?.replace(/\s/g, '')
  if (data !== undefined) {
    const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
    return Math.floor((data.length * 3) / 4) - padding
  }
  const declared = file.size
  return typeof declared === 'string' && /^\d{1,15}$/.test(declared) ? Number(declared) : number(declared)
}

export const limitRules: readonly Bare<AnswerRule>[] = [
  {
    id: 'QR-MIN',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => within(item, form, 'minValue', -1, say.atLeast),
  },
  {
    id: 'QR-MAX',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => within(item, form, 'maxValue', 1, say.atMost),
  },
  {
    id: 'QR-STEP',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on: onStep,
  },
  {
    id: 'QR-MINQ',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => withinQuantity(item, form, 'minQuantity', -1, say.atLeast),
  },
  {
    id: 'QR-MAXQ',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => withinQuantity(item, form, 'maxQuantity', 1, say.atMost),
  },
  {
    id: 'QR-DECIMALS',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const most = extensionNumber(item, 'maxDecimalPlaces')
      if (most === undefined) return
      return ({ key, value }) => {
        const given = number(key === 'valueQuantity' ? object<Quantity>(value)?.value : value)
        if (given === undefined || decimalPlaces(given) <= most) return
        const words = { most, question: item.name }
        return { ...(most === 0 ? say.wholeNumber(words) : say.decimalPlaces(words)), at: '.value' }
      }
    },
  },
  {
    id: 'QR-MAXLEN',
    looksAt: 'answer',
    code: 'too-long',
    severity: everywhere('error'),
    on(item) {
      const most = number(item.raw.maxLength)
      if (most === undefined || !isQuestion(item)) return
      return answer => {
        const words = characters(answer)
        if (words === undefined || words.length <= most || codePoints(words) <= most) return
        return { ...say.shorten({ question: item.name, most }), at: '.value' }
      }
    },
  },
  {
    id: 'QR-MINLEN',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const least = extensionNumber(item, 'minLength')
      if (least === undefined) return
      return answer => {
        const words = characters(answer)
        if (words === undefined || codePoints(words) >= least) return
        return { ...say.lengthen({ least, question: item.name }), at: '.value' }
      }
    },
  },
  {
    id: 'QR-NEWLINE',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('warning'),
    on: item => (item.type === 'string' ? oneLine : undefined),
  },
  {
    id: 'QR-UNIT',
    looksAt: 'answer',
    code: 'code-invalid',
    severity: everywhere('error'),
    on(item) {
      const units = extensionValues(item, 'unitOption').flatMap(
        value => object<{ system: string; code: string; display: string }>(value) ?? [],
      )
      const open = extensionText(item, 'unitOpen')
      const beside =
        open === 'optionsOrType' ? extensionText(item, FURTHER.unitSupplementalSystem) : undefined
      if (units.length === 0 || item.type !== 'quantity') return
      if (open === 'optionsOrType' && beside === undefined) return
      const shown = units.map(unit => text(unit.display) ?? text(unit.code) ?? '').join(', ')
      const labels = new Set(units.filter(unit => unit.code === undefined).map(unit => unit.display))
      const codes = new Map<unknown, Set<unknown>>()
      for (const { code, system } of units) {
        if (code === undefined) continue
        const systems = codes.get(code) ?? new Set()
        codes.set(code, systems.add(system))
      }
      return ({ key, value }) => {
        const quantity = key === 'valueQuantity' ? object<Quantity>(value) : undefined
        if (quantity === undefined) return
        if (open === 'optionsOrString' && quantity.code === undefined && quantity.unit !== undefined) return
        const { unit, code, system } = quantity
        if ((unit !== undefined && labels.has(unit)) || codes.get(code)?.has(system) === true) return
        if (beside !== undefined && system === beside && code !== undefined) return
        return { ...say.oneOfUnits({ question: item.name, units: shown }), at: '.value' }
      }
    },
  },
  {
    id: 'QR-MIME',
    looksAt: 'answer',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const types = extensionValues(item, 'mimeType').flatMap(type => text(type) ?? [])
      if (types.length === 0 || item.type !== 'attachment') return
      const permitted = new Set(types.map(mediaType))
      return answer => {
        const type = text(object<Attachment>(answer.value)?.contentType)
        if (type !== undefined && permitted.has(mediaType(type))) return
        return { ...say.fileType({ types, question: item.name }), at: '.value' }
      }
    },
  },
  {
    id: 'QR-MAXSIZE',
    looksAt: 'answer',
    code: 'too-long',
    severity: everywhere('error'),
    on(item) {
      const most = extensionNumber(item, 'maxSize')
      if (most === undefined || item.type !== 'attachment') return
      return answer => {
        const file = object<Attachment>(answer.value)
        const size = file && fileSize(file)
        if (size === undefined || size <= most) return
        return { ...say.fileSize({ most, question: item.name }), at: '.value' }
      }
    },
  },
]
