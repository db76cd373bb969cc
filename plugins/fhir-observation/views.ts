/** The views of observations that an assistant can request, each as text and as rows. */
import { tokensOf } from '../../core/index.ts'
import type { Measure } from './readings.ts'
import {
  bucketsOf,
  dayOf,
  PERIODS,
  type PeriodName,
  type Row,
  type Series,
  type Statistics,
  statisticsOf,
} from './series.ts'

/** A row of structured content: the members that apply. */
export type ViewRow = Readonly<Record<string, unknown>>

/** The content of a view. */
export interface View {
  readonly text: string
  readonly rows: readonly ViewRow[]
}

/** Maximum tokens of a view that reports statistics without a requested period. */
const SHORT = 1_000
/** Maximum tokens of any view. */
const LONG = 8_000
/** Rows up to which a series is listed and not divided into periods. */
const FEW = 16
/** Periods of a series without a requested one. */
const PERIODS_AT_MOST = 26
const LATEST_TEXTS = 5

/** RFC 4180, with line feeds. */
export const line = (cells: readonly unknown[]): string =>
  cells
    .map(cell => {
      const text = cell === undefined ? '' : String(cell)
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"` : text
    })
    .join(',')

/** The lines that fit, and how many do not; with `rows`, as many as fit of these. */
function fitted(
  lines: readonly string[],
  budget: number,
  rows: readonly ViewRow[] | undefined,
): { readonly kept: string[]; readonly left: number; readonly spent: number } {
  const kept: string[] = []
  let spent = 0
  for (const [at, each] of lines.entries()) {
    const price = tokensOf(rows ? JSON.stringify(rows[at]) : each) + 1
    if (spent + price > budget) break
    spent += price
    kept.push(each)
  }
  return { kept, left: lines.length - kept.length, spent }
}

const firstOf = ({ rows }: Series): string => rows.find(({ start }) => start !== '')?.date ?? ''
const lastOf = ({ rows }: Series): string => rows.at(-1)?.date ?? ''

/** The common unit of all values; empty if they differ. */
const unitOf = ({ columns }: Series): string =>
  new Set(columns.map(({ unit }) => unit)).size === 1 ? (columns[0]?.unit ?? '') : ''

const labelOf = ({ name, unit }: Series['columns'][number], common: string): string =>
  unit === '' || unit === common ? name : `${name} (${unit})`

/** The existing measurements. */
export function summary(all: readonly Series[], structured: boolean, budget = LONG): View {
  const sorted = [...all].sort((a, b) => b.rows.length - a.rows.length)
  const rows = sorted.map(series => ({
    ...{ name: series.name, code: series.code, unit: unitOf(series), n: series.rows.length },
    ...{ from: dayOf(firstOf(series)), to: dayOf(lastOf(series)) },
  }))
  const lines = rows.map(({ name, code, unit, n, from, to }) => line([name, code, unit, n, from, to]))
  const { kept, left } = fitted(lines, budget, structured ? rows : undefined)
  return {
    text: ['name,code,unit,n,first,last', ...kept, ...(left ? [`… and ${left} more kinds`] : [])].join('\n'),
    rows: rows.slice(0, kept.length),
  }
}

/** The latest values of each kind. */
export function latest(all: readonly Series[], structured: boolean): View {
  const rows = all.flatMap(series => {
    const row = series.rows.at(-1)
    if (row === undefined) return []
    const unit = unitOf(series)
    return [
      {
        ...{ name: series.name, code: series.code, date: row.date, value: valuesOf(series, row), unit },
        ...about(row),
        n: series.rows.length,
      },
    ]
  })
  const lines = rows.map(({ name, code, date, value, unit, meaning, range, remarks, n }) =>
    line([name, code, date, value, unit, meaning, range, remarks, n]),
  )
  const { kept, left } = fitted(lines, LONG, structured ? rows : undefined)
  return {
    text: [
      'name,code,date,value,unit,meaning,reference range,remarks,n',
      ...kept,
      ...(left ? [`… and ${left} more kinds: ask for a code or a category`] : []),
    ].join('\n'),
    rows: rows.slice(0, kept.length),
  }
}

const value = (cell: Measure | undefined): unknown => cell?.value

/** All values of a row in one cell: `142/90` for a blood pressure. */
export function valuesOf({ columns, code }: Series, { cells }: Row): unknown {
  if (columns.length === 1) return value(cells[0])
  const given = cells.flatMap((cell, at) => {
    const column = columns[at]
    return cell === undefined || column === undefined ? [] : [{ column, cell }]
  })
  if (given.length === 1 && columns.some(({ name }) => name === 'value')) return given[0]?.cell.value
  if (code === '85354-9' && given.length === 2) return given.map(({ cell }) => cell.value).join('/')
  return given.map(({ column, cell }) => `${labelOf(column, '')} ${cell.value}`).join('; ')
}

const joined = (texts: readonly (string | undefined)[]): string =>
  [...new Set(texts.filter(Boolean))].join('; ')

/** The remarks of a row, besides its values. */
export function about({ cells, remarks }: Row) {
  const meaning = joined(cells.map(cell => cell?.meaning))
  const range = joined(cells.map(cell => cell?.range))
  return {
    ...(meaning && { meaning }),
    ...(range && { range }),
    ...(remarks.length > 0 && { remarks: remarks.join('; ') }),
  }
}

