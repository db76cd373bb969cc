/** Periods in the arguments of a search: which dates are valid, and which lie between two of them. */

/** The bounds of a period as a caller writes them: `2026`, `2026-03`, `2026-03-15`, or an instant. */
export interface Bounds {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** IANA name. Without it, a date is the one that the record states, in the offset of the record. */
  readonly timeZone?: string | undefined
}

/** A period that has been read. */
export interface Period {
  /** A sentence for each argument that has no meaning; the period must not be used then. */
  readonly problems: readonly string[]
  /** A date in the time zone: `2026-03-05` or `2026-03-05 08:10`, as precise as the record. */
  local(date: string): string
  /** True if part of a record's time lies in the period. A missing date lies in no bounded period. */
  includes(start: string, end?: string): boolean
}

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/
const WITH_TIME = /T\d/

/** True for a date of the calendar, in any precision. */
export function isDate(text: string): boolean {
  const [found, year, month = '01', day = '01', hour = '0', minute = '0', second = '0'] =
    DATE.exec(text) ?? []
  if (found === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year))
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isDay && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

/** Reads the bounds of a period; every argument without a meaning is a problem. */
export function periodOf({ from, to, timeZone }: Bounds): Period {
  const zone = zoneOf(timeZone)
  const local = (date: string): string => localOf(date, zone)
  const problems = [
    ...Object.entries({ from, to }).flatMap(([name, bound]) =>
      bound === undefined || isDate(bound)
        ? []
        : [
            `'${name}' is '${bound}', which is no date: write 2026, 2026-03, 2026-03-15 or 2026-03-15T08:00:00Z.`,
          ],
    ),
    ...(timeZone !== undefined && zone === undefined
      ? [`'timeZone' is '${timeZone}', which is no time zone: write a name like Europe/Berlin.`]
      : []),
  ]
  if (problems.length === 0 && from !== undefined && to !== undefined && isBefore(to, from, local))
    problems.push(`'from' is '${from}', which is after 'to', '${to}': exchange them.`)
  return {
    problems,
    local,
    includes: (start, end = start) =>
      (from === undefined && to === undefined) ||
      ((start !== '' || end !== '') &&
        (from === undefined || !isBefore(end || start, from, local)) &&
        (to === undefined || !isBefore(to, start || end, local))),
  }
}

/** True if all of one date lies before another: instants by their order, dates by their common precision. */
function isBefore(one: string, other: string, local: (date: string) => string): boolean {
  if (WITH_TIME.test(one) && WITH_TIME.test(other)) return Date.parse(one) < Date.parse(other)
  const [left, right] = [local(one).slice(0, 10), local(other).slice(0, 10)]
  const precision = Math.min(left.length, right.length)
  return left.slice(0, precision) < right.slice(0, precision)
}

function zoneOf(name: string | undefined): Intl.DateTimeFormat | undefined {
  if (name === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: name, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    })
  } catch {
    return undefined
  }
}

/** A time without an offset is in no known zone and stays as it is. */
function localOf(date: string, zone: Intl.DateTimeFormat | undefined): string {
  if (!WITH_TIME.test(date)) return date.slice(0, 10)
  if (zone !== undefined && /(?:Z|[+-]\d{2}:\d{2})$/.test(date)) {
    const at = Date.parse(date)
    if (!Number.isNaN(at)) return zone.format(at).replace(',', '')
  }
  return `${date.slice(0, 10)} ${date.slice(11, 16)}`
}
