/** Rules for the limits of an answer. */
import type { Attachment, Quantity } from 'fhir/r5.js'
import { compare, compareQuantities, needsConversion } from '../compare.ts'
import { computedOf, fitted, type LimitName } from '../computed.ts'
import {
  extensionNumber,
  extensionText,
  extensionValue,
  extensionValues,
  type Form,
  type FormItem,
  isQuestion,
} from '../definition.ts'
import { ExpressionFailure } from '../expression-run.ts'
import { extension, nested, ownExtensions } from '../extensions.ts'
import { stepOf } from '../form/pages.ts'
import { FURTHER } from '../further-extensions.ts'
import type { AnswerRule, Findings } from '../rule.ts'
import { type Choice, choice, number, object, text } from '../shape.ts'
import { everywhere } from '../version.ts'
import type { Answer, Walk } from '../walk.ts'

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

const unknownLimit = (item: FormItem, name: LimitName, { message }: ExpressionFailure): Findings => ({
  text: `Check ${item.name} against its ${name}: ${message}.`,
  at: '.value',
  severity: 'warning',
})

/** Checks an answer against a limit at their common precision: 2022-06-30 is within 2022-06. */
function within(item: FormItem, form: Form, name: 'minValue' | 'maxValue', wrong: -1 | 1, words: string) {
  const limit = RANGED.has(item.type) ? limitOf(item, form, name, bound(item, name)) : undefined
  if (limit === undefined) return undefined
  return (answer: Answer, walk: Walk): Findings => {
    const { key, value } = answer
    const found = typeof limit === 'function' ? limit(answer, walk) : limit
    if (key === undefined || found === undefined) return
    if (found instanceof ExpressionFailure) return unknownLimit(item, name, found)
    if (compare(key.slice(5), value, found.type, found.value)?.order !== wrong) return
    return { text: `Give a value ${words} ${String(found.value)} for ${item.name}.`, at: '.value' }
  }
}

