/**
 * The bands of questionnaire scores: those that a form declares for a question, and those that the authors of common
 * questionnaires published. A reading aid and no diagnosis.
 */
import type { Range } from 'fhir/r5.js'
import { nested, ownExtensions } from './extensions.ts'
import { number, object, text } from './shape.ts'

interface Band {
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

/** The band of a score in words: `moderate (10–14)`. */
export function bandOf(code: string, score: number): string | undefined {
  const band = BANDS.get(code)?.find(({ from, to }) => score >= from && score <= to)
  return band && `${band.name} (${band.from}–${band.to})`
}

/**
 * The band of a score in words, as the form declares it on the question: every `questionnaire-score-band` nests
 * `range` (both ends belong to it; one may be missing) and `label`.
 */
export function declaredBand(element: { readonly extension?: unknown }, score: number): string | undefined {
  for (const declared of ownExtensions(element, 'scoreBand')) {
    const range = object<Range>(nested(declared, 'range')?.valueRange)
    const low = number(object<{ value: number }>(range?.low)?.value)
    const high = number(object<{ value: number }>(range?.high)?.value)
    const label = text(nested(declared, 'label')?.valueString)
    if (label === undefined || (low === undefined && high === undefined)) continue
    if (score < (low ?? score) || score > (high ?? score)) continue
    const ends = low === undefined ? `up to ${high}` : high === undefined ? `from ${low}` : `${low}–${high}`
    return `${label} (${ends})`
  }
  return undefined
}
