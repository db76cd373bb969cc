/** The bands of a score that a form declares for a question. A reading aid and no diagnosis. */
import type { Range } from 'fhir/r5.js'
import { nested, ownExtensions } from '../model/extensions.ts'
import { number, object, text } from '../values/unchecked-json.ts'

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
