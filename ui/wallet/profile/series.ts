/** Groups Observations into series: the readings of one code and unit, by time. */
import type { CodeableConcept, Observation, ObservationComponent } from 'fhir/r5.js'
import { knownMeasurement, LOINC } from '../../../fhir/loinc-words.ts'
import { numberOf } from '../formats.ts'
import { words } from '../language.ts'

type Value = number | string

export interface Reading {
  /** ISO 8601, as precise as recorded. */
  readonly date: string
  /** A value for each part of the series. */
  readonly values: readonly (Value | undefined)[]
}

export interface Series {
  /** Its name in the address: opaque, because browsers keep and synchronize their history. */
  readonly id: string
  readonly name: string
  readonly unit: string
  /** The names of its values: one, or the two of a blood pressure. */
  readonly parts: readonly string[]
  /** Oldest first. */
  readonly readings: readonly Reading[]
}

/** The values of a reading: `124/78`. */
export const textOf = ({ values }: Reading): string =>
  values.map(value => (typeof value === 'number' ? numberOf(value) : (value ?? '–'))).join('/')

/** The readings of the last days; one without a date belongs to every period. @param days - absent for all */
export const within = (series: Series, days: number | undefined, now: number): Series => ({
  ...series,
  readings: series.readings.filter(
    ({ date }) => days === undefined || !(Date.parse(date) < now - days * 86_400_000),
  ),
})

type Valued = Pick<ObservationComponent, 'code' | 'valueQuantity' | 'valueInteger' | 'valueString'> &
  Pick<ObservationComponent, 'valueBoolean' | 'valueCodeableConcept'>

interface Found {
  readonly name: string
  readonly unit: string
  readonly parts: Map<string, string>
  readonly readings: { readonly date: string; readonly values: ReadonlyMap<string, Value> }[]
}

/**
 * The latest series first. Two components in one unit, such as those of a blood pressure, are one series; other
 * components have a series each.
 */
export function seriesOf(observations: readonly Observation[]): readonly Series[] {
  const series = new Map<string, Found>()
  const add = (of: Valued, date: string, parts: readonly Part[]) => {
    const [{ unit } = { unit: '' }] = parts
    const key = `${codeOf(of.code)} ${unit}`
    const found: Found = series.get(key) ?? { name: nameOf(of.code), unit, parts: new Map(), readings: [] }
    for (const { code, name } of parts) found.parts.set(code, name)
    found.readings.push({ date, values: new Map(parts.map(({ code, value }) => [code, value])) })
    series.set(key, found)
  }
  for (const observation of observations) {
    const date =
      observation.effectiveDateTime ??
      observation.effectivePeriod?.start ??
      observation.effectivePeriod?.end ??
      observation.issued ??
      ''
    const own = partOf(observation)
    const components = (observation.component ?? []).map(each => ({ of: each, part: partOf(each) }))
    const [first, second, ...others] = components.flatMap(({ part }) => part ?? [])
    if (own) add(observation, date, [own])
    if (!own && first && second && others.length === 0 && isPair(first, second))
      add(observation, date, [first, second])
    else for (const { of, part } of components) if (part) add(of, date, [part])
  }
  return [...series]
    .map(([key, { name, unit, parts, readings }]) => ({
      ...{ id: fingerprintOf(key), name, unit, parts: [...parts.values()] },
      readings: readings
        .map(({ date, values }) => ({ date, values: [...parts.keys()].map(code => values.get(code)) }))
        .sort((a, b) => Date.parse(a.date) - Date.parse(b.date)),
    }))
    .sort((a, b) => latestOf(b) - latestOf(a))
}

const latestOf = ({ readings }: Series): number => Date.parse(readings.at(-1)?.date ?? '') || 0

interface Part {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly value: Value
}

function partOf(part: Valued): Part | undefined {
  const read = readValue(part)
  return read && { code: codeOf(part.code), name: nameOf(part.code), unit: '', ...read }
}

const isPair = (a: Part, b: Part): boolean =>
  a.unit === b.unit && a.code !== b.code && typeof a.value === 'number' && typeof b.value === 'number'

const codeOf = (concept: CodeableConcept | undefined): string => concept?.coding?.[0]?.code ?? nameOf(concept)

/** FNV-1a with 32 bits. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The name that the record gives; a known one in the language of the page. */
function nameOf(concept: CodeableConcept | undefined): string {
  const { text, coding = [] } = concept ?? {}
  const [known] = coding.flatMap(({ system, code = '' }) =>
    system === LOINC ? (knownMeasurement(code)?.name ?? []) : [],
  )
  if (known !== undefined && (text === undefined || text === known))
    return words.measurements?.[known] ?? known
  return text ?? coding.find(({ display }) => display)?.display ?? coding[0]?.code ?? ''
}

function readValue(part: Valued): { readonly value: Value; readonly unit?: string } | undefined {
  const { valueQuantity, valueCodeableConcept, valueInteger, valueString, valueBoolean } = part
  if (valueQuantity?.value !== undefined)
    return { value: valueQuantity.value, unit: valueQuantity.unit ?? valueQuantity.code ?? '' }
  if (valueCodeableConcept) return { value: nameOf(valueCodeableConcept) }
  if (valueBoolean !== undefined) return { value: valueBoolean ? words.yes : words.no }
  const value = valueInteger ?? valueString
  return value === undefined ? undefined : { value }
}
