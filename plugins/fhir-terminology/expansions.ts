/** Expansions of the value sets that are known here: listed in the sandbox, cached by their revisions. */
import { LRUCache } from 'lru-cache'
import { defineTask, loopTurn, type Sandbox, TooExpensive } from '../../core/index.ts'
import type { ExpandedCode, Expansion } from '../../fhir/terminology/expansion.ts'
import { pageOf, type Searchable, type Selection, wordsOf } from '../../fhir/terminology/expansion-page.ts'
import type { Named } from './registry.ts'
import type { TerminologyJob } from './terminology-worker.ts'

type Resource = Readonly<Record<string, unknown>>

const TASK = defineTask<TerminologyJob, string>('./terminology-worker', import.meta.url)

/** Codes whose words are prepared in one turn of the event loop. */
const CHUNK = 2_000

/** A value set with the resources that it refers to. */
export interface Opened {
  readonly valueSet: Resource
  readonly named: Named
  /** The revision of a registered value set; absent for one in a request, whose expansion is not cached. */
  readonly revision?: string | undefined
}

/** The codes of a value set, searchable; or the reason why it cannot be listed. */
export type Listed =
  | (Searchable & { readonly byKey: ReadonlyMap<string, ExpandedCode>; readonly problem?: undefined })
  | Extract<Expansion, { problem: string }>

export interface ExpansionsOptions {
  readonly sandbox: Sandbox
  /** Bytes of JSON. */
  readonly cacheBytes: number
  readonly mostCodes: number
}

export class Expansions {
  readonly #sandbox: Sandbox
  readonly #mostCodes: number
  readonly #listed: LRUCache<string, { readonly listed: Listed; readonly size: number }>
  readonly #running = new Map<string, Promise<Listed>>()

  constructor({ sandbox, cacheBytes, mostCodes }: ExpansionsOptions) {
    this.#sandbox = sandbox
    this.#mostCodes = mostCodes
    this.#listed = new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ size }) => 64 + size })
  }

  /** A page of an expansion. `caller` is the key for fair sharing of the sandbox. */
  async page(opened: Opened, selection: Selection, caller: string) {
    const listed = await this.list(opened, caller)
    if (listed.problem !== undefined) return listed
    await loopTurn()
    return pageOf(listed, selection)
  }

  /** All codes. Callers of the same revision share the work. */
  list(opened: Opened, caller: string): Promise<Listed> {
    const key = revisionsOf(opened)
    if (key === undefined) return this.#expand(opened, caller).then(({ listed }) => listed)
    const known = this.#listed.get(key)
    if (known !== undefined) return Promise.resolve(known.listed)
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const listing = this.#expand(opened, caller)
      .then(found => {
        this.#listed.set(key, found)
        return found.listed
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, listing)
    return listing
  }

  /** True if the value set has the code; undefined if that cannot be decided here. */
  async has(opened: Opened, coding: Coding, caller: string): Promise<boolean | undefined> {
    const listed = await this.list(opened, caller)
    if (listed.problem === undefined && listed.byKey.has(keyOf(coding))) return true
    // A code system may spell its codes in several ways.
    const held = JSON.parse(await this.#run(opened, caller, coding)) as boolean | null
    return held ?? undefined
  }

  async #expand(opened: Opened, caller: string) {
    const json = await this.#run(opened, caller).catch((error: unknown) => {
      if (!(error instanceof TooExpensive)) throw error
      return JSON.stringify({ problem: 'too-costly', text: 'The value set takes too long to expand' })
    })
    await loopTurn()
    const found = JSON.parse(json) as Expansion
    if (found.problem !== undefined) return { listed: found, size: json.length }
    const words: string[] = []
    const byKey = new Map<string, ExpandedCode>()
    for (const [index, code] of found.codes.entries()) {
      if (index % CHUNK === CHUNK - 1) await loopTurn()
      words.push(wordsOf(code))
      byKey.set(keyOf(code), code)
    }
    return { listed: { codes: found.codes, words, byKey }, size: json.length * 3 }
  }

  async #run({ valueSet, named }: Opened, caller: string, coding?: Coding): Promise<string> {
    await loopTurn()
    const job = { valueSet: JSON.stringify(valueSet), named: JSON.stringify([...named.found]) }
    const terms = { mostCodes: this.#mostCodes, ...(coding && { coding }) }
    return this.#sandbox.run(TASK, { ...job, ...terms }, { key: caller })
  }
}

export interface Coding {
  readonly system?: string
  readonly code?: string
}

/** A code with its system. */
export const keyOf = ({ system = '', code = '' }: Coding) => `${system}|${code}`

const revisionsOf = ({ revision, named }: Opened): string | undefined =>
  revision === undefined ? undefined : `${revision}\n${named.revisions}`
