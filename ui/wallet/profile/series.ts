/** Groups Observations into series: the values of one code and unit, by time. */
import type { CodeableConcept, Observation, ObservationComponent } from 'fhir/r5.js'

export interface Point {
  /** ISO 8601, as precise as recorded. */
  readonly date: string
  readonly value: number | string
}

export interface Series {
  readonly key: string
  readonly name: string
  readonly unit: string
  /** Oldest first. */
  readonly points: readonly Point[]
}

type Valued = Pick<ObservationComponent, 'code' | 'valueQuantity' | 'valueInteger' | 'valueString'> &
  Pick<ObservationComponent, 'valueBoolean' | 'valueCodeableConcept'>

/** A blood pressure has a series per component. */
export function seriesOf(observations: readonly Observation[]): Series[] {
  const series = new Map<string, { name: string; unit: string; points: Point[] }>()
  for (const observation of observations) {
    const date =
      observation.effectiveDateTime ??
      observation.effectivePeriod?.start ??
      observation.effectivePeriod?.end ??
      observation.issued ??
      ''
    for (const part of [observation, ...(observation.component ?? [])]) {
      const read = readValue(part)
      if (read === undefined) continue
      const { value, unit = '' } = read
      const code = part.code?.coding?.[0]?.code ?? nameOf(part.code)
      const key = `${code} ${unit}`
      const known = series.get(key) ?? { name: nameOf(part.code), unit, points: [] }
      known.points.push({ date, value })
      series.set(key, known)
    }
  }
  return [...series].map(([key, { points, ...rest }]) => ({
    ...{ key, ...rest },
    points: points.sort((a, b) => Date.parse(a.date) - Date.parse(b.date)),
  }))
}

const nameOf = (concept: CodeableConcept | undefined): string =>
  concept?.text ??
  concept?.coding?.find(({ display }) => display)?.display ??
  concept?.coding?.[0]?.code ??
  ''

function readValue(part: Valued): { readonly value: Point['value']; readonly unit?: string } | undefined {
  const { valueQuantity, valueCodeableConcept, valueInteger, valueString, valueBoolean } = part
  if (valueQuantity?.value !== undefined)
    return { value: valueQuantity.value, unit: valueQuantity.unit ?? valueQuantity.code ?? '' }
  if (valueCodeableConcept) return { value: nameOf(valueCodeableConcept) }
  if (valueBoolean !== undefined) return { value: valueBoolean ? 'Yes' : 'No' }
  const value = valueInteger ?? valueString
  return value === undefined ? undefined : { value }
}
