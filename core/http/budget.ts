/** A budget: the amount of work that each caller may cause per minute. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { TooManyRequests } from '../errors.ts'
import { growing } from '../growing.ts'
import type { Peers } from '../peers.ts'

/** The limit of a {@link Budget}, and its window. */
export interface BudgetTerms {
  /** The name in `RateLimit` headers. */
  readonly name: string
  /** Maximum work of each caller in a window. */
  readonly limit: number
  /** Milliseconds, from a caller's first work on. @default 60_000 */
  readonly window?: number
  /** Maximum number of tracked callers. @default 100_000 */
  readonly callers?: number
  /** The clock, in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
  /** Other workers, which share the budget: each tells the others what its callers spend. @default none */
  readonly peers?: Peers | undefined
  /** Distinguishes budgets of one name: the DID of a storage node. @default none */
  readonly of?: string
}

/** Milliseconds for which spending is collected before the other workers hear of it. */
const TOLD = 50

/** The state of a caller's budget. */
export interface Balance {
  readonly left: number
  /** Seconds until the budget is full again. */
  readonly resetsIn: number
}

/** The budgets of many callers: see {@link createBudget}. */
export interface Budget {
  /**
   * Takes work from the budget of a caller, or nothing. Work above the whole budget takes all of a full one,
   * so that every route stays reachable.
   * @throws TooManyRequests with `Retry-After` and `RateLimit`
   */
  spend(caller: string, work: number): Balance
  /** The headers for a balance (draft-ietf-httpapi-ratelimit-headers). */
  headersOf(balance: Balance): Readonly<Record<string, string>>
}

interface Window {
  spent: number
  readonly endsAt: number
}

/** The work of callers since the last message, each with the end of its window. */
type Spending = readonly (readonly [caller: string, work: number, endsAt: number])[]

/**
 * Creates a budget in the memory of one process: refusing a flood must not cost a database write. Each of
 * several gateways counts its own requests. The workers of one gateway count together, but for the spending of
 * the last milliseconds. At most `callers` entries are kept; the least recently used is dropped first.
 */
export function createBudget(terms: BudgetTerms): Budget {
  const { name, limit, window = 60_000, callers = 100_000, now = Date.now, peers, of = '' } = terms
  const topic = `budget ${name} ${of}`
  const windows = new LRUCache<string, Window>(growing(callers))

  const windowOf = (caller: string, endsAt: number): Window => {
    const known = windows.get(caller)
    if (known !== undefined && known.endsAt > now()) return known
    const fresh = { spent: 0, endsAt }
    windows.set(caller, fresh)
    return fresh
  }

  const untold = new Map<string, [work: number, endsAt: number]>()
  const tell = (caller: string, work: number, endsAt: number) => {
    if (!peers?.areThere || work === 0) return
    if (untold.size === 0)
      setTimeout(() => {
        peers.tell(topic, [...untold].map(([each, spent]) => [each, ...spent]) satisfies Spending)
        untold.clear()
      }, TOLD).unref()
    const [before] = untold.get(caller) ?? [0]
    untold.set(caller, [before + work, endsAt])
  }
  peers?.on(topic, spending => {
    for (const [caller, work, endsAt] of spending as Spending)
      if (endsAt > now()) windowOf(caller, endsAt).spent += work
  })

  const headersOf = ({ left, resetsIn }: Balance) => ({
    'ratelimit-policy': `"${name}";q=${limit};w=${Math.ceil(window / 1000)}`,
    ratelimit: `"${name}";r=${left};t=${resetsIn}`,
  })

  return {
    headersOf,
    spend(caller, work) {
      const time = now()
      const current = windowOf(caller, time + window)
      const resetsIn = Math.max(1, Math.ceil((current.endsAt - time) / 1000))
      const cost = current.spent === 0 ? Math.min(work, limit) : work
      if (current.spent + cost > limit) {
        const headers = headersOf({ left: Math.max(0, limit - current.spent), resetsIn })
        throw Object.assign(new TooManyRequests(String(resetsIn)), {
          headers: { ...headers, 'retry-after': String(resetsIn) },
        })
      }
      current.spent += cost
      tell(caller, cost, current.endsAt)
      return { left: limit - current.spent, resetsIn }
    },
  }
}

/**
 * The caller behind an address: an IPv4 address itself, or the /64 network of an IPv6 address, because one
 * customer has all of it. Texts that are no address count as one caller.
 */
export function addressOf(ip: string): string {
  // The usual spelling; each request looks at it several times.
  if (isIPv4(ip)) return ip
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
