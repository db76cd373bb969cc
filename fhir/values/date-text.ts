/** Formats dates for people. */

const DATES: Readonly<Record<number, Intl.DateTimeFormatOptions>> = {
  4: { year: 'numeric' },
  7: { year: 'numeric', month: 'long' },
  10: { dateStyle: 'long' },
}

/** A date as precise as it is given, in the form of a language. */
export function dateOf(literal: string, lang: string | undefined): string {
  // A date has no zone and must not shift with the reader's; a dateTime is shown in the zone of the answer.
  const format = DATES[literal.length] ?? { dateStyle: 'long', timeStyle: 'short' }
  const [clock] = /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d(?::\d\d)?)?/.exec(literal) ?? []
  if (clock === undefined) return literal
  const local = new Date(clock.includes('T') ? `${clock}Z` : clock.padEnd(10, '-01'))
  try {
    return new Intl.DateTimeFormat(lang ?? 'en', { ...format, timeZone: 'UTC' }).format(local)
  } catch {
    return literal
  }
}
