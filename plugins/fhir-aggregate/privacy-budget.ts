/**
 * The privacy budget of a subject: the charges within a window, and the noisy numbers drawn for them. A
 * number is charged before it is counted, stored once drawn, and repeated for the rest of the window.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Busy, type PluginDatabase } from '../../core/index.ts'

/** A noisy number, or one for each class, or one for each class of each group. */
export type Drawn = readonly (number | readonly number[])[]

/** A number to charge to a privacy budget. */
export interface Wanted {
  /** Equal for equal numbers. */
  readonly digest: string
  /** A whole number, in the unit of the limit. */
  readonly cost: number
}

export interface Asking {
  /** A UUID. */
  readonly subject: string
  readonly wanted: readonly Wanted[]
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Milliseconds for which a charge counts and a number is repeated. */
  readonly window: number
  /** The maximum charges within a window. */
  readonly limit: number
  /** Draws stored numbers again, at their cost. @default false */
  readonly refresh?: boolean
}

/** The state of a requested number. */
export type Reply =
  | { readonly state: 'kept'; readonly drawn: Drawn; readonly at: number }
  /** The caller counts it, and delivers it under `draw`. */
  | { readonly state: 'yours'; readonly draw: string; readonly at: number }
  /** Another request is counting it. */
  | { readonly state: 'pending' }

export type Charged =
  | { readonly replies: ReadonlyMap<string, Reply>; readonly left: number }
  /** Nothing was charged; `again` is the time at which enough will be left, absent if it never will. */
  | { readonly left: number; readonly again?: number }

/** The privacy budgets of forms, shared by all gateways. */
export interface PrivacyBudgets {
  /** Charges for all numbers that are not stored, or for none. Atomic across gateways. @throws Busy */
  charge(asking: Asking): Promise<Charged>
  /**
   * Stores drawn numbers. Of two concurrent draws the first is stored; build the answer from the next
   * `charge`. @throws Busy
   */
  keep(subject: string, drawn: ReadonlyMap<string, Drawn>): Promise<void>
  /**
   * Gives up numbers that could not be counted: they stay charged, and the next query counts them. @throws
   * Busy
   */
  release(subject: string, draws: readonly string[]): Promise<void>
  left(asking: Pick<Asking, 'subject' | 'at' | 'window' | 'limit'>): Promise<number>
}

/** One charge. The latest one of a digest holds its numbers. */
interface Draw {
  readonly digest: string
  readonly draw: string
  readonly cost: number
  readonly at: number
  /** The deadline for delivering the charged numbers; 0 after giving up, absent once they are stored. */
  readonly heldUntil?: number
  readonly drawn?: Drawn
}

/** Milliseconds after which another request takes over a count. */
const LEASE = 60_000

interface Change<Result> {
  readonly result: Result
  /** Absent if nothing changes. */
  readonly draws?: readonly Draw[]
}

/** Reads the draws of a subject and replaces them, atomically. */
type Update = <Result>(subject: string, change: (draws: readonly Draw[]) => Change<Result>) => Promise<Result>

function budgetsOn(update: Update): PrivacyBudgets {
  return {
    async charge(asking) {
      // Created before the first attempt: they identify a change if its confirmation was lost.
      const ids = new Map(asking.wanted.map(({ digest }) => [digest, crypto.randomUUID()]))
      return update(asking.subject, draws => charged(draws, asking, ids))
    },
    keep: (subject, drawn) =>
      update(subject, draws => ({
        result: undefined,
        draws: draws.map(({ heldUntil, ...draw }) => {
          const numbers = drawn.get(draw.draw)
          if (heldUntil === undefined) return draw
          return numbers === undefined ? { ...draw, heldUntil } : { ...draw, drawn: numbers }
        }),
      })),
    release: (subject, given) =>
      update(subject, draws => ({
        result: undefined,
        draws: draws.map(draw =>
          draw.heldUntil !== undefined && given.includes(draw.draw) ? { ...draw, heldUntil: 0 } : draw,
        ),
      })),
    left: ({ subject, at, window, limit }) =>
      update(subject, draws => ({ result: leftOf(live(draws, at, window), limit) })),
  }
}

const live = (draws: readonly Draw[], at: number, window: number) =>
  draws.filter(draw => draw.at > at - window)

