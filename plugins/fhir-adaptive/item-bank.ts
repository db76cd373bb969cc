/** Reads the item bank in a form: the parameters of its questions and of the test, from extensions. */
import type { Extension, Questionnaire, QuestionnaireItem, QuestionnaireItemAnswerOption } from 'fhir/r4.js'
import type { Issue } from '../../schemas/issue.ts'
import type { GradedItem, Prior } from './graded-response.ts'

/** On a question: `discrimination`, and a `threshold` between each two options, ascending. */
export const ITEM = 'urn:andiron:graded-response-item'
/** On the form: `standardError`, `minimum`, `maximum`, and the prior as `mean` and `deviation`. */
export const TEST = 'urn:andiron:graded-response-test'

/** Extensions that give an option its rank. */
const RANKS: ReadonlySet<string> = new Set([
  'http://hl7.org/fhir/StructureDefinition/itemWeight',
  'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue',
])

export interface BankItem extends GradedItem {
  readonly linkId: string
  /** The values of the options, from the lowest category to the highest. */
  readonly options: readonly string[]
}

export interface ItemBank {
  readonly items: readonly BankItem[]
  readonly prior: Prior
  /** The standard error at which the test ends. */
  readonly standardError: number
  /** The minimum and maximum number of questions. */
  readonly minimum: number
  readonly maximum: number
}

/** Maximum questions of a bank, and of one response. */
const MOST_ITEMS = 300
const MOST_ASKED = 50
/** Maximum options of a question. */
const MOST_OPTIONS = 11

export interface ReadBank {
  readonly bank: ItemBank
  /** The reasons for which it is no valid bank. */
  readonly issues: readonly Issue[]
}

/** @returns undefined for a form without the extension */
export function readItemBank(form: Readonly<Questionnaire>): ReadBank | undefined {
  const test = form.extension?.find(({ url }) => url === TEST)
  if (test === undefined) return undefined
  const issues: Issue[] = []
  const demand = (holds: boolean, expression: string, text: string) => {
    if (!holds) issues.push({ severity: 'error', code: 'value', rule: 'Q-GRADED', expression, text })
  }
  const of = (name: string, usual: number) => decimals(test, name)[0] ?? usual
  const questions = form.item ?? []
  const asked = questions.filter(({ type }) => type !== 'display')
  const items = questions.flatMap((question, at) => {
    const parameters = question.extension?.find(({ url }) => url === ITEM)
    if (parameters === undefined) return []
    const item = itemOf(question, parameters)
    const place = `Questionnaire.item[${at}]`
    const { discrimination, thresholds, options } = item
    demand(
      discrimination > 0 && discrimination <= 20,
      place,
      'The discrimination must be greater than 0, and at most 20.',
    )
    demand(
      thresholds.every((each, index) => Math.abs(each) <= 20 && each > (thresholds[index - 1] ?? -21)),
      place,
      'The thresholds must ascend, from -20 to 20.',
    )
    demand(
      thresholds.length > 0 && options.length === thresholds.length + 1 && options.length <= MOST_OPTIONS,
      place,
      `The question needs one threshold fewer than it has options, of at most ${MOST_OPTIONS}.`,
    )
    demand(new Set(options).size === options.length, place, 'The options must differ.')
    demand(question.repeats !== true, place, 'The question must have one answer.')
    return [item]
  })
  demand(
    items.length > 0 && items.length === asked.length,
    'Questionnaire.item',
    `Every question of an item bank needs the extension ${ITEM}.`,
  )
  demand(items.length <= MOST_ITEMS, 'Questionnaire.item', `A bank has at most ${MOST_ITEMS} questions.`)
  const bank = {
    items,
    prior: { mean: of('mean', 0), deviation: of('deviation', 1) },
    standardError: of('standardError', 0.3),
    minimum: of('minimum', 1),
    maximum: of('maximum', 12),
  }
  const { minimum, maximum, prior, standardError } = bank
  const place = 'Questionnaire.extension'
  demand(
    Number.isInteger(minimum) && Number.isInteger(maximum) && 1 <= minimum && minimum <= maximum,
    place,
    'The minimum and the maximum of questions must be integers from 1, in this order.',
  )
  demand(maximum <= MOST_ASKED, place, `The maximum of questions must be at most ${MOST_ASKED}.`)
  demand(standardError > 0, place, 'The standard error must be greater than 0.')
  demand(
    prior.deviation > 0 && prior.deviation <= 10 && Math.abs(prior.mean) <= 20,
    place,
    'The prior needs a mean from -20 to 20, and a deviation greater than 0 and at most 10.',
  )
  return { bank, issues }
}

function itemOf({ linkId, answerOption = [] }: QuestionnaireItem, parameters: Extension): BankItem {
  const options = answerOption.map(option => ({ key: keyOf(option), rank: rankOf(option) }))
  const isRanked = options.every(({ rank }) => rank !== undefined)
  const ordered = isRanked ? options.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)) : options
  return {
    linkId,
    options: ordered.map(({ key }) => key),
    discrimination: decimals(parameters, 'discrimination')[0] ?? 0,
    thresholds: decimals(parameters, 'threshold'),
  }
}

/** The category of an answer; undefined for one that is none of the options. */
export function categoryOf({ options }: BankItem, answer: Readonly<Record<string, unknown>>) {
  const at = options.indexOf(keyOf(answer))
  return at < 0 ? undefined : at
}

/** A value as text: an option and the answer that chooses it have the same. */
function keyOf(element: object): string {
  const { valueCoding, valueInteger, valueString } = element as QuestionnaireItemAnswerOption
  if (valueCoding) return JSON.stringify([valueCoding.system ?? '', valueCoding.code ?? valueCoding.display])
  return JSON.stringify(valueInteger ?? valueString)
}

function rankOf({ extension = [], valueCoding }: QuestionnaireItemAnswerOption): number | undefined {
  const own = [...extension, ...(valueCoding?.extension ?? [])]
  return own.find(({ url }) => RANKS.has(url))?.valueDecimal
}

const decimals = ({ extension = [] }: Extension, name: string): readonly number[] =>
  extension
    .filter(({ url }) => url === name)
    .flatMap(({ valueDecimal, valueInteger }) => valueDecimal ?? valueInteger ?? [])
