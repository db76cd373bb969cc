/** Readings of one kind as a series: a row for each time, a column for each value, statistics, and periods. */
import { isNumeric } from './finding.ts'
import type { Measure, Reading } from './readings.ts'

export interface Column {
  readonly name: string
  readonly code: string
  readonly unit: string
}

/** Values of one time. */
export interface Row {
  /** The first is that of the row itself; a blood pressure may be in two Observations. */
  readonly ids: readonly string[]
  readonly at: number
  readonly start: string
  readonly date: string
  readonly remarks: readonly string[]
  /** By the position of the column. */
  readonly cells: readonly (Measure | undefined)[]
}

export interface Series {
  readonly name: string
  readonly code: string
  readonly columns: readonly Column[]
  /** Oldest first. */
  readonly rows: readonly Row[]
}

/** Codes of the same measurement: a panel, or its parts as Observations of their own. */
const BLOOD_PRESSURE = new Set(['85354-9', '55284-4', '35094-2', '8480-6', '8462-4'])
const PRESSURE = { code: '85354-9', name: 'Blood pressure' } as const
const COLUMN_ORDER = ['8480-6', '8462-4']

/** Groups readings into series, in the order in which they first occur. */
export function seriesOf(readings: readonly Reading[]): readonly Series[] {
  const groups = new Map<string, Reading[]>()
  for (const reading of readings) {
    const key = kindOf(reading)
    const group = groups.get(key)
    if (group) group.push(reading)
    else groups.set(key, [reading])
  }
  return [...groups.values()].map(oneSeries)
}

const isPressure = ({ code }: Reading): boolean => BLOOD_PRESSURE.has(code)

const kindOf = (reading: Reading): string =>
  isPressure(reading) ? PRESSURE.code : JSON.stringify([reading.code, reading.name])

function oneSeries(readings: readonly Reading[]): Series {
  const first = readings[0] as Reading
  const about = isPressure(first) ? PRESSURE : { code: first.code, name: first.name }
  const columns = new Map<string, Column>()
  const keyOf = ({ code, name, unit }: Measure) => JSON.stringify([code, name, unit])
  for (const { measures } of readings)
    for (const measure of measures) {
      const { code, name, unit } = measure
      columns.set(keyOf(measure), { name: shortName(name, about.name), code, unit })
    }
  const ordered = [...columns].sort(([, a], [, b]) => positionOf(a) - positionOf(b))
  const cellsOf = (measures: readonly Measure[]) =>
    ordered.map(([key]) => measures.find(measure => keyOf(measure) === key))
  return {
    ...about,
    columns: ordered.map(([, column]) => column),
    rows: merged([...readings].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))).map(row => ({
      ...row,
      cells: cellsOf(row.measures),
    })),
  }
}

const positionOf = ({ code }: Column): number => (COLUMN_ORDER.indexOf(code) + 3) % 3

/** `systolic` for the systolic blood pressure in a series of blood pressures. */
function shortName(name: string, whole: string): string {
  const at = name.toLowerCase().indexOf(whole.toLowerCase())
  if (at < 0 || whole === '') return name
  const rest = `${name.slice(0, at)}${name.slice(at + whole.length)}`.trim()
  return rest === '' ? 'value' : rest.toLowerCase()
}

/** Parts of one blood pressure that are Observations of their own become one row. */
function merged(sorted: readonly Reading[]) {
  const rows: (Omit<Row, 'cells'> & { measures: readonly Measure[]; codes: ReadonlySet<string> })[] = []
  for (const reading of sorted) {
    const { id, at, start, date, remarks, measures, code } = reading
    const last = rows.at(-1)
    const isPart = isPressure(reading) && start !== '' && last?.start === start && !last.codes.has(code)
    if (last && isPart)
      rows[rows.length - 1] = {
        ...last,
        ids: [...last.ids, id],
        measures: [...last.measures, ...measures],
        codes: new Set([...last.codes, code]),
        remarks: [...new Set([...last.remarks, ...remarks])],
      }
    else rows.push({ ids: [id], at, start, date, remarks, measures, codes: new Set([code]) })
  }
  return rows
}

/** A value with its date. */
export interface Dated {
  readonly date: string
  readonly value: Measure['value']
}

/** The statistics of the numbers in a column. */
export interface Statistics {
  readonly n: number
  readonly mean: number
  readonly min: number
  readonly max: number
  readonly first: Dated
  readonly last: Dated
  /** Change in 30 days by linear regression; absent for fewer than three times. */
  readonly slope?: number
}

const DAY = 86_400_000

/** `undefined` if the column has no number. */
export function statisticsOf({ rows }: Pick<Series, 'rows'>, column: number): Statistics | undefined {
  const values = rows.flatMap(({ at, date, cells }) => {
    const cell = cells[column]
    return cell && isNumeric(cell) ? [{ at, date, number: cell.number }] : []
  })
  const [first, last] = [values[0], values.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const numbers = values.map(({ number }) => number)
  const slope = slopeOf(values)
  return {
    ...{ n: values.length, mean: rounded(meanOf(numbers)) },
    ...{ min: leastOf(numbers), max: mostOf(numbers) },
    first: { date: dayOf(first.date), value: first.number },
    last: { date: dayOf(last.date), value: last.number },
    ...(slope !== undefined && { slope: rounded(slope) }),
  }
}

function slopeOf(values: readonly { readonly at: number; readonly number: number }[]): number | undefined {
  const timed = values.filter(({ at }) => at !== 0)
  if (new Set(timed.map(({ at }) => at)).size < 3) return undefined
  const [x, y] = [meanOf(timed.map(({ at }) => at)), meanOf(timed.map(({ number }) => number))]
  let [above, below] = [0, 0]
  for (const { at, number } of timed) {
    above += (at - x) * (number - y)
    below += (at - x) ** 2
  }
  return (above / below) * 30 * DAY
}

export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

/** The rows of a day, week, month, or year. */
export interface Bucket {
  /** `2026-03-02` (the Monday of a week), `2026-03`, `2026`. */
  readonly from: string
  readonly n: number
  /** By the position of the column. */
  readonly columns: readonly (
    | { readonly n: number; readonly mean: number; readonly min: number; readonly max: number }
    | undefined
  )[]
}

/** Oldest first; rows without a time are in none. */
export function bucketsOf({ rows, columns }: Series, by: PeriodName): readonly Bucket[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const from = bucketOf(row.date, by)
    if (from === undefined) continue
    const group = groups.get(from)
    if (group) group.push(row)
    else groups.set(from, [row])
  }
  return [...groups].map(([from, group]) => ({
    ...{ from, n: group.length },
    columns: columns.map((_, column) => {
      const numbers = group.flatMap(({ cells }) => cells[column]?.number ?? [])
      if (numbers.length === 0) return undefined
      return {
        n: numbers.length,
        mean: rounded(meanOf(numbers)),
        min: leastOf(numbers),
        max: mostOf(numbers),
      }
    }),
  }))
}

function bucketOf(date: string, by: PeriodName): string | undefined {
  const day = dayOf(date)
  if (by === 'year') return /^\d{4}/.exec(day)?.[0]
  if (by === 'month') return /^\d{4}-\d{2}/.exec(day)?.[0]
  if (!/^\d{4}-\d{2}-\d{2}/.test(day)) return undefined
  if (by === 'day') return day
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return undefined
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

export const dayOf = (date: string): string => date.slice(0, 10)

/** Not by spread: a series may have more numbers than a call takes arguments. */
const leastOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)
const mostOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
const meanOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length

/** Four significant digits, as far as a person measures. */
export const rounded = (value: number): number =>
  Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4))