const costOf = (charges: readonly { readonly cost: number }[]) =>
  charges.reduce((sum, { cost }) => sum + cost, 0)

const leftOf = (draws: readonly Draw[], limit: number) => Math.max(0, limit - costOf(draws))

function charged(
  all: readonly Draw[],
  { wanted, at, window, limit, refresh = false }: Asking,
  ids: ReadonlyMap<string, string>,
): Change<Charged> {
  const draws = live(all, at, window)
  const heldUntil = at + LEASE
  const replies = new Map<string, Reply>()
  const taken = new Map<Draw, Draw>()
  const added: Draw[] = []
  for (const { digest, cost } of wanted) {
    if (replies.has(digest)) continue
    const draw = ids.get(digest) ?? ''
    const known = draws.findLast(each => each.digest === digest)
    if (known === undefined || (refresh && known.drawn !== undefined)) {
      added.push({ digest, draw, cost, at, heldUntil })
      replies.set(digest, { state: 'yours', draw, at })
    } else if (known.drawn !== undefined)
      replies.set(digest, { state: 'kept', drawn: known.drawn, at: known.at })
    else if (known.draw === draw) replies.set(digest, { state: 'yours', draw, at: known.at })
    else if ((known.heldUntil ?? 0) < at) {
      // Charged from now on: the numbers are not known before.
      taken.set(known, { ...known, draw, at, heldUntil })
      replies.set(digest, { state: 'yours', draw, at })
    } else replies.set(digest, { state: 'pending' })
  }
  const left = leftOf(draws, limit)
  const short = costOf(added) - left
  if (added.length > 0 && short > 0) {
    const again = againOf(draws, short, window)
    return { result: { left, ...(again !== undefined && { again }) } }
  }
  const result = { replies, left: left - costOf(added) }
  if (added.length === 0 && taken.size === 0) return { result }
  const renewed = new Set(added.map(({ digest }) => digest))
  const others = draws.map(draw => {
    // A superseded number is no longer reported; its charge stays.
    const { drawn: _, ...superseded } = draw
    return taken.get(draw) ?? (renewed.has(draw.digest) ? superseded : draw)
  })
  return { result, draws: [...others, ...added] }
}

/** The time at which enough of the oldest charges have left the window. */
function againOf(draws: readonly Draw[], short: number, window: number): number | undefined {
  let freed = 0
  for (const { at, cost } of [...draws].sort((a, b) => a.at - b.at)) {
    freed += cost
    if (freed >= short) return at + window
  }
  return undefined
}

/** Maximum attempts of a change, and the base of the random pause between two of them in milliseconds. */
const ATTEMPTS = 200
const PAUSE = 20

/**
 * Budgets in the table `fhir_aggregate_budgets` of the gateway's own database. Each change is one statement that
 * replaces the row's version that it read: if two run concurrently, one finds a newer version and retries.
 */
export function sqlPrivacyBudgets(database: PluginDatabase): PrivacyBudgets {
  return budgetsOn(async (subject, change) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [row] = await database.query<{ version: string; draws: string }>(
        'SELECT version, draws FROM fhir_aggregate_budgets WHERE subject = $1',
        [subject],
      )
      const { result, draws } = change(row ? JSON.parse(row.draws) : [])
      if (draws === undefined) return result
      const stored = row
        ? await database.query(
            `UPDATE fhir_aggregate_budgets SET version = version + 1, draws = $3
             WHERE subject = $1 AND version = $2 RETURNING version`,
            [subject, row.version, JSON.stringify(draws)],
          )
        : await database.query(
            `INSERT INTO fhir_aggregate_budgets (subject, version, draws) VALUES ($1, 1, $2)
             ON CONFLICT (subject) DO NOTHING RETURNING version`,
            [subject, JSON.stringify(draws)],
          )
      if (stored.length > 0) return result
      await delay(Math.random() * PAUSE)
    }
    throw Object.assign(new Busy(), { headers: { 'retry-after': '1' } })
  })
}

/** Budgets in memory, lost with their process like records in memory. */
export function memoryPrivacyBudgets(): PrivacyBudgets {
  const subjects = new Map<string, readonly Draw[]>()
  return budgetsOn(async (subject, change) => {
    const { result, draws } = change(subjects.get(subject) ?? [])
    if (draws !== undefined) subjects.set(subject, draws)
    return result
  })
}
