/** Compares FHIR dates and times, which may stop at the year, month or day, at their common precision. */

/** The order of two values, and whether both are precise enough to be certain. */
export interface Comparison {
  readonly order: -1 | 0 | 1
  /** False if they agree at their common precision: 2020 and 2020-05. */
  readonly certain: boolean
}

// Each part is optional and the whole is anchored: no alternative can match twice, so this is linear.
const DATE_TIME =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/
const TIME = /^(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?$/

const MINUTE = 60_000

/** Compares two dates or dateTimes; undefined if one is malformed, or only one has a zone. */
export function compareDates(a: string, b: string): Comparison | undefined {
  const left = DATE_TIME.exec(a)
  const right = DATE_TIME.exec(b)
  if (left === null || right === null) return undefined
  if (left[4] !== undefined && right[4] !== undefined) {
    if ((left[8] === undefined) !== (right[8] === undefined)) return undefined
    return { order: sign(instant(left) - instant(right)), certain: true }
  }
  for (let part = 1; part <= 3; part++) {
    const [l, r] = [left[part], right[part]]
    if (l === undefined || r === undefined) return { order: 0, certain: l === r }
    if (l !== r) return { order: l < r ? -1 : 1, certain: true }
  }
  return { order: 0, certain: left[4] === right[4] }
}

/** Compares two times of day; undefined if one is malformed. */
export function compareTimes(a: string, b: string): Comparison | undefined {
  const left = TIME.exec(a)
  const right = TIME.exec(b)
  if (left === null || right === null) return undefined
  return { order: sign(secondOfDay(left, 1) - secondOfDay(right, 1)), certain: true }
}

function instant(parts: RegExpExecArray): number {
  const day = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
  return day + secondOfDay(parts, 4) * 1000 - zone(parts[8]) * MINUTE
}

const secondOfDay = (parts: RegExpExecArray, at: number) =>
  Number(parts[at]) * 3600 +
  Number(parts[at + 1]) * 60 +
  Number(parts[at + 2] ?? 0) +
  Number(`0${parts[at + 3] ?? ''}`)

/** Minutes east of Greenwich. */
function zone(offset: string | undefined): number {
  if (offset === undefined || offset === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
  return offset.startsWith('-') ? -minutes : minutes
}

const sign = (difference: number) => Math.sign(difference) as -1 | 0 | 1
