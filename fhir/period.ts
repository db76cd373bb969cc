/** Whether a date lies between two others, each as precise as it is written. */

/** The moment at which a date begins, in milliseconds; `NaN` when it is none. Without a zone it is read as UTC. */
const startOf = (date: string): number => Date.parse(date)

/** The moment at which a date is over: `2026-03` ends with the month. */
function endOf(date: string): number {
  const start = new Date(startOf(date))
  if (/^\d{4}$/.test(date)) return start.setUTCFullYear(start.getUTCFullYear() + 1)
  if (/^\d{4}-\d{2}$/.test(date)) return start.setUTCMonth(start.getUTCMonth() + 1)
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return start.setUTCDate(start.getUTCDate() + 1)
  return start.getTime() + 1
}

/**
 * Whether some of `date` lies from the beginning of `from` to the end of `to`. What has no date lies in no period that
 * is bounded.
 */
export function inPeriod(date: string, from?: string, to?: string): boolean {
  if (from === undefined && to === undefined) return true
  const [start, end] = [startOf(date), endOf(date)]
  if (Number.isNaN(start)) return false
  return (from === undefined || end > startOf(from)) && (to === undefined || start < endOf(to))
}