/** Checks a quantity against a limit, converted between units if necessary. */
function withinQuantity(
  item: FormItem,
  form: Form,
  name: 'minQuantity' | 'maxQuantity',
  wrong: -1 | 1,
  words: string,
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
    if (at instanceof ExpressionFailure) return unknownLimit(item, name, at)
    const limit = object<Quantity>(at?.value)
    if (limit === undefined || (typeof bound === 'function' && number(limit.value) === undefined)) return
    const shown = `${number(limit.value) ?? ''} ${text(limit.unit) ?? text(limit.code) ?? ''}`.trim()
    const found = compareQuantities(quantity, limit, engines.convertUnit)
    if (found === undefined) {
      const unread = engines.convertUnit === undefined && needsConversion(quantity, limit)
      return {
        text: unread
          ? `Check ${item.name} against ${shown}: this check converts no units.`
          : `Give ${item.name} in a unit that can be compared with ${shown}.`,
        at: '.value',
        ...(unread && { severity: 'warning' as const }),
      }
    }
    if (found.order === wrong)
      return { text: `Give a value ${words} ${shown} for ${item.name}.`, at: '.value' }
    if (quantity.code !== undefined || limit.code !== undefined || quantity.unit === undefined) return
    return {
      text: `Give the unit of ${item.name} as a code too: its text alone was compared.`,
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
  const wanted = from === 0 ? `a multiple of ${step}` : `a value in steps of ${step}, counted from ${from},`
  return ({ key, value }: Answer): Findings => {
    const quantity = key === 'valueQuantity' ? object<Quantity>(value) : undefined
    if (least !== undefined && (quantity?.code !== least.code || quantity?.system !== least.system)) return
    const answered = number(quantity === undefined ? value : quantity.value)
    if (answered === undefined || isStepsAway(answered, from, step)) return
    const found = { text: `Give ${wanted} for ${item.name}.`, at: '.value' }
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
  return { text: `Write ${answer.entry.item?.name} in one line.`, at: '.value' }
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

export const limitRules: readonly AnswerRule[] = [
  {
    id: 'QR-MIN',
    looksAt: 'answer',
    text: 'An answer is not below minValue, that value included.',
    source: 'Extension minValue, and the slider of a form; dates at the precision that both share.',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => within(item, form, 'minValue', -1, 'of at least'),
  },
  {
    id: 'QR-MAX',
    looksAt: 'answer',
    text: 'An answer is not above maxValue, that value included.',
    source: 'Extension maxValue, and the slider of a form; dates at the precision that both share.',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => within(item, form, 'maxValue', 1, 'of at most'),
  },
  {
    id: 'QR-STEP',
    looksAt: 'answer',
    text: 'An answer given by a slider is on one of its steps, counted from minValue or from 0.',
    source:
      "The step of the operator's slider, which binds as its ends do. Extension sliderStepValue is a warning: it is the step 'to use when toggling the control', no limit of the value.",
    code: 'value',
    severity: everywhere('error'),
    on: onStep,
  },
  {
    id: 'QR-MINQ',
    looksAt: 'answer',
    text: 'A quantity is not below minQuantity, that quantity included.',
    source: 'Extension minQuantity (SDC); units converted by UCUM, an error where they cannot be compared.',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => withinQuantity(item, form, 'minQuantity', -1, 'of at least'),
  },
  {
    id: 'QR-MAXQ',
    looksAt: 'answer',
    text: 'A quantity is not above maxQuantity, that quantity included.',
    source: 'Extension maxQuantity (SDC); units converted by UCUM, an error where they cannot be compared.',
    code: 'value',
    severity: everywhere('error'),
    on: (item, form) => withinQuantity(item, form, 'maxQuantity', 1, 'of at most'),
  },
  {
    id: 'QR-DECIMALS',
    looksAt: 'answer',
    text: 'A number has at most maxDecimalPlaces decimal places.',
    source: 'Extension maxDecimalPlaces. Zeros at the end do not count: JSON.parse does not keep them.',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const most = extensionNumber(item, 'maxDecimalPlaces')
      if (most === undefined) return
      return ({ key, value }) => {
        const given = number(key === 'valueQuantity' ? object<Quantity>(value)?.value : value)
        if (given === undefined || decimalPlaces(given) <= most) return
        const places = most === 0 ? 'a whole number' : `at most ${most} decimal place${most === 1 ? '' : 's'}`
        return { text: `Give ${places} for ${item.name}.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-MAXLEN',
    looksAt: 'answer',
    text: 'A text has at most maxLength characters.',
    source:
      'Questionnaire.item.maxLength, in code points. The Java validator counts UTF-16 units, and only for type string.',
    code: 'too-long',
    severity: everywhere('error'),
    on(item) {
      const most = number(item.raw.maxLength)
      if (most === undefined || !isQuestion(item)) return
      return answer => {
        const words = characters(answer)
        if (words === undefined || words.length <= most || codePoints(words) <= most) return
        return { text: `Shorten ${item.name} to ${most} characters or fewer.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-MINLEN',
    looksAt: 'answer',
    text: 'A text has at least minLength characters.',
    source: 'Extension minLength, in code points. The Java validator checks it only for type string.',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const least = extensionNumber(item, 'minLength')
      if (least === undefined) return
      return answer => {
        const words = characters(answer)
        if (words === undefined || codePoints(words) >= least) return
        return { text: `Write at least ${least} characters for ${item.name}.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-NEWLINE',
    looksAt: 'answer',
    text: 'The answer to a question of type string is one line.',
    source: 'Code system item-type: text is for more than one line.',
    code: 'value',
    severity: everywhere('warning'),
    on: item => (item.type === 'string' ? oneLine : undefined),
  },
  {
    id: 'QR-UNIT',
    looksAt: 'answer',
    text: 'A quantity has one of the units that the question offers.',
    source:
      'Extensions unitOption, unitOpen and unitSupplementalSystem, by system and code. The Java validator compares the label with the unit and ignores unitOpen.',
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
        return { text: `Give ${item.name} in one of these units: ${shown}.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-MIME',
    looksAt: 'answer',
    text: 'A file is of a type that the question takes, parameters of the type aside.',
    source: 'Extension mimeType. The Java validator compares how the types begin.',
    code: 'value',
    severity: everywhere('error'),
    on(item) {
      const types = extensionValues(item, 'mimeType').flatMap(type => text(type) ?? [])
      if (types.length === 0 || item.type !== 'attachment') return
      const permitted = new Set(types.map(mediaType))
      const wanted = types.join(' or ')
      return answer => {
        const type = text(object<Attachment>(answer.value)?.contentType)
        if (type !== undefined && permitted.has(mediaType(type))) return
        return { text: `Attach a file of type ${wanted} for ${item.name}.`, at: '.value' }
      }
    },
  },
  {
    id: 'QR-MAXSIZE',
    looksAt: 'answer',
    text: 'A file has at most maxSize bytes, that number included.',
    source:
      'Extension maxSize, of the data or of the declared size. The Java validator refuses exactly that number and looks at the data only.',
    code: 'too-long',
    severity: everywhere('error'),
    on(item) {
      const most = extensionNumber(item, 'maxSize')
      if (most === undefined || item.type !== 'attachment') return
      return answer => {
        const file = object<Attachment>(answer.value)
        const size = file && fileSize(file)
        if (size === undefined || size <= most) return
        return { text: `Attach a file of ${most} bytes or fewer for ${item.name}.`, at: '.value' }
      }
    },
  },
]
