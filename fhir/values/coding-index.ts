/** Indexes Codings by code and system, to find the first one that equals another. */
import type { Coding } from 'fhir/r5.js'
import { object, type Unchecked } from './unchecked-json.ts'

/** The Codings of one code and system; they differ only in their version. */
interface Bucket {
  /** Index of the first one. */
  readonly first: number
  /** Index of the first one that has no version. */
  anyVersion: number | undefined
  readonly byVersion: Map<unknown, number>
}

/** A list of Codings, searched by the equality of `sameCoding`. */
export class CodingIndex {
  readonly #coded = new Map<unknown, Map<unknown, Bucket>>()
  readonly #displayed = new Map<unknown, Map<unknown, Bucket>>()

  /** Adds a Coding with its index in the list. */
  add(value: unknown, place: number) {
    const coding = object<Coding>(value)
    const outer = coding && this.#outer(coding)
    if (coding === undefined || outer === undefined) return
    const { system } = coding
    // The version of a Coding without a code is ignored.
    const version = coding.code === undefined ? undefined : coding.version
    const key = keyOf(coding)
    const inner = outer.get(key) ?? new Map<unknown, Bucket>()
    outer.set(key, inner)
    const bucket = inner.get(system) ?? { first: place, anyVersion: undefined, byVersion: new Map() }
    inner.set(system, bucket)
    if (version === undefined) bucket.anyVersion ??= place
    else if (!bucket.byVersion.has(version)) bucket.byVersion.set(version, place)
  }

  /** The index of the first Coding that equals this one. */
  find(value: unknown): number | undefined {
    const coding = object<Coding>(value)
    const bucket = coding && this.#outer(coding)?.get(keyOf(coding))?.get(coding.system)
    if (coding === undefined || bucket === undefined) return undefined
    if (coding.code === undefined || coding.version === undefined) return bucket.first
    const exact = bucket.byVersion.get(coding.version)
    if (exact === undefined || bucket.anyVersion === undefined) return exact ?? bucket.anyVersion
    return Math.min(exact, bucket.anyVersion)
  }

  #outer({ code, display }: Unchecked<Coding>) {
    if (code !== undefined) return this.#coded
    return display === undefined ? undefined : this.#displayed
  }
}

const keyOf = ({ code, display }: Unchecked<Coding>) => code ?? display
