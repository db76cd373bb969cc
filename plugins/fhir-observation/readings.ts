/** Observations as readings: what was measured, when, and with which reservations, in words. */
import type { CodeableConcept, Coding, Observation, ObservationComponent, Quantity } from 'fhir/r5.js'
import { bandOf } from '../../fhir/results/score-bands.ts'
import { knownMeasurement, LOINC } from '../../fhir/terminology/loinc-words.ts'
import type { Period } from '../../fhir/values/period.ts'

/** One value of an Observation: its own, or that of a component. */
export interface Measure {
  readonly concept: CodeableConcept
  readonly code: string
  readonly name: string
  readonly value: string | number | boolean
  /** The value for statistics; absent for texts, and for values like `<5`. */
  readonly number?: number
  readonly unit: string
  /** Remarks of the record on the value: interpretation, band of a score. */
  readonly meaning?: string
  /** The reference range: `3.9–5.5`. */
  readonly range?: string
}

export interface Reading {
  readonly id: string
  readonly observation: Observation
  readonly code: string
  readonly name: string
  /** ISO 8601 as recorded; empty if the record has no time. */
  readonly start: string
  /** The end of a period. */
  readonly end?: string
  /** For sorting; 0 without a time. */
  readonly at: number
  /** The time in the requested zone. */
  readonly date: string
  readonly measures: readonly Measure[]
  /** Reservations: a status other than final, notes. */
  readonly remarks: readonly string[]
}

/** Records with these statuses are no findings about the person. */
const WITHDRAWN: ReadonlySet<unknown> = new Set(['entered-in-error', 'cancelled'])
const LONGEST_NOTE = 200
const LONGEST_TEXT = 300

export const isWithdrawn = ({ status }: Partial<Observation>): boolean => WITHDRAWN.has(status)

type Valued = Pick<ObservationComponent, 'code'> & Omit<ObservationComponent, 'code'>

/** The time of the observation, if given; otherwise the time of its issue. */
export const dateOf = (observation: Partial<Observation>): string =>
  text(
    observation.effectiveDateTime ??
      observation.effectivePeriod?.start ??
      observation.effectivePeriod?.end ??
      observation.effectiveInstant ??
      observation.issued,
  )

export function readingOf(observation: Observation & { readonly id: string }, period: Period): Reading {
  const start = dateOf(observation)
  const end = text(observation.effectivePeriod?.end)
  const parts = partsOf(observation).map(measureOf)
  const hasOwn = Object.keys(observation).some(key => key.startsWith('value')) || parts.length === 0
  const date = period.local(start)
  return {
    id: observation.id,
    observation,
    code: codeOf(observation.code),
    name: nameOf(observation.code),
    start,
    at: Date.parse(start) || 0,
    date: end && end !== start ? `${date} to ${period.local(end)}` : date,
    ...(end && end !== start && { end }),
    measures: hasOwn ? [measureOf(observation), ...parts] : parts,
    remarks: remarksOf(observation),
  }
}

/** The components, if any. Records that a person writes directly to the nodes may have any shape. */
export const partsOf = ({ component }: Partial<Observation>): readonly ObservationComponent[] =>
  objects<ObservationComponent>(component)

export const codingsOf = (concept: CodeableConcept | undefined): readonly Coding[] =>
  objects<Coding>(concept?.coding)

export const codeOf = (concept: CodeableConcept | undefined): string => text(codingsOf(concept)[0]?.code)

/** A plain name: ours for a common measurement, otherwise the record's own. */
export function nameOf(concept: CodeableConcept | undefined): string {
  const known = codingsOf(concept).flatMap(({ system, code }) =>
    system === LOINC ? (knownMeasurement(text(code)) ?? []) : [],
  )[0]
  const own = text(concept?.text) || text(codingsOf(concept).find(({ display }) => display)?.display)
  return known?.name ?? (oneLine(own) || codeOf(concept))
}

