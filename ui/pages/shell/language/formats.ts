/** Numbers, sizes, dates and lists for people, in the language of the page. */

let locale = 'en'

/** Formats everything after it in this language. @param to - BCP 47, with the region of the person if it is known */
export function formatIn(to: string): void {
  locale = to
}

/** The language in which dates are written and read. */
export const localeNow = (): string => locale

/** The functions that the texts of a language use. */
export interface Formats {
  number(value: number): string
  list(texts: readonly string[]): string
  /** The form for a number, by the plural rules of the language. */
  plural(value: number, forms: Readonly<Record<string, string>>): string
  /** The text for a key; `other` for the rest. */
  select(key: string, texts: Readonly<Record<string, string>>): string
}

export const FORMATS: Formats = {
  number: value => value.toLocaleString(locale),
  list: texts => new Intl.ListFormat(locale).format(texts),
  plural: (value, forms) => forms[new Intl.PluralRules(locale).select(value)] ?? forms['other'] ?? '',
  select: (key, texts) => (Object.hasOwn(texts, key) ? texts[key] : texts['other']) ?? '',
}

/** A number with at most two decimals. */
export const numberOf = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 2 })

/** A number as it was chosen: with every decimal, and 1987 as a year is written. */
export const exactOf = (value: number): string =>
  value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 })

/** A share as whole percent. */
export const percentOf = (share: number): string =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })

/** Texts as a list of equals: `a, b`. */
export const joined = (texts: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(texts)

/** `3.2 ms` */
export const millisecondsOf = (value: number): string =>
  value.toLocaleString(locale, {
    ...{ style: 'unit', unit: 'millisecond', unitDisplay: 'short' },
    maximumFractionDigits: value < 10 ? 1 : 0,
  })

/** The largest unit that a duration fills: `40 sec`, `3 min`, `2.5 hr`. */
export function durationOf(seconds: number): string {
  const [value, unit] =
    seconds < 60
      ? [Math.round(seconds), 'second']
      : seconds < 3600
        ? [Math.round(seconds / 60), 'minute']
        : [seconds / 3600, 'hour']
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return (bytes / 1000 ** step).toLocaleString(locale, {
    ...{ style: 'unit', unit: UNITS[step], unitDisplay: step === 0 ? 'long' : 'short' },
    // `268 MB`, but `2.7 MB`
    maximumFractionDigits: step === 0 || bytes >= 100 * 1000 ** step ? 0 : 1,
  })
}

/** Formats a time in the person's zone. A date has no zone; a month or a year is shown without a day. */
export function dateOf(iso = ''): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  if (/^\d{4}$/.test(iso)) return at.toLocaleDateString(locale, { year: 'numeric', timeZone: 'UTC' })
  if (/^\d{4}-\d{2}$/.test(iso))
    return at.toLocaleDateString(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  return iso.includes('T')
    ? at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    : at.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** The day of a point in time in the person's zone. */
export const dayAt = (iso: string): string =>
  new Date(iso).toLocaleDateString(locale, { dateStyle: 'medium' })

/** A date as `dateOf` formats it, without the time of day. */
export const shortDateOf = (iso = ''): string =>
  iso.includes('T') && !Number.isNaN(Date.parse(iso)) ? dayAt(iso) : dateOf(iso)

/** A point in time with its weekday. */
export const momentOf = (at: Date): string =>
  at.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' })

/** The weekday with its date, without the year. */
export const weekdayOf = (at: Date): string =>
  at.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' })

/**
 * Names the day in the person's zone: `Today`, `Sunday, 22 November 2026`; a month or a year as recorded. Empty without
 * a date.
 */
export function dayOf(iso: string, now = new Date()): string {
  if (/^\d{4}(-\d{2})?$/.test(iso)) return dateOf(iso)
  // A date has no zone: it is the same day everywhere.
  const at = new Date(iso.includes('T') ? iso : `${iso}T00:00`)
  if (Number.isNaN(at.getTime())) return ''
  const days = Math.round((startOf(at) - startOf(now)) / 86_400_000)
  if (days !== 0 && days !== -1) return at.toLocaleDateString(locale, { dateStyle: 'full' })
  const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
}

const startOf = (at: Date): number => new Date(at).setHours(0, 0, 0, 0)

/** The time of day with its seconds. */
export const clockOf = (time: number): string =>
  new Date(time).toLocaleTimeString(locale, { timeStyle: 'medium' })

/** Formats the time of day; empty for a date. */
export const timeOf = (iso: string): string =>
  iso.includes('T') ? new Date(iso).toLocaleTimeString(locale, { timeStyle: 'short' }) : ''
