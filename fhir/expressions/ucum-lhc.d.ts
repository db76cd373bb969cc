/** The used part of @lhncbc/ucum-lhc; the package has no types of its own. */
declare module '@lhncbc/ucum-lhc' {
  export class UcumLhcUtils {
    static getInstance(): UcumLhcUtils
    /** Parses a unit; `convertUnitTo` calls it for both of its units. */
    getSpecifiedUnit(code: string, purpose: string, suggest?: boolean): unknown
    convertUnitTo(
      from: string,
      value: number,
      to: string,
      options?: { readonly molecularWeight?: number },
    ): { readonly status: string; readonly toVal: number | null }
  }
}