function measureOf(part: Valued): Measure {
  const { value, unit = '', number } = readValue(part)
  const code = codeOf(part.code)
  const band = number === undefined ? undefined : bandOf(code, number)
  // A form may declare the published bands, too.
  const meanings = new Set([...objects<CodeableConcept>(part.interpretation).map(meaningOf), band])
  const meaning = [...meanings].filter(Boolean).join(', ')
  const range = rangeOf(part)
  return {
    ...{ concept: part.code, code, name: nameOf(part.code), value, unit },
    ...(number !== undefined && { number }),
    ...(meaning && { meaning }),
    ...(range && { range }),
  }
}

/** The codes of HL7's ObservationInterpretation that assistants meet. */
const INTERPRETATIONS: Readonly<Record<string, string>> = {
  ...{ H: 'high', HH: 'critically high', HU: 'significantly high', L: 'low', LL: 'critically low' },
  ...{ LU: 'significantly low', N: 'normal', A: 'abnormal', AA: 'critically abnormal', POS: 'positive' },
  ...{ NEG: 'negative', IND: 'indeterminate', R: 'resistant', S: 'susceptible', U: 'significant change up' },
  ...{ D: 'significant change down', B: 'better', W: 'worse' },
}

function meaningOf(concept: CodeableConcept): string {
  const code = codeOf(concept)
  const known = Object.hasOwn(INTERPRETATIONS, code) ? INTERPRETATIONS[code] : undefined
  return known ?? nameOf(concept)
}

function rangeOf({ referenceRange }: Valued): string {
  const [range] = objects<NonNullable<ObservationComponent['referenceRange']>[number]>(referenceRange)
  if (range === undefined) return ''
  const low = range.low?.value
  const high = range.high?.value
  if (low !== undefined && high !== undefined) return `${low}–${high}`
  if (low !== undefined) return `from ${low}`
  return high === undefined ? oneLine(text(range.text)) : `up to ${high}`
}

function remarksOf({
  status,
  note,
  effectiveDateTime,
  effectivePeriod,
  effectiveInstant,
}: Partial<Observation>) {
  const notes = objects<{ readonly text?: string }>(note).map(each => oneLine(text(each.text)))
  const isDated = effectiveDateTime ?? effectivePeriod ?? effectiveInstant
  return [
    ...(status === undefined || status === 'final' ? [] : [text(status)]),
    ...(isDated === undefined ? ['time of storing'] : []),
    ...notes
      .filter(Boolean)
      .map(each => (each.length > LONGEST_NOTE ? `${each.slice(0, LONGEST_NOTE)}…` : each)),
  ].filter(Boolean)
}

interface Value {
  readonly value: Measure['value']
  readonly unit?: string
  readonly number?: number
}

function measured({ value, unit, code, comparator }: Quantity): Value {
  const name = text(unit ?? code)
  if (typeof value !== 'number') return { value: text(value), unit: name }
  return comparator === undefined
    ? { value, unit: name, number: value }
    : { value: `${comparator}${value}`, unit: name }
}

function readValue(part: Valued): Value {
  const { valueQuantity, valueCodeableConcept, valueRange, valueRatio, valuePeriod, dataAbsentReason } = part
  if (valueQuantity) return measured(valueQuantity)
  if (valueCodeableConcept) return { value: nameOf(valueCodeableConcept) }
  if (valueRange)
    return { ...span(valueRange.low?.value, valueRange.high?.value), unit: text(valueRange.low?.unit) }
  if (valueRatio)
    return { value: `${valueRatio.numerator?.value ?? ''}:${valueRatio.denominator?.value ?? ''}` }
  if (valuePeriod) return span(valuePeriod.start, valuePeriod.end)
  if (typeof part.valueInteger === 'number') return { value: part.valueInteger, number: part.valueInteger }
  if (typeof part.valueBoolean === 'boolean') return { value: part.valueBoolean ? 'yes' : 'no' }
  const plain = text(part.valueString ?? part.valueDateTime ?? part.valueTime)
  if (plain) return { value: plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain }
  return { value: dataAbsentReason ? `(${nameOf(dataAbsentReason)})` : '' }
}

const span = (from: unknown = '', to: unknown = ''): Value => ({ value: `${from}–${to}` })

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const objects = <T>(value: unknown): readonly T[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'object' && each !== null) : []

const oneLine = (sentence: string): string => sentence.replaceAll(/\s+/g, ' ').trim()
