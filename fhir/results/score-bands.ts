/**
 * The bands of the scores of common questionnaires, as their authors published them. A reading aid and no diagnosis.
 */

/** A range of a score; both ends belong to it. */
export interface Band {
  readonly from: number
  readonly to: number
  readonly name: string
}

const bands = (text: string): readonly Band[] =>
  text.split(', ').map(each => {
    const [, from = '', to = '', name = ''] = /^(\d+)-(\d+) (.+)$/.exec(each) ?? []
    return { from: Number(from), to: Number(to), name }
  })

/** By the LOINC code of the score. */
const BANDS: ReadonlyMap<string, readonly Band[]> = new Map([
  // Kroenke, Spitzer, Williams 2001.
  ['44261-6', bands('0-4 minimal, 5-9 mild, 10-14 moderate, 15-19 moderately severe, 20-27 severe')],
  // Kroenke, Spitzer, Williams 2003.
  ['55758-7', bands('0-2 negative screen, 3-6 positive screen')],
  // Spitzer, Kroenke, Williams, Löwe 2006.
  ['70274-6', bands('0-4 minimal, 5-9 mild, 10-14 moderate, 15-21 severe')],
  // Kroenke, Spitzer, Williams, Monahan, Löwe 2007.
  ['70273-8', bands('0-2 negative screen, 3-6 positive screen')],
])

/** All bands of a score, the lowest first; none for an unknown one. @param code - LOINC */
export const bandsOf = (code: string): readonly Band[] => BANDS.get(code) ?? []

/** The band of a score in words: `moderate (10–14)`. */
export function bandOf(code: string, score: number): string | undefined {
  const band = bandsOf(code).find(({ from, to }) => score >= from && score <= to)
  return band && `${band.name} (${band.from}–${band.to})`
}
