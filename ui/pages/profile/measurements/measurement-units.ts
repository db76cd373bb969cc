/** The units in which people know a measurement: factors of UCUM, and molar masses between weights and amounts. */
import { knownMeasurement } from '../../../../fhir/terminology/loinc-words.ts'

export interface Unit {
  /** UCUM. */
  readonly code: string
  /** As people write it. */
  readonly name: string
  /** Decimals of a converted value. */
  readonly decimals: number
  /** A value times `factor`, plus `offset`, is the value in the first unit of the list. */
  readonly factor: number
  readonly offset?: number
}

const MASS: readonly Unit[] = [
  { code: 'kg', name: 'kg', decimals: 1, factor: 1 },
  { code: '[lb_av]', name: 'lb', decimals: 1, factor: 0.45359237 },
]
const LENGTH: readonly Unit[] = [
  { code: 'cm', name: 'cm', decimals: 1, factor: 1 },
  { code: '[in_i]', name: 'in', decimals: 1, factor: 2.54 },
]
const TEMPERATURE: readonly Unit[] = [
  { code: 'Cel', name: '°C', decimals: 1, factor: 1 },
  { code: '[degF]', name: '°F', decimals: 1, factor: 5 / 9, offset: -160 / 9 },
]
const MASS_PER_VOLUME: Unit = { code: 'mg/dL', name: 'mg/dL', decimals: 0, factor: 1 }

/** @param molarMass - g/mol */
const millimoles = (molarMass: number): readonly Unit[] => [
  MASS_PER_VOLUME,
  { code: 'mmol/L', name: 'mmol/L', decimals: 1, factor: molarMass / 10 },
]
const micromoles = (molarMass: number): readonly Unit[] => [
  { ...MASS_PER_VOLUME, decimals: 1 },
  { code: 'umol/L', name: 'µmol/L', decimals: 0, factor: molarMass / 10_000 },
]

const GLUCOSE = millimoles(180.156)
const CHOLESTEROL = millimoles(386.65)

/** By the plain names of measurements in a laboratory. */
const AMOUNTS: Readonly<Record<string, readonly Unit[]>> = {
  'Glucose in blood': GLUCOSE,
  'Glucose in serum': GLUCOSE,
  'Glucose in tissue': GLUCOSE,
  'Fasting glucose': GLUCOSE,
  'Total cholesterol': CHOLESTEROL,
  'HDL cholesterol': CHOLESTEROL,
  'LDL cholesterol': CHOLESTEROL,
  // The mean of the fats in blood, by which laboratories convert.
  Triglycerides: millimoles(885.7),
  Creatinine: micromoles(113.12),
  'Uric acid': micromoles(168.11),
}

/** The unit of a list with this code, or with this name. */
export const unitIn = (units: readonly Unit[], unit: string): Unit | undefined =>
  units.find(({ code, name }) => unit === code || unit === name)

/**
 * The units in which a measurement can be shown; none if its own is the only one.
 * @param loinc - the code of the measurement
 * @param unit - as recorded
 */
export function unitsOf(loinc: string, unit: string): readonly Unit[] {
  const amounts = AMOUNTS[knownMeasurement(loinc)?.name ?? ''] ?? []
  return [MASS, LENGTH, TEMPERATURE, amounts].find(units => unitIn(units, unit)) ?? []
}

/** The name of a list in what a person chose: lists may share units. */
export const listOf = (units: readonly Unit[]): string => units.map(({ code }) => code).join(' ')

/** A value of one unit in another one of the same list; unchanged in its own. */
export function converted(value: number, from: Unit, to: Unit): number {
  if (from.code === to.code) return value
  const inFirst = value * from.factor + (from.offset ?? 0)
  return Number(((inFirst - (to.offset ?? 0)) / to.factor).toFixed(to.decimals))
}
