/** Groups Observations into series: the values of one code and unit, by time. */
import type { CodeableConcept, Observation, ObservationComponent } from 'fhir/r5.js'

export interface Point {
  /** ISO 8601, as precise as recorded. */
  readonly date: string
  readonly value: number | string
}

export interface Series {
  /** Its name in the address: opaque, because browsers keep and synchronize their history. */
  readonly id: string
  readonly name: string
  readonly unit: string
  /** Oldest first. */
  readonly points: readonly Point[]
}

type Valued = Pick<ObservationComponent, 'code' | 'valueQuantity' | 'valueInteger' | 'valueString'> &
  Pick<ObservationComponent, 'valueBoolean' | 'valueCodeableConcept'>

/** The latest series first. A blood pressure has a series per component. */
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
  return [...series]
    .map(([key, { points, ...rest }]) => ({
      ...{ id: fingerprintOf(key), ...rest },
      points: points.sort((a, b) => Date.parse(a.date) - Date.parse(b.date)),
    }))
    .sort((a, b) => latestOf(b) - latestOf(a))
}

const latestOf = ({ points }: Series): number => Date.parse(points.at(-1)?.date ?? '') || 0

/** FNV-1a with 32 bits. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
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
