/** Parses a date parameter of a FHIR search to a time span. */

/** UTC times with milliseconds, which sort as strings. A missing end is open. */
export interface Span {
  /** Start, inclusive. */
  readonly from?: string
  /** End, exclusive. */
  readonly before?: string
}

// Each part is optional and the whole is anchored: no alternative can match twice, so this is linear.
const SEARCH =
  /^(eq|ge|gt|le|lt)?(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(0\d|1[0-4]):([0-5]\d))?)?)?)?$/

const MINUTE = 60_000

/**
 * Reads parameters such as `ge2026-03` or `lt2026-03-01T12:00:00+01:00` (FHIR R4, search, 3.1.1.4.7 Date). A
 * date covers its whole year, month, day, minute or second. Without a zone it is read as UTC. `ne`, `sa`,
 * `eb` and `ap` are not supported.
 * @returns undefined if the parameter is malformed, or not a calendar date
 */
export function readDateSearch(parameter: string): Span | undefined {
  const parts = SEARCH.exec(parameter)
  if (parts === null) return undefined
  const [, prefix = 'eq', year, month, day, hour, minute, second, fraction, sign, hours, minutes] = parts
  const instant =
    `${year}-${month ?? '01'}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}` +
    `.${(fraction ?? '').slice(0, 3).padEnd(3, '0')}Z`
  const begin = new Date(instant)
  // JavaScript reads a 30th of February as the 2nd of March.
  if (Number.isNaN(begin.getTime()) || begin.toISOString() !== instant) return undefined
  const end = new Date(begin)
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1)
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1)
  else if (hour === undefined) end.setUTCDate(end.getUTCDate() + 1)
  else if (second === undefined) end.setTime(end.getTime() + MINUTE)
  else end.setTime(end.getTime() + 10 ** Math.max(0, 3 - (fraction?.length ?? 0)))

  const zone = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE
  const [from, before] = [begin, end].map(moment => new Date(moment.getTime() - zone).toISOString())
  // Before the year 0 and after 9999 the strings would not sort.
  if (from?.length !== 24 || before?.length !== 24) return undefined
  return { eq: { from, before }, ge: { from }, gt: { from: before }, le: { before }, lt: { before: from } }[
    prefix
  ]
}
