/** The parts of a date and a time as they are typed, and their answer: a text of FHIR, or one on its way. */

/** The type of the question. */
export type Kind = 'date' | 'dateTime' | 'time'

/** The half of the day is `am` or `pm`, in languages with a clock of twelve hours. */
export type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'half'

/** The text of each part as typed; absent or empty if there is none. */
export type Parts = Readonly<Partial<Record<Part, string>>>

/** Ends an hour of the twelve-hour clock without its half of the day. */
const HALFLESS = 'h'

const two = (number: number) => String(number).padStart(2, '0')

/** The text in European digits: Arabic, Persian, Devanagari and full-width ones are read. */
export const plainDigits = (text: string): string =>
  text.trim().replace(/[٠-٩۰-۹०-९０-９]/g, digit => {
    const low = digit.charCodeAt(0) & 0xf
    return String(digit >= '०' && digit <= '९' ? low - 6 : low)
  })

/** A part in the answer: without what separates parts there. */
const written = (text = ''): string => {
  const plain = plainDigits(text).replaceAll('-', '/').replaceAll(':', '.').replaceAll('T', 't')
  return /^\d$/.test(plain) ? `0${plain}` : plain
}

/** The hour of 24; marked if the half of the day is missing, or contradicts it. */
function hourOf(text: string | undefined, half: string | undefined, halves: boolean): string {
  const hour = written(text)
  const number = Number(hour)
  if (!halves || !/^\d\d$/.test(hour)) return hour
  if (number > 0 && number <= 12)
    return half ? two((number % 12) + (half === 'pm' ? 12 : 0)) : hour + HALFLESS
  return half && (half === 'pm') !== number > 12 ? hour + HALFLESS : hour
}

/**
 * The answer to a question: a whole date or time in FHIR's text, or the parts so far, which {@link wrongPart} refuses.
 * @param halves - the hour is one of twelve
 * @returns '' without any part
 */
export function answerText(kind: Kind, parts: Parts, halves: boolean): string {
  const date = [parts.year, parts.month, parts.day].map(written).join('-').replace(/-+$/, '')
  const hasTime = Boolean(parts.hour || parts.minute || parts.half)
  const time = hasTime ? `${hourOf(parts.hour, parts.half, halves)}:${written(parts.minute)}` : ''
  if (kind === 'date') return date
  const text = kind === 'time' ? time : hasTime ? `${date}T${time}` : date
  if (!hasTime || wrongPart(kind, text) !== undefined) return text
  return kind === 'time' ? `${text}:00` : `${text}:00${zoneAt(text)}`
}

/** The zone of the device at a local time: FHIR requires one beside a time of day. */
function zoneAt(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset()
  const away = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
}

const ZONED = /T.*(?:Z|[+-]\d\d:\d\d)$/

/** The parts of an answer, without leading zeros; a time with a zone in that of the device. */
export function partsOf(kind: Kind, answer: string, halves: boolean): Parts {
  const at = new Date(answer)
  const isInstant = kind === 'dateTime' && ZONED.test(answer) && !Number.isNaN(at.getTime())
  const local = isInstant
    ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().replace('Z', '')
    : answer
  const [date = '', time = ''] = kind === 'time' ? ['', local] : local.split('T', 2)
  const [year, month, day] = date.split('-', 3)
  const [hour = '', minute] = time.split(':', 2)
  const number = Number(hour)
  const isHalf = halves && /^\d\d$/.test(hour) && number < 24
  const short = (text = '') => text.replace(/^0(?=\d$)/, '')
  return {
    ...{ year: year ?? '', month: short(month), day: short(day), minute: minute ?? '' },
    hour: isHalf ? String(number % 12 || 12) : short(hour.replace(HALFLESS, '')),
    half: isHalf ? (number < 12 ? 'am' : 'pm') : '',
  }
}

/** The number of days of a month, from 1. */
export const daysIn = (year: string, month: string): number =>
  new Date(Date.UTC(Number(year) || 2000, Number(month), 0)).getUTCDate()

const isWithin = (text: string | undefined, least: number, most: number) =>
  /^\d\d$/.test(text ?? '') && Number(text) >= least && Number(text) <= most

/**
 * The first part of an answer that is wrong, or missing before one that is there; undefined for a year, a year and a
 * month, and all that is whole.
 * @param needsDay - a year, or a year and a month, is incomplete
 */
export function wrongPart(kind: Kind, answer: string, needsDay = false): Part | undefined {
  const [date = '', time] = kind === 'time' ? ['', answer] : answer.split('T', 2)
  const isWhole = needsDay || time !== undefined
  if (kind !== 'time') {
    const [year = '', month, day] = date.split('-', 3)
    if (!/^\d{4}$/.test(year) || year === '0000') return 'year'
    if (month === undefined ? isWhole : !isWithin(month, 1, 12)) return 'month'
    if (day === undefined ? isWhole : !isWithin(day, 1, daysIn(year, month ?? ''))) return 'day'
  }
  if (time === undefined) return undefined
  const [hour = '', minute] = time.split(':', 2)
  if (hour.endsWith(HALFLESS)) return 'half'
  if (!isWithin(hour, 0, 23)) return 'hour'
  return isWithin(minute, 0, 59) ? undefined : 'minute'
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)\S*)?$/
const CLOCK = /^(\d{1,2}):(\d\d)(?::\d\d)?$/
/** Three numbers with what separates them in the languages of the pages. */
const THREE = /^(\d{1,4})[\s./\-年月\u200f]+(\d{1,4})[\s./\-年月\u200f]+(\d{1,4})[日.]?$/

/**
 * The parts of a whole date or time in one text: in ISO's order, or in that of the page; undefined for any other text,
 * because 03/04 is not guessed.
 * @param order - of the year, the month and the day on the page
 */
export function wholeIn(
  kind: Kind,
  text: string,
  order: readonly Part[],
  halves: boolean,
): Parts | undefined {
  const plain = plainDigits(text)
  const [clock, hour, minute] = CLOCK.exec(plain) ?? []
  if (kind === 'time') {
    if (clock === undefined || !isWithin(two(Number(hour)), 0, 23)) return undefined
    return { hour: hour ?? '', minute: minute ?? '', half: '' }
  }
  const [iso, ...numbers] = ISO.exec(plain) ?? THREE.exec(plain) ?? []
  if (iso === undefined) return undefined
  const names = ISO.test(plain) ? (['year', 'month', 'day'] as const) : order
  const found = Object.fromEntries(names.map((name, at) => [name, numbers[at]])) as Parts
  const date = answerText('date', found, false)
  if (wrongPart('date', date) !== undefined) return undefined
  const [, , , isoHour, isoMinute] = numbers
  if (kind === 'dateTime' && isoHour !== undefined)
    return partsOf('dateTime', `${date}T${isoHour}:${isoMinute}`, halves)
  const { year, month, day } = partsOf('date', date, false)
  return { year, month, day } as Parts
}
