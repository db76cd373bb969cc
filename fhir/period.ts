/** Tests if a date lies in a period, at the precision of each. */

/** The start of a date in milliseconds; `NaN` if malformed. Without a zone it is read as UTC. */
const startOf = (date: string): number => Date.parse(date)

/** The end of a date: `2026-03` ends with the month. */
function endOf(date: string): number {
  const start = new Date(startOf(date))
  if (/^\d{4}$/.test(date)) return start.setUTCFullYear(start.getUTCFullYear() + 1)
  if (/^\d{4}-\d{2}$/.test(date)) return start.setUTCMonth(start.getUTCMonth() + 1)
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return start.setUTCDate(start.getUTCDate() + 1)
  return start.getTime() + 1
}

/**
 * True if part of `date` lies between the start of `from` and the end of `to`. A missing date lies in no
 * bounded period.
 */
export function inPeriod(date: string, from?: string, to?: string): boolean {
  if (from === undefined && to === undefined) return true
  const [start, end] = [startOf(date), endOf(date)]
  if (Number.isNaN(start)) return false
  return (from === undefined || end > startOf(from)) && (to === undefined || start < endOf(to))
}
