/** The people who withhold their records from an application, by decisions that are cached for seconds. */
import type { Purpose, Withheld, WithheldSource } from '../../core/index.ts'
import { type Consents, type KeptConsent, subjectOf } from './kept-consents.ts'
import { permits } from './permits.ts'

/** Milliseconds until decisions that were sent to another gateway take effect here. */
const CACHED = 5_000
/** Milliseconds for which the people of a subject are not computed again, if a period begins or ends. */
const COMPUTED = 1_000
/** Applications in the cache. */
const MOST = 1_000

interface Cached {
  readonly at: number
  readonly decisions: Promise<readonly KeptConsent[]>
  readonly computed: Map<Purpose, { readonly at: number; readonly withheld: Withheld }>
}

export class WithheldByConsent {
  readonly #consents: Pick<Consents, 'limiting'>
  readonly #cache = new Map<string, Cached>()

  readonly #age: () => number

  /** @param age - milliseconds by a clock that never steps */
  constructor(consents: Pick<Consents, 'limiting'>, age = () => performance.now()) {
    this.#consents = consents
    this.#age = age
  }

  /** Call this after a decision on a reader was stored: it takes effect in this process at once. */
  changed(reader: string): void {
    this.#cache.delete(reader)
  }

  readonly source: WithheldSource = async ({ reader, purpose }) => {
    const cached = this.#cached(reader)
    const now = this.#age()
    const computed = cached.computed.get(purpose)
    const decisions = await cached.decisions
    if (computed !== undefined && now - computed.at < COMPUTED) return computed.withheld
    const withheld = withheldBy(decisions, purpose, Date.now())
    cached.computed.set(purpose, { at: now, withheld })
    return withheld
  }

  #cached(reader: string): Cached {
    const now = this.#age()
    const known = this.#cache.get(reader)
    if (known !== undefined && now - known.at < CACHED) return known
    // In the cache before it is loaded: a change meanwhile removes it.
    const cached: Cached = { at: now, decisions: this.#consents.limiting(reader), computed: new Map() }
    this.#cache.delete(reader)
    this.#cache.set(reader, cached)
    // A failure refuses the readings that wait for it, and the next one tries again.
    cached.decisions.catch(() => {
      if (this.#cache.get(reader) === cached) this.#cache.delete(reader)
    })
    if (this.#cache.size > MOST) this.#cache.delete(this.#cache.keys().next().value ?? '')
    return cached
  }
}

/** A decision on a form or a collection takes precedence over one on the whole application. */
function withheldBy(decisions: readonly KeptConsent[], purpose: Purpose, now: number): Withheld {
  const bySubject = new Map<string, Map<string, boolean>>()
  for (const { person, decision } of decisions) {
    const subject = subjectOf(decision)
    const people = bySubject.get(subject) ?? new Map<string, boolean>()
    bySubject.set(subject, people.set(person, permits(decision, purpose, now)))
  }
  const found = new Map<string, ReadonlySet<string>>()
  const compute = (subject: string): ReadonlySet<string> => {
    const people = new Map([...(bySubject.get('') ?? []), ...(bySubject.get(subject) ?? [])])
    return new Set([...people].flatMap(([person, isPermitted]) => (isPermitted ? [] : [person])))
  }
  return {
    peopleOf(subject) {
      // Subjects without a decision of their own share one set.
      const key = bySubject.has(subject) ? subject : ''
      const known = found.get(key)
      if (known !== undefined) return known
      const people = compute(key)
      found.set(key, people)
      return people
    },
  }
}
