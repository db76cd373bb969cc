/** The conversion between units of UCUM, which a library does. */

/** Converts a number between two UCUM units; undefined if there is no conversion. */
export type ConvertUnit = (value: number, from: string, to: string) => number | undefined

/** An engine that converts units, if it is loaded. */
export interface UnitConversion {
  /** Compares quantities in different units. */
  readonly convertUnit?: ConvertUnit | undefined
}
