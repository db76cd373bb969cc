/** Answers from earlier Observations: the observation-based population of SDC. */
import type { Coding, Extension, Observation, ObservationComponent, Quantity } from 'fhir/r5.js'
import type { FormItem } from '../model/form-tree.ts'
import { extensionText, extensionValues, isQuestion } from '../model/read-form.ts'
import { sameCoding } from '../values/compare.ts'
import { number, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'

type Observed = Unchecked<Observation>
type Valued = Unchecked<ObservationComponent>

/** The units of time in milliseconds; a month and a year have their average length. */
const TIMES: Readonly<Record<string, number>> = {
  ...{ s: 1e3, min: 6e4, h: 3_600_000, d: 86_400_000, wk: 604_800_000 },
  ...{ mo: 2_629_800_000, a: 31_557_600_000 },
}

// Not in the table of extensions, which every browser loads that shows a form.
const LINK_PERIOD: ReadonlySet<unknown> = new Set([
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observationLinkPeriod',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-observationLinkPeriod',
])

/** The statuses of a valid value. */
const VALID_STATUSES: ReadonlySet<unknown> = new Set(['final', 'amended', 'corrected'])

/** The codes by which Observations match a question; empty if it is not to be populated. */
export function linkedCodes(item: FormItem): readonly Coding[] {
  if (!isQuestion(item) || linkPeriod(item) === undefined) return []
  return objects<Coding>(item.raw.code).filter(({ code }) => text(code) !== undefined) as readonly Coding[]
}

/** The maximum age of an Observation that answers the question, in milliseconds. */
function linkPeriod(item: FormItem): number | undefined {
  const period = objects<Extension>(item.raw.extension).find(({ url }) => LINK_PERIOD.has(url))
  const duration = object<Quantity>(period?.valueDuration)
  const unit = text(duration?.code) ?? text(duration?.unit) ?? ''
  const many = number(duration?.value)
  const each = Object.hasOwn(TIMES, unit) ? TIMES[unit] : undefined
  return many === undefined || each === undefined || many < 0 ? undefined : many * each
}

/** Observations by time, newest first; excludes future and invalid ones. */
export function validByTime(observations: readonly unknown[], now: number) {
  return objects<Observation>(observations)
    .map(observation => ({ observation, at: Date.parse(timeOf(observation)) }))
    .filter(({ observation, at }) => VALID_STATUSES.has(observation.status) && at <= now)
    .sort((a, b) => b.at - a.at)
}

const timeOf = (observation: Observed): string => {
  const period = object<{ start: string; end: string }>(observation.effectivePeriod)
  const time =
    observation.effectiveDateTime ??
    period?.end ??
    period?.start ??
    observation.effectiveInstant ??
    observation.issued
  return text(time) ?? ''
}

/** The newest matching value within the question's period, as an answer. */
export function observedAnswer(
  item: FormItem,
  found: ReturnType<typeof validByTime>,
  now: number,
): object | undefined {
  const codes = linkedCodes(item)
  const since = now - (linkPeriod(item) ?? 0)
  if (codes.length === 0) return undefined
  for (const { observation, at } of found) {
    if (at < since) return undefined
    for (const part of [observation as Valued, ...objects<ObservationComponent>(observation.component)]) {
      const coded = objects<Coding>(object<{ coding: unknown }>(part.code)?.coding)
      if (!coded.some(code => codes.some(wanted => sameCoding(wanted, code)))) continue
      const answer = answerOf(item, part)
      if (answer !== undefined) return answer
    }
  }
  return undefined
}

function answerOf(item: FormItem, part: Valued): object | undefined {
  const quantity = object<Quantity>(part.valueQuantity)
  // `<5` is not a number.
  const measured = quantity?.comparator === undefined ? number(quantity?.value) : undefined
  switch (item.type) {
    case 'quantity':
      return measured !== undefined && hasUnitOf(item, quantity) ? { valueQuantity: quantity } : undefined
    case 'decimal':
    case 'integer': {
      const value = number(part.valueInteger) ?? (hasUnitOf(item, quantity) ? measured : undefined)
      if (value === undefined || (item.type === 'integer' && !Number.isInteger(value))) return undefined
      return item.type === 'integer' ? { valueInteger: value } : { valueDecimal: value }
    }
    case 'coding': {
      const codings = objects<Coding>(object<{ coding: unknown }>(part.valueCodeableConcept)?.coding)
      const options = item.options.filter(({ type }) => type === 'Coding')
      const chosen = options.find(({ value }) => codings.some(coding => sameCoding(value, coding)))
      const given = options.length > 0 ? chosen?.value : codings[0]
      return given === undefined ? undefined : { valueCoding: given }
    }
    case 'boolean':
      return typeof part.valueBoolean === 'boolean' ? { valueBoolean: part.valueBoolean } : undefined
    case 'string':
    case 'text':
      return text(part.valueString) === undefined ? undefined : { valueString: part.valueString }
    case 'time':
      return text(part.valueTime) === undefined ? undefined : { valueTime: part.valueTime }
    case 'dateTime':
      return text(part.valueDateTime) === undefined ? undefined : { valueDateTime: part.valueDateTime }
    case 'date': {
      const date = text(part.valueDateTime)?.slice(0, 10)
      return date === undefined ? undefined : { valueDate: date }
    }
    default:
      return undefined
  }
}

/** Units are not converted: a number in another unit does not match. */
function hasUnitOf(item: FormItem, quantity: Unchecked<Quantity> | undefined): boolean {
  const named = item.type === 'quantity' ? extensionValues(item, 'unitOption') : extensionValues(item, 'unit')
  const units = named.flatMap(unit => object<Coding>(unit) ?? [])
  if (units.length === 0 || extensionText(item, 'unitOpen') !== undefined) return true
  return units.some(({ code, system }) => code === quantity?.code && system === quantity?.system)
}
