/** How a language writes dates and times: the order of the parts, their names, and its clock. */
import type { Part } from './date-parts.ts'

export interface DateFormat {
  /** The parts in the order of the language. */
  readonly date: readonly Part[]
  readonly time: readonly Part[]
  readonly names: Readonly<Record<Part, string>>
  /** The texts of the halves of the day; undefined for a clock of 24 hours. */
  readonly halves: { readonly am: string; readonly pm: string } | undefined
}

/** Making formats takes milliseconds; a form has many dates. */
const known = new Map<string, DateFormat>()

/** The format of a language; that of English for a tag that is none. */
export function dateFormatOf(lang: string): DateFormat {
  const found = known.get(lang)
  if (found !== undefined) return found
  let format: DateFormat
  try {
    format = read(lang)
  } catch {
    format = read('en')
  }
  known.set(lang, format)
  return format
}

const NUMERIC = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const CLOCK = { hour: 'numeric', minute: 'numeric', timeZone: 'UTC' } as const
const FIELDS = { ...NUMERIC, ...CLOCK }

function read(lang: string): DateFormat {
  // Answers are dates of the Gregorian calendar. Where it is not that of the language, the year names its era.
  const dates = new Intl.DateTimeFormat(lang, { ...NUMERIC, calendar: 'gregory' })
  const isOther = new Intl.DateTimeFormat(lang).resolvedOptions().calendar !== 'gregory'
  const era = isOther && new Intl.DateTimeFormat(lang, { era: 'short', calendar: 'gregory' })
  const times = new Intl.DateTimeFormat(lang, CLOCK)
  const fields = new Intl.DisplayNames(lang, { type: 'dateTimeField' })
  const name = (field: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'dayPeriod') => {
    const [first = '', ...rest] = fields.of(field) ?? field
    return first.toLocaleUpperCase(lang) + rest.join('')
  }
  const textAt = (format: Intl.DateTimeFormat, type: string, hour: number) =>
    format.formatToParts(Date.UTC(2000, 0, 1, hour)).find(part => part.type === type)?.value ?? ''
  const orderOf = (format: Intl.DateTimeFormat) =>
    format
      .formatToParts(0)
      .map(({ type }) => (type === 'dayPeriod' ? 'half' : type))
      .filter((type): type is Part => type in FIELDS || type === 'half')
  const isTwelve = times.resolvedOptions().hour12 === true
  return {
    date: orderOf(dates),
    time: orderOf(times),
    names: {
      ...{ month: name('month'), day: name('day'), hour: name('hour'), minute: name('minute') },
      year: era ? `${name('year')} (${textAt(era, 'era', 0)})` : name('year'),
      half: name('dayPeriod'),
    },
    halves: isTwelve ? { am: textAt(times, 'dayPeriod', 9), pm: textAt(times, 'dayPeriod', 15) } : undefined,
  }
}
