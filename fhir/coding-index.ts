/** Codings by code and system: finds the first one that means the same as another. */
import type { Coding } from 'fhir/r5.js'
import { object, type Unchecked } from './shape.ts'

/** The Codings of one code and system: they differ in their version at most. */
interface Bucket {
  /** Place of the first one. */
  readonly first: number
  /** Place of the first one that names no version. */
  anyVersion: number | undefined
  readonly byVersion: Map<unknown, number>
}

/** Codings in a list, found as `sameCoding` compares them. */
export class CodingIndex {
  readonly #coded = new Map<unknown, Map<unknown, Bucket>>()
  readonly #displayed = new Map<unknown, Map<unknown, Bucket>>()

  /** Adds a Coding with its place in the list. */
  add(value: unknown, place: number) {
    const coding = object<Coding>(value)
    const outer = coding && this.#outer(coding)
    if (coding === undefined || outer === undefined) return
    const { system } = coding
    // A Coding without a code has no version to differ in.
    const version = coding.code === undefined ? undefined : coding.version
    const key = keyOf(coding)
    const inner = outer.get(key) ?? new Map<unknown, Bucket>()
    outer.set(key, inner)
    const bucket = inner.get(system) ?? { first: place, anyVersion: undefined, byVersion: new Map() }
    inner.set(system, bucket)
    if (version === undefined) bucket.anyVersion ??= place
    else if (!bucket.byVersion.has(version)) bucket.byVersion.set(version, place)
  }

  /** The place of the first Coding that is the same as this one. */
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
