/** Observations as rows: one for each value, in a compact form. */
import type { CodeableConcept, Coding, Observation, ObservationComponent, Quantity } from 'fhir/r5.js'

export interface Row {
  /** Id of the Observation; its components share it. */
  readonly id: string
  /** ISO 8601, in the recorded precision. */
  readonly date: string
  readonly code: string
  readonly name: string
  readonly value: string | number | boolean
  readonly unit: string
}

export const COLUMNS = ['id', 'date', 'code', 'name', 'value', 'unit'] as const

type Valued = Pick<ObservationComponent, 'code'> & Omit<ObservationComponent, 'code'>

/** The time of the observation, if given; otherwise the time of its issue. */
export const dateOf = (observation: Partial<Observation>): string =>
  observation.effectiveDateTime ??
  observation.effectivePeriod?.start ??
  observation.effectivePeriod?.end ??
  observation.effectiveInstant ??
  observation.issued ??
  ''

/** A blood pressure has one row for each of its parts. */
export function rowsOf(observation: Observation): Row[] {
  const { id = '' } = observation
  const row = (part: Valued): Row => {
    const { value, unit = '' } = readValue(part)
    return { id, date: dateOf(observation), code: codeOf(part.code), name: nameOf(part.code), value, unit }
  }
  const parts = partsOf(observation).map(row)
  const hasOwn = Object.keys(observation).some(key => key.startsWith('value')) || parts.length === 0
  return hasOwn ? [row(observation), ...parts] : parts
}

/** The components, if any. */
export const partsOf = ({ component }: Observation): readonly ObservationComponent[] =>
  Array.isArray(component) ? component : []

/** RFC 4180. */
export function csvOf(rows: readonly Row[]): string {
  const cell = (value: unknown) => {
    const text = String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [COLUMNS, ...rows.map(row => COLUMNS.map(column => row[column]))]
    .map(cells => `${cells.map(cell).join(',')}\r\n`)
    .join('')
}

/** Records that a person writes directly to the nodes may have any shape. */
export const codingsOf = (concept: CodeableConcept | undefined): readonly Coding[] =>
  Array.isArray(concept?.coding) ? concept.coding : []

const codeOf = (concept: CodeableConcept | undefined): string => codingsOf(concept)[0]?.code ?? ''

const nameOf = (concept: CodeableConcept | undefined): string =>
  concept?.text ?? codingsOf(concept).find(({ display }) => display)?.display ?? codeOf(concept)

interface Value {
  readonly value: Row['value']
  readonly unit?: string
}

const measured = ({ value, unit, code, comparator }: Quantity): Value => ({
  value: comparator === undefined ? (value ?? '') : `${comparator}${value ?? ''}`,
  unit: unit ?? code ?? '',
})

function readValue(part: Valued): Value {
  const { valueQuantity, valueCodeableConcept, valueRange, valueRatio, valuePeriod, dataAbsentReason } = part
  if (valueQuantity) return measured(valueQuantity)
  if (valueCodeableConcept) return { value: nameOf(valueCodeableConcept) }
  if (valueRange)
    return { ...span(valueRange.low?.value, valueRange.high?.value), unit: valueRange.low?.unit ?? '' }
  if (valueRatio)
    return { value: `${valueRatio.numerator?.value ?? ''}:${valueRatio.denominator?.value ?? ''}` }
  if (valuePeriod) return span(valuePeriod.start, valuePeriod.end)
  const plain =
    part.valueInteger ?? part.valueBoolean ?? part.valueString ?? part.valueDateTime ?? part.valueTime
  return { value: plain ?? (dataAbsentReason ? `(${nameOf(dataAbsentReason)})` : '') }
}

const span = (from: unknown = '', to: unknown = ''): Value => ({ value: `${from}–${to}` })
