/**
 * Answers in plain values by linkId, as a program gives them, in a form; each problem is a sentence that it can act on.
 */
import type { Coding } from 'fhir/r5.js'
import { enablement } from '../model/enable-when.ts'
import { extension } from '../model/extensions.ts'
import type { Form, FormItem, Option } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { extensionValue, extensionValues, isQuestion } from '../model/read-form.ts'
import { textIn } from '../model/translated-text.ts'
import { isDate } from '../values/period.ts'
import { object, text } from '../values/unchecked-json.ts'
import { type Given, type Slot, slotsBelow } from './answer-tree.ts'
import { Calculation } from './calculate.ts'
import { isOption } from './choose.ts'
import { LiveForm } from './live-form.ts'
import { optionsOf, optionText } from './options.ts'
import type { QuestionnaireResponse } from './types.ts'

/** Values by linkId: a text, a number, true or false, or several of them. */
export type PlainAnswers = Readonly<Record<string, unknown>>

/** A response with the answers that were understood. */
export interface AnsweredForm {
  readonly response: QuestionnaireResponse
  readonly problems: readonly string[]
  /** The given answers in the words of the form, in the language of the reader. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  /** LinkIds of required questions without an answer. */
  readonly missing: readonly string[]
}

const UCUM = 'http://unitsofmeasure.org'
const MOST_LISTED = 30
/** Types that have no plain value. */
const NOT_PLAIN: ReadonlySet<string> = new Set(['group', 'display', 'attachment', 'reference', 'unknown'])

/**
 * Answers a form. If it has expressions, its engines must include the expression engine.
 * @param language - of the reader; options are also known by their translated texts, and the response states it
 */
export function answerForm(
  form: Form,
  questionnaire: string,
  given: PlainAnswers,
  language?: string,
): AnsweredForm {
  const live = new LiveForm(form, () => [], { questionnaire, language, decide: enablement })
  live.equip({ ...form.engines })
  const problems: string[] = []
  const answered: [FormItem, Slot][] = []
  const known = Object.keys(given).flatMap(linkId => {
    const item = form.index.get(linkId)
    if (item) return [item]
    problems.push(
      `There is no question '${cut(linkId)}'; the questions are ${listed(proposable(form).map(each => `'${each.linkId}'`))}.`,
    )
    return []
  })
  // Questions above come first: those below an answer exist only with it.
  for (const item of known.sort((a, b) => a.position - b.position)) {
    const read = readAnswer(item, form, given[item.linkId], language)
    const slot = slotOf(live, item)
    if (typeof read === 'string') problems.push(read)
    else if (slot === undefined)
      problems.push(`'${item.linkId}' is below '${item.parent?.linkId}', which has no answer.`)
    else {
      live.answer(slot, read)
      answered.push([item, slot])
    }
  }
  new Calculation(live).begin()
  for (const [{ linkId, conditions }, { enabled }] of answered)
    if (!enabled) {
      const on = conditions.map(({ question }) => `'${question}'`).join(', ')
      problems.push(`'${linkId}' is not part of the form with these answers${on && `: it depends on ${on}`}.`)
    }
  const answers = answered.map(([item, slot]) => ({
    question: textIn(item.raw, 'text', language) ?? item.linkId,
    answer: live
      .answers(slot)
      .map(each => wordsOf(each, optionsOf(item, form), language))
      .join('; '),
  }))
  const missing = slotsBelow(live.root)
    .filter(slot => slot.enabled && slot.item.required && isQuestion(slot.item) && !isFixed(slot.item))
    .filter(slot => live.answers(slot).length === 0)
    .map(({ item }) => item.linkId)
  return { response: live.response, problems, answers, missing }
}

/**
 * The questions of a form, one a line, with the linkIds and options that `answerForm` takes.
 * @param language - of the reader; a text without a translation stays as it is
 */
export function questionLines(form: Form, language?: string): readonly string[] {
  return proposable(form).map(item => {
    const { linkId, type, required, repeats, conditions, raw } = item
    const words = textIn(raw, 'text', language) ?? ''
    const traits = [
      type,
      required && 'required',
      repeats && 'several',
      conditions.length > 0 && 'conditional',
    ]
    const options = optionsOf(item, form).map(option => {
      const label = optionText(option, language)
      return String(option.key) === label ? label : `${option.key} = ${label}`
    })
    const units = unitsOf(item).map(({ code, display }) => code ?? display ?? '')
    const choices = type === 'quantity' ? units : options
    return `${linkId} (${traits.filter(Boolean).join(', ')}): ${words}${choices.length > 0 ? ` [${listed(choices)}]` : ''}`
  })
}

/** The questions that a program may answer: a person sees them, and a value can be written in plain text. */
const proposable = ({ all }: Form): readonly FormItem[] =>
  all.filter(item => !NOT_PLAIN.has(item.type) && !isFixed(item))

/** True for a question that its person does not answer: calculated, read-only, or hidden with an item above. */
function isFixed(item: FormItem): boolean {
  if (item.raw.readOnly === true || extension(item.raw, FURTHER.calculatedExpression) !== undefined)
    return true
  for (let each: FormItem | undefined = item; each; each = each.parent)
    if (extensionValue(each, 'hidden') === true) return true
  return false
}

/** The first place of an item; missing repetitions of groups above are added. */
function slotOf(live: LiveForm, item: FormItem): Slot | undefined {
  const above = item.parent === undefined ? undefined : slotOf(live, item.parent)
  if (above?.item.type === 'group' && above.item.repeats && above.occurrences.length === 0) live.add(above)
  return live.find(item.linkId)
}

