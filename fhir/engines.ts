/** The heavy helpers that only some forms need, handed in so that the rules stay synchronous and small. */
import type { Json } from './shape.ts'

/** Converts a number between two UCUM units; undefined when there is no way from one to the other. */
export type ConvertUnit = (value: number, from: string, to: string) => number | undefined

/** Finds a registered ValueSet or CodeSystem by its canonical URL, version included or not. */
export type FindResource = (canonical: string) => Json | undefined

/** What a check may use beside the form. Without an engine, what needs it is told as a warning, never guessed. */
export interface Engines {
  readonly convertUnit?: ConvertUnit | undefined
}
