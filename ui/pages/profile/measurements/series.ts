/** Groups Observations into series: the readings of one code, in one unit, by time. */
import type { CodeableConcept, Observation, ObservationComponent, Quantity } from 'fhir/r5.js'
import { type Band, bandsOf } from '../../../../fhir/results/score-bands.ts'
import { knownMeasurement, LOINC } from '../../../../fhir/terminology/loinc-words.ts'
import type { NodeDocument } from '../../../sdk/nodes.ts'
import { numberOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { converted, listOf, type Unit, unitIn, unitsOf } from './measurement-units.ts'

type Value = number | string

/** An Observation as the nodes store it. */
export type Observed = Observation & NodeDocument

export interface Reading {
  /** ISO 8601, as precise as recorded. */
  readonly date: string
  /** A value for each part of the series. */
  readonly values: readonly (Value | undefined)[]
  readonly record: Observed
}

/** The reference range of a value, as its record has it; one end may be missing. */
export interface Range {
  readonly low?: number
  readonly high?: number
}

export interface Series {
  /** Its name in the address: opaque, because browsers keep and synchronize their history. */
  readonly id: string
  readonly name: string
  readonly unit: string
  /** The units in which it can be shown; none if this is the only one. */
  readonly units: readonly Unit[]
  /** The names of its values: one, or the two of a blood pressure. */
  readonly parts: readonly string[]
  /** For each part, the latest range that a record has. */
  readonly ranges: readonly (Range | undefined)[]
  /** The published bands of a score, the lowest first. */
  readonly bands: readonly Band[]
  /** Oldest first. */
  readonly readings: readonly Reading[]
}

/** The codes of the chosen units, by their lists. */
export type ChosenUnits = Readonly<Record<string, string>>

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
  Pick<ObservationComponent, 'valueBoolean' | 'valueCodeableConcept' | 'referenceRange'>

interface Found {
  readonly name: string
  /** As recorded, if there is no list of units. */
  readonly unit: string
  readonly units: readonly Unit[]
  readonly parts: Map<string, string>
  readonly readings: {
    readonly date: string
    readonly values: ReadonlyMap<string, Part>
    readonly record: Observed
  }[]
}

/**
 * The latest series first. Two components in one unit, such as those of a blood pressure, are one series; other
 * components have a series each.
 */
export function seriesOf(observations: readonly Observed[], chosen: ChosenUnits = {}): readonly Series[] {
  const series = new Map<string, Found>()
  for (const record of observations) {
    try {
      addTo(series, record)
    } catch {
      // Nodes accept any shape from the person: such a record is left out, the others are shown.
    }
  }
  return [...series]
    .map(([key, found]) => shownSeries(fingerprintOf(key), found, chosen))
    .sort((a, b) => latestOf(b) - latestOf(a))
}

/** @throws for a record that is no Observation of FHIR */
function addTo(series: Map<string, Found>, record: Observed): void {
  const date =
    record.effectiveDateTime ??
    record.effectivePeriod?.start ??
    record.effectivePeriod?.end ??
    record.issued ??
    ''
  const add = (of: Valued, parts: readonly Part[]) => {
    const [{ unit, units } = { unit: '', units: [] }] = parts
    const key = `${codeOf(of.code)} ${units[0]?.code ?? unit}`
    const found: Found = series.get(key) ?? {
      ...{ name: nameOf(of.code), unit, units, parts: new Map(), readings: [] },
    }
    for (const { code, name } of parts) found.parts.set(code, name)
    found.readings.push({ date, values: new Map(parts.map(part => [part.code, part])), record })
    series.set(key, found)
  }
  const own = partOf(record)
  const components = (record.component ?? []).map(each => ({ of: each, part: partOf(each) }))
  const [first, second, ...others] = components.flatMap(({ part }) => part ?? [])
  if (own) add(record, [own])
  if (!own && first && second && others.length === 0 && isPair(first, second)) add(record, [first, second])
  else for (const { of, part } of components) if (part) add(of, [part])
}

/** In the chosen unit, or else in that of the latest reading. */
function shownSeries(id: string, found: Found, chosen: ChosenUnits): Series {
  const { name, units, parts } = found
  const codes = [...parts.keys()]
  const readings = found.readings.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
  const lastUnit = [...(readings.at(-1)?.values.values() ?? [])][0]?.unit ?? found.unit
  const to = unitIn(units, chosen[listOf(units)] ?? lastUnit) ?? unitIn(units, lastUnit)
  const shown = (number: number, unit: string): number => {
    const from = unitIn(units, unit)
    return from && to ? converted(number, from, to) : number
  }
  const rangeIn = (code: string): Range | undefined => {
    const part = readings.findLast(({ values }) => values.get(code)?.range)?.values.get(code)
    if (!part?.range) return undefined
    const { low, high } = part.range
    return {
      ...(low !== undefined && { low: shown(low, part.unit) }),
      ...(high !== undefined && { high: shown(high, part.unit) }),
    }
  }
  return {
    ...{ id, name, units, unit: to?.name ?? found.unit, parts: [...parts.values()] },
    ranges: codes.map(rangeIn),
    bands: codes.length === 1 ? bandsOf(codes[0] ?? '') : [],
    readings: readings.map(({ date, values, record }) => ({
      ...{ date, record },
      values: codes.map(code => {
        const { value, unit = '' } = values.get(code) ?? {}
        return typeof value === 'number' ? shown(value, unit) : value
      }),
    })),
  }
}

/** True if each number of a reading that has a range is in it; undefined if there is none. */
export function isUsual({ values }: Reading, ranges: Series['ranges']): boolean | undefined {
  const compared = values.flatMap((value, at) => {
    const range = ranges[at]
    return range && typeof value === 'number' ? [{ value, ...range }] : []
  })
  if (compared.length === 0) return undefined
  return compared.every(({ value, low, high }) => !(value < Number(low)) && !(value > Number(high)))
}

/** The band of a value; undefined outside of all. */
export const bandAt = ({ bands }: Pick<Series, 'bands'>, value: unknown): Band | undefined =>
  bands.find(({ from, to }) => typeof value === 'number' && value >= from && value <= to)

const latestOf = ({ readings }: Series): number => Date.parse(readings.at(-1)?.date ?? '') || 0

interface Part {
  readonly code: string
  readonly name: string
  /** As people write it. */
  readonly unit: string
  readonly units: readonly Unit[]
  readonly value: Value
  readonly range?: Range | undefined
}

function partOf(part: Valued): Part | undefined {
  const read = readValue(part)
  if (!read) return undefined
  const { value, unit = '', unitCode = unit } = read
  const code = codeOf(part.code)
  const units = unitsOf(code, unitCode)
  const known = unitIn(units, unitCode)?.name ?? unit
  return { code, name: nameOf(part.code), unit: known, units, value, range: rangeOf(part, unitCode) }
}

/** The first range, unless it is of a group of people, of another kind than the reference, or in another unit. */
function rangeOf({ referenceRange = [] }: Valued, unit: string): Range | undefined {
  const [range] = referenceRange
  const type = range?.type?.coding?.[0]?.code ?? 'normal'
  if (!range || range.appliesTo || range.age || type !== 'normal') return undefined
  const end = (quantity: Quantity | undefined): number | undefined =>
    [quantity?.code ?? quantity?.unit ?? unit, quantity?.unit].includes(unit) ? quantity?.value : undefined
  const [low, high] = [end(range.low), end(range.high)]
  if (low === undefined && high === undefined) return undefined
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
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

interface Read {
  readonly value: Value
  /** For people. */
  readonly unit?: string
  readonly unitCode?: string
}

function readValue(part: Valued): Read | undefined {
  const { valueQuantity, valueCodeableConcept, valueInteger, valueString, valueBoolean } = part
  if (valueQuantity?.value !== undefined)
    return {
      value: valueQuantity.value,
      unit: valueQuantity.unit ?? valueQuantity.code ?? '',
      unitCode: valueQuantity.code ?? valueQuantity.unit ?? '',
    }
  if (valueCodeableConcept) return { value: nameOf(valueCodeableConcept) }
  if (valueBoolean !== undefined) return { value: valueBoolean ? words.yes : words.no }
  const value = valueInteger ?? valueString
  return value === undefined ? undefined : { value }
}
