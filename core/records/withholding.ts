/** People whose records an application may not use now: every reading for somebody else than the owner consults it. */
import { keyIdOf } from '../crypto/did.ts'
import type { StoredRecord } from '../stores/records.ts'

/** Purposes for which an application uses records; the route decides which one it serves. */
export const PURPOSES = ['records', 'statistics'] as const
export type Purpose = (typeof PURPOSES)[number]

/** A use of people's records. */
export interface Use {
  /** The identity of the application, its compressed public key in hex; or that of a program. */
  readonly reader: string
  readonly purpose: Purpose
}

/** The people who withhold their records from a use, at this instant. */
export interface Withheld {
  /**
   * @param subject - `_id` of a form, or the uid of a custom collection
   * @returns compressed public keys in hex
   */
  peopleOf(subject: string): ReadonlySet<string>
}

/** The identity of a program that reads as the person, by its `client_id`. */
export const programReader = (clientId: string): string => `program ${clientId}`

declare const CONSULTED: unique symbol

/** A check of records by {@link Withholding.check}; no other predicate has its type. */
export type Permits = ((record: StoredRecord) => boolean) & { readonly [CONSULTED]: true }

/** Returns the people who withhold their records; a failure refuses the reading. */
export type WithheldSource = (use: Use) => Promise<Withheld>

/** Unites the sources that plugins add. Without a source, the grant on each record is the permission. */
export class Withholding {
  readonly #sources: WithheldSource[] = []
  readonly #prefix: string

  /** @param prefix - the prefix of the DIDs of this deployment */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Adds a source. No source can lift what another one withholds. */
  add(source: WithheldSource): void {
    this.#sources.push(source)
  }

  /**
   * A check of records for one use. Request it again for each page: it does not follow later decisions.
   * @param use - the reader and the purpose
   * @param subjectOf - the form or the collection of a record; a record without one is withheld
   * @returns false for a record that its owner withholds
   */
  async check(use: Use, subjectOf: (record: StoredRecord) => string | undefined): Promise<Permits> {
    const all = await this.#of(use)
    const permits = (record: StoredRecord): boolean => {
      if (all.length === 0) return true
      const subject = subjectOf(record)
      if (subject === undefined || record._owner === undefined) return false
      const people = all.map(withheld => withheld.peopleOf(subject)).filter(({ size }) => size > 0)
      if (people.length === 0) return true
      const person = keyIdOf(record._owner, [this.#prefix])
      return !people.some(each => each.has(person))
    }
    return permits as Permits
  }

  /**
   * The people who withhold their records, for counts in the store.
   * @param use - the reader and the purpose
   * @param subject - `_id` of a form, or the uid of a custom collection
   * @returns compressed public keys in hex
   */
  async people(use: Use, subject: string): Promise<ReadonlySet<string>> {
    const all = await this.#of(use)
    return new Set(all.flatMap(withheld => [...withheld.peopleOf(subject)]))
  }

  /** True if the person withholds all of their records from a program that reads in their name. */
  async isFromProgram(clientId: string, person: string): Promise<boolean> {
    const all = await this.#of({ reader: programReader(clientId), purpose: 'records' })
    return all.some(withheld => withheld.peopleOf('').has(person))
  }

  #of(use: Use): Promise<Withheld[]> {
    return Promise.all(this.#sources.map(source => source(use)))
  }
}