/** The answers of one question, or the sentence that explains why they cannot be. */
function readAnswer(item: FormItem, form: Form, given: unknown, lang?: string): readonly Given[] | string {
  const { linkId, type, repeats } = item
  if (type === 'group' || type === 'display') return `'${linkId}' is a heading and no question.`
  if (NOT_PLAIN.has(type)) return `'${linkId}' takes a file or a reference, which only the person can give.`
  if (isFixed(item)) return `'${linkId}' is calculated, hidden or read-only.`
  const values = Array.isArray(given) ? given : [given]
  if (values.length === 0) return `'${linkId}' has no value.`
  if (values.length > 1 && !repeats) return `'${linkId}' takes one value.`
  const read = values.map(value => readValue(item, form, value, lang))
  const wrong = read.filter(each => typeof each === 'string')
  return wrong.length > 0 ? wrong.join(' ') : (read as Given[])
}

function readValue(item: FormItem, form: Form, value: unknown, lang?: string): Given | string {
  const { linkId, constraint } = item
  const words = typeof value === 'string' ? value.trim() : typeof value === 'object' ? '' : String(value)
  if (words === '') return `'${linkId}' takes a text, a number, true or false.`
  const options = optionsOf(item, form)
  const option =
    options.find(each => isNamed(each, words)) ?? options.find(each => isTranslated(each, words, lang))
  if (option) return { [`value${option.type}`]: option.value } as Given
  if (constraint === 'optionsOrString') return { valueString: words }
  if (options.length > 0 && constraint === 'optionsOnly')
    return `'${linkId}' is '${cut(words)}', which is none of its options: ${listed(options.map(each => namesOf(each, lang)))}.`
  const typed = readTyped(item, words)
  return typeof typed === 'string' ? `'${linkId}' is '${cut(words)}'; ${typed}.` : typed
}

/** A value of the question's type, or what the type takes. */
function readTyped(item: FormItem, words: string): Given | string {
  const amount = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(words) ? Number(words) : undefined
  switch (item.type) {
    case 'boolean':
      if (/^(true|yes)$/i.test(words)) return { valueBoolean: true }
      return /^(false|no)$/i.test(words) ? { valueBoolean: false } : 'it takes true or false'
    case 'integer':
      return amount !== undefined && Number.isSafeInteger(amount)
        ? { valueInteger: amount }
        : 'it takes a whole number'
    case 'decimal':
      return amount === undefined ? 'it takes a number' : { valueDecimal: amount }
    case 'date':
      return isDate(words) && !words.includes('T')
        ? { valueDate: words }
        : 'it takes a date such as 2026-03-15'
    case 'dateTime':
      return isDate(words) ? { valueDateTime: words } : 'it takes 2026-03-15 or 2026-03-15T08:30:00+01:00'
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(words)
        ? { valueTime: words.length === 5 ? `${words}:00` : words }
        : 'it takes a time such as 08:30'
    case 'quantity':
      return readQuantity(item, words)
    case 'url':
      return { valueUri: words }
    case 'coding':
      return 'its options are not known here'
    default:
      return { valueString: words }
  }
}

function readQuantity(item: FormItem, words: string): Given | string {
  const [, number, unit = ''] = /^([+-]?\d+(?:\.\d+)?)\s*(\S.*)?$/.exec(words) ?? []
  if (number === undefined) return 'it takes a number with a unit, such as 70 kg'
  const units = unitsOf(item)
  const found =
    unit === ''
      ? units[0]
      : units.find(({ code, display }) =>
          [code, display].some(name => name !== undefined && plain(name) === plain(unit)),
        )
  if (found === undefined && units.length > 0)
    return `its units are ${listed(units.map(({ code, display }) => `'${code ?? display}'`))}`
  const { code = unit, display = code, system = UCUM } = found ?? {}
  return { valueQuantity: { value: Number(number), ...(code && { unit: display, system, code }) } }
}

const unitsOf = (item: FormItem): readonly Coding[] =>
  [...extensionValues(item, 'unit'), ...extensionValues(item, 'unitOption')].flatMap(value => {
    const coding = object<Coding>(value)
    const [system, code, display] = [text(coding?.system), text(coding?.code), text(coding?.display)]
    return code === undefined && display === undefined
      ? []
      : [{ ...(system && { system }), ...(code && { code }), ...(display && { display }) }]
  })

const isNamed = ({ key, label }: Option, words: string): boolean =>
  String(key) === words || plain(label) === plain(words)

const isTranslated = (option: Option, words: string, lang: string | undefined): boolean =>
  lang !== undefined && plain(optionText(option, lang)) === plain(words)

function namesOf(option: Option, lang: string | undefined): string {
  const label = optionText(option, lang)
  return String(option.key) === label ? `'${label}'` : `'${option.key}' (${label})`
}

function wordsOf(given: Given, options: readonly Option[], lang: string | undefined): string {
  const chosen = options.find(option => isOption(option, given))
  if (chosen !== undefined) return optionText(chosen, lang)
  const { valueCoding, valueQuantity, valueBoolean, ...rest } = given
  if (valueCoding) return valueCoding.display ?? valueCoding.code ?? ''
  if (valueQuantity) return `${valueQuantity.value} ${valueQuantity.unit ?? ''}`.trim()
  if (valueBoolean !== undefined) return valueBoolean ? 'yes' : 'no'
  return String(Object.values(rest)[0])
}

const plain = (words: string): string => words.toLowerCase().replaceAll(/\s+/g, ' ').trim()
const cut = (words: string): string => (words.length > 60 ? `${words.slice(0, 60)}…` : words)
const listed = (words: readonly string[]): string =>
  words.length > MOST_LISTED
    ? `${words.slice(0, MOST_LISTED).join(', ')} and ${words.length - MOST_LISTED} more`
    : words.join(', ')