/** The columns of a table of one series; those after the values only if some row fills them. */
export function tableOf({ columns, rows }: Series) {
  const unit = unitOf({ columns } as Series)
  const extra = (['meaning', 'range', 'remarks'] as const).filter(name => rows.some(row => about(row)[name]))
  return {
    header: line(['date', ...columns.map(column => labelOf(column, unit)), ...extra]),
    lineOf: (row: Row) => {
      const known = about(row)
      return line([row.date, ...row.cells.map(value), ...extra.map(name => known[name])])
    },
  }
}

/** The statistics of each value of a series. */
export function digestOf(series: Series): readonly ViewRow[] {
  return series.columns.flatMap((column, at) => {
    const statistics = statisticsOf(series, at)
    const { code, unit } = column
    const name = column.name === 'value' ? series.name : `${series.name}: ${column.name}`
    return statistics ? [{ name, code, unit, ...statistics }] : []
  })
}

/** Change over time: statistics of each value, and the values of each period. */
export function trend(all: readonly Series[], by: PeriodName | undefined, structured: boolean): View {
  const rows: ViewRow[] = []
  const texts: string[] = []
  let budget = by || structured ? LONG : SHORT
  let left = 0
  for (const series of all) {
    const head = headOf(series)
    const digests = digestOf(series)
    const price = tokensOf(structured ? JSON.stringify(digests) : head)
    // The first is always described, however little is left for its periods.
    if (price > budget && texts.length > 0) {
      left += 1
      continue
    }
    budget -= price
    const detail = detailOf(series, by)
    const newestRows = structured ? [...detail.rows].reverse() : undefined
    const { kept, left: older, spent } = fitted([...detail.lines].reverse(), budget, newestRows)
    const shown = kept.reverse()
    budget -= spent
    rows.push(...digests, ...detail.rows.slice(detail.rows.length - shown.length))
    const note = older ? [`(${older} earlier are left out: narrow the period, or choose a longer 'by')`] : []
    texts.push([head, ...(shown.length ? [detail.header, ...shown] : []), ...note].join('\n'))
  }
  if (left) texts.push(`… and ${left} more kinds: ask for one code, or the view "latest".`)
  return { text: texts.join('\n\n'), rows }
}

function headOf(series: Series): string {
  const unit = unitOf(series)
  const numeric = series.columns.flatMap((column, at) => {
    const statistics = statisticsOf(series, at)
    return statistics ? [{ label: labelOf(column, unit), statistics }] : []
  })
  const title = [series.name, series.code && `code ${series.code}`, unit].filter(Boolean).join(', ')
  const span = `${series.rows.length} from ${dayOf(firstOf(series))} to ${dayOf(lastOf(series))}`
  const range = constant(series)
  return [
    `${title}: ${span}${range ? `; reference range ${range}` : ''}`,
    ...(numeric.length ? ['of,n,mean,min,max,first,last,change per 30 days'] : []),
    ...numeric.map(({ label, statistics }) => statisticsLine(label, statistics)),
  ].join('\n')
}

const statisticsLine = (label: string, { n, mean, min, max, first, last, slope }: Statistics): string =>
  line([label, n, mean, min, max, first.value, last.value, slope ?? 'too few'])

/** The reference range that all values share. */
function constant({ rows }: Series): string | undefined {
  const ranges = new Set(rows.flatMap(({ cells }) => cells.flatMap(cell => (cell ? [cell.range ?? ''] : []))))
  const [only] = ranges
  return ranges.size === 1 ? only : undefined
}

interface Detail {
  readonly header: string
  readonly lines: readonly string[]
  readonly rows: readonly ViewRow[]
}

function detailOf(series: Series, by: PeriodName | undefined): Detail {
  const isNumeric = series.columns.some((_, at) => statisticsOf(series, at))
  const isFew = series.rows.length <= FEW
  if (!isNumeric || (isFew && by === undefined)) {
    const listed = isNumeric || isFew ? series.rows : series.rows.slice(-LATEST_TEXTS)
    const { header, lineOf } = tableOf(series)
    return { header, lines: listed.map(lineOf), rows: listed.map(row => rowOf(series, row)) }
  }
  const period = by ?? periodFor(series)
  const buckets = bucketsOf(series, period)
  const unit = unitOf(series)
  return {
    header: line([period, ...series.columns.map(column => `${labelOf(column, unit)} mean (min–max)`), 'n']),
    lines: buckets.map(({ from, n, columns }) =>
      line([from, ...columns.map(each => each && `${each.mean} (${each.min}–${each.max})`), n]),
    ),
    rows: buckets.map(({ from, n, columns }) => ({
      ...{ name: series.name, code: series.code, [period]: from, n },
      values: columns.map((each, at) => ({ name: series.columns[at]?.name, ...each })),
    })),
  }
}

/** The shortest period that divides a series into few parts. */
const periodFor = (series: Series): PeriodName =>
  PERIODS.find(period => bucketsOf(series, period).length <= PERIODS_AT_MOST) ?? 'year'

/** A row as structured content. */
export function rowOf(series: Series, row: Row): ViewRow {
  return {
    ...{ date: row.date, name: series.name, code: series.code, value: valuesOf(series, row) },
    ...(unitOf(series) && { unit: unitOf(series) }),
    ...about(row),
  }
}
